// The week in one line (SUR-14), for the person at the start of a session: what was given, noted, confirmed and stopped.
import type { Receipt } from "../recall/receipts.ts";
import { firingsIn } from "../rules/told.ts";
import type { LedgerLine } from "../store/ledger.ts";
import { CONFIRMING } from "../store/records.ts";
import { partyOf } from "../trust/channels.ts";

export const DIGEST_DAYS = 7;

/** Undefined for a week in which nothing happened: then nothing is said. */
export function digestLine(lines: readonly LedgerLine[], receipts: readonly Receipt[]): string | undefined {
  const ids = (of: readonly { readonly id: string }[]): number => new Set(of.map(({ id }) => id)).size;
  const isPersons = ({ channel }: LedgerLine): boolean => partyOf(channel) === "person";
  const given = ids(receipts.flatMap(({ shown }) => shown));
  const noted = ids(lines.filter((line) => line.action === "create" && !isPersons(line)));
  const stands = ({ action }: LedgerLine): boolean => action === "create" || CONFIRMING.has(action);
  const confirmed = ids(lines.filter((line) => stands(line) && isPersons(line)));
  const stopped = firingsIn(receipts).filter(({ form }) => form === "deny" || form === "ask").length;
  const sessions = new Set(receipts.map(({ session }) => session)).size;
  const told = [
    ...(given === 0
      ? []
      : [
          `${given} ${given === 1 ? "memory" : "memories"} given in ${sessions} ${sessions === 1 ? "session" : "sessions"}`,
        ]),
    ...(noted === 0 ? [] : [`${noted} noted`]),
    ...(confirmed === 0 ? [] : [`${confirmed} confirmed`]),
    ...(stopped === 0 ? [] : [`${stopped} stopped by a rule`]),
  ];
  return told.length === 0 ? undefined : `Holdfast, your last ${DIGEST_DAYS} days: ${told.join(", ")}.`;
}
