;; abs, neg and copysign change the sign bit and nothing else, of a NaN too (core 2.0, 4.3.3). By V8 13.6.
;; expect: abs32(-1) = 2147483647
;; expect: abs32(-4194304) = 2143289344
;; expect: abs64(-2251799813685248) = 9221120237041090560
;; expect: neg32(2143289344) = -4194304
;; expect: sign32(1065353216, 1333772288) = 1065353216
;; expect: sign32(1065353216, -4194304) = -1082130432
;; expect: sign64(4607182418800017408, -2251799813685248) = -4616189618054758400
(module
  (func (export "abs32") (param i32) (result i32) (i32.reinterpret_f32 (f32.abs (f32.reinterpret_i32 (local.get 0)))))
  (func (export "abs64") (param i64) (result i64) (i64.reinterpret_f64 (f64.abs (f64.reinterpret_i64 (local.get 0)))))
  (func (export "neg32") (param i32) (result i32) (i32.reinterpret_f32 (f32.neg (f32.reinterpret_i32 (local.get 0)))))
  (func (export "sign32") (param i32 i32) (result i32)
    (i32.reinterpret_f32 (f32.copysign (f32.reinterpret_i32 (local.get 0)) (f32.reinterpret_i32 (local.get 1)))))
  (func (export "sign64") (param i64 i64) (result i64)
    (i64.reinterpret_f64 (f64.copysign (f64.reinterpret_i64 (local.get 0)) (f64.reinterpret_i64 (local.get 1))))))
