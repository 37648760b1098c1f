// What a developer would reach for instead: the engine we stand on used plainly, grep, and search libraries from npm.
import { GREP } from "../baselines/grep.ts";
import { PORTER } from "../baselines/plain.ts";
import type { Engine } from "../engine.ts";
import { FLEXSEARCH } from "./flexsearch.ts";
import { MINISEARCH } from "./minisearch.ts";
import { ORAMA } from "./orama.ts";

export const PEERS: readonly Engine[] = [PORTER, MINISEARCH, ORAMA, FLEXSEARCH, GREP];
