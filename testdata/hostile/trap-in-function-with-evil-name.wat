;; A function name with an escape sequence, bidirectional controls, a line break and a NUL.
;; expect: connector_runtime_error sandbox reason=trap trap=unreachable
;; message: evil[2Jname end
(module
  (memory (export "memory") 1)
  (func $"evil\1b[2J\e2\80\ae\e2\81\a6name\0d\0a\00\ef\bb\bf end" (export "_start") unreachable))
