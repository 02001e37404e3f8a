(** * The checker as an OCaml program, with zarith's whole numbers for [Z] and machine integers for
    [nat], which counts scores, modes, options and runs only. *)

From Coq Require Import Reals ZArith ExtrOcamlBasic ExtrOcamlNatInt ExtrOcamlZBigInt.
From Pig Require Import Game Race Checker.

Extract Inlined Constant List.length => "List.length".
Extract Inlined Constant fst => "Stdlib.fst".
Extract Inlined Constant snd => "Stdlib.snd".
Extract Inlined Constant List.nth_error => "List.nth_opt".
Extract Constant List.nth => "(fun n l d -> Option.value (List.nth_opt l n) ~default:d)".
Extract Constant Nat.max => "(fun (a : int) b -> if a < b then b else a)".
Extract Constant Nat.min => "(fun (a : int) b -> if a < b then a else b)".
Extract Inlined Constant Whole.z => "(fun x -> x)".
Extract Inlined Constant Whole.zero => "Big_int_Z.zero_big_int".
Extract Inlined Constant Whole.unit => "Big_int_Z.unit_big_int".
Extract Inlined Constant Whole.add => "Big_int_Z.add_big_int".
Extract Inlined Constant Whole.sub => "Big_int_Z.sub_big_int".
Extract Inlined Constant Whole.mul => "Big_int_Z.mult_big_int".
Extract Inlined Constant Whole.ltb => "Big_int_Z.lt_big_int".
Extract Inlined Constant Whole.leb => "Big_int_Z.le_big_int".
Extract Inlined Constant Whole.eqb => "Big_int_Z.eq_big_int".
Extract Constant Z.ltb => "Big_int_Z.lt_big_int".
Extract Constant Z.leb => "Big_int_Z.le_big_int".

Extraction "checker.ml" Exact.check Exact.nothing first.

(** What the theorem says, and what it rests on. *)
Open Scope R_scope.
Check Exact.sound.
Print Assumptions Exact.sound.
