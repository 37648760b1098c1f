// The table of outcomes (SYN-5): what becomes of a memory when machine A and machine B act on it at the same time, for every
// base and every pair of acts that is possible there. X is the base's text (Y of an unattested one), A and B what a machine
// wrote; a day is that of the attestation; after a comma stand the siblings.
//   base | act of A | act of B | outcome
export const OUTCOMES: string = `
inferred | promote | promote | verified X 05-02
inferred | promote | demote | quarantined X
inferred | promote | user edit | verified B 05-02
inferred | promote | agent edit | verified X 05-01, B inferred
inferred | promote | rename | verified B 05-02
inferred | promote | retire | verified X 05-01 retired
inferred | promote | demote, archive | quarantined X
inferred | promote | forget | forgotten
inferred | demote | promote | quarantined X
inferred | demote | demote | quarantined X
inferred | demote | user edit | quarantined B
inferred | demote | agent edit | quarantined B
inferred | demote | rename | quarantined B
inferred | demote | retire | quarantined X retired
inferred | demote | demote, archive | archived
inferred | demote | forget | forgotten
inferred | user edit | promote | verified A 05-01
inferred | user edit | demote | quarantined A
inferred | user edit | user edit | verified B 05-02, A inferred
inferred | user edit | agent edit | verified A 05-01, B inferred
inferred | user edit | rename | verified B 05-02, A inferred
inferred | user edit | retire | verified A 05-01 retired
inferred | user edit | demote, archive | quarantined A
inferred | user edit | forget | forgotten
inferred | agent edit | promote | verified X 05-02, A inferred
inferred | agent edit | demote | quarantined A
inferred | agent edit | user edit | verified B 05-02, A inferred
inferred | agent edit | agent edit | inferred A, B inferred
inferred | agent edit | rename | verified B 05-02, A inferred
inferred | agent edit | retire | inferred A retired
inferred | agent edit | demote, archive | quarantined A
inferred | agent edit | forget | forgotten
inferred | rename | promote | verified A 05-01
inferred | rename | demote | quarantined A
inferred | rename | user edit | verified B 05-02, A inferred
inferred | rename | agent edit | verified A 05-01, B inferred
inferred | rename | rename | verified B 05-02, A inferred
inferred | rename | retire | verified A 05-01 retired
inferred | rename | demote, archive | quarantined A
inferred | rename | forget | forgotten
inferred | retire | promote | verified X 05-02 retired
inferred | retire | demote | quarantined X retired
inferred | retire | user edit | verified B 05-02 retired
inferred | retire | agent edit | inferred B retired
inferred | retire | rename | verified B 05-02 retired
inferred | retire | retire | inferred X retired
inferred | retire | demote, archive | archived
inferred | retire | forget | forgotten
inferred | demote, archive | promote | quarantined X
inferred | demote, archive | demote | archived
inferred | demote, archive | user edit | quarantined B
inferred | demote, archive | agent edit | quarantined B
inferred | demote, archive | rename | quarantined B
inferred | demote, archive | retire | archived
inferred | demote, archive | demote, archive | archived
inferred | demote, archive | forget | forgotten
inferred | forget | promote | forgotten
inferred | forget | demote | forgotten
inferred | forget | user edit | forgotten
inferred | forget | agent edit | forgotten
inferred | forget | rename | forgotten
inferred | forget | retire | forgotten
inferred | forget | demote, archive | forgotten
inferred | forget | forget | forgotten

verified | re-affirm | re-affirm | verified X 05-02
verified | re-affirm | demote | quarantined X
verified | re-affirm | user edit | verified B 05-02
verified | re-affirm | agent edit | verified X 05-01, B inferred
verified | re-affirm | rename | verified B 05-02
verified | re-affirm | retire | verified X 05-01 retired
verified | re-affirm | demote, archive | quarantined X
verified | re-affirm | forget | forgotten
verified | demote | re-affirm | quarantined X
verified | demote | demote | quarantined X
verified | demote | user edit | quarantined B
verified | demote | agent edit | quarantined B
verified | demote | rename | quarantined B
verified | demote | retire | quarantined X retired
verified | demote | demote, archive | archived
verified | demote | forget | forgotten
verified | user edit | re-affirm | verified A 05-01
verified | user edit | demote | quarantined A
verified | user edit | user edit | verified B 05-02, A inferred
verified | user edit | agent edit | verified A 05-01, B inferred
verified | user edit | rename | verified B 05-02, A inferred
verified | user edit | retire | verified A 05-01 retired
verified | user edit | demote, archive | quarantined A
verified | user edit | forget | forgotten
verified | agent edit | re-affirm | verified X 05-02, A inferred
verified | agent edit | demote | quarantined A
verified | agent edit | user edit | verified B 05-02, A inferred
verified | agent edit | agent edit | unattested A, B inferred
verified | agent edit | rename | verified B 05-02, A inferred
verified | agent edit | retire | unattested A retired
verified | agent edit | demote, archive | quarantined A
verified | agent edit | forget | forgotten
verified | rename | re-affirm | verified A 05-01
verified | rename | demote | quarantined A
verified | rename | user edit | verified B 05-02, A inferred
verified | rename | agent edit | verified A 05-01, B inferred
verified | rename | rename | verified B 05-02, A inferred
verified | rename | retire | verified A 05-01 retired
verified | rename | demote, archive | quarantined A
verified | rename | forget | forgotten
verified | retire | re-affirm | verified X 05-02 retired
verified | retire | demote | quarantined X retired
verified | retire | user edit | verified B 05-02 retired
verified | retire | agent edit | unattested B retired
verified | retire | rename | verified B 05-02 retired
verified | retire | retire | verified X 04-01 retired
verified | retire | demote, archive | archived
verified | retire | forget | forgotten
verified | demote, archive | re-affirm | quarantined X
verified | demote, archive | demote | archived
verified | demote, archive | user edit | quarantined B
verified | demote, archive | agent edit | quarantined B
verified | demote, archive | rename | quarantined B
verified | demote, archive | retire | archived
verified | demote, archive | demote, archive | archived
verified | demote, archive | forget | forgotten
verified | forget | re-affirm | forgotten
verified | forget | demote | forgotten
verified | forget | user edit | forgotten
verified | forget | agent edit | forgotten
verified | forget | rename | forgotten
verified | forget | retire | forgotten
verified | forget | demote, archive | forgotten
verified | forget | forget | forgotten

unattested | re-affirm | re-affirm | verified Y 05-02
unattested | re-affirm | demote | quarantined Y
unattested | re-affirm | user edit | verified B 05-02
unattested | re-affirm | agent edit | verified Y 05-01, B inferred
unattested | re-affirm | rename | verified B 05-02
unattested | re-affirm | retire | verified Y 05-01 retired
unattested | re-affirm | demote, archive | quarantined Y
unattested | re-affirm | forget | forgotten
unattested | demote | re-affirm | quarantined Y
unattested | demote | demote | quarantined Y
unattested | demote | user edit | quarantined B
unattested | demote | agent edit | quarantined B
unattested | demote | rename | quarantined B
unattested | demote | retire | quarantined Y retired
unattested | demote | demote, archive | archived
unattested | demote | forget | forgotten
unattested | user edit | re-affirm | verified A 05-01
unattested | user edit | demote | quarantined A
unattested | user edit | user edit | verified B 05-02, A inferred
unattested | user edit | agent edit | verified A 05-01, B inferred
unattested | user edit | rename | verified B 05-02, A inferred
unattested | user edit | retire | verified A 05-01 retired
unattested | user edit | demote, archive | quarantined A
unattested | user edit | forget | forgotten
unattested | agent edit | re-affirm | verified Y 05-02, A inferred
unattested | agent edit | demote | quarantined A
unattested | agent edit | user edit | verified B 05-02, A inferred
unattested | agent edit | agent edit | unattested A, B inferred
unattested | agent edit | rename | verified B 05-02, A inferred
unattested | agent edit | retire | unattested A retired
unattested | agent edit | demote, archive | quarantined A
unattested | agent edit | forget | forgotten
unattested | rename | re-affirm | verified A 05-01
unattested | rename | demote | quarantined A
unattested | rename | user edit | verified B 05-02, A inferred
unattested | rename | agent edit | verified A 05-01, B inferred
unattested | rename | rename | verified B 05-02, A inferred
unattested | rename | retire | verified A 05-01 retired
unattested | rename | demote, archive | quarantined A
unattested | rename | forget | forgotten
unattested | retire | re-affirm | verified Y 05-02 retired
unattested | retire | demote | quarantined Y retired
unattested | retire | user edit | verified B 05-02 retired
unattested | retire | agent edit | unattested B retired
unattested | retire | rename | verified B 05-02 retired
unattested | retire | retire | unattested Y retired
unattested | retire | demote, archive | archived
unattested | retire | forget | forgotten
unattested | demote, archive | re-affirm | quarantined Y
unattested | demote, archive | demote | archived
unattested | demote, archive | user edit | quarantined B
unattested | demote, archive | agent edit | quarantined B
unattested | demote, archive | rename | quarantined B
unattested | demote, archive | retire | archived
unattested | demote, archive | demote, archive | archived
unattested | demote, archive | forget | forgotten
unattested | forget | re-affirm | forgotten
unattested | forget | demote | forgotten
unattested | forget | user edit | forgotten
unattested | forget | agent edit | forgotten
unattested | forget | rename | forgotten
unattested | forget | retire | forgotten
unattested | forget | demote, archive | forgotten
unattested | forget | forget | forgotten

quarantined | restore | restore | verified X 05-02
quarantined | restore | agent edit | verified X 05-01, B quarantined
quarantined | restore | retire | verified X 05-01 retired
quarantined | restore | archive | verified X 05-01
quarantined | restore | forget | forgotten
quarantined | agent edit | restore | verified X 05-02, A quarantined
quarantined | agent edit | agent edit | quarantined A, B quarantined
quarantined | agent edit | retire | quarantined A retired
quarantined | agent edit | archive | quarantined A
quarantined | agent edit | forget | forgotten
quarantined | retire | restore | verified X 05-02 retired
quarantined | retire | agent edit | quarantined B retired
quarantined | retire | retire | quarantined X retired
quarantined | retire | archive | archived
quarantined | retire | forget | forgotten
quarantined | archive | restore | verified X 05-02
quarantined | archive | agent edit | quarantined B
quarantined | archive | retire | archived
quarantined | archive | archive | archived
quarantined | archive | forget | forgotten
quarantined | forget | restore | forgotten
quarantined | forget | agent edit | forgotten
quarantined | forget | retire | forgotten
quarantined | forget | archive | forgotten
quarantined | forget | forget | forgotten

retired | re-affirm | re-affirm | verified X 05-02 retired
retired | re-affirm | demote | quarantined X retired
retired | re-affirm | user edit | verified B 05-02 retired
retired | re-affirm | agent edit | verified X 05-01 retired, B inferred
retired | re-affirm | rename | verified B 05-02 retired
retired | re-affirm | un-retire | verified X 05-01
retired | re-affirm | demote, archive | quarantined X retired
retired | re-affirm | forget | forgotten
retired | demote | re-affirm | quarantined X retired
retired | demote | demote | quarantined X retired
retired | demote | user edit | quarantined B retired
retired | demote | agent edit | quarantined B retired
retired | demote | rename | quarantined B retired
retired | demote | un-retire | quarantined X
retired | demote | demote, archive | archived
retired | demote | forget | forgotten
retired | user edit | re-affirm | verified A 05-01 retired
retired | user edit | demote | quarantined A retired
retired | user edit | user edit | verified B 05-02 retired, A inferred
retired | user edit | agent edit | verified A 05-01 retired, B inferred
retired | user edit | rename | verified B 05-02 retired, A inferred
retired | user edit | un-retire | verified A 05-01
retired | user edit | demote, archive | quarantined A retired
retired | user edit | forget | forgotten
retired | agent edit | re-affirm | verified X 05-02 retired, A inferred
retired | agent edit | demote | quarantined A retired
retired | agent edit | user edit | verified B 05-02 retired, A inferred
retired | agent edit | agent edit | unattested A retired, B inferred
retired | agent edit | rename | verified B 05-02 retired, A inferred
retired | agent edit | un-retire | unattested A
retired | agent edit | demote, archive | quarantined A retired
retired | agent edit | forget | forgotten
retired | rename | re-affirm | verified A 05-01 retired
retired | rename | demote | quarantined A retired
retired | rename | user edit | verified B 05-02 retired, A inferred
retired | rename | agent edit | verified A 05-01 retired, B inferred
retired | rename | rename | verified B 05-02 retired, A inferred
retired | rename | un-retire | verified A 05-01
retired | rename | demote, archive | quarantined A retired
retired | rename | forget | forgotten
retired | un-retire | re-affirm | verified X 05-02
retired | un-retire | demote | quarantined X
retired | un-retire | user edit | verified B 05-02
retired | un-retire | agent edit | unattested B
retired | un-retire | rename | verified B 05-02
retired | un-retire | un-retire | verified X 04-01
retired | un-retire | demote, archive | archived
retired | un-retire | forget | forgotten
retired | demote, archive | re-affirm | quarantined X retired
retired | demote, archive | demote | archived
retired | demote, archive | user edit | quarantined B retired
retired | demote, archive | agent edit | quarantined B retired
retired | demote, archive | rename | quarantined B retired
retired | demote, archive | un-retire | archived
retired | demote, archive | demote, archive | archived
retired | demote, archive | forget | forgotten
retired | forget | re-affirm | forgotten
retired | forget | demote | forgotten
retired | forget | user edit | forgotten
retired | forget | agent edit | forgotten
retired | forget | rename | forgotten
retired | forget | un-retire | forgotten
retired | forget | demote, archive | forgotten
retired | forget | forget | forgotten

archived | forget | forget | forgotten
`;
