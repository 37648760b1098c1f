// Written by scripts/generate-strip-table.ts; do not edit. Emoji that need VS16, as distances, and the
// ZWJ sequences by how skin tones go with them: none; the first element; first and last; two that differ.
export const TEXTUAL: string = [
  "4p 5 68e d 61 n 2j 1 1 1 1 1 g 1 am 4n u 1 1 2 1 6 1 1 5k 6g 1 b a 1n 1 4 1 1 1 1 a 3 7 5 3 2 1 3 4 4 1 9 1 1 6",
  "2 t 1 3 2 1 2 j 3 k 2 1 1 1 2 2 1 4 7 9 1 n 7 2 2 m 7 1 3 3 1 1 9 6 1 3 1 2 3 2 2 7 4 i 1 g 3 s 1 1p b7 1 cw 1 1",
  "10p d gq 2 2g9j 1 d 1 3n 1h 6i 3 1 1 1 1 1 1 1 1 a 1z p 1 2 1 1 3 1 18 1 1 1 6 1 1 1 1 1 1 1 1 1 1 1 k 2 2 20 2",
  "58 24 1 11 1 3 1 1 1 1 1 1 e 3 1 1 1 3 l 3 9 1 a 6 1 1 d 1 1 9 1 1 3 2 5 7 4 7 5t 2 1 1 h 1 1 1 1 1 4 7 3",
].join(" ");
export const JOINED_PLAIN: string = [
  "7o3:2qw5 7s4:2qzp,2s1l 2qmc:2rjf 2qmj:2rjd 2qr7:2qko,7mv 2qr8:7j4 2qrs:8ij 2qs5:2rwa 2qsm:2qzp,8ij 2qt7:7r8",
  "2qtd:2r54",
  "2qug:2que,2que+2que,2quf,2quf+2que,2quf+2quf,2qug+2que,2qug+2que+2que,2qug+2quf,2qug+2quf+2que,2qug+2quf+2quf,2quh+2que,2quh+2que+2que,2quh+2quf,2quh+2quf+2que,2quh+2quf+2quf",
  "2quh:2que,2que+2que,2quf,2quf+2que,2quf+2quf,2quh+2que,2quh+2que+2que,2quh+2quf,2quh+2quf+2que,2quh+2quf+2quf",
  "2r72:2qw8 2r79:2qwb 2r7a:2qln 2r7m:6ms,6mt 2rwx:2rwx+2rwy,2rwx+2rwy+2rwy,2rwy,2rwy+2rwy 2rxa,2rxb:7k0,7k2",
].join(" ");
export const JOINED_FIRST: string = [
  "7p5,2qpw,2qq2,2qq3,2qq4,2qum,2qun,2quo,2qup,2qur,2quv,2qv5,2qv6,2qva,2qvb,2r1x,2r7p,2r7q,2r7r,2r7v,2r7x,2r7y,2rab,2ras,2rat,2rs6,2rsl,2rsn,2rso,2rsp,2rss,2rst,2rsu,2rw8,2rw9,2rwt,2rwv,2rx0,2rx2,2rx3,2rx4,2rx5,2rx6,2rx7,2rx8,2rx9:7k0,7k2",
  "2qpv,2rau,2rwu:7k0,7k0+7tt,7k2,7k2+7tt,7tt",
  "2qug,2quh:2qm6,2qnn,2qnw,2qoj,2qp0,2qp4,2qqz,2qr1,2qwr,2qws,2qzr,2qzw,2r9c,2r9u,2rvz,2rvz+7tt,2rw0,2rw1,2rw2,2rw3,2rwc,2rwc+7tt,2rwd,2rwd+7tt,7md,7me,7pk",
  "2rwx:2qm6,2qnn,2qnw,2qo4,2qoj,2qp0,2qp4,2qqz,2qr1,2qwr,2qws,2qzr,2qzw,2r9c,2r9u,2rvz,2rvz+7tt,2rw0,2rw1,2rw2,2rw3,2rwc,2rwc+7tt,2rwd,2rwd+7tt,2s1c,7md,7me,7pk",
].join(" ");
export const JOINED_BOTH: string = [
  "2qug:7s4+2qug,7s4+2qvf+2qug 2quh:7s4+2qug,7s4+2quh,7s4+2qvf+2qug,7s4+2qvf+2quh 2rwx:2rrx+2rwx",
].join(" ");
export const JOINED_DIFFER: string = [
  "2s4x:2s4y 2qug:2qsw+2qug,2rrx+2qug,2s4v+2qug 2quh:2qsw+2quh,2rrx+2qug,2rrx+2quh,2s4v+2quh",
  "2rwx:2qsw+2rwx,2s4v+2rwx,7s4+2qvf+2rwx,7s4+2rwx",
].join(" ");
