(** * Races of two, and what a certificate must satisfy

    A race is given by the tables in the header of its certificate: docs/certificates/race.md. *)

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
  start : nat;                            (* the mode in which a turn begins *)
  banks : list bool;                      (* for every mode whether one may bank, *)
  denominators : list N;                  (* the denominator of its throw, 0 if there is none, *)
  busts : list N;                         (* the chance of a bust, *)
  wipes : list N;                         (* and of a wipe, *)
  sets : list (list (nat * nat));         (* all sets of options: units and mode *)
  weights : list (list (nat * N))         (* for every mode the chances of sets *)
}.
Arguments goal {N}. Arguments exact {N}. Arguments after_bust {N}. Arguments minimum {N}.
Arguments opening {N}. Arguments start {N}. Arguments banks {N}. Arguments denominators {N}.
Arguments busts {N}. Arguments wipes {N}. Arguments sets {N}. Arguments weights {N}.

(** ** The game

    Whose turn it is, and where the turn stands: [Start own opp]; [Turn own opp score mode], where
    the score has the units of the turn; [Pick own opp score k], where a throw left set [k]; [Won].
    *)
Inductive place := Start (i j : nat) | Turn (i j s n : nat) | Pick (i j s k : nat) | Won.
Inductive act := Throw | Bank | Take (o : nat).

Section Race.
Context {N : Type} (z : N -> Z) (zero : N) (r : rules N).

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

(** Who has [s] at the end of his turn has won, or it is the turn of the other one, who has [j]. *)
Definition land (who : bool) j s : bool * place :=
  if (goal r <=? s)%nat then (who, Won) else (negb who, Start j s).

(** An option leads to score [s] and mode [n]: to the goal, beyond it, or the turn goes on. *)
Definition enter who i j s n : bool * place :=
  if (s <? goal r)%nat then (who, Turn i j s n)
  else if exact r && (goal r <? s)%nat then land who j (lands i) else (who, Won).

(** A throw.  Where there is nothing to throw, and too little to be banked, the turn is a bust. *)
Definition throw who i j s n : list (R * (bool * place)) :=
  if may_throw n then
    (IZR (bust n) / IZR (den n), land who j (lands i))%R ::
    (IZR (wipe n) / IZR (den n), land who j 0)%R ::
    map (fun kw => (IZR (z (snd kw)) / IZR (den n), (who, Pick i j s (fst kw)))%R) (ways n)
  else [(1%R, land who j (lands i))].

Definition race : game := {|
  position := bool * place;
  action := act;
  owner := fst;
  final := fun '(_, at_) => match at_ with Won => true | _ => false end;
  pay := fun p '(who, _) => if eqb p who then 1%R else 0%R;
  inside := fun '(_, at_) => match at_ with
    | Start i j => (i < goal r /\ j < goal r)%nat
    | Turn i j s n => (i < goal r /\ j < goal r /\ i <= s < goal r /\ n < modes)%nat
    | Pick i j s k => (i < goal r /\ j < goal r /\ i <= s < goal r /\ k < length (sets r))%nat
    | Won => True
    end;
  legal := fun '(_, at_) a => match at_, a with
    | Start _ _, Throw => True
    | Turn i _ s n, Throw => may_throw n = true \/ may_bank i s n = false
    | Turn i _ s n, Bank => may_bank i s n = true
    | Pick _ _ _ k, Take o => (o < length (options k))%nat
    | _, _ => False
    end;
  next := fun '(who, at_) a => match at_, a with
    | Start i j, _ => throw who i j i (start r)
    | Turn i j s n, Bank => [(1%R, land who j s)]
    | Turn i j s n, _ => throw who i j s n
    | Pick i j s k, Take o =>
        let '(g, m) := option_ k o in [(1%R, enter who i j (s + g) m)]
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
    (snd (option_ k o) < modes)%nat
}.

(** ** What is known of values

    All intervals are of the chance to win of who is to move, in units of 1 / [one].  [box] are the
    boxes in the file; [kept] is what the equations take them to; [column] are the boxes of the
    header for who has nothing after a wipe, everything from 0 to 1 if the header has none.  [u]
    and [worth] are intervals within turns; [letter] and [named] are the decisions. *)
Inductive decision := T | B | Both.

Context (one : Z) (box kept : nat -> nat -> Z * Z) (column : nat -> Z * Z).
Context (u c : nat -> nat -> nat -> nat -> Z * Z) (set_worth : nat -> nat -> nat -> nat -> Z * Z).
Context (letter : nat -> nat -> nat -> nat -> decision) (named : nat -> nat -> nat -> nat -> list
  nat).

Open Scope Z_scope.

Definition flip (b : Z * Z) : Z * Z := (one - snd b, one - fst b).

(** What it is worth to end the turn with [s]: the box of the same two scores, if nothing is
    gained. *)
Definition landed i j s : Z * Z :=
  if (goal r <=? s)%nat then (one, one)
  else flip (if (s =? i)%nat then box j i else kept j s).

Definition entered i j s n : Z * Z :=
  if (s <? goal r)%nat then u i j s n
  else if exact r && (goal r <? s)%nat then landed i j (lands i) else (one, one).

Definition within (b : Z * Z) : Prop := 0 <= fst b <= snd b /\ snd b <= one.

(** [b] is inside the wider [w], away from its ends unless these are 0 and 1, and narrower. *)
Definition inside_of (b w : Z * Z) : Prop :=
  within w /\ (fst w < fst b \/ fst w = 0) /\ (snd b < snd w \/ snd w = one) /\
  snd b - fst b < snd w - fst w.

(** What must be done where there is no choice, or what the letter says. *)
Definition decided i j s n : decision :=
  if may_bank i s n then if may_throw n then letter i j s n else B else T.

