// Doctor over a box, with the real surroundings of the command line; only the channel and the moment are chosen.

import { openDoctor } from "../../src/compose/doctor.ts";
import type { DoctorContext } from "../../src/health/doctor/index.ts";
import type { LedgerHealth } from "../../src/health/surroundings.ts";
import { deviceOf } from "../../src/store/io/device-key.ts";
import type { Channel } from "../../src/trust/channels.ts";
import { actOf, CHECKS, chance } from "./acts.ts";
import { placesOf } from "./store-box.ts";

export interface DoctorOptions {
  readonly ledgers?: readonly LedgerHealth[];
  readonly projectRoot?: string;
  readonly projectId?: string;
  readonly hasGit?: boolean;
}

export function doctorOf(base: string, channel: Channel, now: Date, options: DoctorOptions = {}): DoctorContext {
  const places = placesOf(base);
  const opened = openDoctor({
    version: "0.0.0",
    here: {
      places,
      project:
        options.projectRoot === undefined && options.projectId === undefined
          ? undefined
          : { id: options.projectId ?? "", root: options.projectRoot ?? "", folder: options.projectRoot ?? "" },
    },
    installers: { all: [], purgeRefused: () => undefined, purge: () => [], removeHookCopy: () => undefined },
    channel,
    now,
    checks: CHECKS,
    act: () => ({ ...actOf(channel, now, chance(7)), device: deviceOf(places.data, "box") }),
  });
  const { ledgers, hasGit } = options;
  const surroundings = {
    ...opened.surroundings,
    ...(ledgers === undefined ? {} : { ledgerHealth: () => ledgers }),
    ...(hasGit === undefined ? {} : { hasGit: () => hasGit }),
  };
  return { ...opened, surroundings };
}
