// Forgetting from the page (FOR-1): what goes, shown before, and what it could not reach, told after; by the same plan and
// the same acts as `holdfast forget`.
import { type Forgetting, forget } from "../forget/apply.ts";
import { leftInGit } from "../forget/left-in-git.ts";
import { type ForgetPlan, type Going, planForget } from "../forget/plan.ts";
import type { FarTraces, GitHolding } from "../forget/ports.ts";
import { purgeCommands } from "../forget/purge.ts";
import { isRefusal, type Refusal } from "../text/errors.ts";
import { FORGET } from "./wording.ts";

export function planOfForget({ stores, traces, journal, act }: Forgetting, name: string): ForgetPlan | Refusal {
  const plan = planForget(stores, [name], traces, act, journal.read());
  return isRefusal(plan) ? plan : (plan.refused[0]?.refusal ?? plan);
}

export function forgetLines({ going, also, traces, secret }: ForgetPlan): readonly string[] {
  return [
    ...(secret ? [FORGET.rotate] : []),
    ...going.map(goes),
    ...also.map(({ stem, much }) => FORGET.stays(stem, much === "all")),
    ...(traces.length === 0 ? [] : [FORGET.clears(traces.length)]),
    FORGET.mark,
  ];
}

function goes({ stem, why, tier, kept }: Going): string {
  return FORGET.goes(stem, tier, FORGET.why[why], kept);
}

export interface Forgotten {
  readonly kind: "forgotten";
  readonly lines: readonly string[];
}

export async function doForget(
  { far, ...with_ }: Forgetting & { readonly far: FarTraces },
  { job }: ForgetPlan,
): Promise<Forgotten | Refusal> {
  const done = await forget(with_, job);
  if (isRefusal(done)) return done;
  const [stopped] = done.kept;
  if (stopped !== undefined) return stopped;
  const roots = new Set(job.doomed.map(({ root }) => root));
  const held = await Promise.all([...roots].map((root) => leftInGit(with_.stores, root, job.phrases, far)));
  const sessions = far.inSessions(job.phrases);
  return {
    kind: "forgotten",
    lines: [
      ...done.cleared.left.map(({ path, why }) => FORGET.left(path, why)),
      ...done.elsewhere.map(({ root }) => FORGET.elsewhere(root)),
      ...held.flatMap((holding) => (holding === undefined ? [] : gitLines(holding))),
      ...(sessions.length === 0 ? [] : [FORGET.sessions(sessions.length), ...sessions]),
    ],
  };
}

function gitLines(holding: GitHolding): readonly string[] {
  const { root, commits, loose, unfinished } = holding;
  const late = unfinished === undefined ? [] : [FORGET.unfinished(root, unfinished)];
  if (commits.length + loose === 0) return late;
  return [...late, FORGET.git(root, commits.length + loose), ...purgeCommands(holding).plain];
}
