// node scripts/pictures/trust.ts
// docs/pictures/trust.svg, from the table of transitions.
import { mkdirSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { trustMachine } from "./parts/trust-machine.ts";

const OUT = resolve(import.meta.dirname, "../../docs/pictures");

mkdirSync(OUT, { recursive: true });
writeFileSync(`${OUT}/trust.svg`, trustMachine());
