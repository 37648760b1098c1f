import type { Engine } from "../engine.ts";
import { GREP } from "./grep.ts";
import { PORTER, TRIGRAM, UNICODE61 } from "./plain.ts";
import { PRIOR_PLAN } from "./prior-plan.ts";
import { TITLE_TAGS } from "./title-tags.ts";

export const BASELINES: readonly Engine[] = [PRIOR_PLAN, UNICODE61, PORTER, TRIGRAM, GREP, TITLE_TAGS];
