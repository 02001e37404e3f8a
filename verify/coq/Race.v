(** * Races of two, and what a certificate must satisfy

    A race is given by the tables in the header of its certificate:
    docs/reference/certificates/race.md. *)

From Coq Require Import Reals Lra Lia List Bool Arith ZArith.
From Pig Require Import Game.
Import ListNotations.

(** The tables.  Scores count units, modes and sets are numbered from 0.  The chances are whole
    numbers of a type [N], to be divided by the denominator of the mode. *)
Record rules (N : Type) := {
  goal : nat;                             (* the score to reach, *)
  exact : bool;                           (* and whether it must be hit *)
  after_bust : list nat;                  (* for every banked score, where a bust leads *)
  minimum : nat;                          (* the fewest units that may be banked, *)
  opening : nat;                          (* and with nothing banked *)
  last_turn : bool;                       (* whether the other player has a last turn *)
  rolled : nat;                           (* where banking begins to be best: the goal, or beyond *)
  start : nat;                            (* the mode in which a turn begins *)
  banks : list bool;                      (* for every mode whether one may bank, *)
  denominators : list N;                  (* the denominator of its throw, 0 if there is none, *)
  busts : list N;                         (* the chance of a bust, *)
  wipes : list N;                         (* and of a wipe, *)
  sets : list (list (nat * nat));         (* all sets of options: units and mode *)
  weights : list (list (nat * N))         (* for every mode the chances of sets *)
}.
Arguments goal {N}. Arguments exact {N}. Arguments after_bust {N}. Arguments minimum {N}.
Arguments opening {N}. Arguments last_turn {N}. Arguments rolled {N}.
Arguments start {N}. Arguments banks {N}. Arguments denominators {N}.
Arguments busts {N}. Arguments wipes {N}. Arguments sets {N}. Arguments weights {N}.

(** ** The game

    Whose turn it is, and where the turn stands: [Start own opp]; [Turn own opp score mode], where
    the score has the units of the turn; [Pick own opp score k], where a throw left set [k]; [Won].

    With a last turn, who banks the goal or more has not won yet.  The other one needs [d] units to
    pass him, and may throw until he has them: [Last d mode] and [LastPick d k].  In a turn before
    there is no end to the score, but units above [most] are not counted, where [most] is as large
    as you like. *)
Inductive place :=
  | Start (i j : nat) | Turn (i j s n : nat) | Pick (i j s k : nat) | Won
  | Last (d n : nat) | LastPick (d k : nat).
Inductive act := Throw | Bank | Take (o : nat).

Section Race.
Context {N : Type} (z : N -> Z) (zero : N) (r : rules N) (most : nat).

Definition modes : nat := length (banks r).
Definition den n : Z := z (nth n (denominators r) zero).
Definition bust n : Z := z (nth n (busts r) zero).
Definition wipe n : Z := z (nth n (wipes r) zero).
Definition ways n : list (nat * N) := nth n (weights r) [].
Definition options k : list (nat * nat) := nth k (sets r) [].
Definition option_ k o : nat * nat := nth o (options k) (0, 0)%nat.
Definition lands i : nat := nth i (after_bust r) i.

(** The first score that may be banked: what reaches the goal always may. *)
Definition first i n : nat :=
  let least := if (i =? 0)%nat then Nat.max (minimum r) (opening r) else minimum r in
  Nat.min (i + (if (least =? 0)%nat then if (n =? start r)%nat then 1 else 0 else least)) (goal r).

Definition may_bank i s n : bool := nth n (banks r) false && (first i n <=? s)%nat.
Definition may_throw n : bool := negb (den n =? 0)%Z.

(** How much the other one, who has [j], must make in a last turn to pass [s]. *)
Definition short j s : nat := S (Nat.min s most) - j.

(** *** Dead scores

    If the goal must be hit, there may be scores from which nothing leads to it.  A score is dead if
    no throws and options of a turn lead to the goal, to a wipe, or to a score that is not dead.
    Larger scores are found first: [hopes] has for the last [k] scores before the goal, and for the
    goal, whether there is hope in every mode. *)
Definition hope_look (x : bool) (rows : list (list bool)) (gm : nat * nat) : bool :=
  match nth_error rows (fst gm) with Some row => nth (snd gm) row false | None => x end.

(** [x] says whether there is hope after a bust. *)
Definition hope_throw (x : bool) (rows : list (list bool)) n : bool :=
  if may_throw n then
    (0 <? bust n)%Z && x || (0 <? wipe n)%Z ||
    existsb (fun kw => (0 <? z (snd kw))%Z && existsb (hope_look x rows) (options (fst kw)))
      (ways n)
  else x.

Definition hope_turn (x : bool) (alive : nat -> bool) i s n rows : bool :=
  if may_bank i s n then alive s || may_throw n && hope_throw x rows n else hope_throw x rows n.

Fixpoint hopes (x : bool) (alive : nat -> bool) i (k : nat) : list (list bool) :=
  match k with
  | O => [map (fun _ => true) (banks r)]
  | S k' =>
    let rows := hopes x alive i k' in
    fold_left (fun row n => row ++ [hope_turn x alive i (goal r - k) n (row :: rows)])
      (seq 0 modes) [] :: rows
  end.

(** Of the last [k] scores before the goal, which are dead: [alive] are those of larger scores. *)
Fixpoint deads (k : nat) : list bool :=
  match k with
  | O => []
  | S k' =>
    let rest := deads k' in
    let i := (goal r - k)%nat in
    let alive s := if (i <? s)%nat then negb (nth (s - S i) rest false) else false in
    let x := alive (lands i) in
    negb (hope_throw x (hopes x alive i k) (start r)) :: rest
  end.

Definition all_dead : list bool := if exact r then deads (goal r) else [].
Definition dead i : bool := nth i all_dead false.

(** Two who can never win: they have half a win each. *)
Definition nobody i j : bool := dead i && dead j.

(** Who has [s] at the end of his turn has won, or it is the turn of the other one, who has [j]. *)
Definition land (who : bool) j s : bool * place :=
  if (goal r <=? s)%nat then
    if last_turn r then (negb who, Last (short j s) (start r)) else (who, Won)
  else (negb who, Start j s).

(** An option leads to score [s] and mode [n]: to the goal, beyond it, or the turn goes on. *)
Definition enter who i j s n : bool * place :=
  if (s <? goal r)%nat || last_turn r then (who, Turn i j s n)
  else if exact r && (goal r <? s)%nat then land who j (lands i) else (who, Won).

Definition enter_last (who : bool) d g m : bool * place :=
  if (d <=? g)%nat then (who, Won) else (who, Last (d - g) m).

(** A throw.  Where there is nothing to throw, and too little to be banked, the turn is a bust. *)
Definition throw who i j s n : list (R * (bool * place)) :=
  if may_throw n then
    (IZR (bust n) / IZR (den n), land who j (lands i))%R ::
    (IZR (wipe n) / IZR (den n), (negb who, Start j 0))%R ::
    map (fun kw => (IZR (z (snd kw)) / IZR (den n), (who, Pick i j s (fst kw)))%R) (ways n)
  else [(1%R, land who j (lands i))].

(** In a last turn whatever loses points loses the game. *)
Definition throw_last who d n : list (R * (bool * place)) :=
  if may_throw n then
    (IZR (bust n) / IZR (den n), (negb who, Won))%R ::
    (IZR (wipe n) / IZR (den n), (negb who, Won))%R ::
    map (fun kw => (IZR (z (snd kw)) / IZR (den n), (who, LastPick d (fst kw)))%R) (ways n)
  else [(1%R, (negb who, Won))].

Definition race : game := {|
  position := bool * place;
  action := act;
  owner := fst;
  final := fun '(_, at_) => match at_ with Won => true | Start i j => nobody i j | _ => false end;
  pay := fun p '(who, at_) => match at_ with
    | Start _ _ => (1 / 2)%R
    | _ => if eqb p who then 1%R else 0%R
    end;
  inside := fun '(_, at_) => match at_ with
    | Start i j => (i < goal r /\ j < goal r)%nat
    | Turn i j s n => (i < goal r /\ j < goal r /\ i <= s /\ n < modes)%nat /\
        ((s < goal r)%nat \/ last_turn r = true)
    | Pick i j s k => (i < goal r /\ j < goal r /\ i <= s /\ k < length (sets r))%nat /\
        ((s < goal r)%nat \/ last_turn r = true)
    | Won => True
    | Last d n => last_turn r = true /\ (1 <= d <= S most /\ n < modes)%nat
    | LastPick d k => last_turn r = true /\ (1 <= d <= S most /\ k < length (sets r))%nat
    end;
  legal := fun '(_, at_) a => match at_, a with
    | Start _ _, Throw => True
    | Turn i _ s n, Throw => may_throw n = true \/ may_bank i s n = false
    | Turn i _ s n, Bank => may_bank i s n = true
    | Pick _ _ _ k, Take o => (o < length (options k))%nat
    | Last _ _, Throw | Last _ _, Bank => True
    | LastPick _ k, Take o => (o < length (options k))%nat
    | _, _ => False
    end;
  next := fun '(who, at_) a => match at_, a with
    | Start i j, _ => throw who i j i (start r)
    | Turn i j s n, Bank => [(1%R, land who j s)]
    | Turn i j s n, _ => throw who i j s n
    | Pick i j s k, Take o =>
        let '(g, m) := option_ k o in [(1%R, enter who i j (s + g) m)]
    | Last d n, Bank => [(1%R, (negb who, Won))]
    | Last d n, _ => throw_last who d n
    | LastPick d k, Take o =>
        let '(g, m) := option_ k o in [(1%R, enter_last who d g m)]
    | _, _ => []
    end
|}.

(** ** The tables must make sense *)

Fixpoint total (l : list (nat * N)) (f : nat -> Z) : Z :=
  match l with
  | [] => 0
  | (k, w) :: rest => z w * f k + total rest f
  end%Z.

(** One more than the last mode to which an option of the set leads without gain. *)
Definition free (k : nat) : nat :=
  fold_right (fun gm most => Nat.max (if (fst gm =? 0)%nat then S (snd gm) else 0) most)%nat 0%nat
    (options k).

Record sensible : Prop := {
  R_goal : (0 < goal r)%nat;
  R_lands : forall i, (i < goal r)%nat -> (i <= lands i)%nat;
  R_start : (start r < modes)%nat;
  R_chances : forall n, (n < modes)%nat -> (0 <= den n /\ 0 <= bust n /\ 0 <= wipe n)%Z;
  R_weights : forall n k w, (n < modes)%nat -> In (k, w) (ways n) ->
    (0 <= z w)%Z /\ (k < length (sets r))%nat /\ (free k <= n)%nat;
  R_sum : forall n, (n < modes)%nat -> (bust n + wipe n + total (ways n) (fun _ => 1) = den n)%Z;
  R_sets : forall k, (k < length (sets r))%nat -> (0 < length (options k))%nat;
  R_options : forall k o, (k < length (sets r))%nat -> (o < length (options k))%nat ->
    (snd (option_ k o) < modes)%nat;
  R_rolled : (goal r <= rolled r)%nat;
  R_usual : last_turn r = false -> rolled r = goal r;
  R_banks : last_turn r = true -> forall n, (n < modes)%nat -> nth n (banks r) false = true;
  R_gains : last_turn r = true -> forall k o, (k < length (sets r))%nat ->
    (o < length (options k))%nat -> (0 < fst (option_ k o))%nat;
  R_most : last_turn r = true -> (goal r <= most)%nat
}.

(** ** A last turn

    The best chance to make [d] units, in mode [n].  As every option gains something, d throws are
    enough. *)
Definition best (v : nat * nat -> R) (l : list (nat * nat)) : R :=
  fold_right (fun gm b => Rmax (v gm) b) 0%R l.

Definition ways_R n : list (R * nat) :=
  map (fun kw => (IZR (z (snd kw)) / IZR (den n), fst kw)%R) (ways n).

Fixpoint chance (throws d n : nat) : R :=
  match d, throws with
  | O, _ => 1%R
  | _, O => 0%R
  | _, S throws =>
    if may_throw n
    then E (ways_R n) (fun k => best (fun gm => chance throws (d - fst gm) (snd gm)) (options k))
    else 0%R
  end.

Definition made (d n : nat) : R := chance (S most) d n.

(** What options are worth in a last turn; and in the turn before it, if one banks after them. *)
Definition v_last d (gm : nat * nat) : R := made (d - fst gm) (snd gm).
Definition v_bank j s (gm : nat * nat) : R := (1 - made (short j (s + fst gm)) (start r))%R.

(** The first of the best options. *)
Fixpoint first_best (v : nat * nat -> R) (l : list (nat * nat)) : nat :=
  match l with
  | [] => 0
  | gm :: rest => if Rle_dec (best v rest) (v gm) then 0 else S (first_best v rest)
  end%nat.

Lemma best_positive v l : (0 <= best v l)%R.
Proof. induction l as [|gm l IH]; simpl; [lra|]. pose proof (Rmax_r (v gm) (best v l)). lra. Qed.

Lemma best_most v l x : (0 <= x)%R -> (forall gm, In gm l -> (v gm <= x)%R) -> (best v l <= x)%R.
Proof.
  intros X. induction l as [|gm l IH]; simpl; intros V; [assumption|].
  apply Rmax_lub; [apply V; now left|apply IH; intros; apply V; now right].
Qed.

Lemma best_of_all v l gm : In gm l -> (v gm <= best v l)%R.
Proof.
  induction l as [|a l IH]; simpl; intros []; [subst; apply Rmax_l|].
  eapply Rle_trans; [now apply IH|apply Rmax_r].
Qed.

Lemma best_le v w l : (forall gm, In gm l -> (v gm <= w gm)%R) -> (best v l <= best w l)%R.
Proof.
  intros V. apply best_most; [apply best_positive|]. intros gm I.
  eapply Rle_trans; [now apply V|now apply best_of_all].
Qed.

Lemma best_same v w l : (forall gm, In gm l -> v gm = w gm) -> best v l = best w l.
Proof. intros V. apply Rle_antisym; apply best_le; intros gm I; rewrite (V gm I); lra. Qed.

Lemma first_best_right v l : l <> [] -> (forall gm, In gm l -> (0 <= v gm)%R) ->
  (first_best v l < length l)%nat /\ v (nth (first_best v l) l (0, 0)%nat) = best v l.
