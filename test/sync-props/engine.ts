// What is on trial: the functions that sync is made of. A mutant replaces one of them.
import { actOn } from "../../src/replica/act.ts";
import { adopt, holdFor } from "../../src/replica/derived.ts";
import { admit, join } from "../../src/replica/join.ts";
import { readLine, renderLine } from "../../src/replica/line.ts";
import { namesOf } from "../../src/replica/names.ts";
import { viewOf } from "../../src/replica/view.ts";

export interface Engine {
  readonly actOn: typeof actOn;
  readonly adopt: typeof adopt;
  readonly admit: typeof admit;
  readonly holdFor: typeof holdFor;
  readonly join: typeof join;
  readonly namesOf: typeof namesOf;
  readonly readLine: typeof readLine;
  readonly renderLine: typeof renderLine;
  readonly viewOf: typeof viewOf;
}

export const REAL: Engine = { actOn, adopt, admit, holdFor, join, namesOf, readLine, renderLine, viewOf };
