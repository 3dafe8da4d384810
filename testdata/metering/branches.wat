;; call switch 0 -> 10
;; call switch 1 -> 21
;; call switch 2 -> 22
;; call switch 3 -> 99
;; call switch 4294967295 -> 99
;; call untaken 1 -> 8
;; call untaken 0 -> 11
;; call dead 5 -> 5
;; call deadbulk 5 -> 5
;; call arms 0 -> 3
;; call arms 1 -> 2
;; call empty 1 -> 7
;; call falls 3 -> 6
(module
  (memory 1)
  (func (export "switch") (param i32) (result i32)
    (local i32)
    block $default
      block $two
        block $one
          block $zero
            local.get 0
            br_table $zero $one $two $default
          end
          i32.const 10
          return
        end
        i32.const 21
        local.set 1
        br 1
      end
      i32.const 22
      return
    end
    local.get 1
    i32.eqz
    if
      i32.const 99
      local.set 1
    end
    local.get 1)
  ;; A block that a branch leads out of, and one that nothing leads out of: cost is carried past the second.
  (func (export "untaken") (param i32) (result i32)
    (local i32)
    block $out
      block
        i32.const 5
        local.set 1
        nop
      end
      local.get 0
      br_if $out
      local.get 1
      i32.const 3
      i32.add
      local.set 1
    end
    local.get 1
    i32.const 3
    i32.add)
  (func (export "dead") (param i32) (result i32)
    block (result i32)
      local.get 0
      br 0
      i32.const 1
      i32.add
      block
        i32.const 4
        drop
        loop
          br 1
        end
      end
      i32.const 2
      i32.mul
      call $never
    end)
  (func (export "deadbulk") (param i32) (result i32)
    local.get 0
    return
    i32.const 0
    i32.const 0
    i32.const 64
    memory.fill
    memory.grow
    drop
    i32.const 0
    i32.const 0
    i32.const 64
    memory.copy
    unreachable)
  (func $never (param i32) (result i32)
    unreachable)
  (func (export "arms") (param i32) (result i32)
    local.get 0
    if (result i32)
      i32.const 2
    else
      i32.const 1
      i32.const 2
      i32.add
    end)
  (func (export "empty") (param i32) (result i32)
    local.get 0
    if
    else
    end
    local.get 0
    if
      nop
    end
    block
      nop
    end
    i32.const 7)
  ;; An if without else, in both outcomes, then the end of an outer block that falls through.
  (func (export "falls") (param i32) (result i32)
    block $b
      loop $l
        local.get 0
        i32.const 5
        i32.gt_u
        br_if $b
        local.get 0
        i32.const 1
        i32.and
        if
          local.get 0
          i32.const 2
          i32.add
          local.set 0
        end
        local.get 0
        i32.const 5
        i32.eq
        if
          i32.const 6
          local.set 0
          br $b
        end
        br $l
      end
    end
    local.get 0))
