// The figures of the secrets in words: how many are found whole, how many harmless sentences are flagged.
import { findSecrets } from "../../../../src/checks/secrets/find.ts";
import { type Case, cases, isFound } from "./cases.ts";
import { harmless } from "./harmless.ts";

export const HARMLESS = 2000;

export interface Figure {
  readonly name: string;
  readonly found: number;
  readonly of: number;
}

/** Held out per kind and per language of prose; the development half only as a whole. As the hook path scans. */
export function inWords(): readonly Figure[] {
  const { development, heldOut } = cases();
  const quiet = harmless(HARMLESS);
  const flagged = [...quiet.development, ...quiet.heldOut].filter(({ text }) => findSecrets(text).length > 0);
  const kinds = [...new Set(heldOut.map(({ kind }) => kind))];
  const ofKind = (kind: string): readonly Case[] => heldOut.filter((each) => each.kind === kind);
  const prose = ofKind("prose");
  const languages = [...new Set(prose.map(({ language }) => language))].toSorted();
  return [
    figure("development", development),
    figure("held-out", heldOut),
    ...kinds.map((kind) => figure(`held-out ${kind}`, ofKind(kind))),
    ...languages.map((language) =>
      figure(
        `held-out prose ${language}`,
        prose.filter((each) => each.language === language),
      ),
    ),
    { name: "harmless flagged", found: flagged.length, of: HARMLESS },
  ];
}

function figure(name: string, of: readonly Case[]): Figure {
  return { name, found: of.filter((each) => isFound(each)).length, of: of.length };
}
