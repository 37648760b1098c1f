import type { Sentences } from "../set.ts";

export const JAPANESE: Sentences = {
  lang: "ja",
  rules: {
    "use-not": [
      ["npmではなくpnpmを使ってください。", "deny command npm; instead use pnpm"],
      ["このプロジェクトではnpmの代わりにyarnを使います。", "deny command npm; instead use yarn"],
      ["pipじゃなくてuvを使って", "deny command pip; instead use uv"],
      ["npmは使わず、pnpmを使うこと。", "deny command npm; instead use pnpm"],
      ["パッケージマネージャーはpnpm、npmは禁止。", "deny command npm; instead use pnpm"],
      [
        "`docker-compose up`の代わりに`docker compose up`を使ってください。",
        "deny command docker-compose up; instead use docker compose up",
      ],
      ["テストは`npx jest`ではなく`pnpm vitest`で実行する。", "deny command npx jest; instead use pnpm vitest"],
      ["yarnは使わないで。pnpmを使って。", "deny command yarn; instead use pnpm"],
      ["npmやyarnではなく、必ずpnpmを使うこと。", "deny command npm; deny command yarn; instead use pnpm"],
    ],
    never: [
      ["`npm install`を絶対に実行しないでください。", "deny command npm install"],
      ["terraform applyは実行しないこと。", "deny command terraform apply"],
      ["`sed -i`は使用禁止です。", "deny command sed -i"],
      ["`prisma migrate reset`を実行してはいけません。", "deny command prisma migrate reset"],
      ["`rm -rf`は禁止。", "deny command rm -rf"],
      ["force pushは絶対にしないで。", "deny command git push --force*; deny command git push -f"],
      ["`make clean`は二度と走らせないでください、時間がかかるので。", "deny command make clean"],
      ["決して`dropdb`を呼ばないこと", "deny command dropdb"],
    ],
    untouched: [
      ["src/generated/には触らないで。", "deny edit src/generated/"],
      ["`db/schema.sql`を手で編集しないでください。", "deny edit db/schema.sql"],
      ["package-lock.jsonは変更禁止。", "deny edit package-lock.json"],
      ["vendor/以下のファイルは絶対に変更しないこと。", "deny edit vendor/"],
      [".envは読まないでください。本物の鍵が入っています。", "deny read .env"],
    ],
    ask: [
      ["`terraform apply`を実行する前に必ず確認してください。", "ask command terraform apply"],
      ["pushする前に聞いて。", "ask command git push"],
      ["許可なく`kubectl delete`を実行しないで。", "ask command kubectl delete"],
      ["infra/prod.tfを編集する前に私に相談してください。", "ask edit infra/prod.tf"],
    ],
    branch: [
      [
        "`npm publish`はreleaseブランチでのみ実行すること。",
        "ask command npm publish; instead do it on branch release",
      ],
      ["`make deploy`はmainブランチだけで実行してください。", "ask command make deploy; instead do it on branch main"],
    ],
  },
  none: [
    "以前はnpmを使わないようにしていました。",
    "npmは遅くない。",
    "なぜ`npm install`を実行しないのですか？",
    "昨日だれかが`npm ci`ではなく`npm install`を実行した。",
    "varではなくconstを使ってください。",
    "`console.log`ではなく`logger.info`を使って。",
    "金曜日は`terraform apply`を実行しないで。",
    "古いドキュメントにはnpmを使わないでと書いてある。",
    "`npm test`を実行するのをためらわないで。",
    "`npm test`の前に確認する必要はありません。",
    "`npm ci`は新しいマシンでは失敗しない。",
    "pnpmはpackage-lock.jsonを変更しない。",
  ],
};
