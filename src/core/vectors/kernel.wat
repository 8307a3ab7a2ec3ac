;; Two loops over vectors: rows of f32 to int8 codes, and a scan of the codes for the rows that can be among the best.
;; The bound is explained in ../vector-table.ts. Rows are padded with zeros to a multiple of 16 numbers.
;; After a change: `npx tsx scripts/build-vector-kernel.ts`.
(module
  (memory (export "memory") 1)

  ;; While scanning: the k-th best lower bound so far, and how many rows are listed.
  (global $bar (mut f64) (f64.const 0))
  (global $listed (mut i32) (i32.const 0))

  ;; Values of the best k lower bounds as a heap of f64 at $heap, the least on top. Replaces the top.
  (func $replace (param $heap i32) (param $k i32) (param $value f64)
    (local $at i32) (local $child i32) (local $here i32) (local $there i32)
    (block $done
      (loop $down
        (local.set $child (i32.add (i32.shl (local.get $at) (i32.const 1)) (i32.const 1)))
        (br_if $done (i32.ge_u (local.get $child) (local.get $k)))
        (local.set $there (i32.add (local.get $heap) (i32.shl (local.get $child) (i32.const 3))))
        (if (i32.lt_u (i32.add (local.get $child) (i32.const 1)) (local.get $k))
          (then
            (if (f64.lt (f64.load offset=8 (local.get $there)) (f64.load (local.get $there)))
              (then
                (local.set $child (i32.add (local.get $child) (i32.const 1)))
                (local.set $there (i32.add (local.get $there) (i32.const 8)))))))
        (br_if $done (f64.le (local.get $value) (f64.load (local.get $there))))
        (local.set $here (i32.add (local.get $heap) (i32.shl (local.get $at) (i32.const 3))))
        (f64.store (local.get $here) (f64.load (local.get $there)))
        (local.set $at (local.get $child))
        (br $down)))
    (f64.store (i32.add (local.get $heap) (i32.shl (local.get $at) (i32.const 3))) (local.get $value)))

  ;; Scale times code for four numbers, minus the numbers, squared in f64 and summed over the four.
  (func $residual (param $values v128) (param $codes v128) (param $scale f64) (result v128)
    (local $low v128) (local $high v128) (local $s v128)
    (local.set $s (f64x2.splat (local.get $scale)))
    (local.set $low
      (f64x2.sub
        (f64x2.promote_low_f32x4 (local.get $values))
        (f64x2.mul (local.get $s) (f64x2.convert_low_i32x4_s (local.get $codes)))))
    (local.set $high
      (f64x2.sub
        (f64x2.promote_low_f32x4 (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $values) (local.get $values)))
        (f64x2.mul
          (local.get $s)
          (f64x2.convert_low_i32x4_s
            (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $codes) (local.get $codes))))))
    (f64x2.add
      (f64x2.mul (local.get $low) (local.get $low))
      (f64x2.mul (local.get $high) (local.get $high))))

  (func $code4 (param $values v128) (param $scale v128) (result v128)
    (i32x4.max_s
      (i32x4.min_s
        (i32x4.trunc_sat_f32x4_s (f32x4.nearest (f32x4.div (local.get $values) (local.get $scale))))
        (i32x4.splat (i32.const 127)))
      (i32x4.splat (i32.const -127))))

  ;; One row of $dims f32 at $from to codes at $to, both padded. Returns the squared length of the residual and of the coded row,
  ;; and the scale, which is a third of the answer: written as f64 to $facts.
  (func (export "quantise") (param $from i32) (param $to i32) (param $dims i32) (param $facts i32)
    (local $end i32) (local $at i32) (local $most v128) (local $scale f32) (local $s v128) (local $sd f64)
    (local $v0 v128) (local $v1 v128) (local $v2 v128) (local $v3 v128)
    (local $c0 v128) (local $c1 v128) (local $c2 v128) (local $c3 v128)
    (local $rest v128) (local $squares v128) (local $l v128) (local $h v128)
    (local.set $end (i32.add (local.get $from) (i32.shl (local.get $dims) (i32.const 2))))
    (local.set $at (local.get $from))
    (loop $max
      (local.set $most (f32x4.max (local.get $most) (f32x4.abs (v128.load (local.get $at)))))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (br_if $max (i32.lt_u (local.get $at) (local.get $end))))
    (local.set $scale
      (f32.div
        (f32.max
          (f32.max (f32x4.extract_lane 0 (local.get $most)) (f32x4.extract_lane 1 (local.get $most)))
          (f32.max (f32x4.extract_lane 2 (local.get $most)) (f32x4.extract_lane 3 (local.get $most))))
        (f32.const 127)))
    (local.set $s (f32x4.splat (local.get $scale)))
    (local.set $sd (f64.promote_f32 (local.get $scale)))
    (local.set $at (local.get $from))
    (loop $row
      (local.set $v0 (v128.load (local.get $at)))
      (local.set $v1 (v128.load offset=16 (local.get $at)))
      (local.set $v2 (v128.load offset=32 (local.get $at)))
      (local.set $v3 (v128.load offset=48 (local.get $at)))
      (local.set $c0 (call $code4 (local.get $v0) (local.get $s)))
      (local.set $c1 (call $code4 (local.get $v1) (local.get $s)))
      (local.set $c2 (call $code4 (local.get $v2) (local.get $s)))
      (local.set $c3 (call $code4 (local.get $v3) (local.get $s)))
      (local.set $rest (f64x2.add (local.get $rest) (call $residual (local.get $v0) (local.get $c0) (local.get $sd))))
      (local.set $rest (f64x2.add (local.get $rest) (call $residual (local.get $v1) (local.get $c1) (local.get $sd))))
      (local.set $rest (f64x2.add (local.get $rest) (call $residual (local.get $v2) (local.get $c2) (local.get $sd))))
      (local.set $rest (f64x2.add (local.get $rest) (call $residual (local.get $v3) (local.get $c3) (local.get $sd))))
      (local.set $l (i16x8.narrow_i32x4_s (local.get $c0) (local.get $c1)))
      (local.set $h (i16x8.narrow_i32x4_s (local.get $c2) (local.get $c3)))
      (local.set $squares
        (i32x4.add
          (local.get $squares)
          (i32x4.add
            (i32x4.dot_i16x8_s (local.get $l) (local.get $l))
            (i32x4.dot_i16x8_s (local.get $h) (local.get $h)))))
      (v128.store (local.get $to) (i8x16.narrow_i16x8_s (local.get $l) (local.get $h)))
      (local.set $to (i32.add (local.get $to) (i32.const 16)))
      (local.set $at (i32.add (local.get $at) (i32.const 64)))
      (br_if $row (i32.lt_u (local.get $at) (local.get $end))))
    (f64.store (local.get $facts) (local.get $sd))
    (f64.store offset=8
      (local.get $facts)
      (f64.add (f64x2.extract_lane 0 (local.get $rest)) (f64x2.extract_lane 1 (local.get $rest))))
    (f64.store offset=16
      (local.get $facts)
      (f64.mul
        (f64.mul (local.get $sd) (local.get $sd))
        (f64.convert_i32_s
          (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $squares)) (i32x4.extract_lane 1 (local.get $squares)))
            (i32.add (i32x4.extract_lane 2 (local.get $squares)) (i32x4.extract_lane 3 (local.get $squares))))))))

  ;; Lists a row whose upper bound reaches the bar, and lets its lower bound raise the bar.
  (func $consider
    (param $row i32) (param $low f64) (param $high f64)
    (param $mask i32) (param $uppers i32) (param $heap i32) (param $k i32) (param $found i32)
    (if (local.get $mask)
      (then (if (i32.eqz (i32.load8_u (i32.add (local.get $mask) (local.get $row)))) (then (return)))))
    (if (i32.eqz (f64.ge (local.get $high) (global.get $bar))) (then (return)))
    (i32.store (i32.add (local.get $found) (i32.shl (global.get $listed) (i32.const 2))) (local.get $row))
    (f64.store (i32.add (local.get $uppers) (i32.shl (global.get $listed) (i32.const 3))) (local.get $high))
    (global.set $listed (i32.add (global.get $listed) (i32.const 1)))
    (if (f64.gt (local.get $low) (global.get $bar))
      (then
        (call $replace (local.get $heap) (local.get $k) (local.get $low))
        (global.set $bar (f64.load (local.get $heap))))))

  ;; Bounds of the scores of two rows: score and error.
  (func $score2 (param $sums v128) (param $scales i32) (param $t f64) (result v128)
    (f64x2.mul
      (f64x2.mul
        (f64x2.convert_low_i32x4_s (local.get $sums))
        (f64x2.promote_low_f32x4 (v128.load64_zero (local.get $scales))))
      (f64x2.splat (local.get $t))))

  (func $error2 (param $rests i32) (param $lengths i32) (param $queryLength f64) (param $slack f64) (result v128)
    (f64x2.add
      (f64x2.mul (f64x2.splat (local.get $queryLength)) (f64x2.promote_low_f32x4 (v128.load64_zero (local.get $rests))))
      (f64x2.mul (f64x2.splat (local.get $slack)) (f64x2.promote_low_f32x4 (v128.load64_zero (local.get $lengths))))))

  ;; The inner products of the query with one row, as four sums to be added up.
  (func $dot (param $row i32) (param $query i32) (param $queryEnd i32) (result v128)
    (local $sum v128)
    (loop $dim
      (local.set $sum
        (i32x4.add
          (local.get $sum)
          (i32x4.add
            (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $row)) (v128.load (local.get $query)))
            (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $row)) (v128.load offset=16 (local.get $query))))))
      (local.set $row (i32.add (local.get $row) (i32.const 16)))
      (local.set $query (i32.add (local.get $query) (i32.const 32)))
      (br_if $dim (i32.lt_u (local.get $query) (local.get $queryEnd))))
    (local.get $sum))

  ;; Writes to $found the numbers of all rows whose upper bound reaches the k-th best lower bound, and returns how many there are.
  ;; $codes: int8 rows. $query: i16 codes. $scales, $rests, $lengths: an f32 per row. $rows is a multiple of 4.
  ;; $mask: a byte per row, 0 leaves the row out; 0 for no mask. $uppers: room for an f64 per row. $heap: k times -infinity.
  (func (export "scan")
    (param $codes i32) (param $query i32) (param $dims i32) (param $rows i32)
    (param $scales i32) (param $rests i32) (param $lengths i32)
    (param $queryScale f64) (param $queryLength f64) (param $slack f64)
    (param $mask i32) (param $uppers i32) (param $heap i32) (param $k i32) (param $found i32)
    (result i32)
    (local $row i32) (local $queryEnd i32) (local $at i32) (local $next i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (local $score01 v128) (local $score23 v128) (local $error01 v128) (local $error23 v128)
    (local $high01 v128) (local $high23 v128) (local $low01 v128) (local $low23 v128)
    (global.set $bar (f64.const -inf))
    (global.set $listed (i32.const 0))
    (local.set $queryEnd (i32.add (local.get $query) (i32.shl (local.get $dims) (i32.const 1))))
    (block $scanned
      (loop $block
        (br_if $scanned (i32.ge_u (local.get $row) (local.get $rows)))
        (block $skip
          (if (local.get $mask)
            (then (br_if $skip (i32.eqz (i32.load (i32.add (local.get $mask) (local.get $row)))))))
          (local.set $next (local.get $codes))
          (local.set $a (call $dot (local.get $next) (local.get $query) (local.get $queryEnd)))
          (local.set $next (i32.add (local.get $next) (local.get $dims)))
          (local.set $b (call $dot (local.get $next) (local.get $query) (local.get $queryEnd)))
          (local.set $next (i32.add (local.get $next) (local.get $dims)))
          (local.set $c (call $dot (local.get $next) (local.get $query) (local.get $queryEnd)))
          (local.set $next (i32.add (local.get $next) (local.get $dims)))
          (local.set $d (call $dot (local.get $next) (local.get $query) (local.get $queryEnd)))
          ;; The four sums of four lanes each, as the four lanes of $a.
          (local.set $a
            (i32x4.add
              (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $a) (local.get $b))
              (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $a) (local.get $b))))
          (local.set $c
            (i32x4.add
              (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $c) (local.get $d))
              (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $c) (local.get $d))))
          (local.set $a
            (i32x4.add
              (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $a) (local.get $c))
              (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $a) (local.get $c))))
          (local.set $at (i32.shl (local.get $row) (i32.const 2)))
          (local.set $score01
            (call $score2 (local.get $a) (i32.add (local.get $scales) (local.get $at)) (local.get $queryScale)))
          (local.set $error01
            (call $error2
              (i32.add (local.get $rests) (local.get $at))
              (i32.add (local.get $lengths) (local.get $at))
              (local.get $queryLength)
              (local.get $slack)))
          (local.set $at (i32.add (local.get $at) (i32.const 8)))
          (local.set $score23
            (call $score2
              (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $a) (local.get $a))
              (i32.add (local.get $scales) (local.get $at))
              (local.get $queryScale)))
          (local.set $error23
            (call $error2
              (i32.add (local.get $rests) (local.get $at))
              (i32.add (local.get $lengths) (local.get $at))
              (local.get $queryLength)
              (local.get $slack)))
          (local.set $high01 (f64x2.add (local.get $score01) (local.get $error01)))
          (local.set $high23 (f64x2.add (local.get $score23) (local.get $error23)))
          (br_if $skip
            (i32.eqz
              (v128.any_true
                (v128.or
                  (f64x2.ge (local.get $high01) (f64x2.splat (global.get $bar)))
                  (f64x2.ge (local.get $high23) (f64x2.splat (global.get $bar)))))))
          (local.set $low01 (f64x2.sub (local.get $score01) (local.get $error01)))
          (local.set $low23 (f64x2.sub (local.get $score23) (local.get $error23)))
          (call $consider
            (local.get $row)
            (f64x2.extract_lane 0 (local.get $low01))
            (f64x2.extract_lane 0 (local.get $high01))
            (local.get $mask) (local.get $uppers) (local.get $heap) (local.get $k) (local.get $found))
          (call $consider
            (i32.add (local.get $row) (i32.const 1))
            (f64x2.extract_lane 1 (local.get $low01))
            (f64x2.extract_lane 1 (local.get $high01))
            (local.get $mask) (local.get $uppers) (local.get $heap) (local.get $k) (local.get $found))
          (call $consider
            (i32.add (local.get $row) (i32.const 2))
            (f64x2.extract_lane 0 (local.get $low23))
            (f64x2.extract_lane 0 (local.get $high23))
            (local.get $mask) (local.get $uppers) (local.get $heap) (local.get $k) (local.get $found))
          (call $consider
            (i32.add (local.get $row) (i32.const 3))
            (f64x2.extract_lane 1 (local.get $low23))
            (f64x2.extract_lane 1 (local.get $high23))
            (local.get $mask) (local.get $uppers) (local.get $heap) (local.get $k) (local.get $found)))
        (local.set $codes (i32.add (local.get $codes) (i32.shl (local.get $dims) (i32.const 2))))
        (local.set $row (i32.add (local.get $row) (i32.const 4)))
        (br $block)))
    ;; Of those listed, only the rows that reach the bar as it stands at last.
    (local.set $row (i32.const 0))
    (local.set $next (local.get $found))
    (block $gathered
      (loop $gather
        (br_if $gathered (i32.ge_u (local.get $row) (global.get $listed)))
        (if (f64.ge (f64.load (i32.add (local.get $uppers) (i32.shl (local.get $row) (i32.const 3)))) (global.get $bar))
          (then
            (i32.store (local.get $next) (i32.load (i32.add (local.get $found) (i32.shl (local.get $row) (i32.const 2)))))
            (local.set $next (i32.add (local.get $next) (i32.const 4)))))
        (local.set $row (i32.add (local.get $row) (i32.const 1)))
        (br $gather)))
    (i32.shr_u (i32.sub (local.get $next) (local.get $found)) (i32.const 2))))
