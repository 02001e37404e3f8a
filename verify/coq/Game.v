(** * Games of two players on which throws and decisions take turns

    The theorem of this file is about any such game, with finitely or infinitely many positions.  A
    certificate claims for some positions how much each player can secure there.  If the claims
    pass checks of one step each, then every position claimed has a value, it lies between the
    claims, and every strategy that keeps to the decisions of the certificate is optimal.

    There is no measure theory: what a player wins within n steps is a finite sum. *)

From Coq Require Import Reals Lra Lia List Bool Arith.
Import ListNotations.
Local Open Scope R_scope.

(** ** Chances *)

(** [E l f] is the sum of p * f x over all pairs (p, x) in the list [l]. *)
Fixpoint E {X} (l : list (R * X)) (f : X -> R) : R :=
  match l with
  | [] => 0
  | (p, x) :: rest => p * f x + E rest f
  end.

(** The weights in [l] are chances: none is negative, and their sum is 1. *)
Definition chances {X} (l : list (R * X)) : Prop :=
  (forall p x, In (p, x) l -> 0 <= p) /\ E l (fun _ => 1) = 1.

(** E is monotone. *)
Lemma E_le {X} (l : list (R * X)) f g :
  (forall p x, In (p, x) l -> 0 <= p) -> (forall p x, In (p, x) l -> f x <= g x) ->
  E l f <= E l g.
Proof.
  induction l as [|[p x] l IH]; simpl; intros Hp Hf; [lra|].
  assert (p * f x <= p * g x).
  { apply Rmult_le_compat_l; [apply (Hp p x)|apply (Hf p x)]; now left. }
  assert (E l f <= E l g) by (apply IH; intros; [eapply Hp|eapply Hf]; right; eassumption).
  lra.
Qed.

(** E depends on the values in the list only. *)
Lemma E_ext {X} (l : list (R * X)) f g :
  (forall p x, In (p, x) l -> f x = g x) -> E l f = E l g.
Proof.
  induction l as [|[p x] l IH]; simpl; intros Hf; [reflexivity|].
  rewrite (Hf p x) by now left. rewrite IH; [reflexivity|].
  intros; eapply Hf; right; eassumption.
Qed.

(** E is linear. *)
Lemma E_linear {X} (l : list (R * X)) a b f g :
  E l (fun x => a * f x + b * g x) = a * E l f + b * E l g.
Proof. induction l as [|[p x] l IH]; simpl; [lra|rewrite IH; lra]. Qed.

(** What is everywhere c on average is c. *)
Lemma E_const {X} (l : list (R * X)) c : chances l -> E l (fun _ => c) = c.
Proof.
  intros [_ H]. rewrite (E_ext l _ (fun x => c * 1 + 0 * 1)) by (intros; lra).
  rewrite (E_linear l c 0 (fun _ => 1) (fun _ => 1)), H. lra.
Qed.

Lemma E_minus {X} (l : list (R * X)) f c : chances l -> E l (fun x => f x - c) = E l f - c.
Proof.
  intros H. rewrite (E_ext l _ (fun x => 1 * f x + (-1) * c)) by (intros; lra).
  rewrite (E_linear l 1 (-1) f (fun _ => c)), (E_const l c H). lra.
Qed.

(** What is at least c everywhere is so on average. *)
Lemma E_least {X} (l : list (R * X)) f c :
  chances l -> (forall p x, In (p, x) l -> c <= f x) -> c <= E l f.
Proof. intros H Hf. rewrite <- (E_const l c H). apply E_le; [apply H|assumption]. Qed.

Lemma E_most {X} (l : list (R * X)) f c :
  chances l -> (forall p x, In (p, x) l -> f x <= c) -> E l f <= c.
Proof. intros H Hf. rewrite <- (E_const l c H). apply E_le; [apply H|assumption]. Qed.

(** What has no chance does not count. *)
Lemma E_le_but {X} (l : list (R * X)) f g : (forall p x, In (p, x) l -> 0 <= p) ->
  (forall p x, In (p, x) l -> p = 0 \/ f x <= g x) -> E l f <= E l g.
Proof.
  induction l as [|[p x] l IH]; simpl; intros Hp Hf; [lra|].
  assert (p * f x <= p * g x).
  { destruct (Hf p x (or_introl eq_refl)) as [->|L]; [lra|].
    apply Rmult_le_compat_l; [apply (Hp p x); now left|assumption]. }
  assert (E l f <= E l g) by (apply IH; intros; [eapply Hp|eapply Hf]; right; eassumption).
  lra.
Qed.

Lemma E_affine {X} (l : list (R * X)) c b f : chances l ->
  E l (fun x => c + b * f x) = c + b * E l f.
Proof.
  intros H. rewrite (E_ext l _ (fun x => c * 1 + b * f x)) by (intros; lra).
  rewrite (E_linear l c b (fun _ => 1) f), (E_const l 1 H). lra.
Qed.

(** Results may be renamed. *)
Definition rename {X Y} (f : X -> Y) (l : list (R * X)) : list (R * Y) :=
  map (fun px => (fst px, f (snd px))) l.

Lemma E_rename {X Y} (f : X -> Y) l g : E (rename f l) g = E l (fun x => g (f x)).
Proof. induction l as [|[p x] l IH]; simpl; [reflexivity|now rewrite IH]. Qed.

(** ** Games *)

(** The players are [true] and [false].  In a position one of them, the owner, takes an action that
    is legal; luck leads to the next position.  A final position pays each player his share of 1. *)
Record game := {
  position : Type;
  action : Type;
  inside : position -> Prop;          (* the positions that the game has *)
  owner : position -> bool;
  final : position -> bool;
  pay : bool -> position -> R;
  legal : position -> action -> Prop;
  next : position -> action -> list (R * position)
}.

Record well_formed (G : game) : Prop := {
  pays : forall p s, inside G s -> final G s = true -> 0 <= pay G p s;
  pays_one : forall s, inside G s -> final G s = true -> pay G true s + pay G false s = 1;
  lucky : forall s a, inside G s -> final G s = false -> legal G s a -> chances (next G s a);
  stays : forall s a p t, inside G s -> final G s = false -> legal G s a ->
    In (p, t) (next G s a) -> inside G t
}.