Proof.
  induction l as [|gm l IH]; intros Ne V; [contradiction|]. cbn [first_best].
  change (best v (gm :: l)) with (Rmax (v gm) (best v l)).
  destruct (Rle_dec (best v l) (v gm)) as [L|L]; cbn [length nth].
  - split; [lia|]. now rewrite Rmax_left.
  - destruct l as [|gm' l].
    + exfalso. apply L. simpl. apply V. now left.
    + destruct IH as [A B]; [discriminate|intros; apply V; now right|].
      split; [lia|]. rewrite Rmax_right by lra. exact B.
Qed.

(** ** What is known of values

    All intervals are of the chance to win of who is to move, in units of 1 / [one].  [box] are the
    boxes in the file; [kept] is what the equations take them to; [column] are the boxes of the
    header for who has nothing after a wipe, everything from 0 to 1 if the header has none; [pass]
    bounds the chance that the other one does not make so many units in a last turn.  [u]
    and [worth] are intervals within turns; [letter] and [named] are the decisions. *)
Inductive decision := T | B | Both.

(** [surely] says whether it matters to the certificate that some players cannot but lose. *)
Context (surely : bool) (one : Z) (box kept : nat -> nat -> Z * Z) (column pass : nat -> Z * Z).
Context (u c : nat -> nat -> nat -> nat -> Z * Z) (set_worth : nat -> nat -> nat -> nat -> Z * Z).
Context (letter : nat -> nat -> nat -> nat -> decision) (named : nat -> nat -> nat -> nat -> list
  nat).

(** Who has [j] is too near the goal to hit it: whatever gains anything leads beyond. *)
Definition too_near (j : nat) : bool :=
  exact r && negb (last_turn r) && forallb (fun n => (wipe n =? 0)%Z) (seq 0 modes) &&
  forallb (fun i => (lands i =? i)%nat) (seq 0 (goal r)) &&
  forallb (forallb (fun gm => (fst gm =? 0) || (goal r - j <? fst gm))%nat) (sets r).

(** Who has [i] beats who has [j] in the end, unless he takes an action that is not named. *)
Definition beats i j : bool := surely && too_near j && negb (dead i).

Open Scope Z_scope.

Definition flip (b : Z * Z) : Z * Z := (one - snd b, one - fst b).

(** What it is worth to end the turn with [s]: the box of the same two scores, if nothing is
    gained. *)
Definition landed i j s : Z * Z :=
  if (goal r <=? s)%nat then if last_turn r then pass (S s - j)%nat else (one, one)
  else flip (if (s =? i)%nat then box j i else kept j s).

Definition entered i j s n : Z * Z :=
  if (s <? rolled r)%nat then u i j s n
  else if last_turn r then landed i j s
  else if exact r && (goal r <? s)%nat then landed i j (lands i) else (one, one).

Definition within (b : Z * Z) : Prop := 0 <= fst b <= snd b /\ snd b <= one.

(** [b] is inside the wider [w], away from its ends unless these are 0 and 1, and narrower. *)
Definition inside_of (b w : Z * Z) : Prop :=
  within w /\ (fst w < fst b \/ fst w = 0) /\ (snd b < snd w \/ snd w = one) /\
  snd b - fst b < snd w - fst w.

(** What must be done where there is no choice, or what the letter says; from [rolled] on one banks.
    *)
Definition decided i j s n : decision :=
  if may_bank i s n then if may_throw n && (s <? rolled r)%nat then letter i j s n else B else T.

Record proved : Prop := {
  P_one : 1 <= one;
  P_within : forall i j, (i < goal r)%nat -> (j < goal r)%nat ->
    within (kept i j) /\ within (box i j);
  P_nobody : forall i j, (i < goal r)%nat -> (j < goal r)%nat -> nobody i j = true ->
    kept i j = box i j /\ 2 * fst (box i j) = one /\ 2 * snd (box i j) = one;
  P_kept : forall i j, (i < goal r)%nat -> (j < goal r)%nat -> nobody i j = false ->
    fst (kept i j) <= fst (c i j i (start r)) /\ snd (c i j i (start r)) <= snd (kept i j);
  P_box : forall i j, (i < goal r)%nat -> (j < goal r)%nat -> nobody i j = false ->
    inside_of (kept i j) (box i j);
  P_column : forall j, (j < goal r)%nat -> inside_of (kept j 0%nat) (column j);
  P_u : forall i j s n, (i < goal r)%nat -> (j < goal r)%nat -> (i <= s < rolled r)%nat ->
    (n < modes)%nat -> within (u i j s n);
  P_set_worth : forall i j s k, (i < goal r)%nat -> (j < goal r)%nat -> (i <= s < rolled r)%nat ->
    (k < length (sets r))%nat -> within (set_worth i j s k);
  (* throws: on average, rounded down and up *)
  P_throw : forall i j s n, (i < goal r)%nat -> (j < goal r)%nat -> (i <= s < rolled r)%nat ->
    (n < modes)%nat -> may_throw n = true ->
    fst (c i j s n) * den n <= bust n * fst (landed i j (lands i)) + wipe n * fst (flip (column j))
      + total (ways n) (fun k => fst (set_worth i j s k)) /\
    bust n * snd (landed i j (lands i)) + wipe n * snd (flip (column j))
      + total (ways n) (fun k => snd (set_worth i j s k)) <= snd (c i j s n) * den n;
  P_no_throw : forall i j s n, (i < goal r)%nat -> (j < goal r)%nat -> (i <= s < rolled r)%nat ->
    (n < modes)%nat -> may_throw n = false -> c i j s n = landed i j (lands i);
  (* decisions: to bank or to throw, *)
  P_turn : forall i j s n, (i < goal r)%nat -> (j < goal r)%nat -> (i <= s < rolled r)%nat ->
    (n < modes)%nat ->
    match decided i j s n with
    | T => u i j s n = c i j s n /\
        (may_bank i s n = true -> snd (landed i j s) < fst (c i j s n))
    | B => u i j s n = landed i j s /\
        (may_throw n = true -> snd (c i j s n) < fst (landed i j s))
    | Both => u i j s n = c i j s n /\ c i j s n = landed i j s /\
          fst (c i j s n) = snd (c i j s n) \/
        beats i j || beats j i = true /\
          fst (u i j s n) <= fst (c i j s n) /\ fst (u i j s n) <= fst (landed i j s) /\
          snd (c i j s n) <= snd (u i j s n) /\ snd (landed i j s) <= snd (u i j s n)
    end;
  (* and which option to take *)
  P_pick : forall i j s k, (i < goal r)%nat -> (j < goal r)%nat -> (i <= s < rolled r)%nat ->
    (k < length (sets r))%nat ->
    let v o := let '(g, m) := option_ k o in entered i j (s + g) m in
    exists o rest, named i j s k = o :: rest /\ (o < length (options k))%nat /\
      set_worth i j s k = v o /\
      (forall o', In o' rest -> (o' < length (options k))%nat /\ snd (v o) <= fst (v o')) /\
      (forall o', (o' < length (options k))%nat -> o' = o \/ snd (v o') <= fst (v o));
  (* who beats the other has a chance, and banks no score with which he would not, *)
  P_beats : forall i j, (i < goal r)%nat -> (j < goal r)%nat -> beats i j = true ->
    1 <= fst (box i j) /\ snd (box j i) <= one - 1;
  P_banks : forall i j s n, (i < goal r)%nat -> (j < goal r)%nat -> (i <= s < rolled r)%nat ->
    (n < modes)%nat -> beats i j = true -> decided i j s n <> T -> dead s = false;
  (* a last turn, *)
  P_pass : forall j s, last_turn r = true -> (j < goal r)%nat -> (goal r <= s)%nat ->
    within (pass (S s - j)%nat) /\
    (IZR (fst (pass (S s - j)%nat)) / IZR one <= 1 - made (short j s) (start r)
      <= IZR (snd (pass (S s - j)%nat)) / IZR one)%R;
  (* and that nobody throws from the score rolled on: a bust costs more than can be gained *)
  P_rolled : forall i j n, last_turn r = true -> (i < goal r)%nat -> (j < goal r)%nat ->
    (n < modes)%nat -> may_throw n = true ->
    (one - fst (landed i j (rolled r)) + 1) * den n <= bust n * (one - snd (landed i j (lands i)))
}.

(** ** They are a certificate in the sense of [Game] *)

Inductive tag := Kept | Box | Column.
Inductive claims := At (at_ : place) | StartBy (t : tag) (i j : nat).

Definition place_of (c : claims) : place :=
  match c with At p => p | StartBy _ i j => Start i j end.

Definition interval (c : claims) : Z * Z :=
  match c with
  | At (Start i j) | StartBy Kept i j => kept i j
  | StartBy Box i j => box i j
  | StartBy Column i _ => column i
  | At (Turn i j s n) => u i j s n
  | At (Pick i j s k) => set_worth i j s k
  | At _ => (one, one)
  end.

(** The end of an interval of who moves that [p] claims. *)
Definition side (p who : bool) (b : Z * Z) : Z := if eqb p who then fst b else one - snd b.

(** What is known exactly, as nothing but a last turn follows. *)
Definition exactly (c : claims) : option R :=
  match c with
  | At (Last d n) => Some (made d n)
  | At (LastPick d k) => Some (best (v_last d) (options k))
  | At (Turn i j s n) =>
      if (s <? rolled r)%nat then None else Some (1 - made (short j s) (start r))%R
  | At (Pick i j s k) =>
      if (s <? rolled r)%nat then None else Some (best (v_bank j s) (options k))
  | _ => None
  end.

Definition side_R (p who : bool) (v : R) : R := if eqb p who then v else (1 - v)%R.

Definition claimed_by (p : bool) (wc : bool * claims) : R :=
  match exactly (snd wc) with
  | Some v => side_R p (fst wc) v
  | None => (IZR (side p (fst wc) (interval (snd wc))) / IZR one)%R
  end.

Definition cland who i j s : bool * claims :=
  if (goal r <=? s)%nat then
    if last_turn r then (negb who, At (Last (short j s) (start r))) else (who, At Won)
  else (negb who, StartBy (if (s =? i)%nat then Box else Kept) j s).

Definition center who i j s n : bool * claims :=
  if (s <? goal r)%nat || last_turn r then (who, At (Turn i j s n))
  else if exact r && (goal r <? s)%nat then cland who i j (lands i) else (who, At Won).

Definition cthrow who i j s n : list (R * (bool * claims)) :=
  if may_throw n then
    (IZR (bust n) / IZR (den n), cland who i j (lands i))%R ::
    (IZR (wipe n) / IZR (den n),
      (negb who, StartBy Column j 0))%R ::
    map (fun kw => (IZR (z (snd kw)) / IZR (den n), (who, At (Pick i j s (fst kw))))%R) (ways n)
  else [(1%R, cland who i j (lands i))].

Definition exact_claim (wp : bool * place) : bool * claims := (fst wp, At (snd wp)).
Definition center_last who d g m : bool * claims := exact_claim (enter_last who d g m).
Definition cthrow_last who d n : list (R * (bool * claims)) :=
  rename exact_claim (throw_last who d n).

Definition width : nat := (2 * S modes)%nat.
Definition big : nat := (rolled r * width + width + 2 * most + 12)%nat.

Definition ranked (wc : bool * claims) : nat :=
  match snd wc with
  | At (Start i j) | StartBy Kept i j => (2 * goal r - i - j) * big + (big - 1)
  | StartBy _ _ _ => 0
  | At (Turn i j s n) =>
      if s <? rolled r then (2 * goal r - i - j) * big + ((rolled r - s) * width + 2 * n + 2)
      else 2 * most + 6
  | At (Pick i j s k) =>
      if s <? rolled r then (2 * goal r - i - j) * big + ((rolled r - s) * width + 2 * free k + 1)
      else 2 * most + 7
  | At Won => 0
  | At (Last d n) => 2 * d + 2
  | At (LastPick d k) => 2 * d + 1
  end%nat.

Definition good_act (wp : bool * place) (a : act) : Prop :=
  legal race wp a /\
  match snd wp, a with
  | Turn i j s n, Throw => decided i j s n <> B
  | Turn i j s n, Bank => decided i j s n <> T
  | Pick i j s k, Take o =>
      if (s <? rolled r)%nat then In o (named i j s k)
      else v_bank j s (option_ k o) = best (v_bank j s) (options k)
  | Last d n, Bank => False
  | LastPick d k, Take o => v_last d (option_ k o) = best (v_last d) (options k)
  | _, _ => True
  end.

Definition chosen_act (wp : bool * place) : act :=
  match snd wp with
  | Turn i j s n => match decided i j s n with B => Bank | _ => Throw end
  | Pick i j s k => Take
      (if (s <? rolled r)%nat then hd 0%nat (named i j s k)
       else first_best (v_bank j s) (options k))
  | LastPick d k => Take (first_best (v_last d) (options k))
  | _ => Throw
  end.

(** Who cannot but win. *)
Definition beats_by (p who : bool) i j : bool := if eqb p who then beats i j else beats j i.

Definition winning_claim (p : bool) (wc : bool * claims) : Prop :=
  match snd wc with
  | At Won => p = fst wc
  | At (Start i j) | StartBy Kept i j | StartBy Box i j | At (Turn i j _ _) | At (Pick i j _ _) =>
      beats_by p (fst wc) i j = true
  | _ => False
  end.

Definition the_certificate : certificate race := {|
  claim := bool * claims;
  at_ := (fun wc => (fst wc, place_of (snd wc))) : bool * claims -> position race;
  ok := fun wc => inside race (fst wc, place_of (snd wc)) /\
    match snd wc with StartBy Column _ j => j = 0%nat | _ => True end;
  bound := claimed_by;
  rank := ranked;
  most_rank := ((2 * goal r + 1) * big)%nat;
  delta := (1 / IZR one)%R;
  good := good_act : position race -> action race -> Prop;
  chosen := chosen_act : position race -> action race;
  after := (fun '(who, cl) a => match place_of cl, a with
    | Start i j, _ => cthrow who i j i (start r)
    | Turn i j s n, Bank => [(1%R, cland who i j s)]
    | Turn i j s n, _ => cthrow who i j s n
    | Pick i j s k, Take o =>
        let '(g, m) := option_ k o in [(1%R, center who i j (s + g) m)]
    | Last d n, Bank => [(1%R, (negb who, At Won))]
    | Last d n, _ => cthrow_last who d n
    | LastPick d k, Take o =>
        let '(g, m) := option_ k o in [(1%R, center_last who d g m)]
    | _, _ => []
    end) : bool * claims -> action race -> list (R * (bool * claims));
  winning := winning_claim : bool -> bool * claims -> Prop
|}.

Context (Sen : sensible) (Pr : proved).

Lemma one_pos : (0 < IZR one)%R.
Proof. apply IZR_lt. pose proof (P_one Pr). lia. Qed.

Lemma side_flip p who b : side p (negb who) b = side p who (flip b).
Proof. unfold side, flip. destruct p, who; simpl; lia. Qed.

Lemma within_flip b : within b -> within (flip b).
Proof. unfold within, flip; simpl; lia. Qed.

(** Claims are ordered as the numbers behind them. *)
Lemma claim_le a b : (IZR a / IZR one <= IZR b / IZR one)%R <-> a <= b.
Proof.
  pose proof one_pos as O. split; intros H.
  - apply le_IZR. apply (Rmult_le_compat_r (IZR one)) in H; [|lra].
    unfold Rdiv in H. rewrite !Rmult_assoc, !Rinv_l in H by lra. lra.
  - apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat|]. now apply IZR_le.
Qed.

Lemma claim_add a b : (IZR a / IZR one + IZR b / IZR one = IZR (a + b) / IZR one)%R.
Proof. rewrite plus_IZR. unfold Rdiv. lra. Qed.

Lemma claim_one : (IZR one / IZR one = 1)%R.
Proof. pose proof one_pos. unfold Rdiv. apply Rinv_r. lra. Qed.

Lemma claim_minus a : (1 - IZR a / IZR one = IZR (one - a) / IZR one)%R.
Proof. rewrite minus_IZR. unfold Rdiv at 2. rewrite Rmult_minus_distr_r.
  fold (IZR one / IZR one)%R. rewrite claim_one. reflexivity. Qed.

