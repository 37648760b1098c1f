// What is no person: tokens of machines, shown once, and jobs of CI, which have no secret.
import { make } from "../../src/web/page/dom.ts";
import type { Role } from "../protocol.ts";
import { ask } from "./api.ts";
import { button, type Cell, choice, type Field, field, form, hint, section, show, table, tell } from "./parts.ts";
import { act, secretShown, taken, timeOf } from "./shell.ts";
import { ROLE_NAMES, TEXT } from "./wording.ts";

interface MachineRow {
  readonly name: string;
  readonly store: string;
  readonly role: Role;
  readonly ends: string;
}

interface JobRow extends Omit<MachineRow, "name" | "ends"> {
  readonly job: string;
  readonly issuer: string;
  readonly audience: string;
  readonly repository: string;
  readonly ref: string;
}

const NAME = {
  required: "",
  pattern: "[a-z0-9][a-z0-9\\-]*",
  maxlength: "64",
  autocomplete: "off",
  spellcheck: "false",
};
const PLAIN = { required: "", maxlength: "300", autocomplete: "off", spellcheck: "false" };
const ROLES = { reader: ROLE_NAMES.reader, contributor: ROLE_NAMES.contributor };

export async function showMachines(shown?: HTMLElement): Promise<void> {
  const machines = taken(await ask<{ readonly machines: readonly MachineRow[] }>("GET", "/machines"));
  const jobs = machines && taken(await ask<{ readonly jobs: readonly JobRow[] }>("GET", "/jobs"));
  if (machines === undefined || jobs === undefined) return;
  show(TEXT.views.machines, [
    ...(shown === undefined ? [] : [shown]),
    section(TEXT.machines, [
      hint(TEXT.machineHint),
      machineForm(),
      table(
        [TEXT.name, TEXT.store, TEXT.role, TEXT.ends, TEXT.acts],
        machines.machines.map(machineCells),
        TEXT.noMachines,
      ),
    ]),
    section(TEXT.jobs, [
      hint(TEXT.jobsHint),
      jobForm(),
      table(
        [TEXT.job, TEXT.issuer, TEXT.audience, TEXT.repository, TEXT.ref, TEXT.store, TEXT.role, TEXT.acts],
        jobs.jobs.map(jobCells),
        TEXT.noJobs,
      ),
    ]),
  ]);
}

function machineCells({ name, store, role, ends }: MachineRow): readonly Cell[] {
  const ending = {
    title: TEXT.endMachine(name),
    hint: TEXT.endMachineHint,
    ask: () => ask("DELETE", `/machines/${name}`),
    done: TEXT.machineEnded(name),
  };
  return [name, store, role, timeOf(ends), endButton(ending)];
}

function jobCells({ job, issuer, audience, repository, ref, store, role }: JobRow): readonly Cell[] {
  const ending = {
    title: TEXT.endJob(job),
    hint: TEXT.endJobHint,
    ask: () => ask("DELETE", `/jobs/${job}`),
    done: TEXT.jobEnded(job),
  };
  return [job, issuer, audience, repository, ref, store, role, endButton(ending)];
}

function endButton(ending: Parameters<typeof act>[0]): HTMLElement {
  return make("p", { class: "buttons" }, [button(TEXT.end, () => act(ending, () => showMachines()), "danger")]);
}

function machineForm(): HTMLElement {
  const [name, store] = [field(TEXT.machineName, NAME), field(TEXT.store, { ...PLAIN, value: "org" })];
  const role = choice(TEXT.role, ROLES);
  const days = field(TEXT.days, { type: "number", min: "1", max: "366", value: "90", required: "" });
  const made = form(TEXT.make, [name.box, store.box, role.box, days.box], async () => {
    const body = { ...valuesOf({ name, store, role }), days: Number(days.input.value) };
    const told = taken(await ask<{ readonly token: string }>("POST", "/machines", { body }));
    if (told === undefined) return;
    await showMachines(secretShown(TEXT.tokenOf(name.input.value), told.token, TEXT.tokenOnce));
    tell("");
  });
  return make("details", {}, [make("summary", { text: TEXT.addMachine }), made]);
}

function jobForm(): HTMLElement {
  const fields = {
    job: field(TEXT.machineName, NAME),
    issuer: field(TEXT.issuer, { ...PLAIN, type: "url" }),
    audience: field(TEXT.audience, PLAIN),
    repository: field(TEXT.repository, PLAIN),
    ref: field(TEXT.ref, { ...PLAIN, value: "refs/heads/main" }),
    store: field(TEXT.store, { ...PLAIN, value: "org" }),
    role: choice(TEXT.role, ROLES),
  };
  const made = form(
    TEXT.pin,
    Object.values(fields).map(({ box }) => box),
    async () => {
      const body = valuesOf(fields);
      if (taken(await ask("POST", "/jobs", { body })) === undefined) return;
      await showMachines();
      tell(TEXT.pinned(body["job"] ?? ""));
    },
  );
  return make("details", {}, [make("summary", { text: TEXT.addJob }), made]);
}

type Fields = Readonly<Record<string, Field<HTMLInputElement> | Field<HTMLSelectElement>>>;

function valuesOf(fields: Fields): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, { input }]) => [name, input.value.trim()]));
}