Section Play.
Context (G : game).

(** All that happened, the latest first. *)
Definition history : Type := list (position G * action G).

(** A strategy takes all that happened into account, and may draw lots. *)
Definition strategy : Type := history -> position G -> list (R * action G).

Definition fair (p : bool) (f : strategy) : Prop :=
  forall h s, inside G s -> final G s = false -> owner G s = p ->
    chances (f h s) /\ forall q a, In (q, a) (f h s) -> legal G s a.

(** What player [p] has won on average after [n] steps from [s], if the players play [f true] and
    [f false]: in a race his chance to have won within so many steps. *)
Fixpoint won (f : bool -> strategy) (p : bool) (n : nat) (h : history) (s : position G) : R :=
  if final G s then pay G p s else
  match n with
  | O => 0
  | S n => E (f (owner G s) h s) (fun a => E (next G s a) (fun t => won f p n ((s, a) :: h) t))
  end.

(** Player [p] plays [mine] and the other one [others]. *)
Definition against (p : bool) (mine others : strategy) (q : bool) : strategy :=
  if eqb p q then mine else others.

(** With [mine], player [p] wins at least v: whatever e > 0 is, at least v - e within a number of
    steps that does not depend on the opponent. *)
Definition secures (p : bool) (mine : strategy) (s : position G) (v : R) : Prop :=
  forall e, 0 < e -> exists N : nat, forall others, fair (negb p) others ->
    forall n, (N <= n)%nat -> v - e <= won (against p mine others) p n [] s.

(** [v] is the value of [s], seen by [true]: he can secure v, and [false] can secure 1 - v.  Both
    win in finitely many steps, so that it does not matter what a play that never ends is worth. *)
Definition is_value (s : position G) (v : R) : Prop :=
  (exists mine, fair true mine /\ secures true mine s v) /\
  (exists mine, fair false mine /\ secures false mine s (1 - v)).

Context (WF : well_formed G).

Definition all_fair (f : bool -> strategy) : Prop := fair true (f true) /\ fair false (f false).

Lemma all_fair_of f p : all_fair f -> fair p (f p).
Proof. intros [? ?]; destruct p; assumption. Qed.

Lemma against_fair p mine others :
  fair p mine -> fair (negb p) others -> all_fair (against p mine others).
Proof. intros; destruct p; split; assumption. Qed.

(** Nobody wins less than 0. *)
Lemma won_positive f p : all_fair f -> forall n h s, inside G s -> 0 <= won f p n h s.
Proof.
  intros Hf. induction n as [|n IH]; intros h s Hs; simpl; destruct (final G s) eqn:F;
    try (now apply WF); try lra.
  destruct (all_fair_of f (owner G s) Hf h s Hs F eq_refl) as [Hc Hl].
  apply E_least; [assumption|]. intros q a Ha. specialize (Hl q a Ha).
  apply E_least; [now apply WF|]. intros r t Ht. apply IH. now apply (stays G WF s a r).
Qed.

(** More steps win no less. *)
Lemma won_more f p : all_fair f ->
  forall n h s, inside G s -> won f p n h s <= won f p (S n) h s.
Proof.
  intros Hf. induction n as [|n IH]; intros h s Hs.
  - pose proof (won_positive f p Hf 1 h s Hs) as H. revert H. simpl. destruct (final G s); lra.
  - change (won f p (S n) h s) with (if final G s then pay G p s else
      E (f (owner G s) h s) (fun a => E (next G s a) (fun t => won f p n ((s, a) :: h) t))).
    change (won f p (S (S n)) h s) with (if final G s then pay G p s else
      E (f (owner G s) h s) (fun a => E (next G s a) (fun t => won f p (S n) ((s, a) :: h) t))).
    destruct (final G s) eqn:F; [lra|].
    destruct (all_fair_of f (owner G s) Hf h s Hs F eq_refl) as [Hc Hl].
    apply E_le; [apply Hc|]. intros q a Ha. specialize (Hl q a Ha).
    apply E_le; [now apply (lucky G WF s a)|]. intros r t Ht. apply IH.
    now apply (stays G WF s a r).
Qed.

Lemma won_later f p : all_fair f ->
  forall n m h s, (n <= m)%nat -> inside G s -> won f p n h s <= won f p m h s.
Proof.
  intros Hf n m h s Hnm Hs. induction Hnm as [|m _ IH]; [lra|].
  eapply Rle_trans; [apply IH|]. now apply won_more.
Qed.

(** Together they win at most 1. *)
Lemma won_one f : all_fair f ->
  forall n h s, inside G s -> won f true n h s + won f false n h s <= 1.
Proof.
  intros Hf. induction n as [|n IH]; intros h s Hs; simpl; destruct (final G s) eqn:F;
    try (rewrite (pays_one G WF s Hs F)); try lra.
  destruct (all_fair_of f (owner G s) Hf h s Hs F eq_refl) as [Hc Hl].
  rewrite <- (Rmult_1_l (E _ _)), <- (Rmult_1_l (E (f (owner G s) h s) (fun a => E _
    (fun t => won f false _ _ _)))), <- E_linear.
  apply E_most; [assumption|]. intros q a Ha. specialize (Hl q a Ha).
  rewrite <- E_linear. apply E_most; [now apply WF|]. intros r t Ht.
  assert (inside G t) by now apply (stays G WF s a r).
  specialize (IH ((s, a) :: h) t H). lra.
Qed.

(** Who secures 1 - v holds the other one to v, however long they play. *)
Theorem held p mine s v : inside G s -> fair p mine -> secures p mine s (1 - v) ->
  forall others, fair (negb p) others ->
  forall n, won (against p mine others) (negb p) n [] s <= v.
