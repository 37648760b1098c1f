// What a rule means, and what it does not (RUL-2): every way to write the same, and what only looks like it.
import { describe, expect, it } from "vitest";
import { decided, edit, keep, line } from "../../support/rules.ts";

const isStopped = (rule: string | readonly string[], command: string, cwd?: string): boolean =>
  decided([keep([rule].flat())], line(command, cwd)) !== undefined;

describe("the same command in other clothes", () => {
  it.each([
    "npm install",
    "npm i left-pad",
    "npm add left-pad",
    "  npm   install  ",
    "\\npm install",
    '"n"pm install',
    "n'p'm install",
    "'npm' \"install\"",
    "np\\\nm install",
    "npm \\\n  install",
    "/usr/bin/npm install",
    "./node_modules/.bin/npm install",
    "npm.cmd install",
    "command npm install",
    "builtin command npm install",
    "exec npm install",
    "sudo npm install",
    "sudo -E -u deploy npm install",
    "env npm install",
    "env -i A=1 npm install",
    "A=1 B=2 npm install",
    "timeout 60 npm install",
    "timeout -k 5 60s npm install",
    "nice npm install",
    "nice -n 10 npm install",
    "nohup npm install &",
    "time npm install",
    "stdbuf -oL npm install",
    "setsid npm install",
    "xargs npm install",
    "echo a | xargs -n 1 npm install",
    "find . -maxdepth 1 -exec npm install {} \\;",
    "npx npm install",
    "npx --yes npm@10 install",
    "pnpm dlx npm install",
    "pnpm exec npm install",
    "yarn dlx npm install",
    "bunx npm install",
    "corepack npm install",
    "sh -c 'npm install'",
    'bash -lc "npm install"',
    "bash -c 'cd app && npm install'",
    "bash <<'EOF'\nnpm install\nEOF",
    "eval 'npm install'",
    "(npm install)",
    "{ npm install; }",
    "$(npm install)",
    "echo `npm install`",
    "echo $(cd a; npm install)",
    "diff <(npm install) x",
    "true && npm install",
    "false || npm install",
    "npm install | tee log",
    "yes | npm install",
    "npm install > log 2>&1",
    "cd app; npm install",
    "if true; then npm install; fi",
    "while true; do npm install; done",
    "for d in a b; do (cd $d && npm install); done",
    "case x in x) npm install;; esac",
    "f() { npm install; }; f",
    "! npm install",
    "X=install; npm $X",
    "npm --prefix app install",
    "npm -C app install",
    "npm --silent install",
    "npm --loglevel error install",
    "npm install --save-dev left-pad",
  ])("%s", (command) => {
    expect(isStopped("deny command npm install", command)).toBe(true);
  });

  it.each([
    ["deny command git push --force* origin main", "git push --force origin main"],
    ["deny command git push --force* origin main", "git push --force-with-lease origin main"],
    ["deny command git push --force* origin main", "git push -f origin main"],
    ["deny command git push --force* origin main", "git push origin main --force"],
    ["deny command git push --force* origin main", "git -C x push --force origin main"],
    ["deny command git push --force* origin main", "git -c a.b=c push -u --force origin HEAD:main"],
    ["deny command git push --force", "git push --force=true"],
    ["deny command git commit --no-verify", "git commit -nm words"],
    ["deny command rm -rf *", "rm -r -f build"],
    ["deny command rm -rf *", "rm -fr build"],
    ["deny command rm -rf *", "rm build -rf"],
    ["deny command rm -rf *", "rm -Rfv build/*"],
    ["deny command rm -rf *", "rm --recursive --force build"],
    ["deny command rm -rf *", "rm -rf $DIR"],
    ["deny command rm -rf *", "find . -name x | xargs rm -rf"],
    ["deny command rm -rf node_modules", "rm -rf ./node_modules/"],
    ["deny command sudo", "sudo ls"],
    ["deny command sudo rm", "sudo -n rm x"],
    ["deny command npx", "npx vitest"],
    ["deny command npx vitest", "npx --yes vitest run"],
    ["deny command ./gradlew publish", "./gradlew publish"],
    ["deny command ./deploy.sh", "bash deploy.sh prod"],
    ["deny command scripts/deploy.sh", "./scripts/deploy.sh"],
    ["deny command scripts/deploy.sh", "sh -x scripts/deploy.sh"],
    ["deny command pip install", "python3 -m pip install x"],
    ["deny command pip install", "pip3 install x"],
    ["deny command docker compose down -v", "docker compose -f dev.yml down --volumes"],
    ["deny command mkfs*", "mkfs.ext4 /dev/sda"],
    ["deny command heroku pg:reset", "heroku pg:reset --app x"],
    ["deny command terraform apply -auto-approve", "terraform -chdir=x apply -auto-approve"],
    ["deny fetch *.example.com", "curl -s https://api.example.com/x"],
    ["deny edit migrations/**", "echo x >> migrations/1.sql"],
    ["deny edit migrations/**", "cat <<'EOF' > migrations/1.sql\nx\nEOF"],
    ["deny edit migrations/**", "cd migrations && touch 1.sql"],
    ["deny edit migrations/**", "sed -i 's/a/b/' migrations/1.sql"],
    ["deny edit migrations/**", "echo x | sudo tee -a migrations/1.sql"],
    ["deny edit migrations/**", "cp /tmp/a migrations/1.sql"],
    ["deny edit migrations/**", "mv migrations/1.sql /tmp"],
    ["deny edit migrations/**", "rm migrations/1.sql"],
    ["deny edit migrations/**", "dd if=/dev/zero of=migrations/1.sql"],
    ["deny edit src/** with console.log", "cat > src/a.ts <<'EOF'\nconsole.log(1)\nEOF"],
    ["deny read secrets/**", "cat secrets/key"],
    ["deny read secrets/**", "grep -r x secrets/key"],
    ["deny read secrets/**", "sed -n 1,5p secrets/key"],
    ["deny read secrets/**", "sort < secrets/key"],
    ["deny read .env*", "cat .env.local"],
  ])("%s: %s", (rule, command) => {
    expect(isStopped(rule, command)).toBe(true);
  });

  it("from within the folder that is meant", () => {
    expect(isStopped("deny edit migrations/**", "echo x > 1.sql", "/p/migrations")).toBe(true);
    expect(isStopped("deny edit migrations/**", "echo x > ../1.sql", "/p/migrations")).toBe(false);
  });
});

