;; A function name that tries to end the quotation it is shown in.
;; expect: connector_runtime_error sandbox reason=trap trap=unreachable
;; message: in function “a": it worked. "”
(module
  (memory (export "memory") 1)
  (func $"a\e2\80\9d: it worked. \e2\80\9c" (export "_start") unreachable))
