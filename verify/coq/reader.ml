(* Reads the certificate of a race, and has the extracted checker decide about it.

   Nothing here is verified.  It must hand over what the file says: the tables, the boxes and the
   decisions.  It refuses what docs/reference/certificates/race.md does not allow, as check_race.py
   does.  The exit status is 0 if the file is certified, 1 if it is not, 2 if it is no certificate,
   and 3 if it is one of those that the theorem does not cover. *)

module Zarith = Z
open Checker
module Z = Zarith

exception Unreadable of string
exception Outside of string

let primes = "ties that are settled modulo a prime, but where one player cannot but win"

let need right why = if not right then raise (Unreadable why)

let statement =
  "Every chance to win at the start of a turn lies in its box; in every state of the game of \
   these tables below the score rolled, t means that to throw is better, b to bank, and e that \
   both are worth the same, and of every set of options the letters name all the best; from the \
   score rolled on one banks."

(* --- SHA-256, for the last line --------------------------------------------------------------- *)

let is_prime n =
  let rec from d = d * d > n || (n mod d <> 0 && from (d + 1)) in
  n > 1 && from 2

(* The first 32 bits of the fractional parts of the roots of the first primes. *)
let root_bits power count =
  let rec primes n k =
    if k = 0 then [] else if is_prime n then n :: primes (n + 1) (k - 1) else primes (n + 1) k
  in
  let one prime =
    let shifted = Z.shift_left (Z.of_int prime) (32 * power) in
    Z.to_int (Z.logand (Z.root shifted power) (Z.of_int 0xffffffff))
  in
  Array.of_list (List.map one (primes 2 count))

let sha256 text =
  let key = root_bits 3 64 and state = root_bits 2 8 and mask = 0xffffffff in
  let length = String.length text in
  let padded = Bytes.make ((length + 72) / 64 * 64) '\000' in
  Bytes.blit_string text 0 padded 0 length;
  Bytes.set padded length '\x80';
  Bytes.set_int64_be padded (Bytes.length padded - 8) (Int64.of_int (8 * length));
  let turned x n = ((x lsr n) lor (x lsl (32 - n))) land mask in
  let w = Array.make 64 0 in
  for block = 0 to (Bytes.length padded / 64) - 1 do
    for t = 0 to 15 do
      w.(t) <- Int32.to_int (Bytes.get_int32_be padded ((64 * block) + (4 * t))) land mask
    done;
    for t = 16 to 63 do
      let x = w.(t - 15) and y = w.(t - 2) in
      let a = turned x 7 lxor turned x 18 lxor (x lsr 3) in
      let b = turned y 17 lxor turned y 19 lxor (y lsr 10) in
      w.(t) <- (w.(t - 16) + a + w.(t - 7) + b) land mask
    done;
    let v = Array.copy state in
    for t = 0 to 63 do
      let a = v.(0) and e = v.(4) in
      let choice = (e land v.(5)) lxor (lnot e land mask land v.(6)) in
      let sum = turned e 6 lxor turned e 11 lxor turned e 25 in
      let first = v.(7) + sum + choice + key.(t) + w.(t) in
      let most = (a land v.(1)) lxor (a land v.(2)) lxor (v.(1) land v.(2)) in
      let second = (turned a 2 lxor turned a 13 lxor turned a 22) + most in
      Array.blit v 0 v 1 7;
      v.(4) <- (v.(4) + first) land mask;
      v.(0) <- (first + second) land mask
    done;
    Array.iteri (fun k x -> state.(k) <- (state.(k) + x) land mask) v
  done;
  String.concat "" (List.map (Printf.sprintf "%08x") (Array.to_list state))

(* --- the header: JSON as Python writes it ----------------------------------------------------- *)

type json = Number of Z.t | Flag of bool | List of json list

let header line =
  let at = ref 0 in
  let starts word =
    String.length line - !at >= String.length word
    && String.sub line !at (String.length word) = word
  in
  let expect word =
    need (starts word) "header: the entries or the statement are not those of this version";
    at := !at + String.length word
  in
  let digit () = !at < String.length line && line.[!at] >= '0' && line.[!at] <= '9' in
  let rec value () =
    if starts "true" then (expect "true"; Flag true)
    else if starts "false" then (expect "false"; Flag false)
    else if starts "[]" then (expect "[]"; List [])
    else if starts "[" then begin
      expect "[";
      let found = ref [ value () ] in
      while starts ", " do expect ", "; found := value () :: !found done;
      expect "]";
      List (List.rev !found)
    end
    else begin
      let first = !at in
      while digit () do incr at done;
      let word = String.sub line first (!at - first) in
      need (word <> "" && (word = "0" || word.[0] <> '0')) "header: it is not written plainly";
      Number (Z.of_string word)
    end
  in
  expect ("{\"certificate\": 2, \"family\": \"race\", \"statement\": \"" ^ statement ^ "\"");
  let names =
    "goal exact after_bust minimum opening last_turn start banks denominators busts wipes sets \
     weights other penalty end rolled bits ties column_low column_high column_above column_below"
  in
  let entry name = expect (", \"" ^ name ^ "\": "); let found = value () in (name, found) in
  let found = List.map entry (String.split_on_char ' ' names) in
  expect "}";
  need (!at = String.length line) "header: something follows it";
  fun name -> List.assoc name found

