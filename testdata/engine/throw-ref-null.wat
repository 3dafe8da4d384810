;; throw_ref of a null reference traps, and no handler catches a trap. By V8 13.6.
;; expect: caught() = trap null_reference
(module
 (func (export "caught") (result i32) (block $h (try_table (catch_all $h) (throw_ref (ref.null exn)))) (i32.const 1)))
