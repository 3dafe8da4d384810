;; An exception reference is that of one exception, whatever was thrown after it. By V8 13.6.
;; expect: run() = 1
(module
  (tag $t (param i32))
  (func $catch (param i32) (result i32 exnref)
    (block $h (result i32 exnref)
      (try_table (catch_ref $t $h) (throw $t (local.get 0)))
      unreachable))
  (func (export "run") (result i32)
    (local $a exnref) (local $b exnref)
    (call $catch (i32.const 1)) (local.set $a) (drop)
    (call $catch (i32.const 2)) (local.set $b) (drop)
    (block $h (result i32)
      (try_table (catch $t $h) (throw_ref (local.get $a)))
      unreachable)))
