;; Five thousand imports that nothing supplies.
;; expect: refused connector_runtime_error sandbox reason=unknown_import
(module
  ;;@ 5000 (import "env" "function_with_a_rather_long_name_$i" (func))
  (func (export "_start")))