let wrong () = raise (Unreadable "header: an entry is not of the size it must have")
let flag = function Flag it -> it | _ -> wrong ()
let list = function List it -> it | _ -> wrong ()
let big most = function Number it when Z.leq it most -> it | _ -> wrong ()
let int most it = Z.to_int (big (Z.of_int most) it)
let pair f g = function List [ a; b ] -> (f a, g b) | _ -> wrong ()
let sized n it = need (List.length it = n) "header: a list is not of the length it must have"; it

let rec rises = function a :: (b :: _ as rest) -> a < b && rises rest | _ -> true

type race = {
  rules : Z.t rules; bits : int; ties : bool; column : int -> Z.t * Z.t; furthest : int;
}

let most_rolled = 999
let most_whole = 1 lsl 17

let read_race line =
  let given = header line in
  let goal = int 2000 (given "goal") and bits = int (1 lsl 13) (given "bits") in
  need (goal >= 1 && bits >= 1) "header: goal or bits is 0";
  let one = Z.shift_left Z.one bits and most = Z.shift_left Z.one (1 lsl 13) in
  let exact = flag (given "exact") and ties = flag (given "ties") in
  let last_turn = flag (given "last_turn") in
  List.iter
    (fun name -> need (given name = List []) "header: room for later versions is not empty")
    [ "other"; "penalty" ];
  if given "end" <> List [] then raise (Outside "equal turns, and last turns that may tie");
  let rolled = int (if last_turn then most_rolled else goal) (given "rolled") in
  need (rolled >= goal) "header: rolled is below the goal";
  let after_bust = sized goal (List.map (int goal) (list (given "after_bust"))) in
  List.iteri (fun i it -> need (i <= it) "header: after_bust must not lose points") after_bust;
  let banks = List.map flag (list (given "banks")) in
  let modes = List.length banks in
  let chances name = sized modes (List.map (big most) (list (given name))) in
  let denominators = chances "denominators" and busts = chances "busts" in
  let wipes = chances "wipes" in
  let reach = if last_turn then most_rolled else if exact then goal + 1 else goal in
  let option = pair (int reach) (int (modes - 1)) in
  let sets = List.map (fun it -> List.map option (list it)) (list (given "sets")) in
  need
    (List.for_all (fun it -> it <> [] && List.length it <= 26 && rises it) sets
    && rises (List.map (fun it -> (List.length it, it)) sets))
    "header: sets must rise";
  let weight = pair (int (List.length sets - 1)) (big most) in
  let weights = List.map (fun it -> List.map weight (list it)) (list (given "weights")) in
  let weights = sized modes weights in
  let start = int (modes - 1) (given "start") in
  List.iteri
    (fun n row ->
      need
        (rises (List.map fst row) && List.for_all (fun (_, p) -> Z.sign p > 0) row)
        "header: weights are not of sets that rise";
      let all = List.fold_left (fun sum (_, p) -> Z.add sum p) Z.zero row in
      let den = List.nth denominators n in
      need
        (Z.equal den (Z.add all (Z.add (List.nth busts n) (List.nth wipes n))))
        "header: the chances must sum to 1";
      need (Z.sign den > 0 || List.nth banks n) "header: one must bank or throw in every mode";
      let free (g, m) = g > 0 || (m < n && m <> start) in
      need
        (List.for_all (fun (k, _) -> List.for_all free (List.nth sets k)) row)
        "header: a gain of 0 must lead to a mode before, and not to the first")
    weights;
  let count row = List.fold_left (fun n (k, _) -> n + List.length (List.nth sets k)) 0 row in
  let options = modes - 1 + List.fold_left (fun n row -> n + count row) 0 weights in
  need (goal * goal * rolled * options <= 1 lsl 37) "header: goal and options would take too long";
  let furthest it = List.fold_left (fun most (g, _) -> max most g) 0 it in
  let longest = List.fold_left (fun most it -> max most (furthest it)) 0 sets in
  let furthest = rolled + (if sets = [] then 1 else longest) + 1 in
  let room = (goal * goal) + (4 * furthest * (modes - 1)) in
  need (room * (bits + 400) <= 1 lsl 32) "header: goal and bits are too large";
  let no_wipe = List.for_all (fun it -> Z.sign it = 0) wipes in
  if ties && not (exact && no_wipe) then raise (Outside primes);
  List.iter
    (fun name -> need (given name = List []) "header: fractions without ties or wipes")
    [ "column_above"; "column_below" ];
  if last_turn then
    need
      (after_bust = List.init goal Fun.id && (not exact) && no_wipe
      && List.for_all Fun.id banks
      && List.for_all (fun it -> Z.sign it > 0) busts
      && List.for_all (fun it -> fst (List.hd it) > 0) sets)
      "header: a last turn is of modes that bank, gain and bust, and do no more";
  let n = if no_wipe then 0 else goal in
  let ends name = Array.of_list (sized n (List.map (big one) (list (given name)))) in
  let low = ends "column_low" and high = ends "column_high" in
  let column j = if j < n then (low.(j), high.(j)) else (Z.zero, one) in
  let rules = {
    goal; exact; last_turn; rolled; after_bust; start; banks; denominators; busts; wipes; sets;
    weights;
    minimum = int goal (given "minimum"); opening = int goal (given "opening");
  } in
  { rules; bits; ties; column; furthest }

