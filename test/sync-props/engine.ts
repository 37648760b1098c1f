// What is on trial: the functions that sync is made of. A mutant replaces one of them.
import { actOn } from "../../src/core/replica/act.ts";
import { admit } from "../../src/core/replica/admit.ts";
import { adopt, holdFor } from "../../src/core/replica/derived.ts";
import { join } from "../../src/core/replica/join.ts";
import { readLine, renderLine } from "../../src/core/replica/line.ts";
import { namesOf } from "../../src/core/replica/names.ts";
import { viewOf } from "../../src/core/replica/view.ts";

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
