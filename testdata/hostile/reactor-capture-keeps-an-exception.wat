;; A capture that leaves a reference to an exception, which means nothing in another instance.
;; snapshot: true
;; wat2wasm: --enable-exceptions
;; expect: refused connector_runtime_error sandbox reason=invalid_module
;; message: Its initial state cannot be captured: global 1 (kept) holds an exnref.
(module
  (tag $oops)
  (global i32 (i32.const 0))
  (global (export "kept") (mut exnref) (ref.null exn))
  (memory (export "memory") 1)
  (func (export "airlock_alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "airlock_call") (param i32 i32) (result i64) (i64.const 0))
  (func (export "_initialize")
    (block $caught (result exnref)
      (try_table (catch_all_ref $caught) (throw $oops))
      unreachable)
    (global.set 1)))
