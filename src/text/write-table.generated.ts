// Written by scripts/generate-strip-table.ts; do not edit. For the check on writing (CHK-30a): code points
// that show nothing, letters and marks of scripts that join, symbols that have a text and an emoji form.
export const HIDDEN_RUNS: string = [
  "0 w 2n x d 1 ip 1 j4 6 m 1 5c 1 1d 1 ao 2 28 1 1oc 2 18z 2 2d 5 1kr 5 o 7 1d g 1hs 1 1ur 1 wwr 1kw 5xc g 6n 1 4g",
  "1 27 c 3b5 1 f 1 6zm g qxs 4 43z 8 h405 35s 44jk",
].join(" ");
export const JOINING_RUNS: string = [
  "jg 1 1y 2 2 2 1 1 o 3 7 2 1 2 ke b 5 1s e 2u 1 8 2 a 1 6 a 3 2 1 g 1n 2 1f 22 18 4 1 2 1 1u s 4 b 5 o 1 7 7 23 1",
  "34 2 f d j 1 8 2 2 2 m 1 7 1 1 3 4 2 9 2 2 2 4 8 1 4 2 1 5 c 2 a 1 1 1 2 3 1 6 4 2 2 m 1 7 1 2 1 2 1 2 2 1 1 5 4",
  "2 2 3 3 1 7 4 1 1 h 6 b 3 1 9 1 3 1 m 1 7 1 2 1 5 2 a 1 3 1 3 2 1 f 4 l 7 1 3 1 8 2 2 2 m 1 7 1 2 1 5 2 9 2 2 2",
  "3 7 3 4 2 1 5 d 1 g 2 1 6 3 3 1 4 3 2 1 1 1 2 3 2 3 3 3 c 4 5 3 3 1 4 2 1 6 1 14 d 1 3 1 n 1 g 2 9 1 3 1 4 7 2 1",
  "3 1 2 2 4 s 4 1 8 1 3 1 n 1 a 1 5 2 9 1 3 1 4 7 2 5 3 1 4 d 3 c d 1 3 1 1f 1 3 1 5 5 4 7 5 m 6 1 3 1 i 3 o 1 9 1",
  "1 2 7 3 1 4 6 1 1 1 8 i 2 7g 1 n 2 r 1 1 1 1 1 4 a 1 10 4 k 1 i 1 10 9 1 1l 1s g 1s a 4 1cy 2c 3 1 4 2 19 3 1 1",
  "g 2h 7 17 gl 25 u 9 9o 3 1 12 72 1 1 1 l1 1 qun o 3 1 1 3 3k 1t e 1 g g a 5 2p n 3 6 fyo 2q x a3 i 1s 2 1i 14 c",
  "38 5 1 3r rn 1 1zz 14 be 6 1e 6 e8 1h f 4 c9 1 1 1 1j 2 5f 23 j 4 15zy 24 xg 4 1 r 1 2 1 1 2 1 1 a 1 4 1 1 1 1 6",
  "1 4 1 1 1 1 1 1 3 1 2 1 1 2 1 1 1 1 1 1 1 1 1 1 2 1 1 2 4 1 7 1 4 1 4 1 1 1 a 1 h 5 3 1 5 1 h l5xg",
].join(" ");
export const SYMBOLS: string = [
  "6xm 1 5q 1 1 1 4 3 ei 1 m 1 1f 1 1 1 1 1 1 1 1 1 1 1 18 k e 9 1 i 1 6 1 9 6 m 8 1 2 5 3 8 5 1 t 10 2 5 1 1 2 1q",
  "1 1 p f nw 1 1g 5",
].join(" ");
