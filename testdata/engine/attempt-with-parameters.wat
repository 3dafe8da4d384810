;; A try_table's parameters come in the order of its type, whatever lies below them (core 2.0 with exception handling). By V8 13.6.
;; expect: run(3, 5) = 98
(module
  (type $two (func (param i32 i32) (result i32)))
  (func (export "run") (param i32 i32) (result i32)
    (i32.const 100)
    (local.get 0)
    (local.get 1)
    (try_table (type $two) (i32.sub))
    (i32.add)))