Lemma landed_within i j s : (i < goal r)%nat -> (j < goal r)%nat -> within (landed i j s).
Proof.
  intros Hi Hj. pose proof (P_one Pr). unfold landed. destruct (Nat.leb_spec (goal r) s).
  - destruct (last_turn r) eqn:Q; [now apply (P_pass Pr)|]. unfold within; simpl; lia.
  - apply within_flip. destruct (s =? i)%nat; apply (P_within Pr); assumption.
Qed.

(** *** Chances to make so many units *)

Lemma den_positive n : (n < modes)%nat -> may_throw n = true -> (0 < IZR (den n))%R.
Proof.
  intros Hn M. destruct (R_chances Sen n Hn) as [D _]. unfold may_throw in M.
  apply negb_true_iff, Z.eqb_neq in M. apply IZR_lt. lia.
Qed.

Lemma ways_in n q k : (n < modes)%nat -> may_throw n = true -> In (q, k) (ways_R n) ->
  (0 <= q)%R /\ (k < length (sets r))%nat.
Proof.
  intros Hn M I. pose proof (den_positive n Hn M) as D. apply in_map_iff in I.
  destruct I as [[k' w] [Q I]]. injection Q; intros; subst.
  destruct (R_weights Sen n k w Hn I) as [W [K _]]. split; [|exact K]. cbn [snd].
  apply Rmult_le_pos; [now apply IZR_le|left; now apply Rinv_0_lt_compat].
Qed.

Lemma lost_positive n : (n < modes)%nat -> may_throw n = true ->
  (0 <= IZR (bust n) / IZR (den n) /\ 0 <= IZR (wipe n) / IZR (den n))%R.
Proof.
  intros Hn M. pose proof (den_positive n Hn M) as D. destruct (R_chances Sen n Hn) as [_ [A C]].
  split; (apply Rmult_le_pos; [now apply IZR_le|left; now apply Rinv_0_lt_compat]).
Qed.

Lemma throw_sum n : (n < modes)%nat -> may_throw n = true ->
  (IZR (bust n) / IZR (den n) + IZR (wipe n) / IZR (den n) + E (ways_R n) (fun _ => 1) = 1)%R.
Proof.
  intros Hn M. pose proof (den_positive n Hn M) as D.
  assert (X : forall l, E (map (fun kw : nat * N => (IZR (z (snd kw)) / IZR (den n), fst kw)%R) l)
    (fun _ => 1%R) = (IZR (total l (fun _ => 1%Z)) / IZR (den n))%R).
  { induction l as [|[k w] l IH]; simpl; [unfold Rdiv; lra|].
    rewrite IH, plus_IZR, mult_IZR. unfold Rdiv. lra. }
  unfold ways_R. rewrite X. pose proof (R_sum Sen n Hn) as Sum.
  transitivity (IZR (bust n + wipe n + total (ways n) (fun _ => 1%Z)) / IZR (den n))%R.
  - rewrite !plus_IZR. unfold Rdiv. lra.
  - rewrite Sum. unfold Rdiv. apply Rinv_r. lra.
Qed.

Lemma option_in k gm : (k < length (sets r))%nat -> In gm (options k) ->
  exists o, (o < length (options k))%nat /\ option_ k o = gm.
Proof. intros Hk I. now apply In_nth with (d := (0, 0)%nat) in I. Qed.

Lemma mode_in k gm : (k < length (sets r))%nat -> In gm (options k) -> (snd gm < modes)%nat.
Proof. intros Hk I. destruct (option_in k gm Hk I) as [o [Ho <-]]. now apply (R_options Sen). Qed.

Lemma gain_in k gm : last_turn r = true -> (k < length (sets r))%nat -> In gm (options k) ->
  (0 < fst gm)%nat.
Proof.
  intros L Hk I. destruct (option_in k gm Hk I) as [o [Ho <-]]. now apply (R_gains Sen).
Qed.

Lemma E_zero {X} (l : list (R * X)) : E l (fun _ => 0%R) = 0%R.
Proof. induction l as [|[q x] l IH]; simpl; [reflexivity|rewrite IH; lra]. Qed.

Lemma chance_range f d n : (n < modes)%nat -> (0 <= chance f d n <= 1)%R.
Proof.
  revert d n. induction f as [|f IH]; intros [|d] n Hn; simpl; try lra.
  destruct (may_throw n) eqn:M; [|lra]. split.
  - rewrite <- (E_zero (ways_R n)). apply E_le; intros q k I; [now apply (ways_in n q k)|].
    apply best_positive.
  - eapply Rle_trans with (E (ways_R n) (fun _ => 1%R)).
    + apply E_le; intros q k I; destruct (ways_in n q k Hn M I) as [W Hk]; [exact W|].
      apply best_most; [lra|]. intros gm J. apply IH. now apply (mode_in k gm).
    + pose proof (throw_sum n Hn M). pose proof (lost_positive n Hn M). lra.
Qed.

Lemma chance_falls f d n : (n < modes)%nat -> (chance f (S d) n <= chance f d n)%R.
Proof.
  revert d n. induction f as [|f IH]; intros d n Hn.
  { destruct d; simpl; lra. }
  destruct d as [|d]; [change (chance (S f) 0 n) with 1%R; now apply chance_range|].
  change (chance (S f) (S (S d)) n) with (if may_throw n
    then E (ways_R n) (fun k => best (fun gm => chance f (S (S d) - fst gm) (snd gm)) (options k))
    else 0%R).
  change (chance (S f) (S d) n) with (if may_throw n
    then E (ways_R n) (fun k => best (fun gm => chance f (S d - fst gm) (snd gm)) (options k))
    else 0%R).
  destruct (may_throw n) eqn:M; [|lra].
  apply E_le; intros q k I; destruct (ways_in n q k Hn M I) as [W Hk]; [exact W|].
  apply best_le. intros [g m] J. cbn [fst snd].
  pose proof (mode_in k (g, m) Hk J) as Hm. cbn [snd] in Hm.
  destruct (Nat.le_gt_cases g (S d)) as [L|L].
  - replace (S (S d) - g)%nat with (S (S d - g)) by lia. now apply IH.
  - replace (S (S d) - g)%nat with (S d - g)%nat by lia. lra.
Qed.

(** More throws than units do not help. *)
Lemma chance_enough f d n : last_turn r = true -> (n < modes)%nat -> (d <= f)%nat ->
  chance f d n = chance (S f) d n.
Proof.
  intros Q. revert d n. induction f as [|f IH]; intros d n Hn Hd.
  { replace d with 0%nat by lia. reflexivity. }
  destruct d as [|d]; [reflexivity|].
  change (chance (S f) (S d) n) with (if may_throw n
    then E (ways_R n) (fun k => best (fun gm => chance f (S d - fst gm) (snd gm)) (options k))
    else 0%R).
  change (chance (S (S f)) (S d) n) with (if may_throw n
    then E (ways_R n) (fun k => best (fun gm => chance (S f) (S d - fst gm) (snd gm)) (options k))
    else 0%R).
  destruct (may_throw n) eqn:M; [|reflexivity].
  apply E_ext. intros q k I. destruct (ways_in n q k Hn M I) as [_ Hk]. apply best_same.
  intros gm J. pose proof (gain_in k gm Q Hk J).
  pose proof (mode_in k gm Hk J) as Hm. apply IH; [exact Hm|lia].
Qed.

Lemma made_range d n : (n < modes)%nat -> (0 <= made d n <= 1)%R.
Proof. apply chance_range. Qed.

Lemma made_falls d e n : (n < modes)%nat -> (d <= e)%nat -> (made e n <= made d n)%R.
Proof.
  intros Hn H. induction H as [|e _ IH]; [lra|].
  eapply Rle_trans; [now apply chance_falls|exact IH].
Qed.

Lemma made_step d n : last_turn r = true -> (n < modes)%nat -> (1 <= d <= S most)%nat ->
  may_throw n = true -> made d n = E (ways_R n) (fun k => best (v_last d) (options k)).
Proof.
  intros Q Hn Hd M. destruct d as [|d]; [lia|]. unfold made at 1.
  change (chance (S most) (S d) n) with (if may_throw n
    then E (ways_R n) (fun k => best (fun gm => chance most (S d - fst gm) (snd gm)) (options k))
    else 0%R).
  rewrite M. apply E_ext. intros q k I. destruct (ways_in n q k Hn M I) as [_ Hk]. apply best_same.
  intros gm J. pose proof (gain_in k gm Q Hk J).
  pose proof (mode_in k gm Hk J) as Hm. apply chance_enough; [assumption..|lia].
Qed.

Lemma made_none d n : may_throw n = false -> (1 <= d)%nat -> made d n = 0%R.
Proof. intros M Hd. destruct d as [|d]; [lia|]. unfold made. simpl. now rewrite M. Qed.

Lemma short_range j s : last_turn r = true -> (j < goal r)%nat -> (goal r <= s)%nat ->
  (1 <= short j s <= S most)%nat.
Proof. intros Q Hj Hs. pose proof (R_most Sen Q). unfold short. lia. Qed.

Lemma short_more j s t : (s <= t)%nat -> (short j s <= short j t)%nat.
Proof. unfold short. lia. Qed.

(** What an interval says of a number in it. *)
Lemma side_shows p who b v : (IZR (fst b) / IZR one <= v <= IZR (snd b) / IZR one)%R ->
  (IZR (side p who b) / IZR one <= side_R p who v)%R.
Proof. intros H. unfold side, side_R. destruct (eqb p who); [|rewrite <- claim_minus]; lra. Qed.

Lemma side_R_negb p who v : side_R p (negb who) v = side_R p who (1 - v).
Proof. unfold side_R. destruct p, who; simpl; lra. Qed.

(** A landing is worth what its claim says. *)
Lemma cland_shows p who i j s : (j < goal r)%nat ->
  (IZR (side p who (landed i j s)) / IZR one <= claimed_by p (cland who i j s))%R.
Proof.
  intros Hj. unfold cland, landed. destruct (Nat.leb_spec (goal r) s) as [Hs|Hs].
  - destruct (last_turn r) eqn:Q; [|unfold claimed_by; simpl; lra].
    unfold claimed_by. cbn [exactly fst snd]. rewrite side_R_negb.
    now apply side_shows, (P_pass Pr).
  - unfold claimed_by. destruct (Nat.eqb_spec s i); cbn [exactly fst snd interval];
      rewrite side_flip; [subst|]; lra.
Qed.

Lemma center_shows p who i j s n : (j < goal r)%nat ->
  (IZR (side p who (entered i j s n)) / IZR one <= claimed_by p (center who i j s n))%R.
Proof.
  intros Hj. pose proof (R_rolled Sen) as Rl. unfold center, entered.
  destruct (last_turn r) eqn:Q.
  - rewrite orb_true_r. unfold claimed_by. cbn [exactly fst snd].
    destruct (Nat.ltb_spec s (rolled r)) as [L|L]; [cbn [interval]; lra|].
    unfold landed. destruct (Nat.leb_spec (goal r) s); [|lia]. rewrite Q.
    now apply side_shows, (P_pass Pr).
  - rewrite orb_false_r, (R_usual Sen Q). destruct (s <? goal r)%nat eqn:L.
    + unfold claimed_by. cbn [exactly fst snd]. rewrite (R_usual Sen Q), L. cbn [interval]. lra.
    + destruct (exact r && _); [now apply cland_shows|]. unfold claimed_by. simpl. lra.
Qed.

Lemma E_ways (l : list (nat * N)) d (X : nat -> bool * claims) f g :
  (forall k w, In (k, w) l -> f (X k) = (IZR (g k) / IZR one)%R) ->
  E (map (fun kw => (IZR (z (snd kw)) / d, X (fst kw))%R) l) f
  = (IZR (total l g) / d / IZR one)%R.
Proof.
  induction l as [|[k w] l IH]; simpl; intros H; [unfold Rdiv; lra|].
  rewrite (H k w) by now left. rewrite IH by (intros; eapply H; right; eassumption).
  rewrite plus_IZR, mult_IZR. unfold Rdiv. lra.
Qed.

Lemma total_flip (l : list (nat * N)) f :
  total l (fun k => one - f k) = one * total l (fun _ => 1) - total l f.
Proof. induction l as [|[k w] l IH]; simpl; [lia|rewrite IH; lia]. Qed.

(** A throw shows at least the end of its interval, for both players. *)
Lemma throw_shows p who i j s n : (i < goal r)%nat -> (j < goal r)%nat ->
  (i <= s < rolled r)%nat -> (n < modes)%nat ->
  (IZR (side p who (c i j s n)) / IZR one <= E (cthrow who i j s n) (claimed_by p))%R.
Proof.
  intros Hi Hj Hs Hn. unfold cthrow. destruct (may_throw n) eqn:M.
  - destruct (P_throw Pr i j s n Hi Hj Hs Hn M) as [Lo Hi'].
    pose proof (den_positive n Hn M) as DR. destruct (lost_positive n Hn M) as [B0 _].
    pose proof (R_sum Sen n Hn) as Sum.
    set (x := side p who (landed i j (lands i))). set (y := side p who (flip (column j))).
    set (g := fun k => side p who (set_worth i j s k)).
    pose proof (cland_shows p who i j (lands i) Hj) as C1. fold x in C1.
    apply (Rmult_le_compat_l _ _ _ B0) in C1.
    assert (C2 : claimed_by p (negb who, StartBy Column j 0) = (IZR y / IZR one)%R).
    { unfold claimed_by. cbn [exactly fst snd interval]. now rewrite side_flip. }
    assert (X : (IZR (bust n * x + wipe n * y + total (ways n) g) / IZR (den n) / IZR one <=
      E ((IZR (bust n) / IZR (den n), cland who i j (lands i))
      :: (IZR (wipe n) / IZR (den n), (negb who, StartBy Column j 0))
      :: map (fun kw => (IZR (z (snd kw)) / IZR (den n), (who, At (Pick i j s (fst kw)))))
         (ways n)) (claimed_by p))%R).
    { simpl. rewrite (E_ways (ways n) (IZR (den n)) (fun k => (who, At (Pick i j s k)))
        (claimed_by p) g), C2.
      - rewrite !plus_IZR, !mult_IZR. unfold Rdiv in *. lra.
      - intros k w _. unfold claimed_by. cbn [exactly fst snd].
        destruct (Nat.ltb_spec s (rolled r)); [reflexivity|lia]. }
    eapply Rle_trans; [|exact X]. clear X C1 C2.
    apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, one_pos|].
    apply (Rmult_le_reg_r (IZR (den n))); [assumption|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r, <- mult_IZR by lra. apply IZR_le.
    subst x y g. unfold side. destruct (eqb p who); [exact Lo|].
    rewrite total_flip. nia.
  - simpl. rewrite (P_no_throw Pr i j s n Hi Hj Hs Hn M).
    pose proof (cland_shows p who i j (lands i) Hj). lra.
Qed.

Lemma single p (cl : bool * claims) : E [(1%R, cl)] (claimed_by p) = claimed_by p cl.
Proof. simpl. lra. Qed.

Lemma free_of k m o : (o < length (options k))%nat -> option_ k o = (0%nat, m) -> (m < free k)%nat.
Proof.
  unfold option_, free. generalize (options k). intros l. revert o.
  induction l as [|[g' m'] l IH]; intros o Ho E0; cbn [length nth fold_right] in *;
    [lia|]. destruct o; cbn [nth] in E0.
  - injection E0; intros; subst. cbn [fst snd Nat.eqb]. lia.
  - specialize (IH o ltac:(lia) E0). lia.
Qed.

Lemma level_lt a b x : (a < b)%nat -> (a * big + (big - 1) < b * big + S x)%nat.
Proof.
  intros L. assert (0 < big)%nat by (unfold big; lia).
  assert ((a + 1) * big <= b * big)%nat by (apply Nat.mul_le_mono_r; lia). lia.
Qed.

Lemma level_more i j : (i < goal r)%nat -> (j < goal r)%nat ->
  (2 * most + 12 <= big <= (2 * goal r - i - j) * big)%nat.
Proof.
  intros Hi Hj. split; [unfold big; lia|].
  assert (1 * big <= (2 * goal r - i - j) * big)%nat by (apply Nat.mul_le_mono_r; lia). lia.
Qed.

Lemma cland_rank who i j s x : (i < goal r)%nat -> (j < goal r)%nat -> (i <= s)%nat ->
  (ranked (cland who i j s) < (2 * goal r - i - j) * big + S x)%nat.
Proof.
  intros Hi Hj Hs. pose proof (level_more i j Hi Hj). unfold cland.
  destruct (Nat.leb_spec (goal r) s).
  { destruct (last_turn r); unfold ranked; cbn [snd]; [unfold short; lia|lia]. }
  destruct (Nat.eqb_spec s i); unfold ranked; cbn [snd]; [apply Nat.add_pos_r; lia|].
  apply level_lt. lia.
Qed.

(** After a turn that made the goal, only a last turn follows. *)
Lemma cland_last who i j s : last_turn r = true -> (goal r <= s)%nat ->
  cland who i j s = (negb who, At (Last (short j s) (start r))).
Proof. intros Q Hs. unfold cland. destruct (Nat.leb_spec (goal r) s); [now rewrite Q|lia]. Qed.

Lemma throw_rank who i j s n q cl : (i < goal r)%nat -> (j < goal r)%nat ->
  (i <= s < rolled r)%nat -> (n < modes)%nat -> In (q, cl) (cthrow who i j s n) ->
  (ranked cl < (2 * goal r - i - j) * big + ((rolled r - s) * width + 2 * n + 2))%nat.
Proof.
  intros Hi Hj Hs Hn I. pose proof (R_lands Sen i Hi).
  pose proof (cland_rank who i j (lands i) ((rolled r - s) * width + 2 * n + 1) Hi Hj H) as X.
  replace (S ((rolled r - s) * width + 2 * n + 1)) with ((rolled r - s) * width + 2 * n + 2)%nat
    in X by lia.
  unfold cthrow in I. destruct (may_throw n).
  - destruct I as [I|[I|I]].
    + injection I; intros; subst. exact X.
    + injection I; intros; subst. unfold ranked; cbn [snd]. do 2 apply Nat.add_pos_r; lia.
    + apply in_map_iff in I. destruct I as [[k w] [Q I]]. injection Q; intros; subst.
      destruct (R_weights Sen n k w Hn I) as [_ [_ F]]. unfold ranked; cbn [snd fst].
      destruct (Nat.ltb_spec s (rolled r)); [|lia]. apply Nat.add_lt_mono_l. lia.
  - destruct I as [I|[]]. injection I; intros; subst. exact X.
Qed.

Lemma cland_inside who i j s : (i < goal r)%nat -> (j < goal r)%nat -> (i <= s)%nat ->
  ok the_certificate (cland who i j s).
Proof.
  intros Hi Hj Hs. unfold cland. destruct (Nat.leb_spec (goal r) s).
  - destruct (last_turn r) eqn:Q; simpl; [|tauto]. pose proof (short_range j s Q Hj H).
    pose proof (R_start Sen). auto.
  - destruct (s =? i)%nat; simpl; auto.
Qed.

Lemma throw_inside who i j s n q cl : (i < goal r)%nat -> (j < goal r)%nat -> (i <= s)%nat ->
  (s < goal r)%nat \/ last_turn r = true -> (n < modes)%nat -> In (q, cl) (cthrow who i j s n) ->
  ok the_certificate cl.
Proof.
  intros Hi Hj Hs Hg Hn I. pose proof (R_lands Sen i Hi) as HL. pose proof (R_goal Sen) as HG.
  pose proof (cland_inside who i j (lands i) Hi Hj HL) as X.
  unfold cthrow in I. destruct (may_throw n).
  - destruct I as [I|[I|I]].
    + injection I; intros; subst. exact X.
    + injection I; intros; subst. simpl. auto.
    + apply in_map_iff in I. destruct I as [[k w] [Q I]]. injection Q; intros; subst.
      destruct (R_weights Sen n k w Hn I) as [_ [K _]]. simpl. tauto.
  - destruct I as [I|[]]. injection I; intros; subst. exact X.
Qed.

Lemma center_inside who i j s n : (i < goal r)%nat -> (j < goal r)%nat -> (i <= s)%nat ->
  (n < modes)%nat -> ok the_certificate (center who i j s n).
Proof.
  intros Hi Hj Hs Hn. unfold center. destruct (Nat.ltb_spec s (goal r)); [simpl; tauto|].
  destruct (last_turn r) eqn:Q; [simpl; tauto|].
  cbn [orb]. destruct (exact r && _); [|simpl; auto].
  apply cland_inside; [assumption..|now apply (R_lands Sen)].
Qed.

Lemma last_inside who d n q cl : last_turn r = true -> (1 <= d <= S most)%nat ->
  (n < modes)%nat -> In (q, cl) (cthrow_last who d n) ->
  ok the_certificate cl /\ (ranked cl < 2 * d + 2)%nat.
Proof.
  intros Q Hd Hn I. unfold cthrow_last, rename in I. apply in_map_iff in I.
  destruct I as [[q' wp] [E0 I]]. injection E0; intros; subst. clear E0. cbn [snd].
  unfold throw_last in I. destruct (may_throw n).
  - destruct I as [I|[I|I]]; try (injection I; intros; subst;
      split; [simpl; tauto|unfold ranked, exact_claim; cbn [snd]; lia]).
    apply in_map_iff in I. destruct I as [[k w] [E0 I]]. injection E0; intros; subst.
    destruct (R_weights Sen n k w Hn I) as [_ [K _]].
    split; [simpl; tauto|unfold ranked, exact_claim; cbn [snd]; lia].
  - destruct I as [I|[]]. injection I; intros; subst.
    split; [simpl; tauto|unfold ranked, exact_claim; cbn [snd]; lia].
Qed.

Lemma center_last_inside who d g m : last_turn r = true -> (1 <= d <= S most)%nat ->
  (m < modes)%nat -> (0 < g)%nat ->
  ok the_certificate (center_last who d g m) /\ (ranked (center_last who d g m) < 2 * d + 1)%nat.
Proof.
  intros Q Hd Hm Hg. unfold center_last, enter_last, exact_claim.
  destruct (Nat.leb_spec d g); unfold ranked; cbn [fst snd]; (split; [simpl|lia]); [tauto|].
  repeat split; auto; lia.
Qed.

Lemma cland_at who i j s :
  (fst (cland who i j s), place_of (snd (cland who i j s))) = land who j s.
Proof.
  unfold cland, land. destruct (goal r <=? s)%nat; [now destruct (last_turn r)|].
  now destruct (s =? i)%nat.
Qed.

Lemma exact_at l : rename (at_ the_certificate) (rename exact_claim l) = l.
Proof.
  unfold rename. rewrite map_map. rewrite <- (map_id l) at 2. apply map_ext.
  now intros [q [who pl]].
Qed.

Lemma throw_at who i j s n :
  rename (at_ the_certificate) (cthrow who i j s n) = throw who i j s n.
Proof.
  unfold cthrow, throw, rename. destruct (may_throw n); cbn [map fst snd].
  - cbn [at_ the_certificate]. rewrite cland_at. f_equal. f_equal. rewrite map_map.
    apply map_ext. reflexivity.
  - cbn [at_ the_certificate]. now rewrite cland_at.
Qed.

Lemma entered_within i j s n : (i < goal r)%nat -> (j < goal r)%nat -> (i <= s)%nat ->
  (n < modes)%nat -> within (entered i j s n).
Proof.
  intros. unfold entered. destruct (Nat.ltb_spec s (rolled r)); [now apply (P_u Pr)|].
  destruct (last_turn r); [now apply landed_within|].
  destruct (exact r && _); [now apply landed_within|]. pose proof (P_one Pr).
  unfold within; simpl; lia.
Qed.

Lemma interval_within wc : ok the_certificate wc -> exactly (snd wc) = None ->
  within (interval (snd wc)).
Proof.
  pose proof (P_one Pr) as O. pose proof (R_rolled Sen).
  destruct wc as [who [[i j|i j s n|i j s k| |d n|d k]|[] i j]]; cbn [exactly snd interval];
    intros [I J] Q; simpl in I; try discriminate;
    try (apply (P_within Pr); tauto); try (apply (P_column Pr); tauto).
  - destruct (Nat.ltb_spec s (rolled r)); [apply (P_u Pr); tauto|discriminate].
  - destruct (Nat.ltb_spec s (rolled r)); [apply (P_set_worth Pr); tauto|discriminate].
  - unfold within; simpl; lia.
Qed.

Lemma v_bank_range j s gm : (0 <= v_bank j s gm <= 1)%R.
Proof.
  unfold v_bank. pose proof (made_range (short j (s + fst gm)) (start r) (R_start Sen)). lra.
Qed.

Lemma exactly_range wc v : ok the_certificate wc -> exactly (snd wc) = Some v -> (0 <= v <= 1)%R.
Proof.
  destruct wc as [who [[i j|i j s n|i j s k| |d n|d k]|[] i j]]; cbn [exactly snd];
    intros [I J] Q; simpl in I; try discriminate.
  - destruct (s <? rolled r)%nat; [discriminate|]. injection Q; intros <-.
    pose proof (made_range (short j s) (start r) (R_start Sen)). lra.
  - destruct (s <? rolled r)%nat; [discriminate|]. injection Q; intros <-.
    split; [apply best_positive|]. apply best_most; [lra|]. intros. apply v_bank_range.
  - injection Q; intros <-. now apply made_range.
  - injection Q; intros <-. split; [apply best_positive|]. apply best_most; [lra|]. intros gm K.
    apply made_range, (mode_in k); tauto.
Qed.

(** Nobody claims less than 0. *)
Lemma claimed_positive p wc : ok the_certificate wc -> (0 <= claimed_by p wc)%R.
Proof.
  intros Hc. unfold claimed_by. destruct (exactly (snd wc)) as [v|] eqn:Q.
  - pose proof (exactly_range wc v Hc Q). unfold side_R. destruct (eqb p (fst wc)); lra.
  - pose proof (interval_within wc Hc Q) as W. unfold within in W.
    replace 0%R with (IZR 0 / IZR one)%R by (unfold Rdiv; lra). apply claim_le.
    unfold side. destruct (eqb p (fst wc)); lia.
Qed.

Lemma map_chances {X} n a b (f : nat -> X) : (n < modes)%nat -> may_throw n = true ->
  chances ((IZR (bust n) / IZR (den n), a)%R :: (IZR (wipe n) / IZR (den n), b)%R ::
    map (fun kw => (IZR (z (snd kw)) / IZR (den n), f (fst kw))%R) (ways n)).
Proof.
  intros Hn M. pose proof (lost_positive n Hn M) as [B0 W0]. pose proof (throw_sum n Hn M) as Sum.
  assert (Q : map (fun kw => (IZR (z (snd kw)) / IZR (den n), f (fst kw))%R) (ways n)
    = rename f (ways_R n)) by (unfold rename, ways_R; now rewrite map_map).
  rewrite Q. split.
  - intros p x [I|[I|I]]; try (injection I; intros; subst; assumption).
    apply in_map_iff in I. destruct I as [[q k] [E0 I]]. injection E0; intros; subst.
    exact (proj1 (ways_in n _ k Hn M I)).
  - simpl. rewrite E_rename. lra.
Qed.

Lemma sure_chances {X} (x : X) : chances [(1%R, x)].
Proof. split; simpl; [|lra]. intros p y [I|[]]. injection I; intros; subst. lra. Qed.

Lemma throw_chances who i j s n : (n < modes)%nat -> chances (throw who i j s n).
Proof.
  intros Hn. unfold throw. destruct (may_throw n) eqn:M; [|apply sure_chances].
  now apply (map_chances n _ _ (fun k => (who, Pick i j s k))).
Qed.

Lemma throw_last_chances who d n : (n < modes)%nat -> chances (throw_last who d n).
Proof.
  intros Hn. unfold throw_last. destruct (may_throw n) eqn:M; [|apply sure_chances].
  now apply (map_chances n _ _ (fun k => (who, LastPick d k))).
Qed.

(** What claims say is inside is inside. *)
Lemma inside_by l p t : (forall q cl, In (q, cl) l -> ok the_certificate cl) ->
  In (p, t) (rename (at_ the_certificate) l) -> inside race t.
Proof.
  intros H I. apply in_map_iff in I. destruct I as [[q cl] [Q I]]. injection Q; intros; subst.
  exact (proj1 (H _ _ I)).
Qed.

(** The race is a game: chances sum to 1, and its positions lead to positions. *)
Lemma well_formed_race : well_formed race.
Proof.
  assert (HG := R_goal Sen).
  split.
  - intros p [who []] _ _; simpl; try destruct (eqb p who); lra.
  - intros [[] []]; simpl; intros; lra || discriminate.
  - intros [who [i j|i j s n|i j s k| |d n|d k]] a I F L; simpl in *; try discriminate.
    + apply throw_chances, (R_start Sen).
    + destruct a; [now apply throw_chances|apply sure_chances|destruct L].
    + destruct a as [| |o]; try (now destruct L). destruct (option_ k o). apply sure_chances.
    + destruct a; [now apply throw_last_chances|apply sure_chances|destruct L].
    + destruct a as [| |o]; try (now destruct L). destruct (option_ k o). apply sure_chances.
  - intros [who [i j|i j s n|i j s k| |d n|d k]] a p t I F L J; simpl in I, L; try discriminate;
      cbn [next race] in J.
    + rewrite <- throw_at in J. revert J. apply inside_by. intros q cl.
      apply throw_inside; try tauto; [lia|apply (R_start Sen)].
    + destruct a; [| |now destruct L].
      * rewrite <- throw_at in J. revert J. apply inside_by. intros q cl.
        apply throw_inside; tauto.
      * destruct J as [J|[]]. injection J; intros <- _. rewrite <- (cland_at who i).
        apply cland_inside; tauto.
    + destruct a as [| |o]; try (now destruct L). pose proof (R_options Sen k o) as RO.
      destruct (option_ k o) as [g m]. destruct J as [J|[]]. injection J; intros <- _.
      cbn [snd] in RO. pose proof (center_inside who i j (s + g) m) as X.
      assert (Y : enter who i j (s + g) m =
        at_ the_certificate (center who i j (s + g) m)).
      { unfold enter, center. destruct (_ || _); [reflexivity|]. destruct (exact r && _);
          [|reflexivity]. symmetry. apply cland_at. }
      rewrite Y. apply X; try tauto; lia.
    + destruct a; [|destruct J as [J|[]]; injection J; intros <- _; exact Logic.I|now destruct L].
      rewrite <- (exact_at (throw_last who d n)) in J. revert J. apply inside_by. intros q cl K.
      apply (last_inside who d n q cl); tauto.
    + destruct a as [| |o]; try (now destruct L). pose proof (R_options Sen k o) as RO.
      pose proof (R_gains Sen (proj1 I) k o) as RG.
      destruct (option_ k o) as [g m]. destruct J as [J|[]]. injection J; intros <- _.
      cbn [fst snd] in *. destruct (center_last_inside who d g m) as [X _]; try tauto.
      unfold center_last, exact_claim in X. destruct (enter_last who d g m). exact (proj1 X).
Qed.

Lemma side_le p who a b : (p = who -> fst a <= fst b) -> (p <> who -> snd b <= snd a) ->
  side p who a <= side p who b.
Proof.
  unfold side. intros X Y. destruct (eqb p who) eqn:Q.
  - apply X. now apply eqb_prop.
  - assert (snd b <= snd a); [|lia]. apply Y. intros ->. now rewrite eqb_reflx in Q.
Qed.

(** Both players' claims together leave the width of the interval. *)
Lemma both_sides who b : side true who b + side false who b = one - (snd b - fst b).
Proof. unfold side. destruct who; simpl; lia. Qed.

(** A turn is worth no less to the mover than a good action, and no more than any legal one. *)
Lemma turn_facts i j s n : (i < goal r)%nat -> (j < goal r)%nat -> (i <= s < rolled r)%nat ->
  (n < modes)%nat ->
  (may_throw n = true \/ may_bank i s n = false -> snd (c i j s n) <= snd (u i j s n)) /\
  (may_bank i s n = true -> snd (landed i j s) <= snd (u i j s n)) /\
  (decided i j s n <> B -> fst (u i j s n) <= fst (c i j s n)) /\
  (decided i j s n <> T -> fst (u i j s n) <= fst (landed i j s)).
Proof.
  intros Hi Hj Hs Hn. pose proof (P_turn Pr i j s n Hi Hj Hs Hn) as X.
  pose proof (P_u Pr i j s n Hi Hj Hs Hn) as [W _].
  pose proof (landed_within i j s Hi Hj) as [WL _].
  destruct (decided i j s n) eqn:D.
  - destruct X as [X Y]. rewrite X in *. repeat split; try lia; try congruence.
    intros M. specialize (Y M). lia.
  - destruct X as [X Y]. rewrite X in *. repeat split; try lia; try congruence.
    intros [M|M]; [specialize (Y M); lia|].
    unfold decided in D. rewrite M in D. discriminate.
  - destruct X as [[X [Y Z]]|[_ X]]; [rewrite X, <- Y in *|]; repeat split; lia.
Qed.

Lemma start_rank i j n : (n < modes)%nat ->
  ((2 * goal r - i - j) * big + ((rolled r - i) * width + 2 * n + 2)
    <= (2 * goal r - i - j) * big + (big - 1))%nat.
Proof.
  intros Hn. apply Nat.add_le_mono_l.
  assert ((rolled r - i) * width <= rolled r * width)%nat by (apply Nat.mul_le_mono_r; lia).
  unfold big. assert (2 * n + 2 <= width)%nat by (unfold width; lia). lia.
Qed.

Lemma kept_shows p who i j : (i < goal r)%nat -> (j < goal r)%nat -> nobody i j = false ->
  (IZR (side p who (kept i j)) / IZR one <= E (cthrow who i j i (start r)) (claimed_by p))%R.
Proof.
  intros Hi Hj Nb. pose proof (R_rolled Sen).
  eapply Rle_trans; [|apply throw_shows; try lia; apply (R_start Sen)].
  apply claim_le. destruct (P_kept Pr i j Hi Hj Nb) as [X Y]. apply side_le; intros _; assumption.
Qed.

(** The wider box of a pair shows more than it claims, to either player. *)
Lemma wide_shows p who i j b : (i < goal r)%nat -> (j < goal r)%nat -> nobody i j = false ->
  inside_of (kept i j) b ->
  let e := E (cthrow who i j i (start r)) (claimed_by p) in
  let x := (IZR (side p who b) / IZR one)%R in
  (x <= e /\ (x = 0 \/ x + 1 / IZR one <= e))%R.
Proof.
  intros Hi Hj Nb [W [Lo [Hi' _]]] e x. pose proof (kept_shows p who i j Hi Hj Nb) as K.
  fold e in K. destruct (P_within Pr i j Hi Hj) as [W' _]. unfold within in *.
  assert (X : side p who b = 0 /\ 0 <= side p who (kept i j) \/
    side p who b + 1 <= side p who (kept i j)).
  { unfold side. destruct (eqb p who); lia. }
  destruct X as [[X Y]|X].
  - assert (x = 0)%R by (unfold x; rewrite X; unfold Rdiv; lra).
    apply claim_le in Y. rewrite <- X in Y. fold x in Y. split; [lra|now left].
  - apply claim_le in X. rewrite <- claim_add in X. fold x in X.
    pose proof (Rinv_0_lt_compat _ one_pos). unfold Rdiv in *. split; [lra|right; lra].
Qed.

Lemma wide_narrow who i j b : (i < goal r)%nat -> (j < goal r)%nat -> nobody i j = false ->
  inside_of (kept i j) b ->
  (IZR (side true who b) / IZR one + IZR (side false who b) / IZR one + 1 / IZR one <=
    E (cthrow who i j i (start r)) (claimed_by true) +
    E (cthrow who i j i (start r)) (claimed_by false))%R.
Proof.
  intros Hi Hj Nb [_ [_ [_ W]]]. pose proof (kept_shows true who i j Hi Hj Nb).
  pose proof (kept_shows false who i j Hi Hj Nb).
  assert (X : side true who b + side false who b + 1 <=
    side true who (kept i j) + side false who (kept i j)) by (rewrite !both_sides; lia).
  apply claim_le in X. rewrite <- !claim_add in X. lra.
Qed.

(** Taking an option is a step to a smaller rank. *)
Lemma pick_rank who i j s k o g m : (i < goal r)%nat -> (j < goal r)%nat ->
  (i <= s < rolled r)%nat ->
  (k < length (sets r))%nat -> (o < length (options k))%nat -> option_ k o = (g, m) ->
  (ranked (center who i j (s + g) m)
    < (2 * goal r - i - j) * big + ((rolled r - s) * width + 2 * free k + 1))%nat.
Proof.
  intros Hi Hj Hs Hk Ho Q. pose proof (R_options Sen k o Hk Ho) as M. rewrite Q in M. simpl in M.
  pose proof (level_more i j Hi Hj) as LM. pose proof (R_rolled Sen) as Rl.
  unfold center. destruct (Nat.ltb_spec (s + g) (goal r)) as [L|L]; cbn [orb];
    [|destruct (last_turn r) eqn:LT].
  1, 2: unfold ranked; cbn [snd]; destruct (Nat.ltb_spec (s + g) (rolled r));
    [|set (L0 := ((2 * goal r - i - j) * big)%nat) in *; clearbody L0;
      generalize ((rolled r - s) * width)%nat; intros; lia];
    apply Nat.add_lt_mono_l; destruct g as [|g];
    [pose proof (free_of k m o Ho Q); replace (s + 0)%nat with s by lia; lia|];
    replace (rolled r - s)%nat with (S g + (rolled r - (s + S g)))%nat by lia;
    rewrite Nat.mul_add_distr_r; assert (2 * m + 2 <= width)%nat by (unfold width; lia);
    simpl; lia.
  destruct (exact r && _).
  - pose proof (cland_rank who i j (lands i) ((rolled r - s) * width + 2 * free k) Hi Hj
      (R_lands Sen i Hi)). lia.
  - unfold ranked; cbn [snd]. do 2 apply Nat.add_pos_r. lia.
Qed.

(** *** What follows the score rolled *)

Lemma won_claim p who : claimed_by p (who, At Won) = side_R p who 1.
Proof.
  unfold claimed_by, side_R, side. cbn [exactly fst snd interval]. pose proof claim_one.
  destruct (eqb p who); [assumption|]. replace (one - one) with 0 by lia. unfold Rdiv. lra.
Qed.

Lemma E_side {X} p who (l : list (R * X)) v :
  E l (fun x => side_R p who (v x)) = if eqb p who then E l v else (E l (fun _ => 1) - E l v)%R.
Proof.
  unfold side_R. destruct (eqb p who); [reflexivity|].
  rewrite (E_ext l _ (fun x => 1 * 1 + (-1) * v x)%R) by (intros; lra).
  rewrite (E_linear l 1 (-1) (fun _ => 1%R)). lra.
Qed.

(** The chance to pass is exact. *)
Lemma last_shows p who d n : last_turn r = true -> (1 <= d <= S most)%nat -> (n < modes)%nat ->
  E (cthrow_last who d n) (claimed_by p) = side_R p who (made d n).
Proof.
  intros Q Hd Hn. unfold cthrow_last. rewrite E_rename. unfold throw_last.
  assert (Lose : claimed_by p (exact_claim (negb who, Won)) = side_R p who 0).
  { unfold exact_claim. cbn [fst snd]. rewrite won_claim, side_R_negb. f_equal. lra. }
  destruct (may_throw n) eqn:M.
  - assert (W : map (fun kw => (IZR (z (snd kw)) / IZR (den n), (who, LastPick d (fst kw)))%R)
      (ways n) = rename (fun k => (who, LastPick d k)) (ways_R n))
      by (unfold rename, ways_R; now rewrite map_map).
    rewrite W. simpl. rewrite E_rename, Lose.
    rewrite (E_ext (ways_R n) _ (fun k => side_R p who (best (v_last d) (options k))))
      by reflexivity.
    rewrite E_side, (made_step d n Q Hn Hd M). pose proof (throw_sum n Hn M).
    unfold side_R. destruct (eqb p who); lra.
  - simpl. rewrite Lose, (made_none d n M) by lia. lra.
Qed.

Lemma center_last_shows p who d g m :
  claimed_by p (center_last who d g m) = side_R p who (made (d - g) m).
Proof.
  unfold center_last, enter_last, exact_claim. destruct (Nat.leb_spec d g); cbn [fst snd].
  - rewrite won_claim. replace (d - g)%nat with 0%nat by lia. reflexivity.
  - reflexivity.
Qed.

Lemma center_beyond p who i j s n : last_turn r = true -> (rolled r <= s)%nat ->
  center who i j s n = (who, At (Turn i j s n)) /\
  claimed_by p (who, At (Turn i j s n)) = side_R p who (1 - made (short j s) (start r)) /\
  claimed_by p (cland who i j s) = side_R p who (1 - made (short j s) (start r)).
Proof.
  intros Q Hs. pose proof (R_rolled Sen). unfold center. rewrite Q, orb_true_r.
  split; [reflexivity|]. unfold claimed_by at 1. cbn [exactly fst snd].
  destruct (Nat.ltb_spec s (rolled r)); [lia|]. split; [reflexivity|].
  rewrite cland_last by (assumption || lia). unfold claimed_by. cbn [exactly fst snd].
  now rewrite side_R_negb.
Qed.

(** Who throws there loses more by a bust than he can gain. *)
Lemma beyond_shows p who i j s n : last_turn r = true -> (i < goal r)%nat -> (j < goal r)%nat ->
  (i <= s)%nat -> (rolled r <= s)%nat -> (n < modes)%nat -> may_throw n = true -> p <> who ->
  (made (short j s) (start r) + 1 / IZR one <= E (cthrow who i j s n) (claimed_by p))%R.
Proof.
  intros Q Hi Hj His Hs Hn M Np. pose proof (R_rolled Sen) as Rl. pose proof one_pos as OP.
  pose proof (den_positive n Hn M) as D. destruct (lost_positive n Hn M) as [B0 W0].
  pose proof (throw_inside who i j s n) as Ok.
  pose proof (cland_shows p who i j (lands i) Hj) as C1.
  pose proof (P_rolled Pr i j n Q Hi Hj Hn M) as PR.
  assert (Rg : landed i j (rolled r) = pass (S (rolled r) - j)).
  { unfold landed. destruct (Nat.leb_spec (goal r) (rolled r)); [now rewrite Q|lia]. }
  rewrite Rg in PR. destruct (P_pass Pr j (rolled r) Q Hj Rl) as [_ [PL _]].
  set (least := fst (pass (S (rolled r) - j))) in *.
  assert (Falls : (made (short j s) (start r) <= made (short j (rolled r)) (start r))%R)
    by (apply made_falls; [apply (R_start Sen)|now apply short_more]).
  assert (X : side p who (landed i j (lands i)) = one - snd (landed i j (lands i))).
  { unfold side. destruct (eqb p who) eqn:Qp; [apply eqb_prop in Qp; contradiction|reflexivity]. }
  rewrite X in C1. set (x := one - snd (landed i j (lands i))) in *.
  assert (Step : (IZR (one - least + 1) <= IZR (bust n) / IZR (den n) * IZR x)%R).
  { apply (Rmult_le_reg_r (IZR (den n))); [assumption|].
    replace (IZR (bust n) / IZR (den n) * IZR x * IZR (den n))%R with (IZR (bust n) * IZR x)%R
      by (field; lra).
    rewrite <- !mult_IZR. now apply IZR_le. }
  apply (Rmult_le_compat_r (/ IZR one)) in Step; [|left; now apply Rinv_0_lt_compat].
  rewrite plus_IZR, minus_IZR in Step.
  assert (One : (IZR one * / IZR one = 1)%R) by (apply Rinv_r; lra).
  apply (Rmult_le_compat_l _ _ _ B0) in C1.
  unfold cthrow in *. rewrite M in *. simpl.
  assert (C2 : (0 <= claimed_by p (negb who, StartBy Column j 0))%R).
  { apply claimed_positive. simpl. auto using (R_goal Sen). }
  apply (Rmult_le_pos _ _ W0) in C2.
  assert (C3 : (0 <= E (map (fun kw => (IZR (z (snd kw)) / IZR (den n),
    (who, At (Pick i j s (fst kw))))%R) (ways n)) (claimed_by p))%R).
  { match goal with |- (0 <= E ?l _)%R => rewrite <- (E_zero l) end.
    assert (W : map (fun kw => (IZR (z (snd kw)) / IZR (den n), (who, At (Pick i j s (fst kw))))%R)
      (ways n) = rename (fun k => (who, At (Pick i j s k))) (ways_R n))
      by (unfold rename, ways_R; now rewrite map_map).
    rewrite W, !E_rename. apply E_le; intros q k I; destruct (ways_in n q k Hn M I) as [W' Hk];
      [exact W'|]. apply claimed_positive. simpl. tauto. }
  unfold Rdiv in *. lra.
Qed.

(** The end of an interval that is claimed before [rolled]. *)
Lemma turn_claim p who i j s n : (s < rolled r)%nat ->
  claimed_by p (who, At (Turn i j s n)) = (IZR (side p who (u i j s n)) / IZR one)%R.
Proof.
  intros Hs. unfold claimed_by. cbn [exactly fst snd].
  destruct (Nat.ltb_spec s (rolled r)); [reflexivity|lia].
Qed.

Lemma pick_claim p who i j s k : (s < rolled r)%nat ->
  claimed_by p (who, At (Pick i j s k)) = (IZR (side p who (set_worth i j s k)) / IZR one)%R.
Proof.
  intros Hs. unfold claimed_by. cbn [exactly fst snd].
  destruct (Nat.ltb_spec s (rolled r)); [reflexivity|lia].
Qed.

Lemma pick_claim_beyond p who i j s k : (rolled r <= s)%nat ->
  claimed_by p (who, At (Pick i j s k)) = side_R p who (best (v_bank j s) (options k)).
Proof.
  intros Hs. unfold claimed_by. cbn [exactly fst snd].
  destruct (Nat.ltb_spec s (rolled r)); [lia|reflexivity].
Qed.

Lemma has_options k : (k < length (sets r))%nat -> options k <> [].
Proof. intros Hk Q. pose proof (R_sets Sen k Hk). rewrite Q in H. simpl in H. lia. Qed.

(** From [rolled] on there is a last turn, and one must be able to bank. *)
Lemma beyond_banks i s n : ((s < goal r)%nat \/ last_turn r = true) -> (rolled r <= s)%nat ->
  (n < modes)%nat -> last_turn r = true /\ may_bank i s n = true.
Proof.
  intros Hg Hs Hn. pose proof (R_rolled Sen). destruct Hg as [Hg|Q]; [lia|]. split; [exact Q|].
  unfold may_bank. rewrite (R_banks Sen Q n Hn). apply Nat.leb_le. unfold first. lia.
Qed.

Lemma beyond_decided i j s n : ((s < goal r)%nat \/ last_turn r = true) -> (rolled r <= s)%nat ->
  (n < modes)%nat -> decided i j s n = B.
Proof.
  intros Hg Hs Hn. destruct (beyond_banks i s n Hg Hs Hn) as [_ M]. unfold decided. rewrite M.
  destruct (Nat.ltb_spec s (rolled r)); [lia|]. now rewrite andb_false_r.
Qed.

(** Of options that are known exactly the first best one is chosen. *)
Lemma exact_choice p who v l o : (forall gm, (0 <= v gm)%R) -> (o < length l)%nat ->
  (p = who -> v (nth o l (0, 0)%nat) = best v l) ->
  (side_R p who (best v l) <= side_R p who (v (nth o l (0, 0)%nat)))%R.
Proof.
  intros V Ho Gd. unfold side_R. destruct (eqb p who) eqn:Q.
  - apply eqb_prop in Q. rewrite (Gd Q). lra.
  - assert (v (nth o l (0, 0)%nat) <= best v l)%R by now apply best_of_all, nth_In. lra.
Qed.

Lemma exact_other p who v : (1 - side_R (negb p) who v = side_R p who v)%R.
Proof. unfold side_R. destruct p, who; simpl; lra. Qed.

Lemma crossed a b x y : (a <= b -> 1 - a <= x -> x <= y -> 1 - b <= y)%R.
Proof. lra. Qed.

(** Half a win each is what two dead players claim at most. *)
Lemma half_shows p who cl i j : nobody i j = true -> (i < goal r)%nat /\ (j < goal r)%nat ->
  cl = At (Start i j) \/ cl = StartBy Kept i j \/ cl = StartBy Box i j \/
    cl = StartBy Column i 0 /\ j = 0%nat ->
  (claimed_by p (who, cl) <= 1 / 2)%R.
Proof.
  intros Nb [Hi Hj] Cl. pose proof one_pos as O.
  destruct (P_nobody Pr i j Hi Hj Nb) as [K [B1 B2]].
  assert (X : exists b, exactly cl = None /\ interval cl = b /\
    2 * fst b <= one /\ one <= 2 * snd b).
  { destruct Cl as [->|[->|[->|[-> ->]]]]; cbn [exactly interval]; eexists;
      (split; [reflexivity|split; [reflexivity|]]); rewrite ?K; try lia.
    pose proof (P_column Pr i Hi) as [_ [X [Y _]]]. rewrite K in X, Y.
    destruct X, Y; pose proof (P_one Pr); lia. }
  destruct X as [b [X1 [X2 X3]]]. unfold claimed_by. cbn [fst snd]. rewrite X1, X2.
  apply (Rmult_le_reg_r (IZR one)); [assumption|]. unfold Rdiv.
  rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
  assert (Y : (IZR (2 * side p who b) <= IZR one)%R).
  { apply IZR_le. unfold side. destruct (eqb p who); lia. }
  rewrite mult_IZR in Y. lra.
Qed.

(** *** Who cannot but win *)

Lemma beats_facts i j : beats i j = true ->
  (last_turn r = false /\ exact r = true /\ dead i = false) /\
  (forall n, (n < modes)%nat -> wipe n = 0) /\ (forall k, (k < goal r)%nat -> lands k = k) /\
  (forall k o, (k < length (sets r))%nat -> (o < length (options k))%nat ->
    fst (option_ k o) = 0%nat \/ (goal r - j < fst (option_ k o))%nat).
Proof.
  unfold beats, too_near. rewrite !andb_true_iff, !negb_true_iff.
  intros [[_ [[[[A A'] W] Ld] O]] D]. rewrite forallb_forall in W, Ld, O. split; [auto|].
  split; [|split].
  - intros n Hn. apply Z.eqb_eq, W, in_seq. lia.
  - intros k Hk. apply Nat.eqb_eq, Ld, in_seq. lia.
  - intros k o Hk Ho. specialize (O (options k) (nth_In _ _ Hk)). rewrite forallb_forall in O.
    specialize (O (option_ k o) (nth_In _ _ Ho)). rewrite orb_true_iff in O.
    destruct O as [O|O]; [left; now apply Nat.eqb_eq|right; now apply Nat.ltb_lt].
Qed.

Lemma beats_larger i j k : beats i j = true -> (j <= k)%nat -> beats i k = true.
Proof.
  unfold beats, too_near. rewrite !andb_true_iff. intros [[S [A O]] D] L.
  repeat split; try tauto. rewrite forallb_forall in *. intros l I. specialize (O l I).
  rewrite forallb_forall in *. intros gm J. specialize (O gm J). rewrite orb_true_iff in *.
  destruct O as [O|O]; [now left|right]. apply Nat.ltb_lt in O. apply Nat.ltb_lt. lia.
Qed.

Lemma beats_other i j s : beats i j = true -> dead s = false -> beats s j = true.
Proof. unfold beats. intros X D. rewrite D. rewrite !andb_true_iff in *. tauto. Qed.

Lemma beats_swap p who i j : beats_by p (negb who) j i = beats_by p who i j.
Proof. unfold beats_by. now destruct p, who. Qed.

Lemma by_facts p who i j : beats_by p who i j = true ->
  last_turn r = false /\ exact r = true /\ (forall n, (n < modes)%nat -> wipe n = 0) /\
  (forall k, (k < goal r)%nat -> lands k = k) /\ nobody i j = false.
Proof.
  unfold beats_by, nobody.
  destruct (eqb p who); intros X; apply beats_facts in X; destruct X as [[A [A' D]] [W [L _]]];
    rewrite D, ?andb_false_r; auto.
Qed.

Lemma cland_wins p who i j : (i < goal r)%nat -> beats_by p who i j = true ->
  winning_claim p (cland who i j (lands i)).
Proof.
  intros Hi X. destruct (by_facts p who i j X) as [_ [_ [_ [L _]]]]. rewrite (L i Hi).
  unfold cland. destruct (Nat.leb_spec (goal r) i); [lia|]. rewrite Nat.eqb_refl.
  unfold winning_claim. cbn [fst snd]. now rewrite beats_swap.
Qed.

Lemma throw_wins p who i j s n q cl : (i < goal r)%nat -> (n < modes)%nat ->
  beats_by p who i j = true -> In (q, cl) (cthrow who i j s n) ->
  q = 0%R \/ winning_claim p cl.
Proof.
  intros Hi Hn X I. pose proof (cland_wins p who i j Hi X) as Y.
  destruct (by_facts p who i j X) as [_ [_ [W _]]]. unfold cthrow in I. destruct (may_throw n).
  - destruct I as [I|[I|I]].
    + injection I; intros; subst. now right.
    + injection I; intros; subst. left. rewrite (W n Hn). unfold Rdiv. lra.
    + apply in_map_iff in I. destruct I as [[k w] [Q I]]. injection Q; intros; subst. now right.
  - destruct I as [I|[]]. injection I; intros; subst. now right.
Qed.

Theorem race_checks : checks the_certificate.
Proof.
  assert (O := P_one Pr). assert (OR := one_pos). assert (ROK := R_start Sen).
  assert (Rl := R_rolled Sen).
  split.
  - cbn [delta the_certificate]. split.
    + unfold Rdiv. rewrite Rmult_1_l. now apply Rinv_0_lt_compat.
    + pose proof claim_one. unfold Rdiv in *. apply IZR_le in O.
      pose proof (Rinv_0_lt_compat _ OR).
      assert (1 * / IZR one <= IZR one * / IZR one)%R by (apply Rmult_le_compat_r; lra). lra.
  - intros [who cl] [I _]. exact I.
  - intros p wc Hc. now apply claimed_positive.
  - intros wc Hc. cbn [bound the_certificate]. unfold claimed_by.
    destruct (exactly (snd wc)) as [v|] eqn:Q.
    + unfold side_R. destruct (fst wc); simpl; lra.
    + pose proof (interval_within wc Hc Q) as W. unfold within in W.
      rewrite claim_add, <- claim_one. apply claim_le. rewrite both_sides. lia.
  - intros [who cl] Hc.
    assert (X : forall a b, (a <= 2 * goal r)%nat -> (b <= big)%nat ->
      (a * big + b <= (2 * goal r + 1) * big)%nat).
    { intros a b Ha Hb. rewrite Nat.mul_add_distr_r.
      assert (a * big <= 2 * goal r * big)%nat by (now apply Nat.mul_le_mono_r). lia. }
    assert (Y : forall s x, (s < rolled r)%nat -> (x <= width)%nat ->
      ((rolled r - s) * width + x <= big)%nat).
    { intros s x Hs Hx. assert ((rolled r - s) * width <= rolled r * width)%nat
        by (apply Nat.mul_le_mono_r; lia). unfold big. lia. }
    assert (Small : forall b, (b <= 2 * most + 12)%nat -> (b <= (2 * goal r + 1) * big)%nat).
    { intros b Hb. apply (X 0%nat b); [lia|unfold big; lia]. }
    cbn [rank most_rank the_certificate]. destruct Hc as [I _].
    destruct cl as [[i j|i j s n|i j s k| |d n|d k]|[] i j]; unfold ranked; cbn [snd]; simpl in I;
      try (apply X; lia); try (apply Small; lia).
    + destruct (Nat.ltb_spec s (rolled r)); [|apply Small; lia].
      apply X; [lia|]. rewrite <- Nat.add_assoc. apply Y; [lia|]. unfold width. lia.
    + destruct (Nat.ltb_spec s (rolled r)); [|apply Small; lia].
      apply X; [lia|]. rewrite <- Nat.add_assoc. apply Y; [lia|].
      assert (free k <= modes)%nat; [|unfold width; lia].
      assert (Z : forall l, (forall o, (o < length l)%nat -> (snd (nth o l (0, 0)) < modes)%nat) ->
        (fold_right (fun gm most => Nat.max (if fst gm =? 0 then S (snd gm) else 0) most) 0 l
          <= modes)%nat).
      { induction l as [|[g m] l IH]; intros Hl; cbn [fold_right]; [lia|].
        pose proof (Hl 0%nat ltac:(simpl; lia)) as H0. cbn [nth fst snd] in *.
        assert (forall o, (o < length l)%nat -> (snd (nth o l (0, 0)) < modes)%nat).
        { intros o Ho. apply (Hl (S o)). simpl. lia. }
        specialize (IH ltac:(assumption)). destruct (g =? 0)%nat; lia. }
      apply Z. intros o Ho. apply (R_options Sen k o); tauto.
  - intros p [who cl] Hc F. destruct cl as [[i j| | | | |]|t i j]; simpl in F; try discriminate;
      cbn [bound the_certificate at_ place_of fst snd pay race];
      [apply (half_shows p who _ i j F); [apply Hc|now left]
      |rewrite won_claim; unfold side_R; destruct (eqb p who); lra
      |apply (half_shows p who _ i j F); [apply Hc|destruct t; auto]].
    do 3 right. destruct Hc as [_ ->]. auto.
  - intros [who cl] a [I J] F L.
    destruct cl as [[i j|i j s n|i j s k| |d n|d k]|t i j]; simpl in F; try discriminate;
      cbn [after the_certificate place_of fst snd at_ next race] in *.
    + apply throw_at.
    + destruct a; [apply throw_at| |destruct L]. unfold rename; simpl. now rewrite cland_at.
    + destruct a as [| |o]; try (now destruct L). destruct (option_ k o) as [g m].
      unfold rename; simpl. unfold center, enter. destruct (_ || _); [reflexivity|].
      destruct (exact r && _); [|reflexivity]. now rewrite cland_at.
    + destruct a; [apply exact_at|reflexivity|destruct L].
    + destruct a as [| |o]; try (now destruct L). destruct (option_ k o) as [g m].
      unfold rename; simpl. unfold center_last, exact_claim. now destruct (enter_last who d g m).
    + apply throw_at.
  - intros [who cl] a q d [I J] F L K.
    destruct cl as [[i j|i j s n|i j s k| |l n|l k]|t i j]; simpl in F; try discriminate;
      cbn [after the_certificate place_of fst snd at_ inside race legal] in *.
    + apply (throw_inside who i j i (start r) q d); try tauto; lia.
    + destruct a; [|destruct K as [K|[]]; injection K; intros; subst; apply cland_inside; tauto
        |destruct L].
      apply (throw_inside who i j s n q d); tauto.
    + destruct a as [| |o]; try (now destruct L). pose proof (R_options Sen k o) as RO.
      destruct (option_ k o) as [g m]. destruct K as [K|[]]. injection K; intros; subst.
      apply center_inside; try tauto; lia.
    + destruct a; [|destruct K as [K|[]]; injection K; intros; subst; simpl; tauto|destruct L].
      apply (last_inside who l n q d); tauto.
    + destruct a as [| |o]; try (now destruct L). pose proof (R_options Sen k o) as RO.
      pose proof (R_gains Sen (proj1 I) k o) as RG.
      destruct (option_ k o) as [g m]. destruct K as [K|[]]. injection K; intros; subst.
      apply center_last_inside; tauto.
    + apply (throw_inside who i j i (start r) q d); try tauto; lia.
  - intros [who pl] a _ _ [L _]. exact L.
  - intros [who pl] I F. cbn [good chosen the_certificate]. unfold good_act, chosen_act.
    destruct pl as [i j|i j s n|i j s k| |d n|d k]; simpl in F; try discriminate; cbn [snd].
    + split; [exact Logic.I|exact Logic.I].
    + cbn [legal race] in *. unfold decided. destruct (may_bank i s n) eqn:M1;
        destruct (may_throw n) eqn:M2; cbn [andb]; try destruct (s <? rolled r)%nat;
        try destruct (letter i j s n) eqn:M3;
        rewrite ?M1, ?M2, ?M3; (split; [auto|congruence]).
    + cbn [legal race inside] in *. destruct I as [[Hi [Hj [Hs Hk]]] Hg].
      destruct (Nat.ltb_spec s (rolled r)) as [L|L].
      * destruct (P_pick Pr i j s k Hi Hj (conj Hs L) Hk) as [o [rest [Q [Ho _]]]].
        rewrite Q. simpl. auto.
      * apply first_best_right; [now apply has_options|]. intros; apply v_bank_range.
    + split; [exact Logic.I|exact Logic.I].
    + cbn [legal race inside] in *. apply first_best_right; [apply has_options; tauto|].
      intros gm K. apply made_range, (mode_in k); tauto.
  - (* secure *)
    intros p [who cl] a [I J] F [L Gd].
    destruct cl as [[i j|i j s n|i j s k| |l n|l k]|t i j]; simpl in F; try discriminate;
      unfold descends; cbn [after the_certificate place_of fst snd at_ inside race legal bound rank
        delta good owner] in *.
    + split; [now apply kept_shows|]. right; right. intros q d K.
      apply (throw_rank who i j i (start r)) in K; try lia.
      pose proof (start_rank i j _ ROK). unfold ranked at 2; cbn [snd]. lia.
    + destruct I as [[Hi [Hj [His Hn]]] Hg]. destruct (Nat.lt_ge_cases s (rolled r)) as [Hr|Hr].
      * assert (Hs := conj His Hr).
        destruct (turn_facts i j s n Hi Hj Hs Hn) as [F1 [F2 [F3 F4]]].
        assert (Rk : ranked (who, At (Turn i j s n))
          = ((2 * goal r - i - j) * big + ((rolled r - s) * width + 2 * n + 2))%nat).
        { unfold ranked. cbn [snd]. destruct (Nat.ltb_spec s (rolled r)); [reflexivity|lia]. }
        rewrite (turn_claim p who i j s n Hr), Rk. clear Rk.
        destruct a; [| |destruct L].
        -- split.
           ++ eapply Rle_trans; [|now apply throw_shows]. apply claim_le.
              apply side_le; [|intros _; now apply F1]. intros Q. subst p. now apply F3, Gd.
           ++ right; right. intros q d K. now apply (throw_rank who i j s n q d) in K.
        -- split.
           ++ rewrite single. eapply Rle_trans; [|now apply cland_shows]. apply claim_le.
              apply side_le; [|intros _; now apply F2]. intros Q. subst p. now apply F4, Gd.
           ++ right; right. intros q d [K|[]]. injection K; intros; subst.
              pose proof (cland_rank who i j s ((rolled r - s) * width + 2 * n + 1) Hi Hj His).
              replace ((rolled r - s) * width + 2 * n + 2)%nat
                with (S ((rolled r - s) * width + 2 * n + 1))%nat by lia. assumption.
      * destruct (beyond_banks i s n Hg Hr Hn) as [Q MB].
        destruct (center_beyond p who i j s n Q Hr) as [_ [Cl Ba]].
        destruct a; [| |destruct L].
        -- assert (Np : p <> who).
           { intros ->. destruct (Gd eq_refl) as [_ N']. cbn [snd] in N'. apply N'.
             now apply beyond_decided. }
           assert (M : may_throw n = true) by (destruct L; congruence).
           pose proof (beyond_shows p who i j s n Q Hi Hj His Hr Hn M Np) as X.
           assert (Mine : claimed_by p (who, At (Turn i j s n)) = made (short j s) (start r)).
           { rewrite Cl. unfold side_R. destruct (eqb p who) eqn:E0; [|lra].
             apply eqb_prop in E0. contradiction. }
           rewrite Mine. pose proof (Rinv_0_lt_compat _ OR).
           split; [|right; left]; (eapply Rle_trans; [|exact X]); unfold Rdiv; lra.
        -- rewrite single, Ba, Cl. split; [lra|]. right; right. intros q d [K|[]].
           injection K; intros; subst. rewrite cland_last by (assumption || lia).
           unfold ranked. cbn [snd]. destruct (Nat.ltb_spec s (rolled r)); [lia|].
           pose proof (short_range j s Q Hj ltac:(lia)). lia.
    + destruct I as [[Hi [Hj [His Hk]]] Hg]. destruct a as [| |o]; try (now destruct L).
      destruct (Nat.lt_ge_cases s (rolled r)) as [Hr|Hr].
      * assert (Hs := conj His Hr).
        assert (Rk : ranked (who, At (Pick i j s k))
          = ((2 * goal r - i - j) * big + ((rolled r - s) * width + 2 * free k + 1))%nat).
        { unfold ranked. cbn [snd]. destruct (Nat.ltb_spec s (rolled r)); [reflexivity|lia]. }
        rewrite (pick_claim p who i j s k Hr), Rk. clear Rk.
        destruct (P_pick Pr i j s k Hi Hj Hs Hk) as [b [rest [Q [Hb [V [Rest All]]]]]].
        assert (Wb : fst (let '(g, m) := option_ k b in entered i j (s + g) m)
          <= snd (let '(g, m) := option_ k b in entered i j (s + g) m)).
        { rewrite <- V. apply (P_set_worth Pr i j s k Hi Hj Hs Hk). }
        specialize (All o L).
        assert (Lower : p = who -> fst (set_worth i j s k) <= fst (let '(g, m) := option_ k o in
          entered i j (s + g) m)).
        { intros ->. rewrite V. specialize (Gd eq_refl). destruct Gd as [_ Gd]. cbn [snd] in Gd.
          destruct (Nat.ltb_spec s (rolled r)); [|lia].
          rewrite Q in Gd. destruct Gd as [->|Gd]; [lia|]. destruct (Rest o Gd). lia. }
        assert (Upper : snd (let '(g, m) := option_ k o in entered i j (s + g) m)
          <= snd (set_worth i j s k)).
        { rewrite V. destruct All as [->|All]; lia. }
        destruct (option_ k o) as [g m] eqn:Qo. split.
        -- rewrite single. eapply Rle_trans; [|now apply center_shows]. apply claim_le.
           apply side_le; [exact Lower|intros _; exact Upper].
        -- right; right. intros q d [K|[]]. injection K; intros; subst.
           now apply (pick_rank who i j s k o).
      * assert (Q : last_turn r = true) by (destruct Hg as [|]; [lia|assumption]).
        pose proof (exact_choice p who (v_bank j s) (options k) o
          (fun gm => proj1 (v_bank_range j s gm)) L) as X.
        rewrite pick_claim_beyond by assumption.
        assert (Gd' : p = who -> v_bank j s (nth o (options k) (0, 0)%nat)
          = best (v_bank j s) (options k)).
        { intros E0. destruct (Gd (eq_sym E0)) as [_ Y]. cbn [snd] in Y.
          destruct (Nat.ltb_spec s (rolled r)); [lia|exact Y]. }
        specialize (X Gd'). change (nth o (options k) (0, 0)%nat) with (option_ k o) in X.
        destruct (option_ k o) as [g m]. unfold v_bank at 2 in X. cbn [fst] in X.
        destruct (center_beyond p who i j (s + g) m Q ltac:(lia)) as [Ce [Cl _]].
        rewrite single, Ce, Cl. split; [exact X|]. right; right.
        intros q d [K|[]]. injection K; intros; subst. unfold ranked. cbn [snd].
        destruct (Nat.ltb_spec (s + g) (rolled r)); [lia|].
        destruct (Nat.ltb_spec s (rolled r)); lia.
    + destruct I as [Q [Hl Hn]]. destruct a; [| |destruct L].
      * rewrite last_shows by assumption. split; [unfold claimed_by; simpl; lra|].
        right; right. intros q d K. apply (last_inside who l n q d Q Hl Hn) in K. apply K.
      * rewrite single, won_claim, side_R_negb. unfold claimed_by. cbn [exactly fst snd].
        pose proof (made_range l n Hn). split.
        -- unfold side_R. destruct (eqb p who) eqn:E0; [|lra]. apply eqb_prop in E0.
           destruct (Gd (eq_sym E0)) as [_ []].
        -- right; right. intros q d [K|[]]. injection K; intros; subst. unfold ranked. simpl. lia.
    + destruct I as [Q [Hl Hk]]. destruct a as [| |o]; try (now destruct L).
      assert (Pos : forall gm, In gm (options k) -> (0 <= v_last l gm)%R).
      { intros gm K. apply made_range, (mode_in k); tauto. }
      assert (X : (side_R p who (best (v_last l) (options k))
        <= side_R p who (v_last l (option_ k o)))%R).
      { unfold side_R. destruct (eqb p who) eqn:E0.
        - apply eqb_prop in E0. destruct (Gd (eq_sym E0)) as [_ Y]. cbn [snd] in Y.
          rewrite Y. lra.
        - assert (v_last l (option_ k o) <= best (v_last l) (options k))%R
            by now apply best_of_all, nth_In. lra. }
      pose proof (R_options Sen k o Hk L) as RO. pose proof (R_gains Sen Q k o Hk L) as RG.
      destruct (option_ k o) as [g m]. cbn [fst snd] in *. unfold v_last at 2 in X.
      cbn [fst snd] in X. rewrite single, center_last_shows. split; [exact X|].
      right; right. intros q d [K|[]]. injection K; intros; subst.
      now apply (center_last_inside who l g m).
    + destruct t; cbn [interval] in *.
      * split; [now apply kept_shows|]. right; right. intros q d K.
        apply (throw_rank who i j i (start r)) in K; try lia.
        pose proof (start_rank i j _ ROK). unfold ranked at 2; cbn [snd]. lia.
      * destruct (wide_shows p who i j (box i j) (proj1 I) (proj2 I) F
          (P_box Pr i j (proj1 I) (proj2 I) F)) as [A [A'|A']]; (split; [exact A|]); auto.
      * subst j. destruct (wide_shows p who i 0%nat (column i) (proj1 I) (proj2 I) F
          (P_column Pr i (proj1 I))) as [A [A'|A']]; (split; [exact A|]); auto.
  - (* decided *)
    intros p [who cl] a [I J] F [L Gd].
    destruct cl as [[i j|i j s n|i j s k| |l n|l k]|t i j]; simpl in F; try discriminate;
      cbn [after the_certificate place_of fst snd at_ inside race legal bound chosen good owner] in
        *;
      unfold chosen_act; cbn [snd].
    + left. now destruct a.
    + destruct I as [[Hi [Hj [His Hn]]] Hg]. destruct (Nat.lt_ge_cases s (rolled r)) as [Hr|Hr].
      * assert (Hs := conj His Hr). pose proof (P_turn Pr i j s n Hi Hj Hs Hn) as X.
        pose proof (throw_shows p who i j s n Hi Hj Hs Hn) as T1.
        pose proof (throw_shows (negb p) who i j s n Hi Hj Hs Hn) as T2.
        pose proof (cland_shows p who i j s Hj) as L1.
        pose proof (cland_shows (negb p) who i j s Hj) as L2.
        pose proof (P_u Pr i j s n Hi Hj Hs Hn) as [W _].
        pose proof (landed_within i j s Hi Hj) as [WL _].
        assert (Own : p = who \/ negb p = who) by (destruct p, who; auto).
        assert (Cross : forall x y : Z, one - x <= y ->
          (1 - IZR x / IZR one <= IZR y / IZR one)%R).
        { intros x y XY. rewrite claim_minus. now apply claim_le. }
        assert (Win : beats i j || beats j i = true -> winning_claim p (who, At (Turn i j s n)) \/
          winning_claim (negb p) (who, At (Turn i j s n))).
        { unfold winning_claim, beats_by. cbn [fst snd]. rewrite orb_true_iff.
          destruct p, who; cbn [negb eqb]; tauto. }
        destruct (decided i j s n) eqn:D;
          [| |destruct X as [X|[W' _]]; [|right; right; now apply Win]];
          destruct a; try (now left); try (now destruct L); right; left; rewrite single.
        -- (* to throw was chosen: it is worse to bank *)
           destruct Own as [Own|Own].
           { exfalso. destruct (Gd (eq_sym Own)) as [_ N']. cbn [snd] in N'. congruence. }
           destruct X as [X Y]. specialize (Y L). rewrite X in W.
           assert (Z' : (1 - IZR (side (negb p) who (c i j s n)) / IZR one
             <= IZR (side p who (landed i j s)) / IZR one)%R).
           { apply Cross. unfold side. rewrite <- Own. destruct p; simpl; lia. }
           exact (crossed _ _ _ _ T2 Z' L1).
        -- (* to bank was chosen *)
           destruct Own as [Own|Own].
           { exfalso. destruct (Gd (eq_sym Own)) as [_ N']. cbn [snd] in N'. congruence. }
           destruct X as [X Y]. destruct L as [L|L];
             [|unfold decided in D; rewrite L in D; discriminate]. specialize (Y L).
           assert (Z' : (1 - IZR (side (negb p) who (landed i j s)) / IZR one
             <= IZR (side p who (c i j s n)) / IZR one)%R).
           { apply Cross. unfold side. rewrite <- Own. destruct p; simpl; lia. }
           exact (crossed _ _ _ _ L2 Z' T1).
        -- destruct X as [X [Y Z']].
           assert (Z'' : (1 - IZR (side (negb p) who (c i j s n)) / IZR one
             <= IZR (side p who (landed i j s)) / IZR one)%R).
           { apply Cross. unfold side. rewrite Y in *. destruct p, who; simpl; lia. }
           exact (crossed _ _ _ _ T2 Z'' L1).
      * rewrite (beyond_decided i j s n Hg Hr Hn).
        destruct (beyond_banks i s n Hg Hr Hn) as [Q MB].
        destruct a; [right; left|now left|destruct L].
        assert (Np : p <> who).
        { intros ->. destruct (Gd eq_refl) as [_ N']. cbn [snd] in N'. apply N'.
          now apply beyond_decided. }
        assert (M : may_throw n = true) by (destruct L; congruence).
        pose proof (beyond_shows p who i j s n Q Hi Hj His Hr Hn M Np) as X.
        destruct (center_beyond (negb p) who i j s n Q Hr) as [_ [_ Ba]].
        rewrite single, Ba, exact_other.
        pose proof (Rinv_0_lt_compat _ OR). eapply Rle_trans; [|exact X]. unfold Rdiv, side_R.
        destruct (eqb p who) eqn:E0; [apply eqb_prop in E0; contradiction|]. lra.
    + destruct I as [[Hi [Hj [His Hk]]] Hg]. destruct a as [| |o]; try (now destruct L).
      destruct (Nat.ltb_spec s (rolled r)) as [Hr|Hr].
      * destruct (P_pick Pr i j s k Hi Hj (conj His Hr) Hk) as [b [rest [Q [Hb [V [Rest All]]]]]].
        rewrite Q. cbn [hd]. destruct (Nat.eq_dec o b) as [->|N']; [now left|]. right; left.
        assert (Lower : In o rest -> snd (let '(g, m) := option_ k b in entered i j (s + g) m)
          <= fst (let '(g, m) := option_ k o in entered i j (s + g) m))
          by (intros; now apply Rest).
        assert (Upper : snd (let '(g, m) := option_ k o in entered i j (s + g) m)
          <= fst (let '(g, m) := option_ k b in entered i j (s + g) m)).
        { destruct (All o L); [contradiction|assumption]. }
        assert (G' : p = who -> In o rest).
        { intros ->. destruct (Gd eq_refl) as [_ X]. cbn [snd] in X.
          destruct (Nat.ltb_spec s (rolled r)); [|lia]. rewrite Q in X.
          destruct X as [X|X]; [congruence|exact X]. }
        destruct (option_ k o) as [g m], (option_ k b) as [g' m'].
        rewrite !single. pose proof (center_shows p who i j (s + g) m Hj) as C1.
        pose proof (center_shows (negb p) who i j (s + g') m' Hj) as C2.
        refine (crossed _ _ _ _ C2 _ C1). rewrite claim_minus. apply claim_le.
        unfold side. destruct p, who; simpl in *; specialize (fun e => Lower (G' e)) as Lo;
          try (specialize (Lo eq_refl)); lia.
      * right; left. assert (Q : last_turn r = true) by (destruct Hg as [|]; [lia|assumption]).
        destruct (first_best_right (v_bank j s) (options k) (has_options k Hk)
          (fun gm _ => proj1 (v_bank_range j s gm))) as [_ Ch].
        pose proof (exact_choice p who (v_bank j s) (options k) o
          (fun gm => proj1 (v_bank_range j s gm)) L) as X.
        assert (Gd' : p = who -> v_bank j s (nth o (options k) (0, 0)%nat)
          = best (v_bank j s) (options k)).
        { intros E0. destruct (Gd (eq_sym E0)) as [_ Y]. cbn [snd] in Y.
          destruct (Nat.ltb_spec s (rolled r)); [lia|exact Y]. }
        specialize (X Gd'). rewrite <- Ch in X. unfold option_.
        destruct (nth o (options k) (0, 0)%nat) as [g m].
        destruct (nth (first_best _ _) (options k) (0, 0)%nat) as [g' m'].
        unfold v_bank in X. cbn [fst] in X.
        destruct (center_beyond p who i j (s + g) m Q ltac:(lia)) as [Ce [Cl _]].
        destruct (center_beyond (negb p) who i j (s + g') m' Q ltac:(lia)) as [Ce' [Cl' _]].
        rewrite !single, Ce, Cl, Ce', Cl', exact_other. exact X.
    + destruct I as [Q [Hl Hn]]. destruct a; [now left|right; left|destruct L].
      rewrite last_shows by assumption. rewrite exact_other, single, won_claim, side_R_negb.
      pose proof (made_range l n Hn). unfold side_R. destruct (eqb p who) eqn:E0; [|lra].
      apply eqb_prop in E0. destruct (Gd (eq_sym E0)) as [_ []].
    + destruct I as [Q [Hl Hk]]. destruct a as [| |o]; try (now destruct L). right; left.
      destruct (first_best_right (v_last l) (options k) (has_options k Hk)) as [_ Ch].
      { intros gm K. apply made_range, (mode_in k); tauto. }
      assert (X : (side_R p who (v_last l (nth (first_best (v_last l) (options k)) (options k)
        (0, 0)%nat)) <= side_R p who (v_last l (option_ k o)))%R).
      { rewrite Ch. unfold side_R. destruct (eqb p who) eqn:E0.
        - apply eqb_prop in E0. destruct (Gd (eq_sym E0)) as [_ Y]. cbn [snd] in Y.
          rewrite Y. lra.
        - assert (v_last l (option_ k o) <= best (v_last l) (options k))%R
            by now apply best_of_all, nth_In. lra. }
      unfold option_ at 1. destruct (option_ k o) as [g m].
      destruct (nth (first_best _ _) (options k) (0, 0)%nat) as [g' m'].
      unfold v_last in X. cbn [fst snd] in X.
      rewrite !single, !center_last_shows, exact_other. exact X.
    + left. now destruct a.
  - (* who wins stays among such claims *)
    intros p [who cl] a q d [I J] F W [L Gd] K.
    destruct cl as [[i j|i j s n|i j s k| |l n|l k]|t i j]; simpl in F; try discriminate;
      cbn [after the_certificate place_of fst snd at_ inside race legal good owner winning] in *;
      try (now destruct W).
    + now apply (throw_wins p who i j i (start r) q d).
    + destruct I as [[Hi [Hj [His Hn]]] Hg]. unfold winning_claim in W. cbn [fst snd] in W.
      destruct (by_facts p who i j W) as [Q [Ex [_ [Ld _]]]].
      destruct a; [now apply (throw_wins p who i j s n q d)| |destruct L].
      destruct K as [K|[]]. injection K; intros; subst. right.
      assert (Hs : (s < goal r)%nat) by (destruct Hg; [assumption|congruence]).
      unfold cland. destruct (Nat.leb_spec (goal r) s); [lia|].
      assert (X : beats_by p (negb who) j s = true).
      { rewrite beats_swap. unfold beats_by in *. destruct (eqb p who) eqn:E0.
        - apply eqb_prop in E0. destruct (Gd (eq_sym E0)) as [_ Y]. cbn [snd] in Y.
          apply (beats_other i j s W). apply (P_banks Pr i j s n); try assumption.
          rewrite (R_usual Sen Q). lia.
        - now apply (beats_larger j i s). }
      destruct (s =? i)%nat; exact X.
    + destruct I as [[Hi [Hj [His Hk]]] Hg]. unfold winning_claim in W. cbn [fst snd] in W.
      destruct (by_facts p who i j W) as [Q [Ex [_ [Ld _]]]].
      assert (Hs : (s < goal r)%nat) by (destruct Hg; [assumption|congruence]).
      destruct a as [| |o]; try (now destruct L).
      assert (Miss : p <> who -> fst (option_ k o) = 0%nat \/
        (goal r - i < fst (option_ k o))%nat).
      { intros N'. unfold beats_by in W. destruct (eqb p who) eqn:E0;
          [apply eqb_prop in E0; contradiction|]. now apply (beats_facts j i). }
      destruct (option_ k o) as [g m]. cbn [fst] in Miss.
      destruct K as [K|[]]. injection K; intros; subst. right. unfold center. rewrite Q, Ex.
      rewrite orb_false_r. cbn [andb]. destruct (Nat.ltb_spec (s + g) (goal r)); [exact W|].
      destruct (Nat.ltb_spec (goal r) (s + g)); [now apply cland_wins|].
      unfold winning_claim. cbn [fst snd]. destruct (bool_dec p who) as [|N']; [assumption|].
      specialize (Miss N'). lia.
    + destruct t; try (now destruct W); now apply (throw_wins p who i j i (start r) q d).
  - intros p [who cl] Hc F W.
    destruct cl as [[i j|i j s n|i j s k| |l n|l k]|[] i j]; simpl in F; try discriminate;
      unfold winning, the_certificate, winning_claim in W; cbn [fst snd] in W; try (now destruct W);
      try (apply by_facts in W; destruct W as [_ [_ [_ [_ W]]]]; congruence).
    cbn [the_certificate at_ place_of fst snd pay race]. rewrite W. now rewrite eqb_reflx.
  - (* and has a chance *)
    intros p [who cl] [I J] F W.
    destruct cl as [[i j|i j s n|i j s k| |l n|l k]|t i j]; simpl in F; try discriminate;
      unfold descends; cbn [after the_certificate place_of fst snd at_ inside race legal bound rank
        delta winning] in *; try (now destruct W).
    + right. intros a _ q d K. apply (throw_rank who i j i (start r)) in K; try lia.
      pose proof (start_rank i j _ ROK). unfold ranked at 2; cbn [snd]. lia.
    + right. destruct I as [[Hi [Hj [His Hn]]] Hg]. unfold winning_claim in W. cbn [fst snd] in W.
      destruct (by_facts p who i j W) as [Q _]. pose proof (R_usual Sen Q) as U.
      assert (Hr : (s < rolled r)%nat) by (destruct Hg; [lia|congruence]).
      assert (Rk : ranked (who, At (Turn i j s n))
        = ((2 * goal r - i - j) * big + ((rolled r - s) * width + 2 * n + 2))%nat).
      { unfold ranked. cbn [snd]. destruct (Nat.ltb_spec s (rolled r)); [reflexivity|lia]. }
      rewrite Rk. intros a [L _] q d K. destruct a; [| |destruct L].
      * now apply (throw_rank who i j s n q d (Hi) Hj (conj His Hr) Hn) in K.
      * destruct K as [K|[]]. injection K; intros; subst.
        pose proof (cland_rank who i j s ((rolled r - s) * width + 2 * n + 1) Hi Hj His).
        replace ((rolled r - s) * width + 2 * n + 2)%nat
          with (S ((rolled r - s) * width + 2 * n + 1))%nat by lia. assumption.
    + right. destruct I as [[Hi [Hj [His Hk]]] Hg]. unfold winning_claim in W. cbn [fst snd] in W.
      destruct (by_facts p who i j W) as [Q _]. pose proof (R_usual Sen Q) as U.
      assert (Hr : (s < rolled r)%nat) by (destruct Hg; [lia|congruence]).
      assert (Rk : ranked (who, At (Pick i j s k))
        = ((2 * goal r - i - j) * big + ((rolled r - s) * width + 2 * free k + 1))%nat).
      { unfold ranked. cbn [snd]. destruct (Nat.ltb_spec s (rolled r)); [reflexivity|lia]. }
      rewrite Rk. intros a [L _] q d K. destruct a as [| |o]; try (now destruct L).
      destruct (option_ k o) as [g m] eqn:Qo. destruct K as [K|[]]. injection K; intros; subst.
      now apply (pick_rank who i j s k o).
    + destruct t; try (now destruct W).
      * right. intros a _ q d K. apply (throw_rank who i j i (start r)) in K; try lia.
        pose proof (start_rank i j _ ROK). unfold ranked at 2; cbn [snd]. lia.
      * left. unfold winning_claim, beats_by in W. cbn [fst snd] in W. unfold claimed_by.
        cbn [exactly fst snd interval]. apply claim_le. unfold side. destruct I as [Hi Hj].
        destruct (eqb p who); [apply (P_beats Pr i j Hi Hj W)|].
        destruct (P_beats Pr j i Hj Hi W). lia.
  - (* narrow *)
    intros [who cl] [I J] F.
    destruct cl as [[i j|i j s n|i j s k| |l n|l k]|t i j]; simpl in F; try discriminate;
      unfold descends; cbn [after the_certificate place_of fst snd at_ inside race legal bound rank
        delta chosen] in *; unfold chosen_act; cbn [snd].
    + right. intros q d K. apply (throw_rank who i j i (start r)) in K; try lia.
      pose proof (start_rank i j _ ROK). unfold ranked at 2; cbn [snd]. lia.
    + right. destruct I as [[Hi [Hj [His Hn]]] Hg].
      destruct (Nat.lt_ge_cases s (rolled r)) as [Hr|Hr].
      * assert (Rk : ranked (who, At (Turn i j s n))
          = ((2 * goal r - i - j) * big + ((rolled r - s) * width + 2 * n + 2))%nat).
        { unfold ranked. cbn [snd]. destruct (Nat.ltb_spec s (rolled r)); [reflexivity|lia]. }
        rewrite Rk. destruct (decided i j s n); intros q d K;
          try (now apply (throw_rank who i j s n q d (Hi) Hj (conj His Hr) Hn) in K).
        destruct K as [K|[]]. injection K; intros; subst.
        pose proof (cland_rank who i j s ((rolled r - s) * width + 2 * n + 1) Hi Hj His).
        replace ((rolled r - s) * width + 2 * n + 2)%nat
          with (S ((rolled r - s) * width + 2 * n + 1))%nat by lia. assumption.
      * rewrite (beyond_decided i j s n Hg Hr Hn).
        destruct (beyond_banks i s n Hg Hr Hn) as [Q _]. intros q d [K|[]].
        injection K; intros; subst. rewrite cland_last by (assumption || lia).
        unfold ranked. cbn [snd]. destruct (Nat.ltb_spec s (rolled r)); [lia|].
        pose proof (short_range j s Q Hj ltac:(lia)). lia.
    + right. destruct I as [[Hi [Hj [His Hk]]] Hg].
      destruct (Nat.ltb_spec s (rolled r)) as [Hr|Hr].
      * assert (Rk : ranked (who, At (Pick i j s k))
          = ((2 * goal r - i - j) * big + ((rolled r - s) * width + 2 * free k + 1))%nat).
        { unfold ranked. cbn [snd]. destruct (Nat.ltb_spec s (rolled r)); [reflexivity|lia]. }
        rewrite Rk.
        destruct (P_pick Pr i j s k Hi Hj (conj His Hr) Hk) as [b [rest [Q [Hb _]]]].
        rewrite Q. cbn [hd].
        destruct (option_ k b) as [g m] eqn:Qo. intros q d [K|[]]. injection K; intros; subst.
        now apply (pick_rank who i j s k b).
      * assert (Q : last_turn r = true) by (destruct Hg as [|]; [lia|assumption]).
        destruct (option_ k _) as [g m].
        destruct (center_beyond true who i j (s + g) m Q ltac:(lia)) as [Ce _]. rewrite Ce.
        intros q d [K|[]]. injection K; intros; subst. unfold ranked. cbn [snd].
        destruct (Nat.ltb_spec (s + g) (rolled r)); [lia|].
        destruct (Nat.ltb_spec s (rolled r)); lia.
    + right. intros q d K. apply (last_inside who l n q d) in K; tauto.
    + right. destruct I as [Q [Hl Hk]].
      destruct (first_best_right (v_last l) (options k) (has_options k Hk)) as [Ho _].
      { intros gm K. apply made_range, (mode_in k); tauto. }
      set (o := first_best (v_last l) (options k)) in *.
      pose proof (R_options Sen k o Hk Ho) as RO. pose proof (R_gains Sen Q k o Hk Ho) as RG.
      destruct (option_ k o) as [g m]. cbn [fst snd] in *.
      intros q d [K|[]]. injection K; intros; subst. now apply (center_last_inside who l g m).
    + destruct t.
      * right. intros q d K. apply (throw_rank who i j i (start r)) in K; try lia.
        pose proof (start_rank i j _ ROK). unfold ranked at 2; cbn [snd]. lia.
      * left. unfold claimed_by at 1 2. cbn [exactly fst snd interval].
        apply wide_narrow; try tauto. now apply (P_box Pr).
      * left. subst j. unfold claimed_by at 1 2. cbn [exactly fst snd interval].
        apply wide_narrow; try tauto. now apply (P_column Pr).
Qed.

End Race.

(** No certificate is needed for that. *)
Theorem race_well_formed {N} (z : N -> Z) (zero : N) (r : rules N) (most : nat) :
  sensible z zero r most -> well_formed (race z zero r most).
Proof.
  set (b := (0, 0)%Z). intros Sen.
  exact (well_formed_race z zero r most false 0 (fun _ _ => b) (fun _ _ => b) (fun _ => b)
    (fun _ _ _ _ => b) (fun _ _ _ _ => b) (fun _ _ _ _ => T) (fun _ _ _ _ => []) Sen).
Qed.
