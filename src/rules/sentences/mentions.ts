// What a sentence names: commands, paths, and acts that stand for a command. Each becomes one sign, so that forms need not know
// how a command ends. A word in backticks may be anything; without them a program is named only by a word that means nothing else.
import { FIRST_SIGN, type ReadLanguage } from "./form.ts";

export interface Mention {
  /** As it was written, without backticks. */
  readonly text: string;
  /** The words of a rule; none for what is no command. More than one for an act. */
  readonly commands: readonly string[];
  /** Surely a program, whatever the verb. */
  readonly known: boolean;
  readonly isPath: boolean;
}

export interface Named {
  readonly text: string;
  readonly mentions: readonly Mention[];
}

const UNMISTAKABLE = [
  "npm pnpm yarn npx pnpx bun bunx deno corepack lerna turbo pip pip3 pipx pipenv uv uvx poetry conda mamba virtualenv",
  "cargo rustup mvn gradle gradlew sbt rake gem bundler rbenv rvm composer artisan mix dotnet nuget cmake bazel ninja",
  "docker docker-compose podman kubectl helm terraform tofu terragrunt pulumi ansible ansible-playbook vagrant packer",
  "git gh glab hg svn jj curl wget rsync scp ssh sftp sudo rm rmdir sed awk grep rg fd jq yq chmod chown dd mkfs systemctl",
  "brew apt apt-get yum dnf pacman apk psql pg_dump pg_restore mysql mysqldump sqlite3 redis-cli mongosh dropdb createdb",
  "jest vitest mocha ava karma cypress playwright pytest tox nox rspec phpunit eslint tslint prettier tsc tsx ts-node nodemon",
  "webpack rollup esbuild parcel vite ruff flake8 pylint mypy pyright isort prisma alembic knex flyway liquibase sequelize",
  "aws gcloud az heroku vercel netlify flyctl wrangler firebase serverless eksctl kustomize skaffold shutdown reboot",
].flatMap((line) => line.split(" "));

/** Programs whose names are words as well: only in backticks. */
const IN_BACKTICKS = new Set(
  [
    ...UNMISTAKABLE,
    "make just task go node python python3 ruby perl php java javac rails bundle biome nx black cat find kill killall pkill",
    "head tail sort ls cp mv touch mkdir ln tee xargs env export source sh bash zsh nc crontab launchctl truncate shred black",
  ].flatMap((line) => line.split(" ")),
);

const ARGUMENT =
  "add apply auth build bump checkout ci clean clone commit compose config create delete deploy destroy dev dlx down drop exec fetch fmt format generate get init install i link lint login merge migrate nextest plan prune publish pull push rebase release remove reset restart restore revert rm run scale serve start stash stop switch sync test tag uninstall unlink up update upgrade version".replaceAll(
    " ",
    "|",
  );

const BEFORE = "(?<![\\w./@`-])";
const COMMAND = `${BEFORE}((?:${UNMISTAKABLE.join("|")})(?: (?:${ARGUMENT}|--?[a-z][\\w-]*)(?![\\w/@-]|\\.\\w))*)(?![\\w/@-]|\\.\\w)`;
const EXTENSION =
  "json|jsonc|lock|ya?ml|toml|ini|cfg|conf|env|sql|tf|tfvars|tsx?|jsx?|mjs|cjs|py|go|rs|rb|php|java|kt|swift|c|h|cpp|css|html|md|txt|xml|proto|graphql|sh|ps1|gradle|sum|mod|snap|csv|pem|key";
const PATH = `${BEFORE}(?:\\.[a-z][\\w-]+(?:\\.[\\w*]+)*(?!/)|[\\w@*.-]+(?:/[\\w@*.-]+)*/(?:[\\w@*.-]*[\\w*])?|[\\w@*.-]+(?:/[\\w@*.-]+)*\\.(?:${EXTENSION})|[\\w@*-]+(?:/[\\w@*.-]+)*/[\\w@*.-]*[\\w*])(?![\\w/@])`;

const NAMED = new RegExp(`${COMMAND}|${PATH}`, "gi");

/** Undefined for what has signs of its own, or names too much. */
export function namedIn(text: string, { acts }: ReadLanguage): Named | undefined {
  if (/[\uE000-\uF8FF]/.test(text)) return undefined;
  const mentions: Mention[] = [];
  const sign = (mention: Mention): string => String.fromCharCode(FIRST_SIGN + mentions.push(mention) - 1);
  let left = text.replace(/`([^`]+)`/g, (_, inside: string) => sign(inBackticks(inside.trim())));
  left = left.replace(NAMED, (whole: string, command: unknown) =>
    sign(typeof command === "string" ? programOf(whole) : pathOf(whole)),
  );
  for (const { words, commands } of acts)
    left = left.replace(words, (whole: string, branch: unknown) => {
      const at = typeof branch === "string" ? branch : "";
      const said = commands.map((each) => each.replace("$1", at));
      return sign({ text: whole, commands: said, known: true, isPath: false });
    });
  return mentions.length > MOST_MENTIONS ? undefined : { text: left, mentions };
}

const MOST_MENTIONS = 16;

function programOf(text: string): Mention {
  const [program = "", ...words] = text.split(" ");
  return { text, commands: [[program.toLowerCase(), ...words].join(" ")], known: true, isPath: false };
}

function pathOf(text: string): Mention {
  return { text, commands: [], known: false, isPath: true };
}

function inBackticks(text: string): Mention {
  const [first = "", ...words] = text.split(/\s+/);
  // A rule names a program by its last name.
  const program = first.slice(first.lastIndexOf("/") + 1);
  const isCommand = /^[\w.+-]*\w$/.test(program) && words.every((word) => /^[\w./@:=*^,+-]+$/.test(word));
  return {
    text,
    commands: isCommand ? [[program, ...words].join(" ")] : [],
    known: isCommand && IN_BACKTICKS.has(program),
    isPath: /^[\w@.*/-]+$/.test(text),
  };
}
