;; ref.func may name a function that is exported, even if nothing else refers to it (core 2.0, 3.4.10). By V8 13.6.
;; expect: run() =
(module (func $h (export "g") (drop (ref.func $h))) (func (export "run")))
