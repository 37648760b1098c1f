// The languages in which cues are read.
import type { CueLanguage } from "./cue.ts";
import { CHINESE } from "./languages/chinese.ts";
import { ENGLISH } from "./languages/english.ts";
import { GERMAN } from "./languages/german.ts";
import { JAPANESE } from "./languages/japanese.ts";
import { KOREAN } from "./languages/korean.ts";

export type Lang = "en" | "de" | "ko" | "zh" | "ja";

export const LANGUAGES: Readonly<Record<Lang, CueLanguage>> = {
  en: ENGLISH,
  de: GERMAN,
  ko: KOREAN,
  zh: CHINESE,
  ja: JAPANESE,
};