Record proved : Prop := {
  P_one : 1 <= one;
  P_kept : forall i j, (i < goal r)%nat -> (j < goal r)%nat ->
    within (kept i j) /\
    fst (kept i j) <= fst (c i j i (start r)) /\ snd (c i j i (start r)) <= snd (kept i j);
  P_box : forall i j, (i < goal r)%nat -> (j < goal r)%nat -> inside_of (kept i j) (box i j);
  P_column : forall j, (j < goal r)%nat -> inside_of (kept j 0%nat) (column j);
  P_u : forall i j s n, (i < goal r)%nat -> (j < goal r)%nat -> (i <= s < goal r)%nat ->
    (n < modes)%nat -> within (u i j s n);
  P_set_worth : forall i j s k, (i < goal r)%nat -> (j < goal r)%nat -> (i <= s < goal r)%nat ->
    (k < length (sets r))%nat -> within (set_worth i j s k);
  (* throws: on average, rounded down and up *)
  P_throw : forall i j s n, (i < goal r)%nat -> (j < goal r)%nat -> (i <= s < goal r)%nat ->
    (n < modes)%nat -> may_throw n = true ->
    fst (c i j s n) * den n <= bust n * fst (landed i j (lands i)) + wipe n * fst (flip (column j))
      + total (ways n) (fun k => fst (set_worth i j s k)) /\
    bust n * snd (landed i j (lands i)) + wipe n * snd (flip (column j))
      + total (ways n) (fun k => snd (set_worth i j s k)) <= snd (c i j s n) * den n;
  P_no_throw : forall i j s n, (i < goal r)%nat -> (j < goal r)%nat -> (i <= s < goal r)%nat ->
    (n < modes)%nat -> may_throw n = false -> c i j s n = landed i j (lands i);
  (* decisions: to bank or to throw, *)
  P_turn : forall i j s n, (i < goal r)%nat -> (j < goal r)%nat -> (i <= s < goal r)%nat ->
    (n < modes)%nat ->
    match decided i j s n with
    | T => u i j s n = c i j s n /\
        (may_bank i s n = true -> snd (landed i j s) < fst (c i j s n))
    | B => u i j s n = landed i j s /\
        (may_throw n = true -> snd (c i j s n) < fst (landed i j s))
    | Both => u i j s n = c i j s n /\ c i j s n = landed i j s /\
        fst (c i j s n) = snd (c i j s n)
    end;
  (* and which option to take *)
  P_pick : forall i j s k, (i < goal r)%nat -> (j < goal r)%nat -> (i <= s < goal r)%nat ->
    (k < length (sets r))%nat ->
    let v o := let '(g, m) := option_ k o in entered i j (s + g) m in
    exists o rest, named i j s k = o :: rest /\ (o < length (options k))%nat /\
      set_worth i j s k = v o /\
      (forall o', In o' rest -> (o' < length (options k))%nat /\ snd (v o) <= fst (v o')) /\
      (forall o', (o' < length (options k))%nat -> o' = o \/ snd (v o') <= fst (v o))
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
  | At Won => (one, one)
  end.

(** The end of an interval of who moves that [p] claims. *)
Definition side (p who : bool) (b : Z * Z) : Z := if eqb p who then fst b else one - snd b.

Definition claimed_by (p : bool) (wc : bool * claims) : R :=
  (IZR (side p (fst wc) (interval (snd wc))) / IZR one)%R.

Definition cland who i j s : bool * claims :=
  if (goal r <=? s)%nat then (who, At Won)
  else (negb who, StartBy (if (s =? i)%nat then Box else Kept) j s).

Definition center who i j s n : bool * claims :=
  if (s <? goal r)%nat then (who, At (Turn i j s n))
  else if exact r && (goal r <? s)%nat then cland who i j (lands i) else (who, At Won).

Definition cthrow who i j s n : list (R * (bool * claims)) :=
  if may_throw n then
    (IZR (bust n) / IZR (den n), cland who i j (lands i))%R ::
    (IZR (wipe n) / IZR (den n),
      if (goal r <=? 0)%nat then (who, At Won) else (negb who, StartBy Column j 0))%R ::
    map (fun kw => (IZR (z (snd kw)) / IZR (den n), (who, At (Pick i j s (fst kw))))%R) (ways n)
  else [(1%R, cland who i j (lands i))].

Definition width : nat := (2 * S modes)%nat.
Definition big : nat := (goal r * width + width + 4)%nat.

Definition ranked (wc : bool * claims) : nat :=
  match snd wc with
  | At (Start i j) | StartBy Kept i j => (2 * goal r - i - j) * big + (big - 1)
  | StartBy _ _ _ => 0
  | At (Turn i j s n) => (2 * goal r - i - j) * big + ((goal r - s) * width + 2 * n + 2)
  | At (Pick i j s k) => (2 * goal r - i - j) * big + ((goal r - s) * width + 2 * free k + 1)
  | At Won => 0
  end%nat.

Definition good_act (wp : bool * place) (a : act) : Prop :=
  legal race wp a /\
  match snd wp, a with
  | Turn i j s n, Throw => decided i j s n <> B
  | Turn i j s n, Bank => decided i j s n <> T
  | Pick i j s k, Take o => In o (named i j s k)
  | _, _ => True
  end.

Definition chosen_act (wp : bool * place) : act :=
  match snd wp with
  | Turn i j s n => match decided i j s n with B => Bank | _ => Throw end
  | Pick i j s k => Take (hd 0%nat (named i j s k))
  | _ => Throw
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
    | _, _ => []
    end) : bool * claims -> action race -> list (R * (bool * claims))
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
  - unfold within; simpl; lia.
  - apply within_flip. destruct (s =? i)%nat; [apply (P_box Pr)|apply (P_kept Pr)]; assumption.
