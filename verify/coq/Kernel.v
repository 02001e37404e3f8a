(** * Certificates inside Coq *)

From Coq Require Import List ZArith Uint63 Reals.
From Pig Require Import Game Race Checker Machine.
Import ListNotations.

(** Records as they are written down: runs are codes and how often they come, one after the other.
    *)
Definition count (x : int) : nat := Z.to_nat (to_Z x).

Fixpoint runs_of {X} (code : int -> X) (l : list int) : runs X :=
  match l with x :: n :: rest => (code x, count n) :: runs_of code rest | _ => [] end.

Definition decision_of (x : int) : decision :=
  if (x =? 0)%uint63 then T else if (x =? 1)%uint63 then B else Both.

(** The options whose bits are set. *)
Definition options_of (x : int) : list nat :=
  filter (fun o => bit x (of_Z (Z.of_nat o))) (seq 0 26).

Definition R (low high : int) (letters names : list (list int)) : Fast.entry := {|
  Fast.box_of := (low, high);
  Fast.letters := map (runs_of decision_of) letters;
  Fast.names := map (runs_of options_of) names
|}.

(** A level whose records begin with own score [first]. *)
Definition L (first : nat) (records : list Fast.entry) : list Fast.entry :=
  repeat (R 0 0 [] []) first ++ records.

Definition accepts (r : rules int) (one : int) (column : nat -> int * int)
  (levels : list (list Fast.entry)) : bool :=
  match Fast.check r one [] column 1 false levels with Some _ => true | None => false end.

(** What [Fast.sound] says of a certificate that is accepted. *)
Theorem certified_by_kernel r one column levels : accepts r one column levels = true ->
  forall most, (goal r <= most)%nat ->
  well_formed (race to_Z 0%uint63 r most) /\
  (forall p, exists f, Fast.follows r one most levels p f) /\
  forall s, inside (race to_Z 0%uint63 r most) s ->
  exists v, is_value (race to_Z 0%uint63 r most) s v /\
    (forall who i j, s = (who, Start i j) ->
      IZR (to_Z (fst (Fast.box_of (Fast.e_ one levels i j)))) / IZR (to_Z one) <= worth who v
        <= IZR (to_Z (snd (Fast.box_of (Fast.e_ one levels i j)))) / IZR (to_Z one))%R /\
    forall p f, Fast.follows r one most levels p f ->
      secures (race to_Z 0%uint63 r most) p f s (worth p v).
Proof.
  unfold accepts. destruct (Fast.check r one [] column 1 false levels) as [final|] eqn:Q;
    [|discriminate].
  intros _ most enough. apply (Fast.sound r one [] column 1 false levels final Q).
  simpl. now rewrite Nat.add_0_r.
Qed.
