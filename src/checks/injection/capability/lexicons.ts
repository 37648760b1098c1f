// All languages of the capability check (CHK-23).
import type { Lexicon } from "./concepts.ts";
import { DE } from "./de.ts";
import { EN } from "./en.ts";
import { ES } from "./es.ts";
import { JA } from "./ja.ts";
import { KO } from "./ko.ts";
import { ZH } from "./zh.ts";

export const LEXICONS: readonly Lexicon[] = [EN, DE, ES, KO, ZH, JA];
