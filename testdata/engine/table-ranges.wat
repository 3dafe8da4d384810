;; Ranges of tables and segments are unsigned, and are checked for a length of zero too (core 2.0, 4.4.6). By V8 13.6.
;; expect: fault() = trap out_of_bounds_table_access
;; expect: notrap() = trap out_of_bounds_table_access
;; expect: notrapfill() = trap out_of_bounds_table_access
;; expect: copyfrom() = trap out_of_bounds_table_access
;; expect: copyto() = trap out_of_bounds_table_access
;; expect: filllong() = trap out_of_bounds_table_access
;; expect: copylong() = trap out_of_bounds_table_access
;; expect: initlong() = trap out_of_bounds_table_access
;; expect: good() = 1
;; expect: shifted() = 3
(module (table $t 5 funcref) (table $u 5 funcref) (func $f) (elem $e func $f $f $f)
 (func (export "fault") (table.init $t $e (i32.const 0) (i32.const -1) (i32.const 1)))
 (func (export "notrap") (result i32) (table.init $t $e (i32.const 0) (i32.const -1) (i32.const 0)) (i32.const 1))
 (func (export "notrapfill") (result i32) (table.fill $t (i32.const -1) (ref.null func) (i32.const 0)) (i32.const 1))
 (func (export "copyfrom") (table.copy $t $u (i32.const 0) (i32.const 0x7fffffff) (i32.const 1)))
 (func (export "copyto") (table.copy $t $u (i32.const 0x80000000) (i32.const 0) (i32.const 0)))
 (func (export "filllong") (table.fill $t (i32.const 1) (ref.null func) (i32.const -1)))
 (func (export "copylong") (table.copy $t $u (i32.const 1) (i32.const 2) (i32.const 0x7fffffff)))
 (func (export "initlong") (table.init $t $e (i32.const 0x7fffffff) (i32.const 2) (i32.const 0x7fffffff)))
 (func (export "good") (result i32)
   (table.fill $t (i32.const 5) (ref.null func) (i32.const 0))
   (table.copy $t $u (i32.const 5) (i32.const 5) (i32.const 0))
   (table.init $t $e (i32.const 5) (i32.const 3) (i32.const 0))
   (i32.const 1))
 (func (export "shifted") (result i32)
   (table.init $t $e (i32.const 0) (i32.const 1) (i32.const 2))
   (table.copy $t $t (i32.const 1) (i32.const 0) (i32.const 3))
   (i32.or
     (i32.or
       (i32.shl (ref.is_null (table.get $t (i32.const 3))) (i32.const 0))
       (i32.shl (i32.eqz (ref.is_null (table.get $t (i32.const 1)))) (i32.const 1)))
     (i32.add
       (i32.shl (i32.eqz (ref.is_null (table.get $t (i32.const 2)))) (i32.const 2))
       (i32.sub (ref.is_null (table.get $t (i32.const 4))) (i32.const 2))))))
