;; Imports a function that nothing supplies.
;; expect: refused connector_runtime_error sandbox reason=unknown_import
;; message: env.emscripten_run_script
(module
  (import "env" "emscripten_run_script" (func (param i32)))
  (memory (export "memory") 1)
  (func (export "_start")
    unreachable))
