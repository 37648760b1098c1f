import type { Sentences } from "../set.ts";

export const CHINESE: Sentences = {
  lang: "zh",
  rules: {
    "use-not": [
      ["这里用pnpm，不要用npm。", "deny command npm; instead use pnpm"],
      ["本项目使用yarn而不是npm。", "deny command npm; instead use yarn"],
      ["请用 uv 代替 pip。", "deny command pip; instead use uv"],
      ["不要用npm，改用pnpm。", "deny command npm; instead use pnpm"],
      ["别用 npm 了，一律用 pnpm", "deny command npm; instead use pnpm"],
      [
        "请使用`docker compose up`，而不是`docker-compose up`。",
        "deny command docker-compose up; instead use docker compose up",
      ],
      ["测试要用 `pnpm vitest` 跑，不能用 `npx jest`。", "deny command npx jest; instead use pnpm vitest"],
      ["禁止使用yarn，请使用pnpm。", "deny command yarn; instead use pnpm"],
      ["不要使用 npm 或 yarn，只用 pnpm。", "deny command npm; deny command yarn; instead use pnpm"],
    ],
    never: [
      ["绝对不要运行`npm install`。", "deny command npm install"],
      ["不要执行 terraform apply。", "deny command terraform apply"],
      ["禁止使用`sed -i`。", "deny command sed -i"],
      ["你不能运行 `prisma migrate reset`，它会清空共享数据库。", "deny command prisma migrate reset"],
      ["`rm -rf` 是禁止的。", "deny command rm -rf"],
      ["永远不要 force push。", "deny command git push --force*; deny command git push -f"],
      ["以后别再跑 `make clean` 了。", "deny command make clean"],
      ["千万别调用`dropdb`！", "deny command dropdb"],
    ],
    untouched: [
      ["不要动 src/generated/。", "deny edit src/generated/"],
      ["请勿手动修改`db/schema.sql`。", "deny edit db/schema.sql"],
      ["package-lock.json 禁止修改。", "deny edit package-lock.json"],
      ["不要更改 vendor/ 下的任何文件。", "deny edit vendor/"],
      ["不要读取 .env，里面有真实的密钥。", "deny read .env"],
    ],
    ask: [
      ["运行`terraform apply`之前必须先问我。", "ask command terraform apply"],
      ["push 之前先问我一下。", "ask command git push"],
      ["未经我同意不要执行`kubectl delete`。", "ask command kubectl delete"],
      ["修改 infra/prod.tf 前请先跟我确认。", "ask edit infra/prod.tf"],
    ],
    branch: [
      ["只能在 release 分支上运行 `npm publish`。", "ask command npm publish; instead do it on branch release"],
      ["`make deploy` 只在 main 分支执行。", "ask command make deploy; instead do it on branch main"],
    ],
  },
  none: [
    "以前我们从来不用npm。",
    "npm并不慢。",
    "为什么这里不要运行`npm install`？",
    "昨天有人运行了`npm install`，而不是`npm ci`。",
    "用const，不要用var。",
    "请用`logger.info`，不要用`console.log`。",
    "周五不要执行 `terraform apply`。",
    "旧文档里说不要用npm。",
    "别害怕运行`npm test`。",
    "运行`npm test`之前不用问我。",
    "`npm ci`在新机器上不会失败。",
    "pnpm 不会修改 package-lock.json。",
  ],
};
