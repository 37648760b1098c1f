// Lines as agents write them every day (RUL-2): what a rule plainly means is stopped however it is spelled, and what only looks
// like it goes on.
import { describe, expect, it } from "vitest";
import { decided, decidedFully, keep, line } from "../../support/rules.ts";

function verdict(rule: string, command: string): readonly [boolean, boolean] {
  const kept = [keep(rule.split("; "))];
  return [decided(kept, line(command)) !== undefined, decidedFully(kept, line(command)) !== undefined];
}

describe("stopped", () => {
  it.each([
    ["deny edit src/gen/**", "rm -f src/gen/x.ts"],
    ["deny edit src/gen/**", "touch -m src/gen/x.ts"],
    ["deny edit src/gen/**", "rm src/gen/*"],
    ["deny edit migrations/**", "rm migrations/*.sql"],
    ["deny edit migrations/**", "git rm migrations/1.sql"],
    ["deny edit migrations/**", "git restore migrations/1.sql"],
    ["deny edit migrations/**", "git checkout -- migrations/1.sql"],
    ["deny edit migrations/**", "curl -o migrations/1.sql https://example.org/x"],
    ["deny edit src/gen/**", "sed -i s/a/b/ src/gen/*.ts"],
    ["deny edit *.lock", "rm *.lock"],
    ["deny read .env", "cat -A .env"],
    ["deny read .env", "cat .env*"],
    ["deny read .env", "wc -l .env"],
    ["deny command git push --force", "git push origin +main"],
    ["deny command git push --force*", "git push origin +HEAD:main"],
    ["deny command git push * main", "git push origin feat:main"],
    ["deny command git push * main", "git push origin +main"],
    ["deny command git push * main", "git push origin +refs/heads/main"],
    ["deny command pytest", "uv run pytest -q"],
    ["deny command pytest", "poetry run pytest"],
    ["deny command rspec", "bundle exec rspec spec/a_spec.rb"],
    ["deny command npm install", "cross-env A=1 npm install"],
    ["deny command npm install", "npm inst left-pad"],
    ["deny command poetry run", "poetry run pytest"],
    ["deny command make deploy", "make ENV=prod deploy"],
    ["deny command make deploy", "make build deploy"],
    ["deny command pip install", "python3 -u -m pip install x"],
    ["deny command cargo publish", "cargo +nightly publish"],
    ["deny command docker compose down -v", "docker compose -f a.yml down -v"],
    ["deny command gh pr merge", "gh pr merge 5 --squash"],
    ["deny command npm run test", "npm run test -- --run"],
    ["deny command git add .", "git add ./"],
    ["deny fetch *.example.com", "curl a.example.com/x"],
    ["deny fetch *.example.com", 'curl "https://a.example.com/$X"'],
    ["deny fetch *.example.com", "curl --url=https://a.example.com"],
    ["deny fetch *.example.com", "git clone https://a.example.com/x.git"],
    ["deny command git commit --no-verify", "git commit -anm x"],
  ])("%s: %s", (rule, command) => {
    expect(verdict(rule, command)).toEqual([true, true]);
  });
});

describe("not stopped", () => {
  it.each([
    ["deny command npm run test", "npm run lint -- test"],
    ["deny command gh pr merge", "gh pr edit 5 --add-label merge"],
    ["deny command aws s3 rm", "aws s3 cp rm s3://x"],
    ["deny command docker compose down", "docker compose logs down"],
    ["deny command git commit --no-verify", "git commit -uno -m x"],
    ["deny command git commit --no-verify", "git commit -m '--no-verify'"],
    ["deny command git commit --no-verify", "git commit -m x -- -n"],
    ["deny command curl -O", "curl -XPOST https://x"],
    ["deny fetch *.example.com", "echo https://a.example.com"],
    ["deny fetch *.example.com", "git commit -m https://a.example.com/7"],
    ["deny fetch *.example.com", "git remote set-url origin https://a.example.com/x.git"],
    ["deny fetch *.example.com", 'curl "https://a.example.com$X"'],
    ["deny edit src/gen/**", "rm src/gen2/*"],
    ["deny edit *.lock", "ls *.lock"],
    ["deny command docker push", "docker build -t x:push ."],
  ])("%s: %s", (rule, command) => {
    expect(verdict(rule, command)).toEqual([false, false]);
  });
});