Proof.
  intros Hs Hm H others Ho n. apply le_epsilon. intros e He.
  destruct (H e He) as [N HN]. specialize (HN others Ho (max N n) (Nat.le_max_l _ _)).
  assert (F := against_fair p mine others Hm Ho).
  pose proof (won_later _ (negb p) F n (max N n) [] s (Nat.le_max_r _ _) Hs).
  pose proof (won_one _ F (max N n) [] s Hs). destruct p; simpl in *; lra.
Qed.

(** There is one value at most. *)
Theorem value_unique s v w : inside G s -> is_value s v -> is_value s w -> v = w.
Proof.
  assert (H : forall v w, inside G s -> is_value s v -> is_value s w -> v <= w).
  { clear v w. intros v w Hs [[f [Ff Sf]] _] [_ [g [Fg Sg]]]. apply le_epsilon. intros e He.
    destruct (Sf e He) as [N HN]. specialize (HN g Fg N (le_n N)).
    pose proof (held false g s w Hs Fg Sg f Ff N) as K. simpl in K.
    assert (X : forall p n h t, won (against true f g) p n h t = won (against false g f) p n h t).
    { intros p n. induction n as [|n IH]; intros h t; simpl; destruct (final G t); try reflexivity.
      replace (against false g f (owner G t)) with (against true f g (owner G t))
        by (destruct (owner G t); reflexivity).
      apply E_ext. intros q a _. apply E_ext. intros r u _. apply IH. }
    rewrite X in HN. lra. }
  intros Hs Hv Hw. apply Rle_antisym; now apply H.
Qed.

End Play.

(** ** Certificates *)

(** A claim is about a position; several claims may be about the same one.  Player [p] claims that
    he can secure [bound p c] there.  [good] are the decisions of the certificate, [chosen] is one
    of them.  A claim of a position is checked by claims of the next positions, which [after] names.
    They show at least as much (H5), and more by [delta], or they are earlier by their [rank]; the
    same holds of the gap that the two players' claims leave (H7).  Whatever is not chosen is worth
    no more than what is (H6), or the claim is [winning] for one of the players: as long as he takes
    good actions he stays among such claims, where the other one wins nothing, and so he wins with
    chance 1. *)
Record certificate (G : game) := {
  claim : Type;
  at_ : claim -> position G;
  ok : claim -> Prop;
  bound : bool -> claim -> R;
  rank : claim -> nat;
  most_rank : nat;
  delta : R;
  good : position G -> action G -> Prop;
  chosen : position G -> action G;
  after : claim -> action G -> list (R * claim);
  winning : bool -> claim -> Prop
}.
Arguments claim {G}. Arguments at_ {G}. Arguments ok {G}. Arguments bound {G}.
Arguments rank {G}. Arguments most_rank {G}. Arguments delta {G}. Arguments good {G}.
Arguments chosen {G}. Arguments after {G}. Arguments winning {G}.

(** All later claims are of smaller rank. *)
Definition descends {G} (C : certificate G) (c : claim C) (a : action G) : Prop :=
  forall q d, In (q, d) (after C c a) -> (rank C d < rank C c)%nat.

(** The actions by which [p]'s claim must be shown: his good ones, and all of the opponent's. *)
Definition relevant {G} (C : certificate G) (p : bool) (s : position G) (a : action G) : Prop :=
  legal G s a /\ (owner G s = p -> good C s a).

Record checks {G} (C : certificate G) : Prop := {
  H_delta : 0 < delta C <= 1;
  H_inside : forall c, ok C c -> inside G (at_ C c);
  H_bound : forall p c, ok C c -> 0 <= bound C p c;
  H_gap : forall c, ok C c -> bound C true c + bound C false c <= 1;
  H_rank : forall c, ok C c -> (rank C c <= most_rank C)%nat;
  H_final : forall p c, ok C c -> final G (at_ C c) = true -> bound C p c <= pay G p (at_ C c);
  H_after : forall c a, ok C c -> final G (at_ C c) = false -> legal G (at_ C c) a ->
    rename (at_ C) (after C c a) = next G (at_ C c) a;
  H_ok : forall c a q d, ok C c -> final G (at_ C c) = false -> legal G (at_ C c) a ->
    In (q, d) (after C c a) -> ok C d;
  H_good : forall s a, inside G s -> final G s = false -> good C s a -> legal G s a;
  H_chosen : forall s, inside G s -> final G s = false -> good C s (chosen C s);
  H_secure : forall p c a, ok C c -> final G (at_ C c) = false -> relevant C p (at_ C c) a ->
    bound C p c <= E (after C c a) (bound C p) /\
    (bound C p c = 0 \/ bound C p c + delta C <= E (after C c a) (bound C p) \/ descends C c a);
  H_decided : forall p c a, ok C c -> final G (at_ C c) = false -> relevant C p (at_ C c) a ->
    a = chosen C (at_ C c) \/
    1 - E (after C c (chosen C (at_ C c))) (bound C (negb p)) <= E (after C c a) (bound C p) \/
    winning C p c \/ winning C (negb p) c;
  H_win_after : forall p c a q d, ok C c -> final G (at_ C c) = false -> winning C p c ->
    relevant C p (at_ C c) a -> In (q, d) (after C c a) -> q = 0 \/ winning C p d;
  H_win_final : forall p c, ok C c -> final G (at_ C c) = true -> winning C p c ->
    pay G p (at_ C c) = 1;
  H_win_bound : forall p c, ok C c -> final G (at_ C c) = false -> winning C p c ->
    delta C <= bound C p c \/ forall a, relevant C p (at_ C c) a -> descends C c a;
  H_narrow : forall c, ok C c -> final G (at_ C c) = false ->
    let a := chosen C (at_ C c) in
    bound C true c + bound C false c + delta C
      <= E (after C c a) (bound C true) + E (after C c a) (bound C false)
    \/ descends C c a
}.

Section Certified.
Context (G : game) (WF : well_formed G) (C : certificate G) (H : checks C).

(** A strategy keeps to the certificate if it takes good actions only. *)
Definition keeps (p : bool) (f : strategy G) : Prop :=
  fair G p f /\
  forall h s q a, inside G s -> final G s = false -> owner G s = p ->
    In (q, a) (f h s) -> good C s a.

