// The record of what models were asked and what they tried (OBS-6). model/ writes it, `observe log` reads its end.
import type { CallSource, Tokens } from "./model.ts";

/** In the state folder; older generations have a number behind it. */
export const AUDIT_LOG = "observer-audit.log";

export interface AuditEntry {
  readonly ts: string;
  readonly source: CallSource;
  readonly session: string;
  readonly project: string | null;
  readonly provider: string;
  readonly model: string;
  /** What it asked for; null for the call itself. */
  readonly tool: string | null;
  readonly input: string;
  readonly result: "allowed" | "denied" | "error";
  readonly reason?: string;
  readonly tokens: Tokens | null;
  /** In US dollars. */
  readonly cost: number | null;
}