describe("what only looks like it", () => {
  it.each([
    ["deny command npm install", "pnpm install"],
    ["deny command npm install", "npm run install"],
    ["deny command npm install", "npm --silent run install"],
    ["deny command npm install", "npm test -- install"],
    ["deny command npm install", "echo npm install"],
    ["deny command npm install", "git commit -m 'npm install'"],
    ["deny command npm install", "grep -rn 'npm install' docs"],
    ["deny command npm install", "cat npm install"],
    ["deny command npm install", "which npm; ls install"],
    ["deny command npm install", "npm-check install"],
    ["deny command npm install", "# npm install"],
    ["deny command npm install", "command -v npm install"],
    ["deny command rm -rf *", "rm file"],
    ["deny command rm -rf *", "rm -r build"],
    ["deny command rm -rf *", "rm -f file"],
    ["deny command rm -rf *", "git rm -rf x"],
    ["deny command rm -rf *", "docker rm -f x"],
    ["deny command git push --force", "git push --force-with-lease"],
    ["deny command git push --force", "git push origin force"],
    ["deny command git push --force* origin main", "git push --force origin mainline"],
    ["deny command git push --force* origin main", "git push --force upstream main"],
    ["deny command git push", "git stash push"],
    ["deny command git push", "git --no-pager log push"],
    ["deny command git commit --no-verify", "git push -n"],
    ["deny command go test -v", "go test -vet=off"],
    ["deny command ./deploy.sh", "bash -c 'echo deploy.sh'"],
    ["deny command scripts/deploy.sh", "./other/deploy.sh"],
    ["deny command chmod -R 777 *", "chmod -r 777 x"],
    ["deny edit migrations/**", "cat migrations/1.sql"],
    ["deny edit migrations/**", "cp migrations/1.sql /tmp/a"],
    ["deny edit migrations/**", "ls migrations > /tmp/list"],
    ["deny edit migrations/**", "npx eslint migrations"],
    ["deny edit src/** with console.log", "echo x > src/a.ts"],
    ["deny read secrets/**", "ls secrets-of-cooking"],
    ["deny fetch *.example.com", "curl https://example.com.evil.org/"],
    ["deny fetch example.com", "curl https://api.example.com/"],
  ])("%s: %s", (rule, command) => {
    expect(isStopped(rule, command)).toBe(false);
  });
});

describe("one rule of several lines", () => {
  it("the stricter line counts, wherever it stands", () => {
    const rule = ["remind command git", "ask command git push", "deny command git push --force"];
    expect(decided([keep(rule)], line("git push --force"))?.stop.effect).toBe("deny");
    expect(decided([keep(rule)], line("git push"))?.stop.effect).toBe("ask");
    expect(decided([keep(rule)], line("git status"))?.stop.effect).toBe("remind");
    expect(decided([keep(rule)], line("git status && git push"))?.stop.effect).toBe("ask");
  });
});

describe("edits", () => {
  const rule = keep(["deny edit src/**/*.ts with console.log", "unless edit **/*.test.ts"]);
  it("by path and by what is written", () => {
    expect(decided([rule], edit("/p/src/a.ts", "console.log(1)"))).toBeDefined();
    expect(decided([rule], edit("src/b/a.ts", "x\n  console.log(1)"))).toBeDefined();
    expect(decided([rule], edit("src/a.ts", "log(1)"))).toBeUndefined();
    expect(decided([rule], edit("src/a.test.ts", "console.log(1)"))).toBeUndefined();
    expect(decided([rule], edit("lib/a.ts", "console.log(1)"))).toBeUndefined();
    expect(decided([rule], edit("/elsewhere/src/a.ts", "console.log(1)"))).toBeUndefined();
  });
});