Lemma chances_after c a : ok C c -> final G (at_ C c) = false -> legal G (at_ C c) a ->
  chances (after C c a).
Proof.
  intros Hc F L. pose proof (lucky G WF _ a (H_inside C H c Hc) F L) as [P S].
  rewrite <- (H_after C H c a Hc F L) in P, S. split.
  - intros p x I. apply (P p (at_ C x)). unfold rename. apply in_map_iff. now exists (p, x).
  - now rewrite E_rename in S.
Qed.

(** The average over the next positions is that over the next claims. *)
Lemma E_after c a f : ok C c -> final G (at_ C c) = false -> legal G (at_ C c) a ->
  E (next G (at_ C c) a) f = E (after C c a) (fun d => f (at_ C d)).
Proof. intros Hc F L. now rewrite <- (H_after C H c a Hc F L), E_rename. Qed.

(** The actions of either player in a play where [p] keeps to the certificate are relevant. *)
Lemma plays_relevant f p h s q a : all_fair G f -> keeps p (f p) ->
  inside G s -> final G s = false -> In (q, a) (f (owner G s) h s) -> relevant C p s a.
Proof.
  intros Hf [_ Hk] Hs F I. split.
  - now apply (all_fair_of G f (owner G s) Hf h s Hs F eq_refl) in I.
  - intros O. rewrite O in I. now apply (Hk h s q).
Qed.

(** If [p] wins at least his claims less D after N steps, then less D - delta after some more. *)
Lemma improve f p D N : all_fair G f -> keeps p (f p) ->
  (forall n h c, (N <= n)%nat -> ok C c -> bound C p c - D <= won G f p n h (at_ C c)) ->
  forall r c, ok C c -> (rank C c <= r)%nat -> forall n h, (N + 1 + rank C c <= n)%nat ->
    bound C p c - Rmax 0 (D - delta C) <= won G f p n h (at_ C c).
