import type { Sentences } from "../set.ts";

export const GERMAN: Sentences = {
  lang: "de",
  rules: {
    "use-not": [
      ["Hier pnpm nutzen, nicht npm.", "deny command npm; instead use pnpm"],
      ["Wir verwenden yarn statt npm.", "deny command npm; instead use yarn"],
      ["Nimm immer uv anstelle von pip.", "deny command pip; instead use uv"],
      ["Benutze nicht npm, sondern pnpm.", "deny command npm; instead use pnpm"],
      ["Bitte kein npm mehr, nur noch pnpm.", "deny command npm; instead use pnpm"],
      [
        "Statt `docker-compose up` bitte `docker compose up` verwenden.",
        "deny command docker-compose up; instead use docker compose up",
      ],
      ["Tests laufen mit `pnpm vitest`, niemals mit `npx jest`.", "deny command npx jest; instead use pnpm vitest"],
      [
        "In diesem Projekt wird cargo nextest und nicht `cargo test` benutzt.",
        "deny command cargo test; instead use cargo nextest",
      ],
      ["Weder npm noch yarn verwenden, sondern pnpm!", "deny command npm; deny command yarn; instead use pnpm"],
    ],
    never: [
      ["Führe niemals `npm install` aus.", "deny command npm install"],
      ["Nie terraform apply ausführen.", "deny command terraform apply"],
      ["Verwende kein `sed -i`.", "deny command sed -i"],
      ["Du darfst `prisma migrate reset` nicht ausführen.", "deny command prisma migrate reset"],
      ["`rm -rf` ist hier verboten.", "deny command rm -rf"],
      ["Niemals force-pushen!", "deny command git push --force*; deny command git push -f"],
      ["Bitte nie wieder `make clean` laufen lassen, das dauert Stunden.", "deny command make clean"],
      ["Auf keinen Fall `dropdb` aufrufen.", "deny command dropdb"],
    ],
    untouched: [
      ["Finger weg von src/generated/.", "deny edit src/generated/"],
      ["Ändere nie `db/schema.sql` von Hand.", "deny edit db/schema.sql"],
      ["package-lock.json nicht anfassen.", "deny edit package-lock.json"],
      ["Dateien unter vendor/ dürfen nicht verändert werden.", "deny edit vendor/"],
      ["Lies niemals .env, da stehen echte Schlüssel drin.", "deny read .env"],
    ],
    ask: [
      ["Frag mich, bevor du `terraform apply` ausführst.", "ask command terraform apply"],
      ["Vor jedem Push bitte erst fragen.", "ask command git push"],
      ["`kubectl delete` nur nach Rückfrage.", "ask command kubectl delete"],
      ["Bevor du infra/prod.tf änderst, frag nach.", "ask edit infra/prod.tf"],
    ],
    branch: [
      [
        "`npm publish` nur auf dem Branch release ausführen.",
        "ask command npm publish; instead do it on branch release",
      ],
      ["Führe `make deploy` nur auf main aus.", "ask command make deploy; instead do it on branch main"],
    ],
  },
  none: [
    "Früher haben wir nie npm benutzt.",
    "npm ist nicht langsam.",
    "Warum führen wir hier nie `npm install` aus?",
    "Gestern hat jemand `npm install` statt `npm ci` ausgeführt.",
    "Nutze const, nicht var.",
    "Benutze `logger.info`, nicht `console.log`.",
    "Freitags nie `terraform apply` ausführen.",
    "In der alten Anleitung steht, man soll kein npm verwenden.",
    "Hab keine Angst davor, `npm test` auszuführen.",
    "Vor `npm test` musst du nicht fragen.",
    "`npm ci` schlägt auf einem frischen Rechner nie fehl.",
    "pnpm fasst package-lock.json nicht an.",
  ],
};
