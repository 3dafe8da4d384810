;; Conversions round to the nearest number, of two to the even one (core 2.0, 4.3.3). By V8 13.6.
;; expect: const() = 1596991323
;; expect: run(-1) = 1602224128
;; expect: run(-9223371487098961921) = 1593835520
;; expect: run(-9223371487098961920) = 1593835520
;; expect: run(-9223371487098961919) = 1593835521
;; expect: run(-9223371761976868864) = 1593835520
;; expect: run(-9223371761976868863) = 1593835520
;; expect: run(16777217) = 1266679808
;; expect: d(-1) = 4895412794951729152
;; expect: d(-1024) = 4895412794951729152
;; expect: d(-1025) = 4895412794951729151
(module
  (func (export "run") (param i64) (result i32) (i32.reinterpret_f32 (f32.convert_i64_u (local.get 0))))
  (func (export "const") (result i32) (i32.reinterpret_f32 (f32.convert_i64_u (i64.const -5753529409496800173))))
  (func (export "s") (param i64) (result i32) (i32.reinterpret_f32 (f32.convert_i64_s (local.get 0))))
  (func (export "d") (param i64) (result i64) (i64.reinterpret_f64 (f64.convert_i64_u (local.get 0)))))
