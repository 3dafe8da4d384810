;; An operand lies below a try_table whose handler leads out of the block around it. By V8 13.6.
;; expect: run() = 3
(module (tag $t) (func (export "run") (result i32) (local f32)
  block
    i32.const 7
    try_table (catch $t 0) 
      i32.const 8 i32.const 9 i32.add drop
    end
    drop
  end  i32.const 3))