(* A last turn: the bounds of the chance not to make so many units.  The checker proves them from
   the tables; [whole] is a number by which all chances are whole. *)
let passing { rules = r; bits; furthest; _ } =
  if not r.last_turn then ([], Z.one)
  else begin
    let common = List.fold_left Z.lcm Z.one r.denominators in
    let rec power most n =
      need (Z.numbits most <= most_whole) "header: chances and rolled would take too long";
      if n = 0 then most else power (Z.mul most common) (n - 1)
    in
    let whole = power Z.one furthest in
    let sets = Array.of_list r.sets in
    let modes = List.length r.banks in
    let made = Array.make_matrix (furthest + 1) modes whole in
    for d = 1 to furthest do
      let chance n row =
        let look (g, m) = made.(max 0 (d - g)).(m) in
        let best k = List.fold_left (fun most it -> Z.max most (look it)) Z.zero sets.(k) in
        let sum = List.fold_left (fun sum (k, p) -> Z.add sum (Z.mul p (best k))) Z.zero row in
        made.(d).(n) <- Z.div sum (List.nth r.denominators n)
      in
      List.iteri chance r.weights
    done;
    let bounds d =
      let fails = Z.shift_left (Z.sub whole made.(d).(r.start)) bits in
      (Z.fdiv fails whole, Z.cdiv fails whole)
    in
    (List.init (furthest + 1) bounds, whole)
  end

(* --- the records ------------------------------------------------------------------------------ *)

let decimal word =
  let right = word <> "" && String.length word <= 4 && (word = "0" || word.[0] <> '0') in
  need (right && String.for_all (fun c -> c >= '0' && c <= '9') word) "a number is not plain";
  int_of_string word

let hexadecimal word =
  let right = word <> "" && (word = "0" || word.[0] <> '0') in
  let hex c = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') in
  need (right && String.for_all hex word) "the end of a box is not plain";
  Z.of_string ("0x" ^ word)

(* Columns of runs with these lengths; a run is letters and how often they come in a row. *)
let columns decision lengths text =
  let split =
    if text = "" && lengths = [] then [] else String.split_on_char ',' text
  in
  need (List.length split = List.length lengths) "there is not one decision for every state";
  let column word length =
    let at = ref 0 and found = ref [] and last = ref "" and sum = ref 0 in
    let letters digits =
      let first = !at in
      let is c = (c >= '0' && c <= '9') = digits in
      while !at < String.length word && is word.[!at] do incr at done;
      String.sub word first (!at - first)
    in
    while !at < String.length word do
      let letter = letters false in
      let times = decimal (letters true) in
      need (times > 0 && letter <> "" && letter <> !last) "a run is not plain";
      last := letter;
      sum := !sum + times;
      found := (decision letter, times) :: !found
    done;
    need (!sum = length) "there is not one decision for every state";
    List.rev !found
  in
  List.map2 column split lengths

let state = function
  | "t" -> T | "b" -> B | "e" -> Both
  | _ -> raise (Unreadable "a letter is none of t, b, e")

let named letters =
  let found = List.map (fun c -> Char.code c - 97) (List.of_seq (String.to_seq letters)) in
  need (List.for_all (fun it -> it >= 0 && it < 26) found) "a letter names no option";
  need (rises found) "letters do not rise";
  found