Qed.

(** A landing is worth what its claim says. *)
Lemma cland_side p who i j s : side p (fst (cland who i j s)) (interval (snd (cland who i j s)))
  = side p who (landed i j s).
Proof.
  unfold cland, landed. destruct (goal r <=? s)%nat; [reflexivity|].
  rewrite <- side_flip. destruct (Nat.eqb_spec s i); simpl; [now subst|reflexivity].
Qed.

Lemma center_side p who i j s n :
  side p (fst (center who i j s n)) (interval (snd (center who i j s n)))
  = side p who (entered i j s n).
Proof.
  unfold center, entered. destruct (s <? goal r)%nat; [reflexivity|].
  destruct (exact r && _); [apply cland_side|reflexivity].
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
Lemma throw_shows p who i j s n : (i < goal r)%nat -> (j < goal r)%nat -> (i <= s < goal r)%nat ->
  (n < modes)%nat ->
  (IZR (side p who (c i j s n)) / IZR one <= E (cthrow who i j s n) (claimed_by p))%R.
Proof.
  intros Hi Hj Hs Hn. unfold cthrow. destruct (may_throw n) eqn:M.
  - destruct (P_throw Pr i j s n Hi Hj Hs Hn M) as [Lo Hi'].
    destruct (R_chances Sen n Hn) as [D _]. unfold may_throw in M.
    apply negb_true_iff, Z.eqb_neq in M. assert (D' : 0 < den n) by lia.
    assert (DR : (0 < IZR (den n))%R) by now apply IZR_lt.
    pose proof (R_goal Sen). destruct (Nat.leb_spec (goal r) 0); [lia|].
    pose proof (R_sum Sen n Hn) as Sum.
    set (x := side p who (landed i j (lands i))). set (y := side p who (flip (column j))).
    set (g := fun k => side p who (set_worth i j s k)).
    assert (X : E ((IZR (bust n) / IZR (den n), cland who i j (lands i))
      :: (IZR (wipe n) / IZR (den n), (negb who, StartBy Column j 0))
      :: map (fun kw => (IZR (z (snd kw)) / IZR (den n), (who, At (Pick i j s (fst kw)))))
         (ways n))%R (claimed_by p)
      = (IZR (bust n * x + wipe n * y + total (ways n) g) / IZR (den n) / IZR one)%R).
    { simpl. rewrite (E_ways (ways n) (IZR (den n)) (fun k => (who, At (Pick i j s k)))
        (claimed_by p) g) by reflexivity.
      unfold claimed_by at 1 2. rewrite cland_side. cbn [fst snd interval]. rewrite side_flip.
      fold x y. rewrite !plus_IZR, !mult_IZR. unfold Rdiv. lra. }
    rewrite X. clear X.
    apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, one_pos|].
    apply (Rmult_le_reg_r (IZR (den n))); [assumption|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r, <- mult_IZR by lra. apply IZR_le.
    subst x y g. unfold side. destruct (eqb p who); [exact Lo|].
    rewrite total_flip. nia.
  - simpl. rewrite (P_no_throw Pr i j s n Hi Hj Hs Hn M). unfold claimed_by.
    rewrite cland_side. lra.
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

Lemma cland_rank who i j s x : (i < goal r)%nat -> (j < goal r)%nat -> (i <= s)%nat ->
  (ranked (cland who i j s) < (2 * goal r - i - j) * big + S x)%nat.
Proof.
  intros Hi Hj Hs. unfold cland.
  destruct (Nat.leb_spec (goal r) s); [unfold ranked; cbn [snd]; apply Nat.add_pos_r; lia|].
  destruct (Nat.eqb_spec s i); unfold ranked; cbn [snd]; [apply Nat.add_pos_r; lia|].
  apply level_lt. lia.
Qed.

Lemma throw_rank who i j s n q cl : (i < goal r)%nat -> (j < goal r)%nat -> (i <= s < goal r)%nat ->
  (n < modes)%nat -> In (q, cl) (cthrow who i j s n) ->
  (ranked cl < (2 * goal r - i - j) * big + ((goal r - s) * width + 2 * n + 2))%nat.
Proof.
  intros Hi Hj Hs Hn I. pose proof (R_lands Sen i Hi).
  pose proof (cland_rank who i j (lands i) ((goal r - s) * width + 2 * n + 1) Hi Hj H) as X.
  replace (S ((goal r - s) * width + 2 * n + 1)) with ((goal r - s) * width + 2 * n + 2)%nat in X
    by lia.
  unfold cthrow in I. destruct (may_throw n).
  - destruct I as [I|[I|I]].
    + injection I; intros; subst. exact X.
    + injection I; intros; subst. destruct (goal r <=? 0)%nat; unfold ranked; cbn [snd];
        do 2 apply Nat.add_pos_r; lia.
    + apply in_map_iff in I. destruct I as [[k w] [Q I]]. injection Q; intros; subst.
      destruct (R_weights Sen n k w Hn I) as [_ [_ F]]. unfold ranked; cbn [snd fst].
      apply Nat.add_lt_mono_l. lia.
  - destruct I as [I|[]]. injection I; intros; subst. exact X.
Qed.

Lemma cland_inside who i j s : (i < goal r)%nat -> (j < goal r)%nat -> (i <= s)%nat ->
  inside race (fst (cland who i j s), place_of (snd (cland who i j s))) /\
  match snd (cland who i j s) with StartBy Column _ j => j = 0%nat | _ => True end.
Proof.
  intros. unfold cland. destruct (Nat.leb_spec (goal r) s); simpl; [tauto|].
  destruct (s =? i)%nat; simpl; auto.
Qed.

Lemma throw_inside who i j s n q cl : (i < goal r)%nat -> (j < goal r)%nat ->
  (i <= s < goal r)%nat -> (n < modes)%nat -> In (q, cl) (cthrow who i j s n) ->
  ok the_certificate cl.
Proof.
  intros Hi Hj Hs Hn I. pose proof (R_lands Sen i Hi) as HL. pose proof (R_goal Sen) as HG.
  pose proof (cland_inside who i j (lands i) Hi Hj HL) as X.
  unfold cthrow in I. destruct (may_throw n).
  - destruct I as [I|[I|I]].
    + injection I; intros; subst. exact X.
    + injection I; intros; subst. destruct (Nat.leb_spec (goal r) 0); [lia|]. simpl. auto.
    + apply in_map_iff in I. destruct I as [[k w] [Q I]]. injection Q; intros; subst.
      destruct (R_weights Sen n k w Hn I) as [_ [K _]]. simpl. auto.
  - destruct I as [I|[]]. injection I; intros; subst. exact X.
Qed.

Lemma center_inside who i j s n : (i < goal r)%nat -> (j < goal r)%nat -> (i <= s)%nat ->
  (n < modes)%nat -> ok the_certificate (center who i j s n).
Proof.
  intros Hi Hj Hs Hn. unfold center. destruct (Nat.ltb_spec s (goal r)).
  - simpl. repeat split; auto.
  - destruct (exact r && _); [|simpl; auto].
    pose proof (cland_inside who i j (lands i) Hi Hj (R_lands Sen i Hi)) as X. exact X.
Qed.

Lemma cland_at who i j s :
  (fst (cland who i j s), place_of (snd (cland who i j s))) = land who j s.
Proof. unfold cland, land. destruct (goal r <=? s)%nat; [reflexivity|]. now destruct (s =? i)%nat.
  Qed.

Lemma throw_at who i j s n :
  rename (at_ the_certificate) (cthrow who i j s n) = throw who i j s n.
Proof.
  unfold cthrow, throw, rename. destruct (may_throw n); cbn [map fst snd].
  - cbn [at_ the_certificate]. rewrite cland_at. f_equal. f_equal.
    + unfold land. now destruct (goal r <=? 0)%nat.
    + rewrite map_map. apply map_ext. reflexivity.
  - cbn [at_ the_certificate]. now rewrite cland_at.
Qed.

Lemma entered_within i j s n : (i < goal r)%nat -> (j < goal r)%nat -> (i <= s)%nat ->
  (n < modes)%nat -> within (entered i j s n).
Proof.
  intros. unfold entered. destruct (Nat.ltb_spec s (goal r)); [now apply (P_u Pr)|].
  destruct (exact r && _); [now apply landed_within|]. pose proof (P_one Pr).
  unfold within; simpl; lia.
Qed.

Lemma interval_within wc : ok the_certificate wc -> within (interval (snd wc)).
Proof.
  destruct wc as [who [[i j|i j s n|i j s k|]|[] i j]]; simpl; intros [I J];
    try (apply (P_kept Pr); tauto); try (apply (P_u Pr); tauto); try (apply (P_set_worth Pr);
    tauto); try (apply (P_box Pr); tauto); try (apply (P_column Pr); tauto).
  pose proof (P_one Pr). unfold within; simpl; lia.
Qed.

Lemma throw_chances who i j s n : (n < modes)%nat -> chances (throw who i j s n).
Proof.
  intros Hn. unfold throw. destruct (may_throw n) eqn:M.
  - destruct (R_chances Sen n Hn) as [D [HB HW]]. unfold may_throw in M.
    apply negb_true_iff, Z.eqb_neq in M. assert (DR : (0 < IZR (den n))%R) by (apply IZR_lt; lia).
    assert (Pos : forall x, 0 <= x -> (0 <= IZR x / IZR (den n))%R).
    { intros. apply Rmult_le_pos; [now apply IZR_le|left; now apply Rinv_0_lt_compat]. }
    split.
    + intros p x [I|[I|I]]; try (injection I; intros; subst; now apply Pos).
      apply in_map_iff in I. destruct I as [[k w] [Q I]]. injection Q; intros; subst.
      apply Pos. now apply (R_weights Sen n k w Hn I).
    + simpl.
      assert (X : forall l, E (map (fun kw : nat * N => (IZR (z (snd kw)) / IZR (den n),
        (who, Pick i j s (fst kw)))%R) l) (fun _ => 1%R)
        = (IZR (total l (fun _ => 1%Z)) / IZR (den n))%R).
      { induction l as [|[k w] l IH]; simpl; [unfold Rdiv; lra|].
        rewrite IH, plus_IZR, mult_IZR. unfold Rdiv. lra. }
      rewrite X. pose proof (R_sum Sen n Hn) as Sum.
      transitivity (IZR (bust n + wipe n + total (ways n) (fun _ => 1%Z)) / IZR (den n))%R.
      * rewrite !plus_IZR. unfold Rdiv. lra.
      * rewrite Sum. unfold Rdiv. apply Rinv_r. lra.
  - split; simpl; [|lra]. intros p x [I|[]]. injection I; intros; subst. lra.
Qed.

Lemma sure_chances {X} (x : X) : chances [(1%R, x)].
Proof. split; simpl; [|lra]. intros p y [I|[]]. injection I; intros; subst. lra. Qed.

(** The race is a game: chances sum to 1, and its positions lead to positions. *)
Theorem race_well_formed : well_formed race.
Proof.
  assert (HG := R_goal Sen).
  assert (LI : forall who j s, (j < goal r)%nat -> inside race (land who j s)).
  { intros. unfold land. destruct (Nat.leb_spec (goal r) s); simpl; auto. }
  assert (TI : forall who i j s n q t, (i < goal r)%nat -> (j < goal r)%nat ->
    (i <= s < goal r)%nat -> (n < modes)%nat -> In (q, t) (throw who i j s n) -> inside race t).
  { intros who i j s n q t Hi Hj Hs Hn I. unfold throw in I. destruct (may_throw n).
    - destruct I as [I|[I|I]]; try (injection I; intros; subst; now apply LI).
      apply in_map_iff in I. destruct I as [[k w] [Q I]]. injection Q; intros; subst.
      destruct (R_weights Sen n k w Hn I) as [_ [K _]]. simpl. auto.
    - destruct I as [I|[]]. injection I; intros; subst. now apply LI. }
  split.
  - intros p [who []] _ _; simpl; destruct (eqb p who); lra.
  - intros [[] []]; simpl; intros; lra || discriminate.
  - intros [who [i j|i j s n|i j s k|]] a I F L; simpl in *; try discriminate.
    + apply throw_chances, (R_start Sen).
    + destruct a; [now apply throw_chances|apply sure_chances|destruct L].
    + destruct a as [| |o]; try (now destruct L). destruct (option_ k o). apply sure_chances.
  - intros [who [i j|i j s n|i j s k|]] a p t I F L J; simpl in I, L, J; try discriminate.
    + apply (TI who i j i (start r) p); try tauto; try lia. apply (R_start Sen).
    + destruct a; [|destruct J as [J|[]]; injection J; intros; subst; now apply LI|now destruct L].
      now apply (TI who i j s n p).
    + destruct a as [| |o]; try (now destruct L). pose proof (R_options Sen k o) as RO.
      destruct (option_ k o) as [g m]. destruct J as [J|[]]. injection J; intros; subst.
      unfold enter. destruct (Nat.ltb_spec (s + g) (goal r)); [simpl in *; intuition lia|].
      destruct (exact r && _); [apply LI; tauto|simpl; auto].
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
Lemma turn_facts i j s n : (i < goal r)%nat -> (j < goal r)%nat -> (i <= s < goal r)%nat ->
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
  - destruct X as [X [Y Z]]. rewrite X, <- Y in *. repeat split; lia.
Qed.

Lemma start_rank i j n : (n < modes)%nat ->
  ((2 * goal r - i - j) * big + ((goal r - i) * width + 2 * n + 2)
    <= (2 * goal r - i - j) * big + (big - 1))%nat.
Proof.
  intros Hn. apply Nat.add_le_mono_l.
  assert ((goal r - i) * width <= goal r * width)%nat by (apply Nat.mul_le_mono_r; lia).
  unfold big. assert (2 * n + 2 <= width)%nat by (unfold width; lia). lia.
Qed.

Lemma kept_shows p who i j : (i < goal r)%nat -> (j < goal r)%nat ->
  (IZR (side p who (kept i j)) / IZR one <= E (cthrow who i j i (start r)) (claimed_by p))%R.
Proof.
  intros Hi Hj. eapply Rle_trans; [|apply throw_shows; try lia; apply (R_start Sen)].
  apply claim_le. destruct (P_kept Pr i j Hi Hj) as [_ [X Y]]. apply side_le; intros _; assumption.
Qed.

(** The wider box of a pair shows more than it claims, to either player. *)
Lemma wide_shows p who i j b : (i < goal r)%nat -> (j < goal r)%nat -> inside_of (kept i j) b ->
  let e := E (cthrow who i j i (start r)) (claimed_by p) in
  let x := (IZR (side p who b) / IZR one)%R in
  (x <= e /\ (x = 0 \/ x + 1 / IZR one <= e))%R.
Proof.
  intros Hi Hj [W [Lo [Hi' _]]] e x. pose proof (kept_shows p who i j Hi Hj) as K. fold e in K.
  destruct (P_kept Pr i j Hi Hj) as [W' _]. unfold within in *.
  assert (X : side p who b = 0 /\ 0 <= side p who (kept i j) \/
    side p who b + 1 <= side p who (kept i j)).
  { unfold side. destruct (eqb p who); lia. }
  destruct X as [[X Y]|X].
  - assert (x = 0)%R by (unfold x; rewrite X; unfold Rdiv; lra).
    apply claim_le in Y. rewrite <- X in Y. fold x in Y. split; [lra|now left].
  - apply claim_le in X. rewrite <- claim_add in X. fold x in X.
    pose proof (Rinv_0_lt_compat _ one_pos). unfold Rdiv in *. split; [lra|right; lra].
Qed.

Lemma wide_narrow who i j b : (i < goal r)%nat -> (j < goal r)%nat -> inside_of (kept i j) b ->
  (IZR (side true who b) / IZR one + IZR (side false who b) / IZR one + 1 / IZR one <=
    E (cthrow who i j i (start r)) (claimed_by true) +
    E (cthrow who i j i (start r)) (claimed_by false))%R.
Proof.
  intros Hi Hj [_ [_ [_ W]]]. pose proof (kept_shows true who i j Hi Hj).
  pose proof (kept_shows false who i j Hi Hj).
  assert (X : side true who b + side false who b + 1 <=
    side true who (kept i j) + side false who (kept i j)) by (rewrite !both_sides; lia).
  apply claim_le in X. rewrite <- !claim_add in X. lra.
Qed.

Lemma cland_shows p who i j s :
  claimed_by p (cland who i j s) = (IZR (side p who (landed i j s)) / IZR one)%R.
Proof. unfold claimed_by. now rewrite cland_side. Qed.

Lemma center_shows p who i j s n :
  claimed_by p (center who i j s n) = (IZR (side p who (entered i j s n)) / IZR one)%R.
Proof. unfold claimed_by. now rewrite center_side. Qed.

(** Taking an option is a step to a smaller rank. *)
Lemma pick_rank who i j s k o g m : (i < goal r)%nat -> (j < goal r)%nat -> (i <= s < goal r)%nat ->
  (k < length (sets r))%nat -> (o < length (options k))%nat -> option_ k o = (g, m) ->
  (ranked (center who i j (s + g) m)
    < (2 * goal r - i - j) * big + ((goal r - s) * width + 2 * free k + 1))%nat.
Proof.
  intros Hi Hj Hs Hk Ho Q. pose proof (R_options Sen k o Hk Ho) as M. rewrite Q in M. simpl in M.
  unfold center. destruct (Nat.ltb_spec (s + g) (goal r)).
  - unfold ranked; cbn [snd]. apply Nat.add_lt_mono_l. destruct g as [|g].
    + pose proof (free_of k m o Ho Q). replace (s + 0)%nat with s by lia. lia.
    + replace (goal r - s)%nat with (S g + (goal r - (s + S g)))%nat by lia.
      rewrite Nat.mul_add_distr_r. assert (2 * m + 2 <= width)%nat by (unfold width; lia).
      simpl. lia.
  - assert (0 < (2 * goal r - i - j) * big + ((goal r - s) * width + 2 * free k + 1))%nat
      by (do 2 apply Nat.add_pos_r; lia).
    destruct (exact r && _); [|exact H0].
    pose proof (cland_rank who i j (lands i) ((goal r - s) * width + 2 * free k) Hi Hj
      (R_lands Sen i Hi)). lia.
Qed.

Theorem race_checks : checks the_certificate.
Proof.
  assert (O := P_one Pr). assert (OR := one_pos). assert (ROK := R_start Sen).
  split.
  - cbn [delta the_certificate]. split.
    + unfold Rdiv. rewrite Rmult_1_l. now apply Rinv_0_lt_compat.
    + pose proof claim_one. unfold Rdiv in *. apply IZR_le in O.
      pose proof (Rinv_0_lt_compat _ OR).
      assert (1 * / IZR one <= IZR one * / IZR one)%R by (apply Rmult_le_compat_r; lra). lra.
  - intros [who cl] [I _]. exact I.
  - intros p [who cl] Hc. apply interval_within in Hc. unfold within in Hc.
    cbn [bound the_certificate]. unfold claimed_by.
    replace 0%R with (IZR 0 / IZR one)%R by (unfold Rdiv; lra). apply claim_le.
    unfold side. cbn [fst snd] in *. destruct (eqb p who); lia.
  - intros [who cl] Hc. apply interval_within in Hc. unfold within in Hc.
    cbn [bound the_certificate]. unfold claimed_by. rewrite claim_add, <- claim_one.
    apply claim_le. rewrite both_sides. lia.
  - intros [who cl] Hc.
    assert (X : forall a b, (a <= 2 * goal r)%nat -> (b <= big)%nat ->
      (a * big + b <= (2 * goal r + 1) * big)%nat).
    { intros a b Ha Hb. rewrite Nat.mul_add_distr_r.
      assert (a * big <= 2 * goal r * big)%nat by (now apply Nat.mul_le_mono_r). lia. }
    assert (Y : forall s x, (s < goal r)%nat -> (x <= width)%nat ->
      ((goal r - s) * width + x <= big)%nat).
    { intros s x Hs Hx. assert ((goal r - s) * width <= goal r * width)%nat
        by (apply Nat.mul_le_mono_r; lia). unfold big. lia. }
    cbn [rank most_rank the_certificate]. destruct Hc as [I _].
    destruct cl as [[i j|i j s n|i j s k|]|[] i j]; unfold ranked; cbn [snd]; simpl in I; try lia;
      try (apply X; lia).
    + apply X; [lia|]. rewrite <- Nat.add_assoc. apply Y; [lia|]. unfold width. lia.
    + apply X; [lia|]. rewrite <- Nat.add_assoc. apply Y; [lia|].
      assert (free k <= modes)%nat; [|unfold width; lia].
      assert (Z : forall l, (forall o, (o < length l)%nat -> (snd (nth o l (0, 0)) < modes)%nat) ->
        (fold_right (fun gm most => Nat.max (if fst gm =? 0 then S (snd gm) else 0) most) 0 l
          <= modes)%nat).
      { induction l as [|[g m] l IH]; intros Hl; cbn [fold_right]; [lia|].
        pose proof (Hl 0%nat ltac:(simpl; lia)) as H0. cbn [nth fst snd] in *.
        assert (forall o, (o < length l)%nat -> (snd (nth o l (0, 0)) < modes)%nat).
        { intros o Ho. apply (Hl (S o)). simpl. lia. }
        specialize (IH H). destruct (g =? 0)%nat; lia. }
      apply Z. intros o Ho. apply (R_options Sen k o); tauto.
  - intros p [who cl] Hc F. destruct cl as [[| | |]|]; simpl in F; try discriminate.
    simpl. unfold claimed_by, side. simpl. destruct (eqb p who).
    + rewrite claim_one. lra.
    + replace (one - one) with 0 by lia. unfold Rdiv. lra.
  - intros [who cl] a [I J] F L.
    destruct cl as [[i j|i j s n|i j s k|]|t i j]; simpl in F; try discriminate;
      cbn [after the_certificate place_of fst snd at_ next race] in *.
    + apply throw_at.
    + destruct a; [apply throw_at| |destruct L]. unfold rename; simpl. now rewrite cland_at.
    + destruct a as [| |o]; try (now destruct L). destruct (option_ k o) as [g m].
      unfold rename; simpl. unfold center, enter. destruct (s + g <? goal r)%nat; [reflexivity|].
      destruct (exact r && _); [|reflexivity]. now rewrite cland_at.
    + apply throw_at.
  - intros [who cl] a q d [I J] F L K.
    destruct cl as [[i j|i j s n|i j s k|]|t i j]; simpl in F; try discriminate;
      cbn [after the_certificate place_of fst snd at_ inside race legal] in *.
    + apply (throw_inside who i j i (start r) q d); try tauto; lia.
    + destruct a; [|destruct K as [K|[]]; injection K; intros; subst; apply cland_inside; lia
        |destruct L].
      now apply (throw_inside who i j s n q d).
    + destruct a as [| |o]; try (now destruct L). pose proof (R_options Sen k o) as RO.
      destruct (option_ k o) as [g m]. destruct K as [K|[]]. injection K; intros; subst.
      apply center_inside; simpl in *; intuition lia.
    + apply (throw_inside who i j i (start r) q d); try tauto; lia.
  - intros [who pl] a _ _ [L _]. exact L.
  - intros [who pl] I F. cbn [good chosen the_certificate]. unfold good_act, chosen_act.
    destruct pl as [i j|i j s n|i j s k|]; simpl in F; try discriminate; cbn [snd].
    + split; [exact Logic.I|exact Logic.I].
    + cbn [legal race] in *. unfold decided. destruct (may_bank i s n) eqn:M1;
        destruct (may_throw n) eqn:M2; try destruct (letter i j s n) eqn:M3;
        rewrite ?M1, ?M2, ?M3; (split; [auto|congruence]).
    + cbn [legal race inside] in *. destruct I as [Hi [Hj [Hs Hk]]].
      destruct (P_pick Pr i j s k Hi Hj Hs Hk) as [o [rest [Q [Ho _]]]]. rewrite Q. simpl. auto.
  - (* secure *)
    intros p [who cl] a [I J] F [L Gd].
    destruct cl as [[i j|i j s n|i j s k|]|t i j]; simpl in F; try discriminate;
      unfold descends; cbn [after the_certificate place_of fst snd at_ inside race legal bound rank
        delta good owner] in *.
    + split; [now apply kept_shows|]. right; right. intros q d K.
      apply (throw_rank who i j i (start r)) in K; try lia.
      pose proof (start_rank i j _ ROK). unfold ranked at 2; cbn [snd]. lia.
    + destruct I as [Hi [Hj [Hs Hn]]].
      destruct (turn_facts i j s n Hi Hj Hs Hn) as [F1 [F2 [F3 F4]]].
      destruct a; [| |destruct L].
      * split.
        -- eapply Rle_trans; [|now apply throw_shows]. unfold claimed_by. apply claim_le.
           cbn [fst snd interval]. apply side_le; [|intros _; now apply F1].
           intros Q. subst p. now apply F3, Gd.
        -- right; right. intros q d K. now apply (throw_rank who i j s n q d) in K.
      * split.
        -- rewrite single, cland_shows. apply claim_le. cbn [fst snd interval].
           apply side_le; [|intros _; now apply F2]. intros Q. subst p. now apply F4, Gd.
        -- right; right. intros q d [K|[]]. injection K; intros; subst.
           unfold ranked at 2; cbn [snd].
           pose proof (cland_rank who i j s ((goal r - s) * width + 2 * n + 1) Hi Hj (proj1 Hs)).
           lia.
    + destruct I as [Hi [Hj [Hs Hk]]]. destruct a as [| |o]; try (now destruct L).
      destruct (P_pick Pr i j s k Hi Hj Hs Hk) as [b [rest [Q [Hb [V [Rest All]]]]]].
      assert (Wb : fst (let '(g, m) := option_ k b in entered i j (s + g) m)
        <= snd (let '(g, m) := option_ k b in entered i j (s + g) m)).
      { rewrite <- V. apply (P_set_worth Pr i j s k Hi Hj Hs Hk). }
      specialize (All o L).
      assert (Lower : p = who -> fst (set_worth i j s k) <= fst (let '(g, m) := option_ k o in
        entered i j (s + g) m)).
      { intros ->. rewrite V. specialize (Gd eq_refl). destruct Gd as [_ Gd]. cbn [snd] in Gd.
        rewrite Q in Gd. destruct Gd as [->|Gd]; [lia|]. destruct (Rest o Gd). lia. }
      assert (Upper : snd (let '(g, m) := option_ k o in entered i j (s + g) m)
        <= snd (set_worth i j s k)).
      { rewrite V. destruct All as [->|All]; lia. }
      destruct (option_ k o) as [g m] eqn:Qo. split.
      * rewrite single, center_shows. apply claim_le. cbn [fst snd interval].
        apply side_le; [exact Lower|intros _; exact Upper].
      * right; right. intros q d [K|[]]. injection K; intros; subst.
        unfold ranked at 2; cbn [snd]. now apply (pick_rank who i j s k o).
    + destruct t; cbn [interval] in *.
      * split; [now apply kept_shows|]. right; right. intros q d K.
        apply (throw_rank who i j i (start r)) in K; try lia.
        pose proof (start_rank i j _ ROK). unfold ranked at 2; cbn [snd]. lia.
      * destruct (wide_shows p who i j (box i j) (proj1 I) (proj2 I)
          (P_box Pr i j (proj1 I) (proj2 I))) as [A [A'|A']]; (split; [exact A|]); auto.
      * subst j. destruct (wide_shows p who i 0%nat (column i) (proj1 I) (proj2 I)
          (P_column Pr i (proj1 I))) as [A [A'|A']]; (split; [exact A|]); auto.
  - (* decided *)
    intros p [who cl] a [I J] F [L Gd].
    destruct cl as [[i j|i j s n|i j s k|]|t i j]; simpl in F; try discriminate;
      cbn [after the_certificate place_of fst snd at_ inside race legal bound chosen good owner] in
        *;
      unfold chosen_act; cbn [snd].
    + left. now destruct a.
    + destruct I as [Hi [Hj [Hs Hn]]]. pose proof (P_turn Pr i j s n Hi Hj Hs Hn) as X.
      pose proof (throw_shows p who i j s n Hi Hj Hs Hn) as T1.
      pose proof (throw_shows (negb p) who i j s n Hi Hj Hs Hn) as T2.
      pose proof (P_u Pr i j s n Hi Hj Hs Hn) as [W _].
      pose proof (landed_within i j s Hi Hj) as [WL _].
      assert (Own : p = who \/ negb p = who) by (destruct p, who; auto).
      assert (Cross : forall x y : Z, one - x <= y ->
        (1 - IZR x / IZR one <= IZR y / IZR one)%R).
      { intros x y XY. rewrite claim_minus. now apply claim_le. }
      destruct (decided i j s n) eqn:D; destruct a; try (now left); try (now destruct L); right;
        rewrite single, cland_shows.
      * (* to throw was chosen: it is worse to bank *)
        destruct Own as [Own|Own].
        { exfalso. destruct (Gd (eq_sym Own)) as [_ N']. cbn [snd] in N'. congruence. }
        destruct X as [X Y]. specialize (Y L). rewrite X in W.
        eapply Rle_trans; [|apply (Cross (side (negb p) who (c i j s n)))];
          [apply Rplus_le_compat_l, Ropp_le_contravar; exact T2|].
        unfold side. rewrite <- Own. destruct p; simpl; lia.
      * (* to bank was chosen *)
        destruct Own as [Own|Own].
        { exfalso. destruct (Gd (eq_sym Own)) as [_ N']. cbn [snd] in N'. congruence. }
        destruct X as [X Y]. destruct L as [L|L];
          [|unfold decided in D; rewrite L in D; discriminate]. specialize (Y L).
        eapply Rle_trans; [|exact T1]. apply Cross.
        unfold side. rewrite <- Own. destruct p; simpl; lia.
      * destruct X as [X [Y Z']].
        eapply Rle_trans; [|apply (Cross (side (negb p) who (c i j s n)))];
          [apply Rplus_le_compat_l, Ropp_le_contravar; exact T2|].
        unfold side. rewrite Y in *. destruct p, who; simpl; lia.
    + destruct I as [Hi [Hj [Hs Hk]]]. destruct a as [| |o]; try (now destruct L).
      destruct (P_pick Pr i j s k Hi Hj Hs Hk) as [b [rest [Q [Hb [V [Rest All]]]]]].
      rewrite Q. cbn [hd]. destruct (Nat.eq_dec o b) as [->|N']; [now left|]. right.
      assert (Lower : In o rest -> snd (let '(g, m) := option_ k b in entered i j (s + g) m)
        <= fst (let '(g, m) := option_ k o in entered i j (s + g) m)) by (intros; now apply Rest).
      assert (Upper : snd (let '(g, m) := option_ k o in entered i j (s + g) m)
        <= fst (let '(g, m) := option_ k b in entered i j (s + g) m)).
      { destruct (All o L); [contradiction|assumption]. }
      assert (G' : p = who -> In o rest).
      { intros ->. destruct (Gd eq_refl) as [_ X]. cbn [snd] in X. rewrite Q in X.
        destruct X as [X|X]; [congruence|exact X]. }
      destruct (option_ k o) as [g m], (option_ k b) as [g' m'].
      rewrite !single, !center_shows, claim_minus. apply claim_le.
      unfold side. destruct p, who; simpl in *; specialize (fun e => Lower (G' e)) as Lo;
        try (specialize (Lo eq_refl)); lia.
    + left. now destruct a.
  - (* narrow *)
    intros [who cl] [I J] F.
    destruct cl as [[i j|i j s n|i j s k|]|t i j]; simpl in F; try discriminate;
      unfold descends; cbn [after the_certificate place_of fst snd at_ inside race legal bound rank
        delta chosen] in *; unfold chosen_act; cbn [snd].
    + right. intros q d K. apply (throw_rank who i j i (start r)) in K; try lia.
      pose proof (start_rank i j _ ROK). unfold ranked at 2; cbn [snd]. lia.
    + right. destruct I as [Hi [Hj [Hs Hn]]]. destruct (decided i j s n); intros q d K;
        try (now apply (throw_rank who i j s n q d) in K).
      destruct K as [K|[]]. injection K; intros; subst. unfold ranked at 2; cbn [snd].
      pose proof (cland_rank who i j s ((goal r - s) * width + 2 * n + 1) Hi Hj (proj1 Hs)). lia.
    + right. destruct I as [Hi [Hj [Hs Hk]]].
      destruct (P_pick Pr i j s k Hi Hj Hs Hk) as [b [rest [Q [Hb _]]]]. rewrite Q. cbn [hd].
      destruct (option_ k b) as [g m] eqn:Qo. intros q d [K|[]]. injection K; intros; subst.
      unfold ranked at 2; cbn [snd]. now apply (pick_rank who i j s k b).
    + destruct t.
      * right. intros q d K. apply (throw_rank who i j i (start r)) in K; try lia.
        pose proof (start_rank i j _ ROK). unfold ranked at 2; cbn [snd]. lia.
      * left. unfold claimed_by at 1 2. cbn [fst snd interval].
        apply wide_narrow; try tauto. now apply (P_box Pr).
      * left. subst j. unfold claimed_by at 1 2. cbn [fst snd interval].
        apply wide_narrow; try tauto. now apply (P_column Pr).
Qed.

End Race.
