import type { Sentences } from "../set.ts";

export const ENGLISH: Sentences = {
  lang: "en",
  rules: {
    "use-not": [
      ["Use pnpm here, not npm.", "deny command npm; instead use pnpm"],
      ["We use yarn instead of npm in this repo.", "deny command npm; instead use yarn"],
      ["Always use uv rather than pip.", "deny command pip; instead use uv"],
      ["Run tests with `pnpm vitest`, never with `npx jest`.", "deny command npx jest; instead use pnpm vitest"],
      ["Don't use yarn, use pnpm.", "deny command yarn; instead use pnpm"],
      ["pnpm, not npm!", "deny command npm; instead use pnpm"],
      [
        "Instead of `docker-compose up` use `docker compose up`.",
        "deny command docker-compose up; instead use docker compose up",
      ],
      [
        "Please never call npm or yarn in this repository; use pnpm.",
        "deny command npm; deny command yarn; instead use pnpm",
      ],
      ["This project uses poetry, so don't use pip.", "deny command pip; instead use poetry"],
    ],
    never: [
      ["Never run `npm install` in this project.", "deny command npm install"],
      ["Don't ever run terraform apply.", "deny command terraform apply"],
      ["Do not use `sed -i`.", "deny command sed -i"],
      ["You must not run `prisma migrate reset`, it wipes the shared database.", "deny command prisma migrate reset"],
      ["No `git push --force`, ever.", "deny command git push --force"],
      ["Never force-push.", "deny command git push --force*; deny command git push -f"],
      ["`rm -rf` is forbidden.", "deny command rm -rf"],
      ["Running `make clean` is not allowed here.", "deny command make clean"],
    ],
    untouched: [
      ["Don't touch src/generated/.", "deny edit src/generated/"],
      ["Never edit `db/schema.sql` by hand.", "deny edit db/schema.sql"],
      ["Leave package-lock.json alone.", "deny edit package-lock.json"],
      ["Do not modify anything under vendor/.", "deny edit vendor/"],
      ["Never read .env, it holds real keys.", "deny read .env"],
    ],
    ask: [
      ["Ask me before running `terraform apply`.", "ask command terraform apply"],
      ["Ask before you push.", "ask command git push"],
      ["Never run `kubectl delete` without asking me first.", "ask command kubectl delete"],
      ["Check with me before you edit infra/prod.tf.", "ask edit infra/prod.tf"],
    ],
    branch: [
      ["Run `npm publish` only on branch release.", "ask command npm publish; instead do it on branch release"],
      ["`make deploy` only from the main branch.", "ask command make deploy; instead do it on branch main"],
    ],
  },
  none: [
    "We used to never run npm.",
    "npm is not slow.",
    "Why do we never run `npm install` here?",
    "The build broke because somebody ran `npm install` and not `npm ci`.",
    "Use const, not var.",
    "Use `logger.info`, not `console.log`.",
    "Never run `terraform apply` on Fridays.",
    "The old readme says never to use npm, which is wrong.",
    "Don't be afraid to run `npm test`.",
    "You don't need to ask before running `npm test`.",
    "`npm ci` never fails on a clean machine.",
    "pnpm does not touch package-lock.json.",
  ],
};