Proof.
  intros Hf Hk HN. induction r as [r IH] using (well_founded_induction lt_wf).
  intros c Hc Hr n h Hn. pose proof (H_inside C H c Hc) as Hs.
  pose proof (Rmax_l 0 (D - delta C)) as M0. pose proof (Rmax_r 0 (D - delta C)) as M1.
  destruct n as [|n]; [lia|]. simpl. destruct (final G (at_ C c)) eqn:F.
  { pose proof (H_final C H p c Hc F). lra. }
  destruct (all_fair_of G f _ Hf h _ Hs F eq_refl) as [Hch _].
  apply E_least; [assumption|]. intros q a Ha.
  pose proof (plays_relevant f p h _ q a Hf Hk Hs F Ha) as Rel.
  destruct (H_secure C H p c a Hc F Rel) as [S1 S2]. destruct Rel as [L _].
  pose proof (chances_after c a Hc F L) as Ca. rewrite (E_after c a _ Hc F L).
  destruct S2 as [Z|[Z|Z]].
  - rewrite Z. eapply Rle_trans with 0; [lra|]. apply E_least; [assumption|].
    intros q' d I. apply won_positive; [assumption..|].
    apply (H_inside C H), (H_ok C H c a q' d Hc F L I).
  - eapply Rle_trans with (E (after C c a) (bound C p) - D); [lra|].
    rewrite <- E_minus by assumption. apply E_le; [apply Ca|]. intros q' d I.
    apply HN; [lia|]. apply (H_ok C H c a q' d Hc F L I).
  - eapply Rle_trans with (E (after C c a) (bound C p) - Rmax 0 (D - delta C)); [lra|].
    rewrite <- E_minus by assumption. apply E_le; [apply Ca|]. intros q' d I.
    specialize (Z q' d I). apply (IH (rank C d)); try lia.
    apply (H_ok C H c a q' d Hc F L I).
Qed.

(** So he wins at least his claims less 1 - k delta after k times so many steps, *)
Lemma closer f p k : all_fair G f -> keeps p (f p) ->
  forall n h c, (k * S (most_rank C) <= n)%nat -> ok C c ->
    bound C p c - Rmax 0 (1 - INR k * delta C) <= won G f p n h (at_ C c).
Proof.
  intros Hf Hk. pose proof (H_delta C H) as Hd. induction k as [|k IH]; intros n h c Hn Hc.
  - simpl. rewrite Rmult_0_l, Rminus_0_r, Rmax_right by lra.
    pose proof (won_positive G WF f p Hf n h _ (H_inside C H c Hc)).
    pose proof (H_gap C H c Hc). pose proof (H_bound C H true c Hc).
    pose proof (H_bound C H false c Hc). destruct p; lra.
  - assert (Hr := H_rank C H c Hc). simpl in Hn.
    pose proof (improve f p _ _ Hf Hk IH (rank C c) c Hc (le_n _) n h ltac:(lia)) as I.
    rewrite S_INR. eapply Rle_trans; [|apply I]. apply Rplus_le_compat_l, Ropp_le_contravar.
    unfold Rmax. repeat destruct Rle_dec; lra.
Qed.

(** and at least his claims after finitely many steps, whatever the opponent does. *)
Lemma claimed : exists N, forall f p, all_fair G f -> keeps p (f p) ->
  forall n h c, (N <= n)%nat -> ok C c -> bound C p c <= won G f p n h (at_ C c).
Proof.
  pose proof (H_delta C H) as [Hd _].
  destruct (archimed_cor1 (delta C) Hd) as [k [Hk K0]].
  assert (1 < INR k * delta C).
  { apply lt_0_INR in K0. apply (Rmult_lt_compat_l (INR k)) in Hk; [|assumption].
    rewrite Rinv_r in Hk by lra. assumption. }
  exists (k * S (most_rank C))%nat. intros f p Hf Hkp n h c Hn Hc.
  pose proof (closer f p k Hf Hkp n h c Hn Hc) as X.
  rewrite Rmax_left in X; lra.
Qed.

(** What [p] wins within n steps if both take the chosen actions. *)
Fixpoint sure (p : bool) (n : nat) (s : position G) : R :=
  if final G s then pay G p s else
  match n with
  | O => 0
  | S n => E (next G s (chosen C s)) (sure p n)
  end.

Definition choose : strategy G := fun _ s => [(1, chosen C s)].

Lemma choose_keeps p : keeps p choose.
Proof.
  split.
  - intros h s Hs F _. split.
    + split; simpl; [|lra]. intros q a [I|[]]. injection I; intros; subst; lra.
    + intros q a [I|[]]. injection I; intros; subst.
      apply (H_good C H s _ Hs F), (H_chosen C H s Hs F).
  - intros h s q a Hs F _ [I|[]]. injection I; intros; subst. apply (H_chosen C H s Hs F).
Qed.

Lemma choose_fair : all_fair G (fun _ => choose).
Proof. split; apply choose_keeps. Qed.

Lemma sure_won p n : forall h s, won G (fun _ => choose) p n h s = sure p n s.
Proof.
  induction n as [|n IH]; intros h s; simpl; destruct (final G s); try reflexivity.
  unfold choose at 1. simpl. rewrite (E_ext _ _ (sure p n)) by (intros; apply IH). lra.
Qed.

Lemma chosen_relevant p s : inside G s -> final G s = false -> relevant C p s (chosen C s).
Proof.
  intros Hs F. pose proof (H_chosen C H s Hs F). split; [now apply (H_good C H)|now intros].
Qed.

(** That is at most what the opponent's claim leaves. *)
Lemma sure_most p n : forall c, ok C c -> sure p n (at_ C c) <= 1 - bound C (negb p) c.
Proof.
  assert (B : forall c, ok C c -> bound C (negb p) c <= 1).
  { intros c Hc. pose proof (H_gap C H c Hc). pose proof (H_bound C H true c Hc).
    pose proof (H_bound C H false c Hc). destruct p; simpl; lra. }
  induction n as [|n IH]; intros c Hc; simpl; destruct (final G (at_ C c)) eqn:F;
    pose proof (H_inside C H c Hc) as Hs; specialize (B c Hc); try lra.
  1, 2: pose proof (H_final C H (negb p) c Hc F); pose proof (pays_one G WF _ Hs F);
    destruct p; simpl in *; lra.
  pose proof (chosen_relevant (negb p) _ Hs F) as Rel.
  destruct (H_secure C H _ c _ Hc F Rel) as [S _]. destruct Rel as [L _].
  rewrite (E_after c _ _ Hc F L). pose proof (chances_after c _ Hc F L) as Ca.
  eapply Rle_trans with (1 - E (after C c (chosen C (at_ C c))) (bound C (negb p))); [|lra].
  assert (X : 1 - E (after C c (chosen C (at_ C c))) (bound C (negb p))
            = E (after C c (chosen C (at_ C c))) (fun d => 1 * 1 + (-1) * bound C (negb p) d)).
  { rewrite (E_linear _ 1 (-1) (fun _ => 1)), (E_const _ 1 Ca). lra. }
  rewrite X. apply E_le; [apply Ca|]. intros q d I.
  specialize (IH d (H_ok C H c _ q d Hc F L I)). lra.
Qed.

(** Claims that are winning are won with a chance of at least delta before long, *)
Lemma win_some : exists N, forall f p, all_fair G f -> keeps p (f p) ->
  forall n h c, (N <= n)%nat -> ok C c -> winning C p c -> delta C <= won G f p n h (at_ C c).
Proof.
  destruct claimed as [N HN]. exists (N + 1 + most_rank C)%nat. intros f p Hf Hk.
  assert (X : forall r c, (rank C c <= r)%nat -> ok C c -> winning C p c ->
    forall n h, (N + 1 + rank C c <= n)%nat -> delta C <= won G f p n h (at_ C c)).
  { induction r as [r IH] using (well_founded_induction lt_wf). intros c Hr Hc W n h Hn.
    destruct (final G (at_ C c)) eqn:F.
    { pose proof (H_win_final C H p c Hc F W). pose proof (H_delta C H).
      destruct n; simpl; rewrite F; lra. }
    destruct (H_win_bound C H p c Hc F W) as [B|B].
    { eapply Rle_trans; [exact B|]. apply HN; [assumption..|lia|assumption]. }
    destruct n as [|n]; [lia|]. simpl. rewrite F.
    pose proof (H_inside C H c Hc) as Hs.
    destruct (all_fair_of G f _ Hf h _ Hs F eq_refl) as [Hch _].
    apply E_least; [assumption|]. intros q a Ha.
    pose proof (plays_relevant f p h _ q a Hf Hk Hs F Ha) as Rel. pose proof Rel as [L _].
    pose proof (chances_after c a Hc F L) as Ca. rewrite (E_after c a _ Hc F L).
    rewrite <- (E_const _ (delta C) Ca). apply E_le_but; [apply Ca|]. intros q' d I.
    destruct (H_win_after C H p c a q' d Hc F W Rel I) as [->|Wd]; [now left|right].
    specialize (B a Rel q' d I). apply (IH (rank C d)); try lia; [|assumption].
    apply (H_ok C H c a q' d Hc F L I). }
  intros n h c Hn Hc W. pose proof (H_rank C H c Hc). apply (X (rank C c)); try lia; assumption.
Qed.

Lemma won_final f p n h s : final G s = true -> won G f p n h s = pay G p s.
Proof. intros F. destruct n; simpl; now rewrite F. Qed.

(** and again if they are not, *)
Lemma win_again f p M x : all_fair G f -> keeps p (f p) ->
  (forall n h c, (M <= n)%nat -> ok C c -> winning C p c -> x <= won G f p n h (at_ C c)) ->
  forall m h c, ok C c -> winning C p c ->
    x + (1 - x) * won G f p m h (at_ C c) <= won G f p (m + M) h (at_ C c).
Proof.
  intros Hf Hk HM. induction m as [|m IH]; intros h c Hc W; destruct (final G (at_ C c)) eqn:F;
    try (rewrite !won_final, (H_win_final C H p c Hc F W) by assumption; lra).
  - specialize (HM M h c (le_n M) Hc W). simpl. rewrite F. lra.
  - simpl. rewrite F. pose proof (H_inside C H c Hc) as Hs.
    destruct (all_fair_of G f _ Hf h _ Hs F eq_refl) as [Hch _].
    rewrite <- (E_affine _ x (1 - x)) by assumption. apply E_le; [apply Hch|]. intros q a Ha.
    pose proof (plays_relevant f p h _ q a Hf Hk Hs F Ha) as Rel. pose proof Rel as [L _].
    pose proof (chances_after c a Hc F L) as Ca. rewrite !(E_after c a _ Hc F L).
    rewrite <- (E_affine _ x (1 - x)) by assumption. apply E_le_but; [apply Ca|].
    intros q' d I. destruct (H_win_after C H p c a q' d Hc F W Rel I) as [->|Wd]; [now left|right].
    apply IH; [|assumption]. apply (H_ok C H c a q' d Hc F L I).
Qed.

(** so that they are won. *)
Lemma win_all e : 0 < e -> exists N, forall f p, all_fair G f -> keeps p (f p) ->
  forall n h c, (N <= n)%nat -> ok C c -> winning C p c -> 1 - e <= won G f p n h (at_ C c).
Proof.
  intros He. destruct win_some as [N HN]. pose proof (H_delta C H) as Hd.
  destruct (pow_lt_1_zero (1 - delta C)) with (y := e) as [k Hk];
    [rewrite Rabs_right; lra|assumption|].
  specialize (Hk k (le_n k)). assert (Pk : forall j, 0 <= (1 - delta C) ^ j) by
    (intros; apply pow_le; lra). rewrite Rabs_right in Hk by (apply Rle_ge, Pk).
  exists (k * N)%nat. intros f p Hf Hkp n h c Hn Hc W.
  assert (X : forall j n h c, (j * N <= n)%nat -> ok C c -> winning C p c ->
    1 - (1 - delta C) ^ j <= won G f p n h (at_ C c)).
  { induction j as [|j IH]; clear n h c Hn Hc W; intros n h c Hn Hc W.
    - simpl. replace (1 - 1) with 0 by lra. apply (won_positive G WF f p Hf).
      apply (H_inside C H c Hc).
    - eapply Rle_trans; [|apply (won_later G WF f p Hf (N + j * N)); [simpl in Hn; lia|]].
      2: apply (H_inside C H c Hc).
      eapply Rle_trans; [|apply (win_again f p (j * N) _ Hf Hkp IH N h c Hc W)].
      specialize (HN f p Hf Hkp N h c (le_n N) Hc W).
      assert ((1 - delta C) ^ j * delta C <= (1 - delta C) ^ j * won G f p N h (at_ C c))
        by (apply Rmult_le_compat_l; [apply Pk|assumption]).
      simpl. lra. }
  specialize (X k n h c Hn Hc W). lra.
Qed.

Lemma sure_none p n : forall c, ok C c -> winning C (negb p) c -> sure p n (at_ C c) <= 0.
Proof.
  induction n as [|n IH]; intros c Hc W; simpl; destruct (final G (at_ C c)) eqn:F; try lra.
  1, 2: pose proof (H_win_final C H _ c Hc F W);
    pose proof (pays_one G WF _ (H_inside C H c Hc) F); destruct p; simpl in *; lra.
  pose proof (chosen_relevant (negb p) _ (H_inside C H c Hc) F) as Rel. pose proof Rel as [L _].
  pose proof (chances_after c _ Hc F L) as Ca. rewrite (E_after c _ _ Hc F L).
  rewrite <- (E_const _ 0 Ca). apply E_le_but; [apply Ca|]. intros q d I.
  destruct (H_win_after C H _ c _ q d Hc F W Rel I) as [->|Wd]; [now left|right].
  apply IH; [|assumption]. apply (H_ok C H c _ q d Hc F L I).
Qed.

(** Who keeps to the certificate wins within N + k steps at least what the chosen actions win within
    k, but for e, whatever the opponent does: another action of his costs him. *)
Lemma keeps_sure e : 0 < e -> exists N, forall f p, all_fair G f -> keeps p (f p) ->
  forall k h c, ok C c -> sure p k (at_ C c) - e <= won G f p (N + k) h (at_ C c).
Proof.
  intros He. destruct claimed as [N1 HN1]. destruct (win_all e He) as [N2 HN2].
  set (N := max N1 N2).
  assert (HN : forall f p, all_fair G f -> keeps p (f p) ->
    forall n h c, (N <= n)%nat -> ok C c -> bound C p c <= won G f p n h (at_ C c))
    by (intros; apply HN1; try assumption; lia).
  exists N. intros f p Hf Hk.
  induction k as [|k IH]; intros h c Hc; pose proof (H_inside C H c Hc) as Hs.
  - pose proof (won_positive G WF f p Hf (N + 0) h _ Hs) as P. revert P.
    destruct (N + 0)%nat; simpl; destruct (final G (at_ C c)); lra.
  - rewrite Nat.add_succ_r. pose proof (sure_most p (S k) c Hc) as SM.
    pose proof (H_bound C H (negb p) c Hc) as B0. pose proof (sure_none p (S k) c Hc) as SN.
    revert SM SN. simpl. destruct (final G (at_ C c)) eqn:F; [lra|]. intros SM SN.
    destruct (all_fair_of G f _ Hf h _ Hs F eq_refl) as [Hch _].
    apply E_least; [assumption|]. intros q a Ha.
    pose proof (plays_relevant f p h _ q a Hf Hk Hs F Ha) as Rel.
    pose proof (chosen_relevant p _ Hs F) as [L' _].
    destruct (H_decided C H p c a Hc F Rel) as [->|[D|[D|D]]]; pose proof Rel as [L _];
      pose proof (chances_after c _ Hc F L) as Ca; pose proof (chances_after c _ Hc F L') as Ca'.
    3: { eapply Rle_trans with (1 - e); [lra|]. rewrite (E_after c _ _ Hc F L).
      rewrite <- (E_const _ (1 - e) Ca). apply E_le_but; [apply Ca|]. intros q' d I.
      destruct (H_win_after C H p c a q' d Hc F D Rel I) as [->|Wd]; [now left|right].
      apply HN2; [assumption..|lia| |assumption]. apply (H_ok C H c a q' d Hc F L I). }
    3: { specialize (SN D). eapply Rle_trans with 0; [lra|]. rewrite (E_after c _ _ Hc F L).
      apply E_least; [assumption|]. intros q' d I. apply won_positive; [assumption..|].
      apply (H_inside C H), (H_ok C H c a q' d Hc F L I). }
    1, 2: clear SM SN; rewrite (E_after c _ _ Hc F L'), (E_after c _ _ Hc F L).
    + rewrite <- E_minus by assumption. apply E_le; [apply Ca|]. intros q' d I.
      apply IH, (H_ok C H c _ q' d Hc F L I).
    + eapply Rle_trans with (E (after C c a) (bound C p)).
      * eapply Rle_trans with (E (after C c (chosen C (at_ C c))) (fun d => sure p k (at_ C d)));
          [lra|]. eapply Rle_trans; [|apply D].
        assert (X : 1 - E (after C c (chosen C (at_ C c))) (bound C (negb p))
          = E (after C c (chosen C (at_ C c))) (fun d => 1 * 1 + (-1) * bound C (negb p) d)).
        { rewrite (E_linear _ 1 (-1) (fun _ => 1)), (E_const _ 1 Ca'). lra. }
        rewrite X. apply E_le; [apply Ca'|]. intros q' d I.
        pose proof (sure_most p k d (H_ok C H c _ q' d Hc F L' I)). lra.
      * apply E_le; [apply Ca|]. intros q' d I.
        apply HN; [assumption..|lia|]. apply (H_ok C H c _ q' d Hc F L I).
Qed.

(** The chance that the chosen actions have not ended the game after n steps. *)
Definition left (n : nat) (s : position G) : R := 1 - sure true n s - sure false n s.

Lemma left_step n c : ok C c -> final G (at_ C c) = false ->
  left (S n) (at_ C c) = E (after C c (chosen C (at_ C c))) (fun d => left n (at_ C d)).
Proof.
  intros Hc F. pose proof (H_inside C H c Hc) as Hs.
  pose proof (chosen_relevant true _ Hs F) as [L _].
  unfold left. simpl. rewrite F, !(E_after c _ _ Hc F L).
  pose proof (chances_after c _ Hc F L) as Ca.
  set (l := after C c _) in *. set (x := fun d => sure true n (at_ C d)).
  set (y := fun d => sure false n (at_ C d)).
  rewrite (E_ext l (fun d => 1 - sure true n (at_ C d) - sure false n (at_ C d))
    (fun d => 1 * (1 * 1 + (-1) * x d) + (-1) * y d)) by (intros; unfold x, y; lra).
  rewrite E_linear, (E_linear l 1 (-1) (fun _ => 1) x), (E_const l 1 Ca).
  change (fun d => sure true n (at_ C d)) with x. change (fun d => sure false n (at_ C d)) with y.
  lra.
Qed.

Definition gap (c : claim C) : R := 1 - bound C true c - bound C false c.

(** It goes to 0: the gaps bound it, and a factor 1 - delta is gained again and again. *)
Lemma left_small : exists N, forall k c n, ok C c ->
  (N + k * S (most_rank C) <= n)%nat -> left n (at_ C c) <= (1 - delta C) ^ k * gap c.
Proof.
  destruct claimed as [N HN]. exists N. pose proof (H_delta C H) as Hd.
  assert (G0 : forall c, ok C c -> 0 <= gap c <= 1).
  { intros c Hc. unfold gap. pose proof (H_gap C H c Hc). pose proof (H_bound C H true c Hc).
    pose proof (H_bound C H false c Hc). lra. }
  induction k as [|k IHk].
  { intros c n Hc Hn. unfold left, gap. simpl.
    pose proof (HN _ true choose_fair (choose_keeps true) n [] c ltac:(lia) Hc) as A.
    pose proof (HN _ false choose_fair (choose_keeps false) n [] c ltac:(lia) Hc) as B.
    rewrite sure_won in A, B. lra. }
  assert (Pk : forall j, 0 <= (1 - delta C) ^ j) by (intros; apply pow_le; lra).
  assert (X : forall r c n, ok C c -> (rank C c <= r)%nat ->
    (N + k * S (most_rank C) + 1 + rank C c <= n)%nat ->
    left n (at_ C c) <= (1 - delta C) ^ S k * gap c).
  { induction r as [r IH] using (well_founded_induction lt_wf). intros c n Hc Hr Hn.
    pose proof (H_inside C H c Hc) as Hs. destruct n as [|n]; [lia|].
    destruct (final G (at_ C c)) eqn:F.
    { unfold left. simpl. rewrite F. pose proof (pays_one G WF _ Hs F).
      pose proof (Rmult_le_pos _ _ (Pk (S k)) (proj1 (G0 c Hc))). simpl in *. lra. }
    rewrite (left_step n c Hc F).
    pose proof (chosen_relevant true _ Hs F) as Rt. pose proof (chosen_relevant false _ Hs F) as Rf.
    destruct (H_secure C H _ c _ Hc F Rt) as [St _].
    destruct (H_secure C H _ c _ Hc F Rf) as [Sf _].
    pose proof (H_narrow C H c Hc F) as Hn'. destruct Rt as [L _].
    pose proof (chances_after c _ Hc F L) as Ca. set (l := after C c _) in *.
    assert (Eg : E l gap = 1 - E l (bound C true) - E l (bound C false)).
    { rewrite (E_ext l gap (fun d => 1 * (1 * 1 + (-1) * bound C true d) + (-1) * bound C false d))
        by (intros; unfold gap; lra).
      rewrite E_linear, (E_linear l 1 (-1) (fun _ => 1)), (E_const l 1 Ca). lra. }
    assert (El : forall a, E l (fun d => a * gap d) = a * E l gap).
    { intros a. rewrite (E_ext l _ (fun d => a * gap d + 0 * 1)) by (intros; lra).
      rewrite (E_linear l a 0 gap (fun _ => 1)). lra. }
    destruct Hn' as [Hn'|Hn'].
    - eapply Rle_trans with (E l (fun d => (1 - delta C) ^ k * gap d)).
      { apply E_le; [apply Ca|]. intros q d I. apply IHk; [|lia].
        apply (H_ok C H c _ q d Hc F L I). }
      rewrite El. specialize (G0 c Hc). unfold gap in G0. fold l in Hn'. unfold gap at 2.
      assert (E l gap <= (1 - delta C) * (1 - bound C true c - bound C false c)).
      { rewrite Eg. assert (delta C * (1 - bound C true c - bound C false c) <= delta C * 1)
          by (apply Rmult_le_compat_l; lra). lra. }
      replace ((1 - delta C) ^ S k * (1 - bound C true c - bound C false c))
        with ((1 - delta C) ^ k * ((1 - delta C) * (1 - bound C true c - bound C false c)))
        by (simpl; ring).
      apply Rmult_le_compat_l; [apply Pk|assumption].
    - eapply Rle_trans with (E l (fun d => (1 - delta C) ^ S k * gap d)).
      { apply E_le; [apply Ca|]. intros q d I. specialize (Hn' q d I).
        apply (IH (rank C d)); try lia. apply (H_ok C H c _ q d Hc F L I). }
      rewrite El. apply Rmult_le_compat_l; [apply Pk|]. unfold gap at 2. lra. }
  intros c n Hc Hn. pose proof (H_rank C H c Hc). apply (X (rank C c)); try lia. assumption.
Qed.

Lemma left_zero c e : ok C c -> 0 < e -> exists n, left n (at_ C c) <= e.
Proof.
  intros Hc He. destruct left_small as [N HN]. pose proof (H_delta C H) as Hd.
  destruct (pow_lt_1_zero (1 - delta C)) with (y := e) as [k Hk];
    [rewrite Rabs_right; lra|assumption|].
  exists (N + k * S (most_rank C))%nat. specialize (Hk k (le_n k)).
  specialize (HN k c _ Hc (le_n _)). eapply Rle_trans; [apply HN|].
  assert (0 <= (1 - delta C) ^ k) by (apply pow_le; lra). rewrite Rabs_right in Hk by lra.
  assert (gap c <= 1) by (unfold gap; pose proof (H_bound C H true c Hc);
    pose proof (H_bound C H false c Hc); lra).
  assert ((1 - delta C) ^ k * gap c <= (1 - delta C) ^ k * 1) by (apply Rmult_le_compat_l; lra).
  lra.
Qed.

(** What a value is to player [p]. *)
Definition worth (p : bool) (v : R) : R := if p then v else 1 - v.

(** The theorem: every position claimed has a value, which lies between the claims of the two
    players, and every strategy that keeps to the certificate is optimal. *)
Theorem certified c : ok C c ->
  exists v, is_value G (at_ C c) v /\
    bound C true c <= v <= 1 - bound C false c /\
    forall p f, keeps p f -> secures G p f (at_ C c) (worth p v).
Proof.
  intros Hc. pose proof (H_inside C H c Hc) as Hs.
  destruct (completeness (fun x => exists n, x = sure true n (at_ C c))) as [v [U1 U2]].
  { exists 1. intros x [n ->]. rewrite <- (sure_won true n []).
    pose proof (won_one G WF _ choose_fair n [] _ Hs).
    pose proof (won_positive G WF _ false choose_fair n [] _ Hs). lra. }
  { exists (sure true 0 (at_ C c)). now exists O. }
  assert (V1 : forall n, sure true n (at_ C c) <= v) by (intros n; apply U1; now exists n).
  assert (Mono : forall p n m, (n <= m)%nat -> sure p n (at_ C c) <= sure p m (at_ C c)).
  { intros p n m Hnm. rewrite <- !(sure_won p _ []).
    now apply won_later; [..|apply choose_fair| |]. }
  assert (V2 : forall e, 0 < e -> exists n, v - e <= sure true n (at_ C c)).
  { intros e He.
    destruct (ClassicalDedekindReals.sig_forall_dec (fun n => sure true n (at_ C c) < v - e))
      as [[n Hn]|Hn]; [intros n; apply Rlt_dec|exists n; lra|].
    assert (v <= v - e); [|lra]. apply U2. intros x [n ->]. specialize (Hn n). lra. }
  assert (V3 : forall p e, 0 < e -> exists n, worth p v - e <= sure p n (at_ C c)).
  { intros [|] e He; [now apply V2|]. destruct (left_zero c e Hc He) as [n Hn].
    exists n. unfold left in Hn. specialize (V1 n). simpl. lra. }
  assert (Sec : forall p f, keeps p f -> secures G p f (at_ C c) (worth p v)).
  { intros p f Hf e He. destruct (keeps_sure (e / 2)) as [N HN]; [lra|].
    destruct (V3 p (e / 2)) as [k Hk]; [lra|].
    exists (N + k)%nat. intros others Ho n Hn.
    assert (A := against_fair G p f others (proj1 Hf) Ho).
    assert (K : keeps p (against G p f others p)).
    { unfold against. now rewrite eqb_reflx. }
    specialize (HN _ p A K (n - N)%nat [] c Hc).
    replace (N + (n - N))%nat with n in HN by lia.
    pose proof (Mono p k (n - N)%nat ltac:(lia)). lra. }
  exists v. split; [|split; [split|assumption]].
  - split; exists choose; (split; [apply choose_keeps|]);
      [apply (Sec true)|apply (Sec false)]; apply choose_keeps.
  - destruct claimed as [N HN].
    specialize (HN _ true choose_fair (choose_keeps true) N [] c (le_n N) Hc).
    rewrite sure_won in HN. specialize (V1 N). lra.
  - apply U2. intros x [n ->]. apply (sure_most true n c Hc).
Qed.

End Certified.
