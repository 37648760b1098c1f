// What an installed entry said to what it was fed (AGT-34). A guard must refuse; memory is given where something is kept.
import { jsonIn } from "../hosts/json-line.ts";
import type { Probed } from "./io/probe.ts";

export interface Judged {
  readonly asks: string;
  readonly what: string;
  readonly event: string;
  readonly health: "ok" | "warning" | "error";
  readonly answer: string;
  readonly exit: number | null;
}

export function judged({ sample, problem, code, out, err }: Probed): Judged {
  const { asks, what, event } = sample;
  const told = (health: Judged["health"], answer: string): Judged => ({
    asks,
    what,
    event,
    health,
    answer,
    exit: code,
  });
  if (problem !== undefined) return told("error", problem);
  const refuses = code === 2 || saysNo(jsonIn(out));
  if (asks === "guard" || asks === "rule") {
    if (refuses) return told("ok", "refused");
    return told("error", code === 0 ? "silent: it was let through" : `it ended with ${code}: ${err.slice(0, 200)}`);
  }
  if (code !== 0) return told("error", `it ended with ${code}: ${err.slice(0, 200)}`);
  return out === "" ? told("warning", "nothing was given") : told("ok", `${out.length} characters were given`);
}

/** In whatever form. */
function saysNo(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(
    ([key, said]) =>
      (/^(permission|permissionDecision|decision)$/.test(key) && (said === "deny" || said === "block")) ||
      (key === "cancel" && said === true) ||
      (key === "deny" && typeof said === "string") ||
      saysNo(said),
  );
}
