(** * The checker with the machine's integers of 63 bits

    Coq's kernel computes with them.  Boxes may have as many bits as the largest denominator
    leaves. *)

From Coq Require Import ZArith Lia Uint63.
From Pig Require Import Checker.

Module Machine <: NUMBERS.
  Definition t := int.
  Definition z := to_Z.
  Definition fits (x : Z) : bool := (x <? wB)%Z.
  Definition zero : int := 0%uint63.
  Definition unit : int := 1%uint63.
  Definition add (a b : int) := Uint63.add a b.
  Definition sub (a b : int) := Uint63.sub a b.
  Definition mul (a b : int) := Uint63.mul a b.
  Definition div (a b : int) := Uint63.div a b.
  Definition ltb (a b : int) := Uint63.ltb a b.
  Definition leb (a b : int) := Uint63.leb a b.
  Definition eqb (a b : int) := Uint63.eqb a b.

  Lemma z_zero : z zero = 0%Z. Proof. reflexivity. Qed.
  Lemma z_unit : z unit = 1%Z. Proof. reflexivity. Qed.
  Lemma fits_less : forall x y, (0 <= x <= y)%Z -> fits y = true -> fits x = true.
  Proof. unfold fits. intros x y H F. apply Z.ltb_lt in F. apply Z.ltb_lt. lia. Qed.
  Lemma z_add : forall a b, (0 <= z a)%Z -> (0 <= z b)%Z -> fits (z a + z b) = true ->
    z (add a b) = (z a + z b)%Z.
  Proof.
    unfold fits, z, add. intros a b A B F. apply Z.ltb_lt in F.
    rewrite add_spec. apply Z.mod_small. lia.
  Qed.
  Lemma z_mul : forall a b, (0 <= z a)%Z -> (0 <= z b)%Z -> fits (z a * z b) = true ->
    z (mul a b) = (z a * z b)%Z.
  Proof.
    unfold fits, z, mul. intros a b A B F. apply Z.ltb_lt in F.
    rewrite mul_spec. apply Z.mod_small. split; [now apply Z.mul_nonneg_nonneg|assumption].
  Qed.
  Lemma z_sub : forall a b, (0 <= z b <= z a)%Z -> z (sub a b) = (z a - z b)%Z.
  Proof.
    unfold z, sub. intros a b H. rewrite sub_spec. apply Z.mod_small.
    pose proof (to_Z_bounded a). lia.
  Qed.
  Lemma z_div : forall a b, (0 <= z a)%Z -> (0 < z b)%Z -> z (div a b) = (z a / z b)%Z.
  Proof. intros. apply div_spec. Qed.
  Lemma z_ltb : forall a b, ltb a b = (z a <? z b)%Z.
  Proof.
    unfold ltb, z. intros a b. destruct (Z.ltb_spec (to_Z a) (to_Z b)) as [H|H].
    - now apply ltb_spec.
    - destruct (Uint63.ltb a b) eqn:E; [|reflexivity]. apply ltb_spec in E. lia.
  Qed.
  Lemma z_leb : forall a b, leb a b = (z a <=? z b)%Z.
  Proof.
    unfold leb, z. intros a b. destruct (Z.leb_spec (to_Z a) (to_Z b)) as [H|H].
    - now apply leb_spec.
    - destruct (Uint63.leb a b) eqn:E; [|reflexivity]. apply leb_spec in E. lia.
  Qed.
  Lemma z_eqb : forall a b, eqb a b = (z a =? z b)%Z.
  Proof.
    unfold eqb, z. intros a b. destruct (Z.eqb_spec (to_Z a) (to_Z b)) as [H|H].
    - apply to_Z_inj in H. subst. apply eqb_refl.
    - destruct (Uint63.eqb a b) eqn:E; [|reflexivity]. apply eqb_spec in E. now subst.
  Qed.
End Machine.

Module Fast := Checker Machine.