let read_record race line i j =
  let { goal; rolled; banks; denominators; sets; _ } = race.rules in
  match String.split_on_char ' ' line with
  | [ own; opp; low; high; states; options ] ->
    need (decimal own = i && decimal opp = j) "a record is not in its place";
    let low = hexadecimal low and high = hexadecimal high in
    need
      (Z.leq low high && Z.leq high (Z.shift_left Z.one race.bits))
      "a box is not between 0 and 1";
    let choosing = List.map2 (fun bank den -> bank && Z.sign den > 0) banks denominators in
    let before = List.mapi (fun n _ -> first race.rules i n - i) banks in
    let chosen = List.filter fst (List.combine choosing before) in
    let found = ref (columns state (List.map (fun (_, k) -> rolled - i - k) chosen) states) in
    let next choice k =
      if not choice then []
      else begin
        let runs = List.hd !found in
        found := List.tl !found;
        if k > 0 then (T, k) :: runs else runs
      end
    in
    let letters = List.map2 next choosing before in
    let several = List.filter (fun it -> List.length it > 1) sets in
    let names = columns named (List.map (fun _ -> rolled - i) several) options in
    List.iter2
      (fun set runs ->
        let short it = List.for_all (fun o -> o < List.length set) it in
        need (List.for_all (fun (it, _) -> short it) runs) "a letter names no option")
      several names;
    { Exact.box_of = (low, high); letters; names }
  | _ -> raise (Unreadable "a record has not six words")

let check text =
  let length = String.length text in
  let at = ref 0 and number = ref 0 in
  let next () =
    incr number;
    match String.index_from_opt text !at '\n' with
    | None -> raise (Unreadable (Printf.sprintf "line %d is cut off" !number))
    | Some stop ->
      let line = String.sub text !at (stop - !at) in
      at := stop + 1;
      line
  in
  let race = read_race (next ()) in
  let goal = race.rules.goal in
  let one = Z.shift_left Z.one race.bits in
  let nothing = Exact.nothing one in
  let level scores =
    let row = Array.make goal nothing in
    for i = max 0 (scores - goal + 1) to scores / 2 do
      let j = scores - i in
      row.(i) <- read_record race (next ()) i j;
      if i <> j then row.(j) <- read_record race (next ()) j i
    done;
    Array.to_list row
  in
  let levels = List.init ((2 * goal) - 1) (fun k -> level ((2 * goal) - 2 - k)) in
  let digest = sha256 (String.sub text 0 !at) in
  need
    (next () = Printf.sprintf "end %d %s" (!number - 1) digest && !at = length)
    "the last line is not that of these lines, or something follows it";
  let bounds, whole = passing race in
  (race, one, Exact.check race.rules one bounds race.column whole race.ties levels)

let most_text = 1 lsl 30

let everything channel =
  let found = Buffer.create 65536 and piece = Bytes.create 65536 in
  let rec read () =
    need (Buffer.length found < most_text) "it is too long";
    let n = input channel piece 0 65536 in
    if n > 0 then (Buffer.add_subbytes found piece 0 n; read ())
  in
  read ();
  Buffer.contents found

(* A stream ends with its length: another one, or nothing but zeros, may not follow it. *)
let unpacked path =
  let pipe = Unix.open_process_args_in "gzip" [| "gzip"; "-dcq"; "--"; path |] in
  let text = everything pipe in
  need (Unix.close_process_in pipe = Unix.WEXITED 0) "gzip refuses it";
  let file = open_in_bin path in
  seek_in file (in_channel_length file - 4);
  let last = really_input_string file 4 in
  close_in file;
  need (String.get_int32_le last 0 = Int32.of_int (String.length text)) 
    "something follows the text";
  text

let () =
  (* Fewer and larger collections: a quarter of the time. *)
  Gc.set { (Gc.get ()) with minor_heap_size = 1 lsl 22; space_overhead = 400 };
  match Sys.argv with
  | [| _; path |] -> (
    try
      match check (unpacked path) with
      | { ties = true; _ }, _, None -> raise (Outside primes)
      | _, _, None ->
        print_endline "refuted: something that it claims is not shown to be so";
        exit 1
      | _, one, Some kept ->
        let low, high = List.hd (List.hd kept) in
        Printf.printf
          "certified: every position has a value, and the decisions are optimal.\n\
           The tables are the first line of the file: gzip -dc %s | head -n 1\n\
           The value is at least %s / %s\n\
          \       and at most %s / %s\n"
          path (Z.to_string low) (Z.to_string one) (Z.to_string high) (Z.to_string one)
    with
    | Outside what ->
      Printf.printf "outside: the theorem does not cover %s\n" what;
      exit 3
    | Unreadable why | Sys_error why | Failure why | Invalid_argument why ->
      Printf.printf "no certificate: %s\n" why;
      exit 2)
  | _ ->
    prerr_endline "usage: check_race FILE";
    exit 2
