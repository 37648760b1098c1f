// Where the code of each command is; loaded only for the one that runs.
import type { Verb } from "../trust/authority.ts";
import type { Run } from "./spec.ts";

type Loader = () => Promise<{ readonly run: Run }>;

export const LOADERS: Readonly<Partial<Record<Verb, Loader>>> = {
  init: () => import("./commands/init.ts"),
  add: () => import("./commands/add.ts"),
  edit: () => import("./commands/edit.ts"),
  show: () => import("./commands/show.ts"),
  list: () => import("./commands/list.ts"),
  search: () => import("./commands/search.ts"),
  review: () => import("./commands/review.ts"),
  confirm: () => import("./commands/confirm.ts"),
  promote: () => import("./commands/change-tier.ts"),
  demote: () => import("./commands/change-tier.ts"),
  restore: () => import("./commands/change-tier.ts"),
  reaffirm: () => import("./commands/change-tier.ts"),
  retire: () => import("./commands/retire.ts"),
  archive: () => import("./commands/retire.ts"),
  forget: () => import("./commands/forget.ts"),
  undo: () => import("./commands/undo.ts"),
  log: () => import("./commands/log.ts"),
  why: () => import("./commands/why.ts"),
  check: () => import("./commands/check.ts"),
  audit: () => import("./commands/audit.ts"),
  stats: () => import("./commands/stats.ts"),
  doctor: () => import("./commands/doctor.ts"),
  install: () => import("./commands/install.ts"),
  uninstall: () => import("./commands/install.ts"),
  import: () => import("./commands/import.ts"),
  export: () => import("./commands/export.ts"),
  sync: () => import("./commands/sync.ts"),
  trust: () => import("./commands/trust.ts"),
  ask: () => import("./commands/ask.ts"),
  observe: () => import("./commands/observe.ts"),
  config: () => import("./commands/config.ts"),
  pause: () => import("./commands/pause.ts"),
  mcp: () => import("./commands/mcp.ts"),
  completion: () => import("./commands/completion.ts"),
};
