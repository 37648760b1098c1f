// Words that a program takes for one and the same: who forbids `npm install` means `npm i`, and `--force` means `-f`. What
// stands below is each program's own documentation; a word that is not there means itself alone.
import { isLike } from "../text/glob.ts";

/** Programs, with a subcommand where the words belong to it; then what is the same, between commas. */
const TABLE = `
npm: install i in ins inst insta instal add isntall it install-test, ci clean-install ic, uninstall remove rm un unlink r, run run-script, test t tst, exec x, update up upgrade
npm install,npm uninstall,npm update: -g --global, -D --save-dev
pnpm: install i, remove rm uninstall un, update up upgrade, test t
pnpm install,pnpm add: -g --global, -D --save-dev
bun: install i, add a, remove rm
cargo: build b, test t, run r, check c, remove rm
rm: -r -R --recursive, -f --force
cp: -r -R --recursive, -f --force
mv,ln: -f --force
chmod,chown,chgrp: -R --recursive
git push: -f --force, -d --delete
git commit: -n --no-verify, -a --all
git add: -A --all, -f --force
git clean: -f --force
git checkout,git switch: -f --force
git tag: -d --delete, -f --force
git branch: -d --delete
docker compose down,docker-compose down: -v --volumes
docker rm,docker rmi: -f --force
kubectl: -n --namespace, -A --all-namespaces
`;

const GROUPS: ReadonlyMap<string, readonly (readonly string[])[]> = new Map(
  TABLE.trim()
    .split("\n")
    .flatMap((line) => {
      const [of = "", said = ""] = line.split(": ");
      const groups = said.split(", ").map((group) => group.split(" "));
      return of.split(",").map((name): [string, readonly (readonly string[])[]] => [name, groups]);
    }),
);

const PROGRAMS: readonly (readonly string[])[] = [
  ["pip", "pip3"],
  ["python", "python3"],
  ["make", "gmake"],
];

/** A pattern's program under each of its names. */
export function programsLike(program: string): readonly string[] {
  return PROGRAMS.find((group) => group.includes(program)) ?? [program];
}

/** What a word of a pattern may be written as, itself first; `about` are the pattern's words without its options. */
export function sameAs(word: string, about: readonly string[]): readonly string[] {
  const groups = [1, 2, 3].flatMap((count) => GROUPS.get(about.slice(0, count).join(" ")) ?? []);
  return [...new Set([word, ...groups.filter((group) => group.some((each) => isLike(word, each))).flat()])];
}
