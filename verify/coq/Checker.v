(** * The checker

    It decides whether a certificate of a race proves what it says.  It is written for numbers of
    any kind that add, multiply and divide rightly as long as results are not too large: [Z], and
    the machine's integers of 63 bits, by which Coq itself checks Pig to 100 in seconds. *)

From Coq Require Import Reals Lra Lia List Bool Arith ZArith.
From Pig Require Import Game Race.
Import ListNotations.

Module Type NUMBERS.
  Parameter t : Type.
  Parameter z : t -> Z.
  Parameter fits : Z -> bool.
  Parameter zero unit : t.
  Parameter add sub mul div : t -> t -> t.
  Parameter ltb leb eqb : t -> t -> bool.
  Axiom z_zero : z zero = 0%Z.
  Axiom z_unit : z unit = 1%Z.
  Axiom fits_less : forall x y, (0 <= x <= y)%Z -> fits y = true -> fits x = true.
  Axiom z_add : forall a b, (0 <= z a)%Z -> (0 <= z b)%Z -> fits (z a + z b) = true ->
    z (add a b) = (z a + z b)%Z.
  Axiom z_mul : forall a b, (0 <= z a)%Z -> (0 <= z b)%Z -> fits (z a * z b) = true ->
    z (mul a b) = (z a * z b)%Z.
  Axiom z_sub : forall a b, (0 <= z b <= z a)%Z -> z (sub a b) = (z a - z b)%Z.
  Axiom z_div : forall a b, (0 <= z a)%Z -> (0 < z b)%Z -> z (div a b) = (z a / z b)%Z.
  Axiom z_ltb : forall a b, ltb a b = (z a <? z b)%Z.
  Axiom z_leb : forall a b, leb a b = (z a <=? z b)%Z.
  Axiom z_eqb : forall a b, eqb a b = (z a =? z b)%Z.
End NUMBERS.

(** Decisions come in runs: what to do, and at how many scores in a row. *)
Definition runs (X : Type) : Type := list (X * nat).

Definition now {X} (default : X) (l : runs X) : X :=
  match l with [] => default | (x, _) :: _ => x end.
Definition later {X} (l : runs X) : runs X :=
  match l with
  | (x, S (S n)) :: rest => (x, S n) :: rest
  | _ :: rest => rest
  | [] => []
  end.

(** The runs [k] scores later. *)
Fixpoint nexts {X} (k : nat) (l : list (runs X)) : list (runs X) :=
  match k with O => l | S k => nexts k (map later l) end.

Module Checker (Num : NUMBERS).
Import Num.

Definition interval : Type := t * t.

(** The record of one turn start: the box, the decision in every mode, and the options named for
    every set of several. *)
Record entry := {
  box_of : interval;
  letters : list (runs decision);
  names : list (runs (list nat))
}.

(** A mode, ready for use; what is lost by busts and wipes is added for each record. *)
Record mode := {
  m_bank : bool;
  m_den : t;
  m_bust : t;
  m_wipe : t;
  m_ways : list (list (nat * nat) * t)
}.

Section Rules.
(** [passing] bounds the chance that somebody does not make so many units in a last turn. *)
Context (r : rules t) (one : t) (passing : list interval).

Definition certain : interval := (one, one).
Definition anything : interval := (zero, one).
Definition pass_ (d : nat) : interval := nth d passing anything.
Definition flip_ (b : interval) : interval := (sub one (snd b), sub one (fst b)).
Definition withinb (b : interval) : bool :=
  leb zero (fst b) && leb (fst b) (snd b) && leb (snd b) one.
Definition same (a b : interval) : bool := eqb (fst a) (fst b) && eqb (snd a) (snd b).

(** [b] lies in [w] away from the ends, unless these are 0 and 1. *)
Definition insideb (b w : interval) : bool :=
  withinb b && withinb w && (ltb (fst w) (fst b) || eqb (fst w) zero) &&
  (ltb (snd b) (snd w) || eqb (snd w) one) &&
  ltb (sub (snd b) (fst b)) (sub (snd w) (fst w)).

Definition all_modes : list mode :=
  map (fun n => {|
    m_bank := nth n (banks r) false;
    m_den := nth n (denominators r) zero;
    m_bust := nth n (busts r) zero;
    m_wipe := nth n (wipes r) zero;
    m_ways := map (fun kw => (nth (fst kw) (sets r) [], snd kw)) (nth n (weights r) [])
  |}) (seq 0 (length (banks r))).

(** How many sets of one option come first: nothing is named for them. *)
Fixpoint singles (l : list (list (nat * nat))) : nat :=
  match l with [_] :: rest => S (singles rest) | _ => 0 end.
Definition several : list (list (nat * nat)) := skipn (singles (sets r)) (sets r).

Section Entry.
(** The turn of who has [i]: [x] is what a bust pays, [w] what a wipe pays, and [far] what banking
    pays from [rolled] on, if there is a last turn.  [tied] says whether one of the players cannot
    but win, so that what the bounds leave open may be called a tie. *)
Context (tied : bool) (i : nat) (x w : interval) (far : list interval).

(** Beyond the goal. *)
Definition beyond : interval :=
  if last_turn r then anything else if exact r then x else certain.
Definition base : list (list interval) :=
  if last_turn r then map (fun b => map (fun _ => b) (banks r)) far
  else if exact r then [map (fun _ => certain) (banks r)] else [].

(** What a turn is worth with [g] units more, in mode [m]; [rows] are for every score from here on
    the modes that are known. *)
Definition look (rows : list (list interval)) (gm : nat * nat) : option interval :=
  match nth_error rows (fst gm) with
  | Some row => nth_error row (snd gm)
  | None => Some beyond
  end.

Definition larger (a b : t) : t := if ltb a b then b else a.
Definition smaller (a b : t) : t := if ltb a b then a else b.

(** What the best of several options is worth. *)
Fixpoint best_of (rows : list (list interval)) (l : list (nat * nat)) : option interval :=
  match l with
  | [] => None
  | [o] => look rows o
  | o :: rest =>
    match look rows o, best_of rows rest with
    | Some a, Some b => Some (larger (fst a) (fst b), larger (snd a) (snd b))
    | _, _ => None
    end
  end.

Definition times (p v : t) : t := if eqb p unit then v else mul p v.

(** The sum of chances, times the denominator, and values. *)
Fixpoint sum (rows : list (list interval)) (l : list (list (nat * nat) * t)) (lost : interval)
  : option interval :=
  match l with
  | [] => Some lost
  | (options, p) :: rest =>
    match best_of rows options, sum rows rest lost with
    | Some v, Some a => Some (add (times p (fst v)) (fst a), add (times p (snd v)) (snd a))
    | _, _ => None
    end
  end.

Definition lost (m : mode) : interval :=
  (add (mul (m_bust m) (fst x)) (mul (m_wipe m) (fst w)),
   add (mul (m_bust m) (snd x)) (mul (m_wipe m) (snd w))).

Definition no_throw (m : mode) : bool := eqb (m_den m) zero.

(** What a throw is worth, rounded down and up; [l] is what is lost in this mode. *)
Definition thrown (rows : list (list interval)) (m : mode) (l : interval) : option interval :=
  if no_throw m then Some x else
  match sum rows (m_ways m) l with
  | Some a =>
    let c := (div (fst a) (m_den m), div (add (snd a) (sub (m_den m) unit)) (m_den m)) in
    if withinb c then Some c else None
  | None => None
  end.

(** What the turn is worth with score [s] in a mode, if the letter is right; [h] is for banking. *)
Definition value (s n : nat) (h : interval) (rows : list (list interval)) (m : mode)
  (l : interval) (d : decision) : option interval :=
  match thrown rows m l with
  | None => None
  | Some c =>
    if m_bank m && (first r i n <=? s) then
      if no_throw m then Some h else
      match d with
      | T => if ltb (snd h) (fst c) then Some c else None
      | B => if ltb (snd c) (fst h) then Some h else None
      | Both =>
        if same c h && eqb (fst c) (snd c) then Some c
        else if tied then Some (smaller (fst c) (fst h), larger (snd c) (snd h)) else None
      end
    else Some c
  end.

(** All modes at score [s], those before [n] being known. *)
Fixpoint build (s n : nat) (h : interval) (rows : list (list interval)) (ms : list (mode *
  interval))
  (ds : list decision) (known : list interval) : option (list interval) :=
  match ms with
  | [] => Some known
  | (m, l) :: rest =>
    match value s n h (known :: rows) m l (hd T ds) with
    | Some v => build s (S n) h rows rest (tl ds) (known ++ [v])
    | None => None
    end
  end.

(** Option [o'] against the one that is named first, which is worth [v]. *)
Definition no_better (rows : list (list interval)) (v : interval) (first : nat) (rest : list nat)
  (o' : nat) (gm : nat * nat) : bool :=
  if o' =? first then true else
  match look rows gm with
  | None => false
  | Some v' =>
    if existsb (Nat.eqb o') rest then same v' v && eqb (fst v) (snd v)
    else ltb (snd v') (fst v)
  end.

Fixpoint all_no_better rows v first rest o' (l : list (nat * nat)) : bool :=
  match l with
  | [] => true
  | gm :: more => no_better rows v first rest o' gm && all_no_better rows v first rest (S o') more
  end.

(** The options named of a set are the best ones. *)
Definition pick (rows : list (list interval)) (options : list (nat * nat)) (named : list nat) : bool
  :=
  match named with
  | [] => false
  | first :: rest =>
    match nth_error options first with
    | None => false
    | Some gm =>
      match look rows gm, best_of rows options with
      | Some v, Some b =>
        same v b && forallb (fun o => (o <? length options) && negb (o =? first)) rest &&
        all_no_better rows v first rest 0 options
      | _, _ => false
      end
    end
  end.

Fixpoint picks (rows : list (list interval)) (l : list (list (nat * nat))) (named : list (list nat))
  : bool :=
  match l with
  | [] => true
  | options :: rest => pick rows options (hd [] named) && picks rows rest (tl named)
  end.

(** The whole turn: from the last score before [rolled] down to [i].  [hs] is what banking pays. *)
Fixpoint turn (ms : list (mode * interval)) (s : nat) (hs : list interval)
  (ds : list (runs decision)) (ns : list (runs (list nat))) : option (list (list interval)) :=
  match hs with
  | [] => Some base
  | h :: more =>
    match turn ms (S s) more (map later ds) (map later ns) with
    | None => None
    | Some rows =>
      match build s 0 h rows ms (map (now T) ds) [] with
      | None => None
      | Some row =>
        if picks (row :: rows) several (map (now []) ns) then Some (row :: rows) else None
      end
    end
  end.
End Entry.

(** With a last turn: who throws from [rolled] on loses more by a bust than he can gain. *)
Definition nobody_throws (j : nat) (x : interval) (ms : list mode) : bool :=
  negb (last_turn r) || forallb (fun m => no_throw m ||
    ltb (sub one (div (mul (m_bust m) (sub one (snd x))) (m_den m)))
      (fst (pass_ (S (rolled r) - j)))) ms.

(** One half and nothing else: what two dead players must have. *)
Definition half (b : interval) : bool :=
  withinb b && eqb (fst b) (snd b) && eqb (sub one (snd b)) (fst b).

(** Who cannot but win must have a chance, and must not bank dead scores. *)
Definition wins (dead : list bool) (i : nat) (e : entry) (other : interval) : bool :=
  ltb zero (fst (box_of e)) && ltb (snd other) one &&
  forallb (fun s => negb (nth s dead false) ||
    forallb (fun n => negb (may_bank r i s n) || may_throw z zero r n &&
      match nth n (map (now T) (nexts (s - i) (letters e))) T with T => true | _ => false end)
      (seq 0 (length (banks r)))) (seq i (goal r - i)).

(** Check one record.  [dead] says which scores are dead, and [near] which are too near the goal to
    hit it, if that is to matter.  [mine] are the values of (j, s) that are known, for s from i + 1
    on; [other] is the box of (j, i).  What is kept is returned. *)
Definition check_entry (dead near : list bool) (ms : list mode) (i j : nat) (e : entry)
  (other : interval)  (mine : list interval) (column_i column_j : interval) : option interval :=
  let hs := flip_ other :: map flip_ mine ++
    map (fun s => pass_ (S s - j)) (seq (goal r) (rolled r - goal r)) in
  let x := nth (lands r i - i) hs certain in
  let w := flip_ column_j in
  let lost_ := map (fun m => (m, lost x w m)) ms in
  let mover := nth j near false && negb (nth i dead false) in
  let tied := mover || nth i near false && negb (nth j dead false) in
  match turn tied i x (skipn (S (rolled r) - j) passing) lost_ i hs (letters e) (names e) with
  | None => None
  | Some rows =>
    match nth_error lost_ (start r) with
    | None => None
    | Some (m, l) =>
      match thrown x rows m l with
      | None => None
      | Some kept =>
        let nobody := nth i dead false && nth j dead false in
        let kept := if nobody then box_of e else kept in
        if (if nobody then half kept else insideb kept (box_of e)) &&
          (negb (j =? 0) || insideb kept column_i) && nobody_throws j x ms &&
          (* no ||, of which Coq's kernel evaluates both sides *)
          (if mover then wins dead i e other else true)
        then Some kept else None
      end
    end
  end.

(** ** All records

    A level has all records with the same sum of scores, the largest sum first; in it stands for
    every own score a record, which is ignored if the other score is none.  [known] has for every
    own score the values of all records so far, those with the smallest other score first. *)

Context (column : nat -> interval).

Definition nothing : entry := {| box_of := certain; letters := []; names := [] |}.
Definition entry_of (level : list entry) (i : nat) : entry := nth i level nothing.

Definition next_row (dead near : list bool) (ms : list mode) (scores : nat)
  (known : list (list interval))  (level : list entry) (i : nat) : option (list interval) :=
  let j := scores - i in
  if (i <=? scores) && (j <? goal r) then
    match check_entry dead near ms i j (entry_of level i) (box_of (entry_of level j))
      (nth j known []) (column i) (column j) with
    | Some kept => Some (kept :: nth i known [])
    | None => None
    end
  else Some (nth i known []).

Fixpoint each {X Y} (f : X -> option Y) (l : list X) : option (list Y) :=
  match l with
  | [] => Some []
  | x :: rest =>
    match f x with
    | Some y => match each f rest with Some ys => Some (y :: ys) | None => None end
    | None => None
    end
  end.

Fixpoint run (dead near : list bool) (ms : list mode) (known : list (list interval))
  (levels : list (list entry))  : option (list (list interval)) :=
  match levels with
  | [] => Some known
  | level :: more =>
    match each (next_row dead near ms (length more) known level) (seq 0 (goal r)) with
    | Some known => run dead near ms known more
    | None => None
    end
  end.

(** ** The tables *)

Definition check_tables : bool :=
  let modes := length (banks r) in
  let below n := z (nth n (denominators r) zero) in
  let b n := z (nth n (busts r) zero) in
  let w n := z (nth n (wipes r) zero) in
  (0 <? goal r) && (start r <? modes) &&
  forallb (fun i => i <=? lands r i) (seq 0 (goal r)) &&
  (1 <=? z one)%Z &&
  forallb (fun n =>
    (0 <=? below n)%Z && (0 <=? b n)%Z && (0 <=? w n)%Z && fits ((z one + 1) * below n) &&
    forallb (fun kw => (0 <=? z (snd kw))%Z && (fst kw <? length (sets r)) &&
      (free r (fst kw) <=? n)) (ways r n) &&
    (b n + w n + total z (ways r n) (fun _ => 1) =? below n)%Z) (seq 0 modes) &&
  forallb (fun options => (0 <? length options) &&
    forallb (fun gm => snd gm <? modes) options) (sets r) &&
  (goal r <=? rolled r) &&
  (if last_turn r then
    forallb (fun b => b) (banks r) &&
    forallb (fun i => lands r i <? goal r) (seq 0 (goal r)) &&
    forallb (forallb (fun gm => 0 <? fst gm)) (sets r)
  else rolled r =? goal r).

(** *** Last turns

    The chances to make so many units, times [whole], are whole numbers: [whole] must be such that
    no division leaves a rest.  [rows] has them for as many units as it is long, and fewer. *)
Context (whole : Z).

Definition made_look (rows : list (list Z)) (gm : nat * nat) : Z :=
  match nth_error rows (fst gm - 1) with
  | Some row => nth (snd gm) row 0%Z
  | None => whole
  end.

Definition best_made (rows : list (list Z)) (l : list (nat * nat)) : Z :=
  fold_right (fun gm b => Z.max (made_look rows gm) b) 0%Z l.

Definition made_one (rows : list (list Z)) (n : nat) : option Z :=
  let d := z (nth n (denominators r) zero) in
  if (d =? 0)%Z then Some 0%Z else
  let sum := total z (ways r n) (fun k => best_made rows (options r k)) in
  let q := (sum / d)%Z in
  if (q * d =? sum)%Z then Some q else None.

Fixpoint made_rows (d : nat) : option (list (list Z)) :=
  match d with
  | O => Some []
  | S d =>
    match made_rows d with
    | None => None
    | Some rows =>
      match each (made_one rows) (seq 0 (length (banks r))) with
      | Some row => Some (row :: rows)
      | None => None
      end
    end
  end.

(** The bounds of [passing] are right. *)
Definition check_passing : bool :=
  if last_turn r then
    let most := length passing - 1 in
    match made_rows most with
    | None => false
    | Some rows => (0 <? whole)%Z &&
      forallb (fun d =>
        let fails := (z one * (whole - nth (start r) (nth (most - d) rows []) 0))%Z in
        withinb (pass_ d) && (z (fst (pass_ d)) * whole <=? fails)%Z &&
        (fails <=? z (snd (pass_ d)) * whole)%Z) (seq 1 most)
    end
  else true.

(** ** Everything: the values of all turn starts, if all is proved *)
Context (surely : bool).

Definition all_near : list bool :=
  if surely then map (too_near z zero r) (seq 0 (goal r)) else [].

Definition check (levels : list (list entry)) : option (list (list interval)) :=
  if check_tables && check_passing && (length levels =? 2 * goal r - 1)
  then run (all_dead z zero r) all_near all_modes (repeat [] (goal r)) levels else None.
End Rules.

(** ** What the checks prove *)

Open Scope Z_scope.

Definition zi (b : interval) : Z * Z := (z (fst b), z (snd b)).

Section Proof.
Context (r : rules t) (one : t) (passing : list interval) (whole : Z) (most : nat).
Context (tables : check_tables r one = true) (passes : check_passing r one passing whole = true).
Context (enough : (goal r + length passing <= most)%nat).

Notation certain := (certain one).
Notation flip_ := (flip_ one).
Notation withinb := (withinb one).
Notation Within b := (within (z one) (zi b)).

(** The tables are sensible. *)
Lemma tables_sensible : sensible z zero r most.
Proof.
  unfold check_tables in tables. rewrite !andb_true_iff in tables.
  destruct tables as [[[[[[[A B] C] D] E] F] G] H].
  apply Nat.ltb_lt in A, B. rewrite forallb_forall in C, E, F.
  assert (E' : forall n, (n < length (banks r))%nat -> In n (seq 0 (length (banks r)))).
  { intros. apply in_seq. lia. }
  split; try assumption.
  - intros i Hi. apply Nat.leb_le, C, in_seq. lia.
  - intros n Hn. specialize (E n (E' n Hn)). rewrite !andb_true_iff in E.
    destruct E as [[[[[E1 E2] E3] _] _] _]. unfold den, bust, wipe. lia.
  - intros n k w Hn I. specialize (E n (E' n Hn)). rewrite !andb_true_iff in E.
    destruct E as [[_ E] _]. rewrite forallb_forall in E. specialize (E _ I).
    rewrite !andb_true_iff in E. cbn [fst snd] in E. destruct E as [[E1 E2] E3].
    apply Nat.ltb_lt in E2. apply Nat.leb_le in E3. lia.
  - intros n Hn. specialize (E n (E' n Hn)). rewrite !andb_true_iff in E. destruct E as [_ E].
    apply Z.eqb_eq in E. exact E.
  - intros k Hk. specialize (F (options r k) (nth_In _ _ Hk)). apply andb_true_iff in F.
    destruct F as [F _]. now apply Nat.ltb_lt.
  - intros k o Hk Ho. specialize (F (options r k) (nth_In _ _ Hk)). apply andb_true_iff in F.
    destruct F as [_ F]. rewrite forallb_forall in F.
    specialize (F (option_ r k o) (nth_In _ _ Ho)). now apply Nat.ltb_lt in F.
  - now apply Nat.leb_le.
  - intros Q. rewrite Q in H. now apply Nat.eqb_eq.
  - intros Q n Hn. rewrite Q, !andb_true_iff in H. destruct H as [[H _] _].
    rewrite forallb_forall in H. apply (H (nth n (banks r) false)). now apply nth_In.
  - intros Q k o Hk Ho. rewrite Q, !andb_true_iff in H. destruct H as [_ H].
    rewrite forallb_forall in H. specialize (H (options r k) (nth_In _ _ Hk)).
    rewrite forallb_forall in H. specialize (H (option_ r k o) (nth_In _ _ Ho)).
    now apply Nat.ltb_lt.
  - intros _. lia.
Qed.

(** With a last turn busts lose no more than the turn's points, and win nothing. *)
Lemma lands_before i : last_turn r = true -> (i < goal r)%nat -> (lands r i < goal r)%nat.
Proof.
  intros Q Hi. unfold check_tables in tables. rewrite Q, !andb_true_iff in tables.
  destruct tables as [_ [[_ H] _]]. rewrite forallb_forall in H.
  apply Nat.ltb_lt, H, in_seq. lia.
Qed.

Lemma one_positive : 1 <= z one.
Proof. unfold check_tables in tables. rewrite !andb_true_iff in tables. lia. Qed.

(** Sums of throws are not too large. *)
Lemma room n v : (n < modes r)%nat -> 0 <= v <= (z one + 1) * den z zero r n -> fits v = true.
Proof.
  intros Hn Hv. unfold check_tables in tables. rewrite !andb_true_iff in tables.
  destruct tables as [[[[[_ D] E] _] _] _]. rewrite forallb_forall in E.
  specialize (E n ltac:(apply in_seq; unfold modes in Hn; lia)). rewrite !andb_true_iff in E.
  destruct E as [[[_ E] _] _]. now apply (fits_less v) in E.
Qed.

Lemma within_true b : withinb b = true <-> Within b.
Proof.
  unfold withinb, within, zi. rewrite !andb_true_iff, !z_leb, z_zero. cbn [fst snd]. lia.
Qed.

Lemma same_true a b : same a b = true -> zi a = zi b.
Proof.
  unfold same, zi. rewrite andb_true_iff, !z_eqb, !Z.eqb_eq. intros [-> ->]. reflexivity.
Qed.

Lemma flip_z b : Within b -> zi (flip_ b) = flip (z one) (zi b).
Proof.
  unfold within, flip_, flip, zi; cbn [fst snd]. intros. rewrite !z_sub by lia. reflexivity.
Qed.

Lemma certain_within : Within certain.
Proof. pose proof one_positive. unfold within, zi, certain; cbn [fst snd]. lia. Qed.

Lemma anything_within : Within (anything one).
Proof.
  pose proof one_positive. unfold within, zi, anything; cbn [fst snd]. rewrite z_zero. lia.
Qed.

Lemma inside_true b w : insideb one b w = true ->
  Within b /\ Within w /\ inside_of (z one) (zi b) (zi w).
Proof.
  unfold insideb. rewrite !andb_true_iff, !within_true, !orb_true_iff, !z_ltb, !z_eqb, z_zero.
  intros [[[[A B] C] D] E]. unfold inside_of. unfold within, zi in *. cbn [fst snd] in *.
  rewrite !z_sub in E by lia. lia.
Qed.

Lemma each_nth {X Y} (f : X -> option Y) l ys : each f l = Some ys ->
  length ys = length l /\ forall k x, nth_error l k = Some x ->
    exists y, f x = Some y /\ nth_error ys k = Some y.
Proof.
  revert ys. induction l as [|x l IH]; intros ys; cbn [each].
  { intros H; injection H; intros <-. split; [reflexivity|]. intros [|k]; discriminate. }
  destruct (f x) as [y|] eqn:Q; [|discriminate]. destruct (each f l) as [more|]; [|discriminate].
  intros H; injection H; intros <-. destruct (IH more eq_refl) as [L N]. split; [cbn; lia|].
  intros [|k] x' I; cbn [nth_error] in *; [injection I; intros <-; now exists y|now apply N].
Qed.

(** *** One score *)

Section Turn.
Context (tied : bool) (i : nat) (x w : interval) (Wx : Within x) (Ww : Within w).

Notation look := (look r one x).
Notation best_of := (best_of r one x).
Notation sum := (sum r one x).
Notation thrown := (thrown r one x).
Notation value := (value r one tied i x).

Definition all_within (rows : list (list interval)) : Prop :=
  Forall (Forall (fun b => Within b)) rows.

Lemma look_within rows gm v : all_within rows -> look rows gm = Some v -> Within v.
Proof.
  unfold look. intros A. destruct (nth_error rows (fst gm)) as [row|] eqn:Q.
  - intros Q'. apply nth_error_In in Q, Q'. unfold all_within in A. rewrite Forall_forall in A.
    specialize (A row Q). rewrite Forall_forall in A. now apply A.
  - intros H; injection H; intros <-. unfold beyond.
    destruct (last_turn r); [apply anything_within|].
    destruct (exact r); [assumption|]. apply certain_within.
Qed.

(** More modes do not change what is known. *)
Lemma look_more known more rows gm v :
  look (known :: rows) gm = Some v -> look ((known ++ more) :: rows) gm = Some v.
Proof.
  unfold look. destruct gm as [[|g] m]; cbn [fst snd nth_error]; [|auto].
  intros H. rewrite nth_error_app1; [assumption|]. apply nth_error_Some. congruence.
Qed.

Lemma best_of_more known more rows l v :
  best_of (known :: rows) l = Some v -> best_of ((known ++ more) :: rows) l = Some v.
Proof.
  revert v. induction l as [|o l IH]; intros v; [discriminate|].
  destruct l as [|o' l]; [apply look_more|]. cbn [Checker.best_of] in *.
  destruct (look (known :: rows) o) as [a|] eqn:Q; [|discriminate].
  rewrite (look_more _ more _ _ _ Q).
  match goal with |- match ?t with _ => _ end = _ -> _ => destruct t as [b|] eqn:Q' end;
    [|discriminate].
  specialize (IH b eq_refl). rewrite IH. auto.
Qed.

Lemma sum_more known more rows l k v :
  sum (known :: rows) l k = Some v -> sum ((known ++ more) :: rows) l k = Some v.
Proof.
  revert v. induction l as [|[o p] l IH]; intros v; [auto|]. cbn [Checker.sum].
  destruct (best_of (known :: rows) o) as [a|] eqn:Q; [|discriminate].
  rewrite (best_of_more _ more _ _ _ Q).
  destruct (sum (known :: rows) l k) as [b|] eqn:Q'; [|discriminate].
  now rewrite (IH b).
Qed.

Lemma thrown_more known more rows m l v :
  thrown (known :: rows) m l = Some v -> thrown ((known ++ more) :: rows) m l = Some v.
Proof.
  unfold thrown. destruct (no_throw m); [auto|].
  destruct (sum (known :: rows) (m_ways m) l) as [a|] eqn:Q; [|discriminate].
  now rewrite (sum_more _ more _ _ _ _ Q).
Qed.

Lemma value_more s n h known more rows m l d v :
  value s n h (known :: rows) m l d = Some v -> value s n h ((known ++ more) :: rows) m l d = Some
    v.
Proof.
  unfold value. destruct (thrown (known :: rows) m l) as [a|] eqn:Q; [|discriminate].
  now rewrite (thrown_more _ more _ _ _ _ Q).
Qed.

Lemma best_of_within rows l v : all_within rows -> best_of rows l = Some v -> Within v.
Proof.
  intros A. revert v. induction l as [|o l IH]; intros v; [discriminate|].
  destruct l as [|o' l]; [now apply look_within|]. cbn [Checker.best_of] in *.
  destruct (look rows o) as [a|] eqn:Q; [|discriminate].
  match goal with |- match ?t with _ => _ end = _ -> _ => destruct t as [b|] eqn:Q' end;
    [|discriminate].
  intros H; injection H; intros <-. specialize (IH b eq_refl).
  apply look_within in Q; [|assumption].
  unfold within, zi, larger in *. cbn [fst snd] in *. rewrite !z_ltb.
  destruct (Z.ltb_spec (z (fst a)) (z (fst b))), (Z.ltb_spec (z (snd a)) (z (snd b))); lia.
Qed.

(** What a set of options is worth, as a pair of whole numbers. *)
Definition worth_of (rows : list (list interval)) (l : list (nat * nat)) : Z * Z :=
  match best_of rows l with Some v => zi v | None => (0, 0) end.

Lemma total_less (l : list (nat * t)) f g :
  (forall k p, In (k, p) l -> 0 <= z p) -> (forall k p, In (k, p) l -> f k <= g k) ->
  total z l f <= total z l g.
Proof.
  induction l as [|[k p] l IH]; intros A C; cbn [total]; [lia|].
  assert (total z l f <= total z l g).
  { apply IH; intros; [eapply A|eapply C]; right; eassumption. }
  assert (0 <= z p) by (apply (A k); now left). assert (f k <= g k) by (apply (C k p); now left).
  nia.
Qed.

(** The sum of a throw is exact. *)
Lemma sum_exact rows (l : list (nat * t)) k a M :
  all_within rows -> (forall v, 0 <= v <= M -> fits v = true) ->
  0 <= z (fst k) -> 0 <= z (snd k) -> (forall k p, In (k, p) l -> 0 <= z p) ->
  z (fst k) + z one * total z l (fun _ => 1) <= M ->
  z (snd k) + z one * total z l (fun _ => 1) <= M ->
  sum rows (map (fun kw => (nth (fst kw) (sets r) [], snd kw)) l) k = Some a ->
  z (fst a) = z (fst k) + total z l (fun k => fst (worth_of rows (options r k))) /\
  z (snd a) = z (snd k) + total z l (fun k => snd (worth_of rows (options r k))) /\
  0 <= z (fst a) <= z (fst k) + z one * total z l (fun _ => 1) /\
  0 <= z (snd a) <= z (snd k) + z one * total z l (fun _ => 1).
Proof.
  intros A F K1 K2. pose proof one_positive as O.
  assert (T0 : forall l, (forall k p, In (k, p) l -> 0 <= z p) -> 0 <= total z l (fun _ => 1)).
  { clear - O. induction l as [|[k p] l IH]; cbn [total]; intros C; [lia|].
    assert (0 <= z p) by (apply (C k); now left).
    assert (0 <= total z l (fun _ => 1)) by (apply IH; intros; eapply C; right; eassumption). lia. }
  revert a. induction l as [|[n p] l IH]; intros a C M1 M2; cbn [map Checker.sum total] in *.
  - intros H; injection H; intros <-. lia.
  - destruct (best_of rows (nth (fst (n, p)) (sets r) [])) as [v|] eqn:Q; [|discriminate].
    match goal with |- match ?t with _ => _ end = _ -> _ => destruct t as [b|] eqn:Q' end;
      [|discriminate].
    intros H; injection H; intros <-. cbn [fst snd] in *.
    assert (P0 : 0 <= z p) by (apply (C n); now left).
    assert (C' : forall k p, In (k, p) l -> 0 <= z p) by (intros; eapply C; right; eassumption).
    specialize (T0 l C'). specialize (IH b C' ltac:(nia) ltac:(nia) eq_refl).
    destruct IH as [I1 [I2 [I3 I4]]].
    pose proof (best_of_within _ _ _ A Q) as W. unfold within, zi in W. cbn [fst snd] in W.
    assert (0 <= z p * z (fst v) <= z one * z p) by nia.
    assert (0 <= z p * z (snd v) <= z one * z p) by nia.
    assert (worth_of rows (options r n) = zi v) as X by (unfold worth_of, options; now rewrite Q).
    rewrite X. unfold zi. cbn [fst snd].
    assert (Times : forall v, 0 <= z v -> fits (z p * z v) = true -> z (times p v) = z p * z v).
    { intros y Y Fy. unfold times. destruct (eqb p unit) eqn:U; [|now apply z_mul].
      rewrite z_eqb, z_unit in U. apply Z.eqb_eq in U. lia. }
    assert (E1 : z (times p (fst v)) = z p * z (fst v)) by (apply Times; [lia|apply F; nia]).
    assert (E2 : z (times p (snd v)) = z p * z (snd v)) by (apply Times; [lia|apply F; nia]).
    assert (E3 : z (add (times p (fst v)) (fst b)) = z p * z (fst v) + z (fst b)).
    { rewrite z_add, E1; [reflexivity|lia|lia|]. rewrite E1. apply F. nia. }
    assert (E4 : z (add (times p (snd v)) (snd b)) = z p * z (snd v) + z (snd b)).
    { rewrite z_add, E2; [reflexivity|lia|lia|]. rewrite E2. apply F. nia. }
    rewrite E3, E4. nia.
Qed.

Definition mode_n (n : nat) : mode := {|
  m_bank := nth n (banks r) false;
  m_den := nth n (denominators r) zero;
  m_bust := nth n (busts r) zero;
  m_wipe := nth n (wipes r) zero;
  m_ways := map (fun kw => (nth (fst kw) (sets r) [], snd kw)) (nth n (weights r) [])
|}.

Lemma no_throw_n n : no_throw (mode_n n) = negb (may_throw z zero r n).
Proof.
  unfold no_throw, may_throw, den, mode_n. cbn [m_den].
  now rewrite z_eqb, z_zero, negb_involutive.
Qed.

(** A throw is bounded as [Race] demands. *)
Lemma thrown_right n rows c : (n < modes r)%nat -> all_within rows ->
  thrown rows (mode_n n) (lost x w (mode_n n)) = Some c ->
  Within c /\
  (may_throw z zero r n = false -> c = x) /\
  (may_throw z zero r n = true ->
    z (fst c) * den z zero r n <= bust z zero r n * z (fst x) + wipe z zero r n * z (fst w)
      + total z (ways r n) (fun k => fst (worth_of rows (options r k))) /\
    bust z zero r n * z (snd x) + wipe z zero r n * z (snd w)
      + total z (ways r n) (fun k => snd (worth_of rows (options r k))) <= z (snd c) * den z zero r
        n).
Proof.
  intros Hn A. unfold thrown. rewrite no_throw_n. pose proof tables_sensible as Sen.
  pose proof one_positive as O.
  destruct (may_throw z zero r n) eqn:M; cbn [negb].
  2: { intros H; injection H; intros <-. split; [exact Wx|]. split; [reflexivity|discriminate]. }
  destruct (sum rows (m_ways (mode_n n)) (lost x w (mode_n n))) as [a|] eqn:Q; [|discriminate].
  match goal with |- context [if ?t then _ else _] => destruct t eqn:W end; [|discriminate].
  intros H; injection H; intros <-. apply within_true in W. split; [exact W|].
  split; [discriminate|]. intros _. cbn [fst snd].
  destruct (R_chances z zero r most Sen n Hn) as [D0 [B0 P0]].
  pose proof (R_sum z zero r most Sen n Hn) as Sum.
  assert (D1 : 0 < den z zero r n).
  { unfold may_throw in M. apply negb_true_iff, Z.eqb_neq in M. lia. }
  assert (WN : forall k p, In (k, p) (ways r n) -> 0 <= z p).
  { intros k p I. now apply (R_weights z zero r most Sen n k p Hn I). }
  assert (T0 : 0 <= total z (ways r n) (fun _ => 1)).
  { replace 0 with (total z (ways r n) (fun _ => 0)).
    - apply total_less; [assumption|]. intros; lia.
    - clear. induction (ways r n) as [|[k p] l IH]; cbn [total]; lia. }
  pose proof (room n) as Room. unfold within, zi in Wx, Ww. cbn [fst snd] in Wx, Ww.
  set (D := den z zero r n) in *. set (b := bust z zero r n) in *. set (wp := wipe z zero r n) in *.
  set (tt1 := total z (ways r n) (fun _ => 1)) in *.
  assert (F : forall v, 0 <= v <= (z one + 1) * D -> fits v = true) by (intros; now apply Room).
  assert (bx : 0 <= b * z (fst x) <= b * z one /\ 0 <= b * z (snd x) <= b * z one) by nia.
  assert (px : 0 <= wp * z (fst w) <= wp * z one /\ 0 <= wp * z (snd w) <= wp * z one) by nia.
  assert (DD : z one * D = z one * b + z one * wp + z one * tt1) by (rewrite <- Sum; ring).
  assert (L1 : z (fst (lost x w (mode_n n))) = b * z (fst x) + wp * z (fst w)).
  { unfold lost. cbn [fst m_bust m_wipe mode_n].
    assert (z (mul (nth n (busts r) zero) (fst x)) = b * z (fst x)) as E1
      by (apply z_mul; [exact B0|lia|apply F; change (z (nth n (busts r) zero)) with b; nia]).
    assert (z (mul (nth n (wipes r) zero) (fst w)) = wp * z (fst w)) as E2
      by (apply z_mul; [exact P0|lia|apply F; change (z (nth n (wipes r) zero)) with wp; nia]).
    rewrite z_add, E1, E2; [reflexivity|lia..|]. rewrite E1, E2. apply F. nia. }
  assert (L2 : z (snd (lost x w (mode_n n))) = b * z (snd x) + wp * z (snd w)).
  { unfold lost. cbn [snd m_bust m_wipe mode_n].
    assert (z (mul (nth n (busts r) zero) (snd x)) = b * z (snd x)) as E1
      by (apply z_mul; [exact B0|lia|apply F; change (z (nth n (busts r) zero)) with b; nia]).
    assert (z (mul (nth n (wipes r) zero) (snd w)) = wp * z (snd w)) as E2
      by (apply z_mul; [exact P0|lia|apply F; change (z (nth n (wipes r) zero)) with wp; nia]).
    rewrite z_add, E1, E2; [reflexivity|lia..|]. rewrite E1, E2. apply F. nia. }
  destruct (sum_exact rows (ways r n) (lost x w (mode_n n)) a ((z one + 1) * D) A F
    ltac:(lia) ltac:(lia) WN ltac:(fold tt1; nia) ltac:(fold tt1; nia) Q) as [S1 [S2 [S3 S4]]].
  fold tt1 in S3, S4.
  cbn [m_den mode_n]. set (d := nth n (denominators r) zero).
  assert (E3 : z d = D) by reflexivity.
  assert (E4 : z (sub d unit) = D - 1).
  { rewrite z_sub, z_unit, E3; [reflexivity|]. rewrite z_unit, E3. lia. }
  assert (E5 : z (add (snd a) (sub d unit)) = z (snd a) + (D - 1)).
  { rewrite z_add, E4; [reflexivity|lia|lia|]. rewrite E4. apply F. nia. }
  rewrite !z_div by (rewrite ?E5, ?E3; lia). rewrite E5, E3, <- L1, <- L2, <- S1, <- S2. split.
  - rewrite Z.mul_comm. now apply Z.mul_div_le.
  - pose proof (Z.mul_succ_div_gt (z (snd a) + (D - 1)) D D1). nia.
Qed.

Lemma hull_within a b : Within a -> Within b ->
  Within (smaller (fst a) (fst b), larger (snd a) (snd b)).
Proof.
  unfold within, zi, smaller, larger. cbn [fst snd]. rewrite !z_ltb.
  destruct (Z.ltb_spec (z (fst a)) (z (fst b))), (Z.ltb_spec (z (snd a)) (z (snd b))); lia.
Qed.

(** A row of all modes at one score. *)
Lemma build_right s h rows : Within h -> all_within rows ->
  forall ms n ds known row, build r one tied i x s n h rows ms ds known = Some row ->
  Forall (fun b => Within b) known ->
  (forall m l, In (m, l) ms -> exists k, (k < modes r)%nat /\ m = mode_n k /\ l = lost x w m) ->
  Forall (fun b => Within b) row /\ length row = (length known + length ms)%nat /\
  (forall k, (k < length known)%nat -> nth_error row k = nth_error known k) /\
  forall k m l, nth_error ms k = Some (m, l) ->
    exists v, nth_error row (length known + k) = Some v /\
      value s (n + k) h (row :: rows) m l (nth k ds T) = Some v.
Proof.
  intros Wh A. induction ms as [|[m l] ms IH]; intros n ds known row; cbn [build].
  { intros H; injection H; intros <- K _. split; [assumption|]. split; [simpl; lia|].
    split; [reflexivity|]. intros [|k]; discriminate. }
  destruct (value s n h (known :: rows) m l (hd T ds)) as [v|] eqn:Q; [|discriminate].
  intros Hb K Ms.
  assert (Wv : Within v).
  { destruct (Ms m l (or_introl eq_refl)) as [k [Hk [-> ->]]]. unfold value in Q.
    destruct (thrown (known :: rows) (mode_n k) (lost x w (mode_n k))) as [c|] eqn:Qc;
      [|discriminate].
    apply thrown_right in Qc; [|assumption|now constructor]. destruct Qc as [Wc _].
    destruct (m_bank _ && _); [|injection Q; intros <-; assumption].
    destruct (no_throw _); [injection Q; intros <-; assumption|].
    destruct (hd T ds).
    - destruct (ltb _ _); [injection Q; intros <-; assumption|discriminate].
    - destruct (ltb _ _); [injection Q; intros <-; assumption|discriminate].
    - destruct (_ && _); [injection Q; intros <-; assumption|].
      destruct tied; [injection Q; intros <-; now apply hull_within|discriminate]. }
  apply IH in Hb.
  - destruct Hb as [F [L [Pre Next]]]. rewrite app_length in *. cbn [length] in *.
    split; [assumption|]. split; [lia|].
    assert (Known : firstn (length known + 1) row = known ++ [v]).
    { apply (nth_ext _ _ v v).
      - rewrite firstn_length, app_length. cbn [length]. lia.
      - intros k Hk. rewrite firstn_length in Hk.
        assert (nth_error (firstn (length known + 1) row) k = nth_error (known ++ [v]) k) as E.
        { rewrite <- (Pre k) by lia.
          rewrite <- (firstn_skipn (length known + 1) row) at 2.
          rewrite nth_error_app1; [reflexivity|].
          rewrite firstn_length. lia. }
        destruct (nth_error (known ++ [v]) k) as [y|] eqn:Y.
        + rewrite (nth_error_nth _ _ v E), (nth_error_nth _ _ v Y). reflexivity.
        + apply nth_error_None in Y. rewrite app_length in Y. cbn [length] in Y. lia. }
    assert (Row : row = (known ++ [v]) ++ skipn (length known + 1) row).
    { rewrite <- Known at 1. now rewrite firstn_skipn. }
    split.
    + intros k Hk. rewrite Pre by lia. now rewrite nth_error_app1.
    + intros [|k] m' l' I; cbn [nth_error nth] in *.
      * injection I; intros; subst m' l'. exists v.
        rewrite Nat.add_0_r, Nat.add_0_r. split.
        -- rewrite Pre by lia. rewrite nth_error_app2 by lia. now rewrite Nat.sub_diag.
        -- rewrite Row, <- app_assoc. apply value_more. destruct ds; exact Q.
      * destruct (Next k m' l' I) as [v' [N1 N2]]. exists v'.
        replace (length known + S k)%nat with (length known + 1 + k)%nat by lia.
        replace (n + S k)%nat with (S n + k)%nat by lia. split; [assumption|].
        destruct ds; [|exact N2]. cbn [tl] in N2. destruct k; exact N2.
  - apply Forall_app. split; [assumption|]. now constructor.
  - intros m' l' I. apply Ms. now right.
Qed.

(** *** A whole turn *)

Context (far : list interval) (Wf : last_turn r = true -> Forall (fun b => Within b) far).

Notation base := (base r one far).
Notation several := (several r).

Lemma base_within : all_within base.
Proof.
  unfold base. destruct (last_turn r).
  { specialize (Wf eq_refl). apply Forall_forall. intros row I. apply in_map_iff in I.
    destruct I as [b [<- I]]. apply Forall_forall. intros b' I'. apply in_map_iff in I'.
    destruct I' as [_ [<- _]]. rewrite Forall_forall in Wf. now apply Wf. }
  destruct (exact r); [|constructor]. constructor; [|constructor].
  apply Forall_forall. intros b I. apply in_map_iff in I. destruct I as [_ [<- _]].
  apply certain_within.
Qed.

Lemma turn_right ms :
  (forall m l, In (m, l) ms -> exists k, (k < modes r)%nat /\ m = mode_n k /\ l = lost x w m) ->
  forall hs s ds ns rows, turn r one tied i x far ms s hs ds ns = Some rows ->
  Forall (fun b => Within b) hs ->
  all_within rows /\ skipn (length hs) rows = base /\
  forall k h, nth_error hs k = Some h ->
    exists row, skipn k rows = row :: skipn (S k) rows /\ length row = length ms /\
      (forall n m l, nth_error ms n = Some (m, l) -> exists v, nth_error row n = Some v /\
        value (s + k) n h (skipn k rows) m l (nth n (map (now T) (nexts k ds)) T) = Some v) /\
      picks r one x (skipn k rows) several (map (now []) (nexts k ns)) = true.
Proof.
  intros Ms. induction hs as [|h hs IH]; intros s ds ns rows; cbn [turn].
  { intros H; injection H; intros <- _. split; [apply base_within|]. split; [reflexivity|].
    intros [|k]; discriminate. }
  destruct (turn r one tied i x far ms (S s) hs (map later ds) (map later ns)) as [more|] eqn:Q;
    [|discriminate].
  destruct (build r one tied i x s 0 h more ms (map (now T) ds) []) as [row|] eqn:Q';
    [|discriminate].
  destruct (picks r one x (row :: more) several (map (now []) ns)) eqn:Pk; [|discriminate].
  intros H; injection H; intros <- Wh. inversion Wh as [|? ? W1 W2]; subst.
  destruct (IH _ _ _ _ Q W2) as [A [Bs Next]].
  destruct (build_right s h more W1 A ms _ _ _ _ Q' ltac:(constructor) Ms) as [Wr [L [_ V]]].
  split; [now constructor|]. split; [exact Bs|].
  intros [|k] h' I; cbn [nth_error] in I.
  - injection I; intros <-. exists row. rewrite Nat.add_0_r. cbn [skipn nexts].
    split; [reflexivity|]. split; [exact L|]. split; [|exact Pk]. exact V.
  - destruct (Next k h' I) as [row' [R1 [R2 [R3 R4]]]]. exists row'. cbn [skipn nexts].
    replace (s + S k)%nat with (S s + k)%nat by lia. auto.
Qed.

(** Options in the words of [Race]. *)
Lemma pick_right rows options named : pick r one x rows options named = true ->
  exists o rest v, named = o :: rest /\ (o < length options)%nat /\
    look rows (nth o options (0, 0)%nat) = Some v /\ worth_of rows options = zi v /\
    (forall o', In o' rest -> (o' < length options)%nat /\
      exists v', look rows (nth o' options (0, 0)%nat) = Some v' /\ z (snd v) <= z (fst v')) /\
    (forall o', (o' < length options)%nat -> o' = o \/
      exists v', look rows (nth o' options (0, 0)%nat) = Some v' /\ z (snd v') <= z (fst v)).
Proof.
  unfold pick. destruct named as [|o rest]; [discriminate|].
  destruct (nth_error options o) as [gm|] eqn:Q; [|discriminate].
  destruct (look rows gm) as [v|] eqn:V; [|discriminate].
  destruct (best_of rows options) as [b|] eqn:Bo; [|discriminate].
  rewrite !andb_true_iff, forallb_forall. intros [[S1 S2] S3]. exists o, rest, v.
  split; [reflexivity|]. assert (o < length options)%nat by (apply nth_error_Some; congruence).
  split; [assumption|]. rewrite (nth_error_nth _ _ _ Q). split; [assumption|].
  split; [unfold worth_of; rewrite Bo; symmetry; now apply same_true|].
  assert (All : forall l n, all_no_better r one x rows v o rest n l = true ->
    forall k gm, nth_error l k = Some gm -> no_better r one x rows v o rest (n + k) gm = true).
  { induction l as [|a l IH]; intros n; cbn [all_no_better]; [intros _ [|k]; discriminate|].
    rewrite andb_true_iff. intros [X Y] [|k] gm' I; cbn [nth_error] in I.
    - injection I; intros <-. now rewrite Nat.add_0_r.
    - replace (n + S k)%nat with (S n + k)%nat by lia. now apply IH. }
  assert (Each : forall o', (o' < length options)%nat -> o' <> o ->
    exists v', look rows (nth o' options (0, 0)%nat) = Some v' /\
      (if existsb (Nat.eqb o') rest then same v' v && eqb (fst v) (snd v)
       else ltb (snd v') (fst v)) = true).
  { intros o' Ho' N. destruct (nth_error options o') as [gm'|] eqn:Q';
      [|apply nth_error_None in Q'; lia].
    specialize (All _ _ S3 o' gm' Q'). unfold no_better in All. cbn [Nat.add] in All.
    destruct (Nat.eqb_spec o' o) as [->|_]; [contradiction|].
    rewrite (nth_error_nth _ _ _ Q'). destruct (look rows gm') as [v'|]; [|discriminate].
    exists v'. auto. }
  split.
  - intros o' I. specialize (S2 o' I). apply andb_true_iff in S2. destruct S2 as [X Y].
    apply Nat.ltb_lt in X. apply negb_true_iff, Nat.eqb_neq in Y. split; [assumption|].
    destruct (Each o' X Y) as [v' [V' Z]]. exists v'. split; [assumption|].
    assert (Ex : existsb (Nat.eqb o') rest = true)
      by (apply existsb_exists; exists o'; split; [assumption|apply Nat.eqb_refl]).
    rewrite Ex in Z. apply andb_true_iff in Z. destruct Z as [Z1 Z2].
    apply same_true in Z1. unfold zi in Z1. rewrite z_eqb in Z2. apply Z.eqb_eq in Z2.
    injection Z1; intros. lia.
  - intros o' X. destruct (Nat.eq_dec o' o) as [|Y]; [now left|right].
    destruct (Each o' X Y) as [v' [V' Z]]. exists v'. split; [assumption|].
    destruct (existsb (Nat.eqb o') rest).
    + apply andb_true_iff in Z. destruct Z as [Z1 Z2].
      apply same_true in Z1. unfold zi in Z1. rewrite z_eqb in Z2. apply Z.eqb_eq in Z2.
      injection Z1; intros. lia.
    + rewrite z_ltb in Z. lia.
Qed.

Lemma picks_right rows l named : picks r one x rows l named = true ->
  forall k, (k < length l)%nat -> pick r one x rows (nth k l []) (nth k named []) = true.
Proof.
  revert named. induction l as [|o l IH]; intros named; cbn [picks length]; [lia|].
  rewrite andb_true_iff. intros [X Y] [|k] Hk; cbn [nth].
  - now destruct named.
  - specialize (IH _ Y k ltac:(lia)). destruct named; [|exact IH]. cbn [tl] in IH.
    destruct k; exact IH.
Qed.

End Turn.

(** *** All records *)

(** *** Last turns *)

Section LastTurns.
Context (last : last_turn r = true).

Notation made := (made z zero r most).
Notation made_rows := (made_rows r whole).

Lemma passing_facts : 0 < whole /\ exists rows, made_rows (length passing - 1) = Some rows /\
  forall d, (1 <= d < length passing)%nat ->
    let fails := z one * (whole - nth (start r) (nth (length passing - 1 - d) rows []) 0) in
    Within (pass_ one passing d) /\
    z (fst (pass_ one passing d)) * whole <= fails <= z (snd (pass_ one passing d)) * whole.
Proof.
  unfold check_passing in passes. rewrite last in passes.
  destruct (made_rows (length passing - 1)) as [rows|]; [|discriminate].
  apply andb_true_iff in passes. destruct passes as [W P]. apply Z.ltb_lt in W. split; [exact W|].
  exists rows. split; [reflexivity|]. intros d Hd. rewrite forallb_forall in P.
  specialize (P d ltac:(apply in_seq; lia)). cbn zeta in P. rewrite !andb_true_iff in P.
  destruct P as [[P1 P2] P3]. apply within_true in P1. apply Z.leb_le in P2, P3. auto.
Qed.

Lemma best_made_right rows l v :
  (forall gm, In gm l -> IZR (made_look whole rows gm) = (IZR whole * v gm)%R) ->
  IZR (best_made whole rows l) = (IZR whole * best v l)%R.
Proof.
  destruct passing_facts as [W _]. apply IZR_lt in W.
  induction l as [|gm l IH]; intros V; [simpl; lra|].
  change (best_made whole rows (gm :: l)) with (Z.max (made_look whole rows gm) (best_made whole
    rows l)).
  change (best v (gm :: l)) with (Rmax (v gm) (best v l)).
  specialize (IH (fun gm' I => V gm' (or_intror I))). specialize (V gm (or_introl eq_refl)).
  rewrite <- RmaxRmult by lra. rewrite <- IH, <- V.
  unfold Rmax. destruct (Rle_dec _ _) as [H|H]; f_equal.
  - apply le_IZR in H. lia.
  - assert (best_made whole rows l < made_look whole rows gm) by (apply lt_IZR; lra). lia.
Qed.

(** The rows have the chances. *)
Lemma made_rows_right d rows : (d <= S most)%nat -> made_rows d = Some rows -> length rows = d /\
  forall e n, (1 <= e <= d)%nat -> (n < modes r)%nat ->
    IZR (nth n (nth (d - e) rows []) 0) = (IZR whole * made e n)%R.
Proof.
  destruct passing_facts as [W _]. apply IZR_lt in W. assert (Sen := tables_sensible).
  revert rows. induction d as [|d IH]; intros rows Hd; cbn [Checker.made_rows].
  { intros H; injection H; intros <-. split; [reflexivity|]. intros; lia. }
  destruct (made_rows d) as [before|]; [|discriminate].
  destruct (each _ _) as [row|] eqn:Q; [|discriminate]. intros H; injection H; intros <-. clear H.
  destruct (IH before ltac:(lia) eq_refl) as [L V]. split; [cbn; lia|].
  intros e n He Hn. destruct (Nat.eq_dec e (S d)) as [->|Ne].
  2: { replace (S d - e)%nat with (S (d - e)) by lia. cbn [nth]. apply V; [lia|exact Hn]. }
  rewrite Nat.sub_diag. cbn [nth]. apply each_nth in Q. destruct Q as [_ Q].
  destruct (Q n n) as [y [Y1 Y2]].
  { rewrite (nth_error_nth' _ 0%nat) by (rewrite seq_length; exact Hn). now rewrite seq_nth. }
  rewrite (nth_error_nth _ _ _ Y2). unfold made_one in Y1.
  change (z (nth n (denominators r) zero)) with (den z zero r n) in Y1.
  destruct (Z.eqb_spec (den z zero r n) 0) as [D|D].
  { injection Y1; intros <-. rewrite made_none; [lra| |lia]. unfold may_throw. rewrite D.
    reflexivity. }
  assert (M : may_throw z zero r n = true).
  { unfold may_throw. apply negb_true_iff. now apply Z.eqb_neq. }
  destruct (Z.eqb_spec (total z (ways r n) (fun k => best_made whole before (options r k))
    / den z zero r n * den z zero r n)
    (total z (ways r n) (fun k => best_made whole before (options r k)))) as [Ex|]; [|discriminate].
  injection Y1; intros Ey. rewrite Ey in Ex.
  rewrite (made_step z zero r most Sen (S d) n last Hn ltac:(lia) M).
  pose proof (den_positive z zero r most Sen n Hn M) as DR.
  assert (Look : forall k gm, (k < length (sets r))%nat -> In gm (options r k) ->
    IZR (made_look whole before gm) = (IZR whole * v_last z zero r most (S d) gm)%R).
  { intros k gm Hk I. pose proof (gain_in z zero r most Sen k gm last Hk I) as G.
    pose proof (mode_in z zero r most Sen k gm Hk I) as Hm. unfold made_look, v_last.
    destruct (Nat.le_gt_cases (fst gm) d) as [Le|Gt].
    - rewrite (nth_error_nth' before []) by lia.
      replace (fst gm - 1)%nat with (d - (S d - fst gm))%nat by lia. apply V; [lia|exact Hm].
    - assert (N : nth_error before (fst gm - 1) = None) by (apply nth_error_None; lia).
      rewrite N. replace (S d - fst gm)%nat with 0%nat by lia.
      change (made 0 (snd gm)) with 1%R. lra. }
  assert (T : forall l, (forall k w, In (k, w) l -> (k < length (sets r))%nat) ->
    IZR (total z l (fun k => best_made whole before (options r k)))
    = (IZR whole * IZR (den z zero r n) *
      E (map (fun kw : nat * t => (IZR (z (snd kw)) / IZR (den z zero r n), fst kw)%R) l)
        (fun k => best (v_last z zero r most (S d)) (options r k)))%R).
  { induction l as [|[k w] l IHl]; intros Hl; cbn [total map E fst snd]; [lra|].
    rewrite plus_IZR, mult_IZR, IHl by (intros; eapply Hl; right; eassumption).
    rewrite (best_made_right before (options r k) (v_last z zero r most (S d)))
      by (intros gm I; apply (Look k); [apply (Hl k w); now left|exact I]).
    field. lra. }
  specialize (T (ways r n) (fun k w I =>
    proj1 (proj2 (R_weights z zero r most Sen n k w Hn I)))).
  rewrite <- Ex, mult_IZR in T. unfold ways_R.
  apply (Rmult_eq_reg_r (IZR (den z zero r n))); [|lra]. rewrite T. ring.
Qed.

Lemma pass_within d : (1 <= d)%nat -> Within (pass_ one passing d).
Proof.
  intros Hd. destruct (Nat.lt_ge_cases d (length passing)) as [L|L].
  - destruct passing_facts as [_ [rows [_ P]]]. now apply (P d).
  - unfold pass_. rewrite nth_overflow by assumption. apply anything_within.
Qed.

Lemma pass_right j s : (j < goal r)%nat -> (goal r <= s)%nat ->
  within (z one) (zi (pass_ one passing (S s - j))) /\
  (IZR (z (fst (pass_ one passing (S s - j)))) / IZR (z one)
    <= 1 - made (short most j s) (start r)
    <= IZR (z (snd (pass_ one passing (S s - j)))) / IZR (z one))%R.
Proof.
  intros Hj Hs. split; [apply pass_within; lia|]. assert (Sen := tables_sensible).
  pose proof one_positive as O. assert (OR : (0 < IZR (z one))%R) by (apply IZR_lt; lia).
  destruct (Nat.lt_ge_cases (S s - j) (length passing)) as [L|L].
  2: { unfold pass_. rewrite nth_overflow by assumption. cbn [anything fst snd]. rewrite z_zero.
    pose proof (made_range z zero r most Sen (short most j s) (start r) (R_start _ _ _ _ Sen)).
    unfold Rdiv. rewrite Rinv_r by lra. lra. }
  assert (Sh : short most j s = (S s - j)%nat) by (unfold short; lia). rewrite Sh.
  destruct passing_facts as [W [rows [Q P]]]. specialize (P (S s - j)%nat ltac:(lia)).
  cbn zeta in P. destruct P as [_ [P1 P2]].
  destruct (made_rows_right (length passing - 1)%nat rows ltac:(lia) Q) as [_ V].
  specialize (V (S s - j)%nat (start r) ltac:(lia) (R_start _ _ _ _ Sen)).
  set (m := nth (start r) _ 0) in *. apply IZR_lt in W. apply IZR_le in P1, P2.
  rewrite !mult_IZR, minus_IZR, V in P1, P2.
  assert (X : forall a b, (a * IZR whole <= b * IZR whole -> a <= b)%R)
    by (intros a b; apply Rmult_le_reg_r; assumption).
  set (v := made (S s - j) (start r)) in *.
  replace (IZR (z one) * (IZR whole - IZR whole * v))%R
    with (IZR (z one) * (1 - v) * IZR whole)%R in P1, P2 by ring.
  apply X in P1, P2.
  split; apply (Rmult_le_reg_r (IZR (z one))); try assumption; unfold Rdiv;
    rewrite ?Rmult_assoc, ?Rinv_l, ?Rmult_1_r by lra; lra.
Qed.

End LastTurns.

Section Whole.
Context (surely : bool) (e : nat -> nat -> entry) (kept : nat -> nat -> interval)
  (column : nat -> interval).

(** What is known of (j, s) for s from i + 1 on. *)
Definition known i j : list interval := map (kept j) (seq (S i) (goal r - S i)).

Context (all_checked : forall i j, (i < goal r)%nat -> (j < goal r)%nat ->
  check_entry r one passing (all_dead z zero r) (all_near r surely) (all_modes r) i j (e i j)
    (box_of (e j i)) (known i j) (column i) (column j)
  = Some (kept i j)).

Definition hold i j s : interval :=
  if (goal r <=? s)%nat then pass_ one passing (S s - j)
  else flip_ (if (s =? i)%nat then box_of (e j i) else kept j s).
Definition holds i j : list interval := flip_ (box_of (e j i)) :: map flip_ (known i j) ++
  map (fun s => pass_ one passing (S s - j)) (seq (goal r) (rolled r - goal r)).
Definition far j : list interval := skipn (S (rolled r) - j) passing.
Definition bust_worth i j : interval := nth (lands r i - i) (holds i j) certain.
Definition wipe_worth j : interval := flip_ (column j).
Definition losses i j : list (mode * interval) :=
  map (fun m => (m, lost (bust_worth i j) (wipe_worth j) m)) (all_modes r).
Notation beats := (beats z zero r surely).
Definition tied_ i j : bool := beats i j || beats j i.
Definition rows i j : list (list interval) :=
  match turn r one (tied_ i j) i (bust_worth i j) (far j) (losses i j) i (holds i j)
    (letters (e i j)) (names (e i j))
  with Some rows => rows | None => [] end.
Definition from i j s : list (list interval) := skipn (s - i) (rows i j).

Definition z_box i j := zi (box_of (e i j)).
Definition z_kept i j := zi (kept i j).
Definition z_column j := zi (column j).
Definition z_pass d := zi (pass_ one passing d).
Definition u_ i j s n := match look r one (bust_worth i j) (from i j s) (0%nat, n) with
  | Some v => zi v | None => (0, 0) end.
Definition c_ i j s n :=
  match thrown r one (bust_worth i j) (from i j s) (mode_n n)
    (lost (bust_worth i j) (wipe_worth j) (mode_n n)) with Some v => zi v | None => (0, 0) end.
Definition set_ i j s k := worth_of (bust_worth i j) (from i j s) (options r k).
Definition letter_ i j s n := nth n (map (now T) (nexts (s - i) (letters (e i j)))) T.
Definition named_ i j s k : list nat :=
  if (k <? singles (sets r))%nat then [0%nat]
  else nth (k - singles (sets r)) (map (now []) (nexts (s - i) (names (e i j)))) [].

Lemma near_beats i j : (j < goal r)%nat ->
  nth j (all_near r surely) false && negb (nth i (all_dead z zero r) false) = beats i j.
Proof.
  intros Hj. unfold beats, all_near. destruct surely; [|now destruct j].
  rewrite (nth_indep _ false (too_near z zero r 0)) by (rewrite map_length, seq_length; exact Hj).
  now rewrite (map_nth (too_near z zero r)), seq_nth by exact Hj.
Qed.

Lemma entry_facts i j : (i < goal r)%nat -> (j < goal r)%nat ->
  turn r one (tied_ i j) i (bust_worth i j) (far j) (losses i j) i (holds i j)
    (letters (e i j)) (names (e i j))
    = Some (rows i j) /\
  thrown r one (bust_worth i j) (rows i j) (mode_n (start r))
    (lost (bust_worth i j) (wipe_worth j) (mode_n (start r))) <> None /\
  (if nobody z zero r i j then kept i j = box_of (e i j) /\ half one (box_of (e i j)) = true
   else thrown r one (bust_worth i j) (rows i j) (mode_n (start r))
     (lost (bust_worth i j) (wipe_worth j) (mode_n (start r))) = Some (kept i j) /\
     insideb one (kept i j) (box_of (e i j)) = true) /\
  (j = 0%nat -> insideb one (kept i j) (column i) = true) /\
  nobody_throws r one passing j (bust_worth i j) (all_modes r) = true /\
  (beats i j = true -> wins r one (all_dead z zero r) i (e i j) (box_of (e j i)) = true).
Proof.
  intros Hi Hj. pose proof (all_checked i j Hi Hj) as Q. unfold check_entry in Q.
  change (flip_ (box_of (e j i)) :: map flip_ (known i j) ++
    map (fun s => pass_ one passing (S s - j)) (seq (goal r) (rolled r - goal r)))
    with (holds i j) in Q.
  change (nth (lands r i - i) (holds i j) certain) with (bust_worth i j) in Q.
  change (skipn (S (rolled r) - j) passing) with (far j) in Q.
  change (flip_ (column j)) with (wipe_worth j) in Q.
  change (map (fun m => (m, lost (bust_worth i j) (wipe_worth j) m)) (all_modes r))
    with (losses i j) in Q.
  rewrite (near_beats i j Hj), (near_beats j i Hi) in Q. cbv zeta in Q.
  change (beats i j || beats j i) with (tied_ i j) in Q.
  unfold rows.
  destruct (turn r one (tied_ i j) i (bust_worth i j) (far j) (losses i j) i (holds i j)
    (letters (e i j)) (names (e i j))) as [ro|]; [|discriminate].
  assert (St := R_start z zero r most tables_sensible).
  assert (X : nth_error (losses i j) (start r)
    = Some (mode_n (start r), lost (bust_worth i j) (wipe_worth j) (mode_n (start r)))).
  { unfold losses, all_modes. rewrite map_map.
    erewrite map_nth_error with (d := start r); [reflexivity|].
    rewrite (nth_error_nth' _ 0%nat) by (rewrite seq_length; exact St).
    now rewrite seq_nth by exact St. }
  rewrite X in Q.
  destruct (thrown r one (bust_worth i j) ro (mode_n (start r)) _) as [k|]; [|discriminate].
  change (nth i (all_dead z zero r) false && nth j (all_dead z zero r) false)
    with (nobody z zero r i j) in Q.
  destruct (_ && (if beats i j then _ else _)) eqn:I1; [|discriminate].
  injection Q; intros Q'. rewrite !andb_true_iff in I1. destruct I1 as [[[I1 I2] I3] I4].
  rewrite Q' in I2. split; [reflexivity|]. split; [discriminate|]. split.
  { destruct (nobody z zero r i j); rewrite <- Q'; auto. }
  split; [|split; [assumption|intros Bt; now rewrite Bt in I4]].
  intros ->. rewrite orb_true_iff in I2. destruct I2 as [I2|I2]; [discriminate|assumption].
Qed.

Lemma box_within i j : (i < goal r)%nat -> (j < goal r)%nat ->
  Within (kept i j) /\ Within (box_of (e i j)) /\
  if nobody z zero r i j
  then kept i j = box_of (e i j) /\
    2 * z (fst (box_of (e i j))) = z one /\ 2 * z (snd (box_of (e i j))) = z one
  else inside_of (z one) (z_kept i j) (z_box i j).
Proof.
  intros Hi Hj. destruct (entry_facts i j Hi Hj) as [_ [_ [I _]]].
  destruct (nobody z zero r i j); destruct I as [K I]; [|now apply inside_true in I].
  unfold half in I. rewrite !andb_true_iff, within_true, !z_eqb, !Z.eqb_eq in I.
  destruct I as [[W X] Y]. rewrite K.
  rewrite z_sub in Y by (unfold within, zi in W; cbn [fst snd] in W; lia).
  repeat split; try assumption; try apply W; lia.
Qed.

Lemma column_within j : (j < goal r)%nat ->
  Within (column j) /\ inside_of (z one) (z_kept j 0) (z_column j).
Proof.
  intros Hj. destruct (entry_facts j 0 Hj (R_goal z zero r most tables_sensible))
    as [_ [_ [_ [I _]]]].
  specialize (I eq_refl). apply inside_true in I. tauto.
Qed.

Lemma flip_within b : Within b -> Within (flip_ b).
Proof. intros W. rewrite flip_z by assumption. unfold within, flip in *. cbn [fst snd]. lia. Qed.

Lemma nth_skipn_error {X} (l : list X) a g : nth_error (skipn a l) g = nth_error l (a + g).
Proof.
  revert l. induction a as [|a IH]; intros l; [reflexivity|].
  destruct l; cbn [skipn Nat.add nth_error]; [now destruct g|apply IH].
Qed.

Lemma nth_skipn {X} (l : list X) a k d : nth k (skipn a l) d = nth (a + k) l d.
Proof.
  revert l. induction a as [|a IH]; intros l; [reflexivity|].
  destruct l; cbn [skipn Nat.add nth]; [now destruct k|apply IH].
Qed.

Lemma far_within j : (j < goal r)%nat -> last_turn r = true -> Forall (fun b => Within b) (far j).
Proof.
  intros Hj Q. pose proof (R_rolled _ _ _ _ tables_sensible). apply Forall_forall. intros b I.
  apply In_nth with (d := anything one) in I. destruct I as [k [_ <-]]. unfold far.
  rewrite nth_skipn. apply (pass_within Q). lia.
Qed.

(** Below [rolled] there is a last turn or nobody has the goal. *)
Lemma goal_or_last s : (s < rolled r)%nat -> (goal r <= s)%nat -> last_turn r = true.
Proof.
  intros Hs Hg. destruct (last_turn r) eqn:Q; [reflexivity|].
  pose proof (R_usual _ _ _ _ tables_sensible Q). lia.
Qed.

Lemma hold_within i j s : (i < goal r)%nat -> (j < goal r)%nat -> (s < rolled r)%nat ->
  Within (hold i j s).
Proof.
  intros. unfold hold. destruct (Nat.leb_spec (goal r) s).
  - apply pass_within; [now apply (goal_or_last s)|lia].
  - apply flip_within. destruct (s =? i)%nat; now apply box_within.
Qed.

Lemma holds_nth i j k : (i < goal r)%nat -> (i + k < rolled r)%nat ->
  nth_error (holds i j) k = Some (hold i j (i + k)).
Proof.
  intros Hi Hk. unfold holds, hold. destruct k as [|k]; cbn [nth_error].
  { rewrite Nat.add_0_r, Nat.eqb_refl. destruct (Nat.leb_spec (goal r) i); [lia|reflexivity]. }
  assert (Len : length (map flip_ (known i j)) = (goal r - S i)%nat)
    by (unfold known; rewrite !map_length; apply seq_length).
  destruct (Nat.leb_spec (goal r) (i + S k)) as [L|L].
  - rewrite nth_error_app2 by lia. rewrite Len.
    erewrite map_nth_error with (d := (i + S k)%nat); [reflexivity|].
    rewrite (nth_error_nth' _ 0%nat) by (rewrite seq_length; lia).
    rewrite seq_nth by lia. f_equal. lia.
  - rewrite nth_error_app1 by lia. destruct (Nat.eqb_spec (i + S k) i); [lia|].
    unfold known. rewrite map_map.
    erewrite map_nth_error with (d := (i + S k)%nat); [reflexivity|].
    rewrite (nth_error_nth' _ 0%nat) by (rewrite seq_length; lia).
    rewrite seq_nth by lia. f_equal. lia.
Qed.

Lemma holds_length i j : (i < goal r)%nat -> length (holds i j) = (rolled r - i)%nat.
Proof.
  intros. pose proof (R_rolled _ _ _ _ tables_sensible). unfold holds, known. cbn [length].
  rewrite app_length, !map_length, !seq_length. lia.
Qed.

Lemma holds_within i j : (i < goal r)%nat -> (j < goal r)%nat ->
  Forall (fun b => Within b) (holds i j).
Proof.
  intros Hi Hj. apply Forall_forall. intros b I. apply In_nth_error in I. destruct I as [k I].
  assert (k < length (holds i j))%nat by (apply nth_error_Some; congruence).
  rewrite holds_length in H by assumption. rewrite holds_nth in I by lia.
  injection I; intros <-. apply hold_within; lia.
Qed.

Notation landed_ := (landed r (z one) z_box z_kept z_pass).

Lemma landed_z i j s : (i < goal r)%nat -> (j < goal r)%nat -> (i <= s)%nat ->
  (s < rolled r)%nat \/ last_turn r = false ->
  landed_ i j s = zi (nth (s - i) (holds i j) certain).
Proof.
  intros Hi Hj Hs Hr. pose proof (R_rolled _ _ _ _ tables_sensible) as Rl.
  destruct (Nat.lt_ge_cases s (rolled r)) as [L|L].
  - erewrite nth_error_nth; [|apply holds_nth; lia]. replace (i + (s - i))%nat with s by lia.
    unfold landed, hold. destruct (Nat.leb_spec (goal r) s) as [G|G].
    + now rewrite (goal_or_last s L G).
    + destruct (s =? i)%nat; rewrite flip_z; try reflexivity; now apply box_within.
  - destruct Hr as [Hr|Hr]; [lia|]. rewrite nth_overflow by (rewrite holds_length; lia).
    unfold landed. destruct (Nat.leb_spec (goal r) s); [now rewrite Hr|lia].
Qed.

Lemma bust_before i : (i < goal r)%nat -> (lands r i < rolled r)%nat \/ last_turn r = false.
Proof.
  intros Hi. destruct (last_turn r) eqn:Q; [left|now right].
  pose proof (lands_before i Q Hi). pose proof (R_rolled _ _ _ _ tables_sensible). lia.
Qed.

Lemma bust_z i j : (i < goal r)%nat -> (j < goal r)%nat ->
  zi (bust_worth i j) = landed_ i j (lands r i).
Proof.
  intros Hi Hj. unfold bust_worth. rewrite landed_z; try assumption; [reflexivity| |].
  - now apply (R_lands _ _ _ _ tables_sensible).
  - now apply bust_before.
Qed.

Lemma bust_within i j : (i < goal r)%nat -> (j < goal r)%nat -> Within (bust_worth i j).
Proof.
  intros Hi Hj. unfold bust_worth.
  destruct (Nat.lt_ge_cases (lands r i - i) (rolled r - i)) as [L|L].
  - erewrite nth_error_nth; [|apply holds_nth; lia]. apply hold_within; lia.
  - rewrite nth_overflow; [apply certain_within|]. now rewrite holds_length.
Qed.

Lemma wipe_within j : (j < goal r)%nat -> Within (wipe_worth j).
Proof. intros Hj. apply flip_within. now apply column_within. Qed.

(** What [turn_right] says of every score of this turn. *)
Lemma score_facts i j s : (i < goal r)%nat -> (j < goal r)%nat -> (i <= s < rolled r)%nat ->
  all_within (from i j s) /\
  (exists row, from i j s = row :: from i j (S s) /\ length row = modes r /\
    (forall n, (n < modes r)%nat -> exists v, nth_error row n = Some v /\
      value r one (tied_ i j) i (bust_worth i j) s n (hold i j s) (from i j s) (mode_n n)
        (lost (bust_worth i j) (wipe_worth j) (mode_n n)) (letter_ i j s n) = Some v)) /\
  picks r one (bust_worth i j) (from i j s) (several r)
    (map (now []) (nexts (s - i) (names (e i j)))) = true.
Proof.
  intros Hi Hj Hs. destruct (entry_facts i j Hi Hj) as [Q _].
  pose proof (bust_within i j Hi Hj) as Wx. pose proof (wipe_within j Hj) as Ww.
  assert (Len : length (losses i j) = modes r)
    by (unfold losses, all_modes; rewrite !map_length, seq_length; reflexivity).
  assert (Nth : forall n, (n < modes r)%nat -> nth_error (losses i j) n
    = Some (mode_n n, lost (bust_worth i j) (wipe_worth j) (mode_n n))).
  { intros n Hn. unfold losses, all_modes. rewrite map_map.
    erewrite map_nth_error with (d := n); [reflexivity|].
    rewrite (nth_error_nth' _ 0%nat) by (rewrite seq_length; exact Hn).
    now rewrite seq_nth by exact Hn. }
  destruct (turn_right (tied_ i j) i (bust_worth i j) (wipe_worth j) Wx Ww (far j) (far_within j Hj)
    (losses i j)) with (2 := Q)
    as [A [_ Each]].
  { intros m l I. apply In_nth_error in I. destruct I as [n I].
    assert (Hn : (n < modes r)%nat) by (rewrite <- Len; apply nth_error_Some; congruence).
    rewrite Nth in I by assumption. injection I; intros <- <-. exists n. auto. }
  { now apply holds_within. }
  destruct (Each (s - i)%nat (hold i j s)) as [row [R1 [R2 [R3 R4]]]].
  { rewrite holds_nth by lia. f_equal. f_equal. lia. }
  replace (i + (s - i))%nat with s in R3 by lia.
  split.
  { unfold from. unfold all_within in *. rewrite <- (firstn_skipn (s - i) (rows i j)) in A.
    now apply Forall_app in A. }
  split; [|exact R4]. exists row. split.
  { unfold from. replace (S s - i)%nat with (S (s - i)) by lia. exact R1. }
  split; [congruence|]. intros n Hn. destruct (R3 n _ _ (Nth n Hn)) as [v [V1 V2]].
  exists v. split; [exact V1|]. exact V2.
Qed.

Lemma beyond_rows i j : (i < goal r)%nat -> (j < goal r)%nat ->
  from i j (rolled r) = base r one (far j).
Proof.
  intros Hi Hj. destruct (entry_facts i j Hi Hj) as [Q _].
  pose proof (bust_within i j Hi Hj) as Wx. pose proof (wipe_within j Hj) as Ww.
  destruct (turn_right (tied_ i j) i (bust_worth i j) (wipe_worth j) Wx Ww (far j) (far_within j Hj)
    (losses i j)) with (2 := Q)
    as [_ [Bs _]].
  { intros m l I. unfold losses, all_modes in I. rewrite map_map in I. apply in_map_iff in I.
    destruct I as [n [I1 I2]]. apply in_seq in I2. injection I1; intros <- <-.
    exists n. split; [unfold modes; lia|auto]. }
  { now apply holds_within. }
  rewrite holds_length in Bs by assumption. exact Bs.
Qed.

(** Looking ahead finds what [Race] says. *)
Lemma look_entered i j s g m : (i < goal r)%nat -> (j < goal r)%nat ->
  (i <= s < rolled r)%nat -> (m < modes r)%nat ->
  exists v, look r one (bust_worth i j) (from i j s) (g, m) = Some v /\
    entered r (z one) z_box z_kept z_pass u_ i j (s + g) m = zi v.
Proof.
  intros Hi Hj Hs Hm. unfold look, entered. cbn [fst snd].
  pose proof (R_rolled _ _ _ _ tables_sensible) as Rl.
  assert (Shift : nth_error (from i j s) g = nth_error (rows i j) (s + g - i)).
  { unfold from. rewrite nth_skipn_error. f_equal. lia. }
  destruct (Nat.ltb_spec (s + g) (rolled r)) as [L|L].
  - destruct (score_facts i j (s + g) Hi Hj ltac:(lia)) as [_ [[row [R1 [R2 R3]]] _]].
    assert (X : nth_error (from i j s) g = Some row).
    { rewrite Shift. unfold from in R1.
      rewrite <- (Nat.add_0_r (s + g - i)), <- nth_skipn_error, R1. reflexivity. }
    rewrite X. destruct (R3 m Hm) as [v [V _]]. exists v. split; [exact V|].
    unfold u_, look. rewrite R1. cbn [fst snd nth_error]. now rewrite V.
  - assert (X : nth_error (from i j s) g = nth_error (base r one (far j)) (s + g - rolled r)).
    { rewrite Shift, <- (beyond_rows i j Hi Hj). unfold from. rewrite nth_skipn_error. f_equal.
      lia. }
    rewrite X. unfold base, beyond. destruct (last_turn r) eqn:Q.
    { unfold landed. destruct (Nat.leb_spec (goal r) (s + g)); [|lia]. rewrite Q.
      unfold z_pass, pass_. destruct (nth_error (far j) (s + g - rolled r)) as [b|] eqn:Fb.
      - rewrite (map_nth_error _ _ _ Fb). unfold far in Fb. rewrite nth_skipn_error in Fb.
        replace (S (rolled r) - j + (s + g - rolled r))%nat with (S (s + g) - j)%nat in Fb by lia.
        exists b. rewrite (nth_error_nth _ _ _ Fb). split; [|reflexivity]. unfold modes in Hm.
        destruct (nth_error (banks r) m) eqn:Y; [|apply nth_error_None in Y; lia].
        now apply map_nth_error with (f := fun _ => b) in Y.
      - apply nth_error_None in Fb. unfold far in Fb. rewrite skipn_length in Fb.
        assert (Y : nth_error (map (fun b => map (fun _ : bool => b) (banks r)) (far j))
          (s + g - rolled r) = None)
          by (apply nth_error_None; unfold far; rewrite map_length, skipn_length; lia).
        rewrite Y. exists (anything one). split; [reflexivity|].
        now rewrite nth_overflow by lia. }
    rewrite (R_usual _ _ _ _ tables_sensible Q) in *.
    destruct (exact r) eqn:Ex; cbn [andb].
    + destruct (Nat.ltb_spec (goal r) (s + g)) as [L'|L'].
      * assert (Y : nth_error [map (fun _ : bool => certain) (banks r)] (s + g - goal r) = None)
          by (apply nth_error_None; cbn [length]; lia).
        rewrite Y. exists (bust_worth i j). split; [reflexivity|]. symmetry. now apply bust_z.
      * replace (s + g - goal r)%nat with 0%nat by lia. cbn [nth_error].
        exists certain. split; [|reflexivity]. unfold modes in Hm.
        destruct (nth_error (banks r) m) eqn:Y; [|apply nth_error_None in Y; lia].
        now apply map_nth_error with (f := fun _ => certain) in Y.
    + assert (Y : nth_error (@nil (list interval)) (s + g - goal r) = None)
        by (apply nth_error_None; cbn [length]; lia).
      rewrite Y. exists certain. split; reflexivity.
Qed.

Lemma singles_short k : (k < singles (sets r))%nat -> exists o, options r k = [o].
Proof.
  unfold options. generalize (sets r). intros l. revert k.
  induction l as [|[|o [|]] l IH]; intros k; cbn [singles]; try lia.
  destruct k as [|k]; intros Hk; cbn [nth]; [now exists o|]. apply IH. lia.
Qed.

Lemma set_known i j s k : (i < goal r)%nat -> (j < goal r)%nat -> (i <= s < rolled r)%nat ->
  (k < length (sets r))%nat ->
  exists v, best_of r one (bust_worth i j) (from i j s) (options r k) = Some v.
Proof.
  intros Hi Hj Hs Hk. pose proof (R_sets z zero r most tables_sensible k Hk) as Ne.
  pose proof (R_options z zero r most tables_sensible k) as Op. unfold option_ in Op.
  assert (Op' : forall gm, In gm (options r k) -> (snd gm < modes r)%nat).
  { intros gm I. apply In_nth with (d := (0, 0)%nat) in I. destruct I as [o [Ho <-]].
    now apply Op. }
  clear Op. induction (options r k) as [|o l IH]; [cbn in Ne; lia|].
  destruct (look_entered i j s (fst o) (snd o) Hi Hj Hs (Op' o (or_introl eq_refl))) as [v [V _]].
  rewrite <- surjective_pairing in V. destruct l as [|o' l]; [now exists v|].
  destruct IH as [v' V']; [cbn; lia|intros; apply Op'; now right|].
  change (best_of r one (bust_worth i j) (from i j s) (o :: o' :: l)) with
    (match look r one (bust_worth i j) (from i j s) o,
      best_of r one (bust_worth i j) (from i j s) (o' :: l) with
    | Some a, Some b => Some (larger (fst a) (fst b), larger (snd a) (snd b))
    | _, _ => None
    end).
  rewrite V, V'. eexists. reflexivity.
Qed.

(** All that [Race] demands holds. *)
Theorem entries_prove :
  proved z zero r most surely (z one) z_box z_kept z_column z_pass u_ c_ set_ letter_ named_.
Proof.
  assert (Sen := tables_sensible). assert (O := one_positive).
  assert (Thrown : forall i j s n, (i < goal r)%nat -> (j < goal r)%nat ->
    (i <= s < rolled r)%nat ->
    (n < modes r)%nat -> exists c, thrown r one (bust_worth i j) (from i j s) (mode_n n)
      (lost (bust_worth i j) (wipe_worth j) (mode_n n)) = Some c /\ c_ i j s n = zi c).
  { intros i j s n Hi Hj Hs Hn. destruct (score_facts i j s Hi Hj Hs) as [_ [[row [_ [_ V]]] _]].
    destruct (V n Hn) as [v [_ Q]]. unfold value in Q. unfold c_.
    destruct (thrown r one (bust_worth i j) (from i j s) (mode_n n) _) as [c|]; [|discriminate].
    now exists c. }
  split.
  - exact O.
  - intros i j Hi Hj. split; now apply box_within.
  - intros i j Hi Hj Nb. destruct (box_within i j Hi Hj) as [_ [_ X]]. rewrite Nb in X.
    destruct X as [X Y]. unfold z_kept, z_box. rewrite X. split; [reflexivity|exact Y].
  - intros i j Hi Hj Nb. destruct (entry_facts i j Hi Hj) as [_ [_ [Q _]]]. rewrite Nb in Q.
    destruct Q as [Q _]. unfold c_, from.
    rewrite Nat.sub_diag. cbn [skipn]. rewrite Q. unfold z_kept. lia.
  - intros i j Hi Hj Nb. destruct (box_within i j Hi Hj) as [_ [_ X]]. now rewrite Nb in X.
  - intros j Hj. now apply column_within.
  - intros i j s n Hi Hj Hs Hn. destruct (look_entered i j s 0 n Hi Hj Hs Hn) as [v [V _]].
    unfold u_. rewrite V. apply look_within in V; try assumption; [now apply bust_within|].
    apply (score_facts i j s Hi Hj Hs).
  - intros i j s k Hi Hj Hs Hk. destruct (set_known i j s k Hi Hj Hs Hk) as [v V].
    unfold set_, worth_of. rewrite V. apply best_of_within in V; [exact V|now apply bust_within|].
    apply (score_facts i j s Hi Hj Hs).
  - intros i j s n Hi Hj Hs Hn M. destruct (Thrown i j s n Hi Hj Hs Hn) as [c [Q ->]].
    apply thrown_right in Q; [|now apply bust_within|now apply wipe_within|assumption
      |apply (score_facts i j s Hi Hj Hs)].
    destruct Q as [_ [_ Q]]. specialize (Q M).
    rewrite <- (bust_z i j Hi Hj).
    assert (X : flip (z one) (z_column j) = zi (wipe_worth j)).
    { unfold wipe_worth. rewrite flip_z; [reflexivity|]. now apply column_within. }
    rewrite X. exact Q.
  - intros i j s n Hi Hj Hs Hn M. destruct (Thrown i j s n Hi Hj Hs Hn) as [c [Q ->]].
    apply thrown_right in Q; [|now apply bust_within|now apply wipe_within|assumption
      |apply (score_facts i j s Hi Hj Hs)].
    destruct Q as [_ [Q _]]. rewrite (Q M). now apply bust_z.
  - intros i j s n Hi Hj Hs Hn.
    destruct (score_facts i j s Hi Hj Hs) as [_ [[row [R1 [_ V]]] _]].
    destruct (V n Hn) as [v [V1 V2]]. destruct (Thrown i j s n Hi Hj Hs Hn) as [c [Qc ->]].
    assert (U : u_ i j s n = zi v).
    { unfold u_, look. rewrite R1. cbn [fst snd nth_error]. now rewrite V1. }
    assert (L : landed_ i j s = zi (hold i j s)).
    { rewrite landed_z by lia. erewrite nth_error_nth; [|apply holds_nth; lia].
      f_equal. f_equal. lia. }
    rewrite U, L. unfold value in V2. rewrite Qc, no_throw_n in V2. unfold decided.
    change (m_bank (mode_n n) && (first r i n <=? s)%nat) with (may_bank r i s n) in V2.
    destruct (Nat.ltb_spec s (rolled r)); [|lia]. rewrite andb_true_r.
    destruct (may_bank r i s n) eqn:MB, (may_throw z zero r n) eqn:MT; cbn [negb] in V2.
    + destruct (letter_ i j s n).
      * destruct (ltb (snd (hold i j s)) (fst c)) eqn:Lt; [|discriminate].
        injection V2; intros <-. split; [reflexivity|]. intros _. rewrite z_ltb in Lt.
        apply Z.ltb_lt in Lt. exact Lt.
      * destruct (ltb (snd c) (fst (hold i j s))) eqn:Lt; [|discriminate].
        injection V2; intros <-. split; [reflexivity|]. intros _. rewrite z_ltb in Lt.
        apply Z.ltb_lt in Lt. exact Lt.
      * destruct (same c (hold i j s) && eqb (fst c) (snd c)) eqn:Eq.
        -- left. injection V2; intros <-. apply andb_true_iff in Eq. destruct Eq as [E1 E2].
           apply same_true in E1. rewrite z_eqb in E2. apply Z.eqb_eq in E2. auto.
        -- right. destruct (tied_ i j) eqn:Td; [|discriminate]. split; [exact Td|].
           injection V2; intros <-. unfold zi, smaller, larger. cbn [fst snd]. rewrite !z_ltb.
           destruct (Z.ltb_spec (z (fst c)) (z (fst (hold i j s)))),
             (Z.ltb_spec (z (snd c)) (z (snd (hold i j s)))); lia.
    + injection V2; intros <-. split; [reflexivity|discriminate].
    + injection V2; intros <-. split; [reflexivity|discriminate].
    + injection V2; intros <-. split; [reflexivity|discriminate].
  - intros i j s k Hi Hj Hs Hk v.
    pose proof (R_options z zero r most Sen k) as Op.
    assert (Look : forall o, (o < length (options r k))%nat -> exists y,
      look r one (bust_worth i j) (from i j s) (option_ r k o) = Some y /\ v o = zi y).
    { intros o Ho. specialize (Op o Hk Ho). unfold v. destruct (option_ r k o) as [g m].
      now apply look_entered. }
    unfold named_. destruct (Nat.ltb_spec k (singles (sets r))) as [L|L].
    + exists 0%nat, []. destruct (singles_short k L) as [o Q]. unfold set_, worth_of.
      rewrite Q in *. destruct (Look 0%nat ltac:(cbn; lia)) as [y [Y1 Y2]].
      unfold option_ in Y1. rewrite Q in Y1. cbn [nth] in Y1.
      split; [reflexivity|]. split; [cbn; lia|]. split; [cbn [best_of]; now rewrite Y1, Y2|].
      split; [intros o' []|]. intros o' Ho'. left. cbn in Ho'. lia.
    + destruct (score_facts i j s Hi Hj Hs) as [_ [_ Pk]].
      assert (Len : length (several r) = (length (sets r) - singles (sets r))%nat)
        by (unfold several; apply skipn_length).
      apply picks_right with (k := (k - singles (sets r))%nat) in Pk; [|lia].
      assert (X : nth (k - singles (sets r)) (several r) [] = options r k).
      { unfold several, options. rewrite nth_skipn. f_equal. lia. }
      rewrite X in Pk. apply pick_right in Pk.
      destruct Pk as [o [rest [y [N1 [Ho [Y1 [W [Rest All]]]]]]]].
      exists o, rest. split; [exact N1|]. split; [exact Ho|].
      assert (Vo : v o = zi y).
      { destruct (Look o Ho) as [y' [Y1' ->]]. unfold option_ in Y1'. congruence. }
      split; [unfold set_; congruence|]. split.
      * intros o' I. destruct (Rest o' I) as [Ho' [y' [Y1' Y2']]]. split; [exact Ho'|].
        destruct (Look o' Ho') as [y2 [Y3 ->]]. unfold option_ in Y3. rewrite Y1' in Y3.
        injection Y3; intros <-. rewrite Vo. exact Y2'.
      * intros o' Ho'. destruct (All o' Ho') as [->|[y' [Y1' Y2']]]; [now left|right].
        destruct (Look o' Ho') as [y2 [Y3 ->]]. unfold option_ in Y3. rewrite Y1' in Y3.
        injection Y3; intros <-. rewrite Vo. exact Y2'.
  - intros i j Hi Hj Bt. destruct (entry_facts i j Hi Hj) as [_ [_ [_ [_ [_ Wn]]]]].
    specialize (Wn Bt). unfold wins in Wn. rewrite !andb_true_iff, !z_ltb, z_zero in Wn.
    unfold z_box, zi. cbn [fst snd]. lia.
  - intros i j s n Hi Hj Hs Hn Bt Dc. destruct (entry_facts i j Hi Hj) as [_ [_ [_ [_ [_ Wn]]]]].
    specialize (Wn Bt). unfold wins in Wn. rewrite !andb_true_iff in Wn. destruct Wn as [_ Wn].
    destruct (beats_facts z zero r surely i j Bt) as [[Lt _] _].
    pose proof (R_usual _ _ _ _ Sen Lt) as Us. rewrite forallb_forall in Wn.
    specialize (Wn s ltac:(apply in_seq; lia)). apply orb_true_iff in Wn.
    change (nth s (all_dead z zero r) false) with (dead z zero r s) in Wn.
    destruct (dead z zero r s); [exfalso|reflexivity]. destruct Wn as [Wn|Wn]; [discriminate|].
    rewrite forallb_forall in Wn. specialize (Wn n ltac:(apply in_seq; unfold modes in Hn; lia)).
    apply Dc. unfold decided. destruct (may_bank r i s n); [|reflexivity]. cbn [negb orb] in Wn.
    apply andb_true_iff in Wn. destruct Wn as [W1 W2]. rewrite W1.
    destruct (Nat.ltb_spec s (rolled r)); [|lia]. cbn [andb]. unfold letter_.
    destruct (nth n (map (now T) (nexts (s - i) (letters (e i j)))) T); congruence.
  - intros j s Q Hj Hs. now apply (pass_right Q).
  - intros i j n Q Hi Hj Hn M. destruct (entry_facts i j Hi Hj) as [_ [_ [_ [_ [No _]]]]].
    unfold nobody_throws in No. rewrite Q in No. cbn [negb orb] in No.
    rewrite forallb_forall in No.
    assert (I : In (mode_n n) (all_modes r)).
    { unfold all_modes. apply in_map_iff. exists n. split; [reflexivity|]. apply in_seq.
      unfold modes in Hn. lia. }
    specialize (No _ I). rewrite no_throw_n, M in No. cbn [negb orb] in No.
    pose proof (R_rolled _ _ _ _ Sen) as Rl. rewrite <- (bust_z i j Hi Hj).
    assert (Rg : landed r (z one) z_box z_kept z_pass i j (rolled r) = z_pass (S (rolled r) - j)).
    { unfold landed. destruct (Nat.leb_spec (goal r) (rolled r)); [now rewrite Q|lia]. }
    rewrite Rg. unfold z_pass, zi. cbn [fst snd].
    pose proof (bust_within i j Hi Hj) as Wx. unfold within, zi in Wx. cbn [fst snd] in Wx.
    destruct (R_chances z zero r most Sen n Hn) as [D0 [B0 P0]].
    pose proof (R_sum z zero r most Sen n Hn) as Sum.
    assert (D1 : 0 < den z zero r n).
    { unfold may_throw in M. apply negb_true_iff, Z.eqb_neq in M. lia. }
    assert (T0 : 0 <= total z (ways r n) (fun _ => 1)).
    { replace 0 with (total z (ways r n) (fun _ => 0)).
      - apply total_less; [|intros; lia]. intros k p J.
        now apply (R_weights z zero r most Sen n k p Hn J).
      - clear. induction (ways r n) as [|[k p] l IH]; cbn [total]; lia. }
    rewrite z_ltb in No. apply Z.ltb_lt in No. cbn [m_bust m_den mode_n] in No.
    change (z (nth n (busts r) zero)) with (bust z zero r n) in *.
    set (y := sub one (snd (bust_worth i j))) in *.
    assert (Ey : z y = z one - z (snd (bust_worth i j))) by (apply z_sub; lia).
    set (b := nth n (busts r) zero) in *. set (d := nth n (denominators r) zero) in *.
    assert (Eb : z b = bust z zero r n) by reflexivity.
    assert (Ed : z d = den z zero r n) by reflexivity.
    assert (Em : z (mul b y) = z b * z y)
      by (apply z_mul; [lia|lia|apply (room n); [exact Hn|nia]]).
    assert (Eq : z (div (mul b y) d) = z b * z y / z d)
      by (rewrite z_div; [now rewrite Em|nia|lia]).
    assert (Bd : z b * z y <= z one * z d) by nia.
    assert (Q0 : 0 <= z b * z y / z d <= z one).
    { split; [apply Z.div_pos; nia|]. apply Z.div_le_upper_bound; nia. }
    rewrite z_sub in No by (rewrite Eq; lia). rewrite Eq in No.
    pose proof (Z.mul_div_le (z b * z y) (z d) ltac:(lia)) as Dv.
    rewrite <- Ey, <- Eb, <- Ed. nia.
Qed.

End Whole.

(** *** The order of the records *)

Section Run.
Context (surely : bool) (column : nat -> interval).

(** Rows only ever grow at the front.  So what a record was checked with are the last values of the
    final rows. *)
Lemma run_right : forall levels known final,
  run r one passing column (all_dead z zero r) (all_near r surely) (all_modes r) known levels
    = Some final ->
  (forall i, (i < goal r)%nat ->
    length (nth i known []) = (goal r - Nat.min (goal r) (length levels - i))%nat) ->
  forall i, (i < goal r)%nat ->
    (length (nth i final []) = goal r /\ exists front, nth i final [] = front ++ nth i known []) /\
    forall j, (j < goal r)%nat -> (i + j < length levels)%nat ->
      let level := nth (i + j) (rev levels) [] in
      check_entry r one passing (all_dead z zero r) (all_near r surely) (all_modes r) i j
        (entry_of one level i)
        (box_of (entry_of one level j))
        (skipn (S i) (nth j final [])) (column i) (column j)
      = Some (nth j (nth i final []) certain).
Proof.
  induction levels as [|level more IH]; intros known final; cbn [run].
  { intros H; injection H; intros <- L i Hi. specialize (L i Hi). cbn [length] in *. split.
    - split; [lia|]. exists []. reflexivity.
    - intros; lia. }
  destruct (each _ (seq 0 (goal r))) as [next|] eqn:Q; [|discriminate].
  intros Rn L. apply each_nth in Q. destruct Q as [_ Q].
  assert (Step : forall i, (i < goal r)%nat ->
    next_row r one passing column (all_dead z zero r) (all_near r surely) (all_modes r)
      (length more) known level i = Some (nth i next [])).
  { intros i Hi. destruct (Q i i) as [y [Y1 Y2]].
    - rewrite (nth_error_nth' _ 0%nat) by (rewrite seq_length; lia). now rewrite seq_nth.
    - rewrite Y1. f_equal. symmetry. now apply nth_error_nth. }
  clear Q.
  assert (L' : forall i, (i < goal r)%nat ->
    length (nth i next []) = (goal r - Nat.min (goal r) (length more - i))%nat).
  { intros i Hi. specialize (Step i Hi). specialize (L i Hi). unfold next_row in Step.
    cbn [length] in L. destruct (Nat.leb_spec i (length more)); cbn [andb] in Step.
    - destruct (Nat.ltb_spec (length more - i) (goal r)).
      + match type of Step with match ?t with _ => _ end = _ => destruct t end; [|discriminate].
        injection Step; intros <-. cbn [length]. lia.
      + injection Step; intros <-. lia.
    - injection Step; intros <-. lia. }
  intros i Hi. destruct (IH next final Rn L' i Hi) as [[Full [front Front]] Rest].
  pose proof (Step i Hi) as Si. unfold next_row in Si. split.
  - split; [exact Full|]. destruct (_ && _).
    + match type of Si with match ?t with _ => _ end = _ => destruct t as [k|] end; [|discriminate].
      injection Si; intros Si'. exists (front ++ [k]). rewrite Front, <- Si', <- app_assoc.
      reflexivity.
    + injection Si; intros Si'. exists front. now rewrite Si'.
  - intros j Hj Sum. cbn [rev length] in *.
    destruct (Nat.eq_dec (i + j) (length more)) as [Eq|Ne].
    2: { rewrite app_nth1 by (rewrite rev_length; lia). apply Rest; lia. }
    rewrite app_nth2, rev_length, Eq, Nat.sub_diag by (rewrite rev_length; lia). cbn [nth].
    replace (length more - i)%nat with j in Si by lia.
    assert (B1 : (i <=? length more)%nat = true) by (apply Nat.leb_le; lia).
    assert (B2 : (j <? goal r)%nat = true) by (apply Nat.ltb_lt; lia).
    rewrite B1, B2 in Si. cbn [andb] in Si.
    assert (Tail : skipn (S i) (nth j final []) = nth j known []).
    { destruct (IH next final Rn L' j Hj) as [[Full' [front' Front']] _].
      pose proof (Step j Hj) as Sj. unfold next_row in Sj.
      assert (X : exists front, nth j final [] = front ++ nth j known []).
      { destruct ((j <=? length more)%nat && _).
        - match type of Sj with match ?t with _ => _ end = _ => destruct t as [k|] end;
          [|discriminate].
          injection Sj; intros Sj'. exists (front' ++ [k]).
          rewrite Front', <- Sj', <- app_assoc. reflexivity.
        - injection Sj; intros Sj'. exists front'. now rewrite Sj'. }
      destruct X as [f X]. rewrite X in *. rewrite app_length, (L j Hj) in Full'.
      assert (length f = S i) by lia. rewrite <- H.
      now rewrite skipn_app, skipn_all, Nat.sub_diag. }
    rewrite Tail.
    match type of Si with match ?t with _ => _ end = _ => destruct t as [k|] end; [|discriminate].
    injection Si; intros Si'. f_equal. rewrite Front, <- Si'.
    assert (length front = j).
    { pose proof (L i Hi) as Li. cbn [length] in Li. rewrite Front, <- Si', app_length in Full.
      cbn [length] in Full. lia. }
    rewrite app_nth2 by lia. rewrite H, Nat.sub_diag. reflexivity.
Qed.
End Run.

(** ** The theorem *)

Section Sound.
Context (surely : bool) (column : nat -> interval) (levels : list (list entry))
  (final : list (list interval)).
Context (checked : check r one passing column whole surely levels = Some final).

Definition e_ (i j : nat) : entry := entry_of one (nth (i + j) (rev levels) []) i.
Definition kept_ (i j : nat) : interval := nth j (nth i final []) certain.

Lemma everything_checked i j : (i < goal r)%nat -> (j < goal r)%nat ->
  check_entry r one passing (all_dead z zero r) (all_near r surely) (all_modes r) i j (e_ i j)
    (box_of (e_ j i)) (known kept_ i j) (column i) (column j) = Some (kept_ i j).
Proof.
  intros Hi Hj. unfold check in checked. rewrite tables, passes in checked. cbn [andb] in checked.
  destruct (Nat.eqb_spec (length levels) (2 * goal r - 1)) as [L|]; [|discriminate].
  assert (Lens : forall i, (i < goal r)%nat -> length (nth i (repeat (@nil interval) (goal r)) [])
    = (goal r - Nat.min (goal r) (length levels - i))%nat).
  { intros k Hk. rewrite nth_repeat. cbn [length]. lia. }
  destruct (run_right surely column levels _ final checked Lens i Hi) as [_ C].
  specialize (C j Hj ltac:(lia)). cbn zeta in C.
  destruct (run_right surely column levels _ final checked Lens j Hj) as [[Full _] _].
  assert (K : known kept_ i j = skipn (S i) (nth j final [])).
  { unfold known, kept_. apply (nth_ext _ _ certain certain).
    - now rewrite map_length, seq_length, skipn_length, Full.
    - intros k Hk. rewrite map_length, seq_length in Hk. rewrite nth_skipn.
      rewrite (nth_indep _ certain (nth 0 (nth j final []) certain))
        by (rewrite map_length, seq_length; exact Hk).
      rewrite (map_nth (fun s => nth s (nth j final []) certain)), seq_nth by exact Hk.
      reflexivity. }
  rewrite K. unfold e_. rewrite (Nat.add_comm j i). exact C.
Qed.

(** The actions that the certificate names. *)
Definition named_by_certificate : bool * place -> act -> Prop :=
  good_act z zero r most (letter_ e_) (named_ e_).

(** A strategy of player [p] that only ever takes actions that the certificate names. *)
Definition follows (p : bool) (f : strategy (race z zero r most)) : Prop :=
  fair (race z zero r most) p f /\
  forall h s q a, inside (race z zero r most) s -> Game.final (race z zero r most) s = false ->
    fst s = p -> In (q, a) (f h s) -> named_by_certificate s a.

Lemma race_certified s : inside (race z zero r most) s ->
  exists v, is_value (race z zero r most) s v /\
    (forall who i j, s = (who, Start i j) ->
      IZR (z (fst (box_of (e_ i j)))) / IZR (z one) <= worth who v
        <= IZR (z (snd (box_of (e_ i j)))) / IZR (z one))%R /\
    forall p f, follows p f -> secures (race z zero r most) p f s (worth p v).
Proof.
  intros I. assert (Sen := tables_sensible).
  pose proof (entries_prove surely e_ kept_ column everything_checked) as P.
  pose proof (race_checks z zero r most surely (z one) _ _ _ _ _ _ _ _ _ Sen P) as C.
  set (cert := the_certificate z zero r most surely (z one) _ _ _ _ _ _ _) in C.
  destruct s as [who pl].
  set (cl := match pl with Start i j => (who, StartBy Box i j) | _ => (who, At pl) end).
  assert (Ok : ok cert cl /\ at_ cert cl = (who, pl)).
  { unfold cl. destruct pl; simpl; auto. }
  destruct Ok as [Ok Eq].
  destruct (certified _ (race_well_formed z zero r most Sen) cert C cl Ok) as [v [V [Bd Opt]]].
  rewrite Eq in V, Opt. exists v. split; [exact V|]. split; [|exact Opt].
  intros w i j E0. injection E0; intros -> ->. subst cl. cbn in Bd.
  unfold claimed_by, side, Race.interval in Bd. cbn [fst snd] in Bd.
  pose proof (one_pos z zero r most surely (z one) _ _ _ _ _ _ _ _ _ P) as O.
  unfold z_box, zi in Bd. cbn [fst snd] in Bd.
  assert (X : (IZR (z one - z (snd (box_of (e_ i j)))) / IZR (z one)
    = 1 - IZR (z (snd (box_of (e_ i j)))) / IZR (z one))%R)
    by (rewrite minus_IZR; field; lra).
  destruct w; cbn [Bool.eqb] in Bd; rewrite X in Bd; unfold worth; lra.
Qed.

(** Somebody does follow the certificate. *)
Lemma somebody_follows p : exists f, follows p f.
Proof.
  assert (Sen := tables_sensible).
  pose proof (entries_prove surely e_ kept_ column everything_checked) as P.
  pose proof (race_checks z zero r most surely (z one) _ _ _ _ _ _ _ _ _ Sen P) as C.
  exists (choose _ (the_certificate z zero r most surely (z one) (z_box e_) (z_kept kept_)
      (z_column column)
    (u_ surely e_ kept_ column) (set_ surely e_ kept_ column) (letter_ e_) (named_ e_))).
  exact (choose_keeps _ _ C p).
Qed.

End Sound.
End Proof.

(** If the checker accepts a certificate, then every position of the race has a value, that of every
    turn start lies in its box, and whoever takes only actions that the certificate names secures
    it.  With a last turn units above [most] are not counted, whatever large number it is.  If
    [surely], the checker looks for players who cannot but win, and more may be called ties. *)
Theorem sound (r : rules t) (one : t) (passing : list interval) (column : nat -> interval)
  (whole : Z) (surely : bool) (levels : list (list entry)) (final : list (list interval)) :
  check r one passing column whole surely levels = Some final ->
  forall most : nat, (goal r + length passing <= most)%nat ->
  well_formed (race z zero r most) /\
  (forall p, exists f, follows r one most levels p f) /\
  forall s, inside (race z zero r most) s ->
  exists v, is_value (race z zero r most) s v /\
    (forall who i j, s = (who, Start i j) ->
      IZR (z (fst (box_of (e_ one levels i j)))) / IZR (z one) <= worth who v
        <= IZR (z (snd (box_of (e_ one levels i j)))) / IZR (z one))%R /\
    forall p f, follows r one most levels p f -> secures (race z zero r most) p f s (worth p v).
Proof.
  intros Q most enough.
  assert (both : check_tables r one && check_passing r one passing whole = true).
  { unfold check in Q.
    destruct (check_tables r one && check_passing r one passing whole);
      [reflexivity|discriminate]. }
  apply andb_true_iff in both. destruct both as [tables passes].
  split; [|split].
  - apply race_well_formed, (tables_sensible r one passing most tables enough).
  - exact (somebody_follows r one passing whole most tables passes enough surely column levels
      final Q).
  - exact (race_certified r one passing whole most tables passes enough surely column levels
      final Q).
Qed.

End Checker.

(** ** Numbers *)

(** Whole numbers of any size. *)
Module Whole <: NUMBERS.
  Definition t := Z.
  Definition z (x : Z) := x.
  Definition fits (_ : Z) := true.
  Definition zero := 0%Z.
  Definition unit := 1%Z.
  Definition add := Z.add.
  Definition sub := Z.sub.
  Definition mul := Z.mul.
  Definition div := Z.div.
  Definition ltb := Z.ltb.
  Definition leb := Z.leb.
  Definition eqb := Z.eqb.
  Lemma z_zero : z zero = 0%Z. Proof. reflexivity. Qed.
  Lemma z_unit : z unit = 1%Z. Proof. reflexivity. Qed.
  Lemma fits_less : forall x y, (0 <= x <= y)%Z -> fits y = true -> fits x = true.
  Proof. reflexivity. Qed.
  Lemma z_add : forall a b, (0 <= z a)%Z -> (0 <= z b)%Z -> fits (z a + z b) = true ->
    z (add a b) = (z a + z b)%Z.
  Proof. reflexivity. Qed.
  Lemma z_mul : forall a b, (0 <= z a)%Z -> (0 <= z b)%Z -> fits (z a * z b) = true ->
    z (mul a b) = (z a * z b)%Z.
  Proof. reflexivity. Qed.
  Lemma z_sub : forall a b, (0 <= z b <= z a)%Z -> z (sub a b) = (z a - z b)%Z.
  Proof. reflexivity. Qed.
  Lemma z_div : forall a b, (0 <= z a)%Z -> (0 < z b)%Z -> z (div a b) = (z a / z b)%Z.
  Proof. reflexivity. Qed.
  Lemma z_ltb : forall a b, ltb a b = (z a <? z b)%Z. Proof. reflexivity. Qed.
  Lemma z_leb : forall a b, leb a b = (z a <=? z b)%Z. Proof. reflexivity. Qed.
  Lemma z_eqb : forall a b, eqb a b = (z a =? z b)%Z. Proof. reflexivity. Qed.
End Whole.

(** Included, so that what is extracted calls zarith's functions directly. *)
Module Exact.
  Include Checker Whole.
End Exact.
