// Each hub sweeps, now and then, tenants that nobody swept for a day, one after the other. Whose turn it is, a tenant's own row says:
// so it is done once, however many hubs there are, and a tenant that nobody uses any more is swept too (HUB-11).
import type { Places } from "./places.ts";
import { sweep } from "./sweep.ts";

const FIRST_MS = 60_000;
const EVERY_MS = 600_000;

export interface Sweeping {
  /** When the tenant under way is done. */
  end(): Promise<void>;
}

/** `andThen`: what else goes with time, and is no tenant's. It is told whether the hub ends. */
export function startSweeping(
  places: Places,
  everyMs: number = EVERY_MS,
  firstMs: number = FIRST_MS,
  andThen: (isOver: () => boolean) => Promise<void> = () => Promise.resolve(),
): Sweeping {
  let isOver = false;
  let turn: Promise<void> = Promise.resolve();
  const next = (ms: number): NodeJS.Timeout =>
    setTimeout(
      () => {
        turn = all().finally(() => {
          if (!isOver) timer = next(everyMs);
        });
        // Hubs that were started together come one after the other.
      },
      ms * (0.5 + Math.random()),
    ).unref();
  let timer = next(firstMs);
  return {
    end: async () => {
      isOver = true;
      clearTimeout(timer);
      await turn;
    },
  };

  async function all(): Promise<void> {
    // What can't be done now, because a database is away or somebody waits, comes again with the next turn.
    const due = await places.due().catch(() => []);
    for (const tenant of due)
      while (!isOver && (await places.write(tenant, sweep, { isKeyed: true }).catch(() => false)));
    if (!isOver) await andThen(() => isOver).catch(() => undefined);
  }
}
