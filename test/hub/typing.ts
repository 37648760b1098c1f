// What an operator types wrongly is refused with what was expected and what to type next (HUB-12): an answer to a typing error would be
// read as an answer to the question.
import { strict as assert } from "node:assert";
import { ran } from "../../hub/test/process.ts";
import { tenantOn } from "../../hub/test/running.ts";
import type { Case } from "./case.ts";

const USAGE = 64;
const NEXT = /\n {2}next: \S+/;

export const TYPING: readonly Case[] = [
  [
    "HUB-12: what is typed in another form is shown with the form in words, and a secret is not shown",
    async ({ hub, databaseUrl }) => {
      const { name } = await tenantOn(hub);
      const env = { HOLDFAST_HUB_DATABASE: databaseUrl, TOO_LONG: "hush".repeat(100) };
      const machine = ["machine", name, "--name", "m", "--store", "org"];
      const job = ["job", name, "--job", "j", "--issuer", "https://x", "--repository", "a/b", "--store", "org"];
      for (const [args, said] of [
        [[...machine, "--role", "reviewer", "--days", "3"], '--role is "reviewer": expected reader or contributor.'],
        [[...machine, "--role", "reader", "--days", "400"], "--days is 400: expected a whole number from 1 to 366."],
        [[...machine, "--role", "reader", "--days", "x"], "--days: expected a whole number from 1 to 366."],
        [
          [...job, "--role", "reader", "--ref", "main"],
          '--ref is "main": expected a whole ref, such as refs/heads/main.',
        ],
        [["invite", name, "--name", ""], '--name is "": expected 1 to 100 characters.'],
        [
          ["invite", name, "--name", "A", "--email", "a"],
          '--email is "a": expected an address, such as ann@example.org.',
        ],
        [
          ["invite", name, "--name", "A", "--grant", "personal/x=reader"],
          '--grant is "personal/x": expected org, team/NAME, project/ID, team/*, project/* or *.',
        ],
        [
          ["provider", name, "--issuer", "https://x", "--client-id", "x", "--group", "g:personal/x=reader"],
          '--group is "personal/x": expected org, team/NAME, project/ID, team/*, project/* or *.',
        ],
        [
          ["provider", name, "--issuer", "https://x", "--client-id", "x", "--client-secret-env", "TOO_LONG"],
          "--client-secret: expected 1 to 300 characters.",
        ],
        [
          ["erase", name, "--store", "org", "--memory", "01"],
          '--memory is "01": expected the id of a memory: 26 digits',
        ],
      ] as const) {
        const { code, out, err } = await ran(args, env);
        assert.deepEqual([code, out, err.startsWith(said), NEXT.test(err)], [USAGE, "", true, true], err);
      }
    },
  ],
];
