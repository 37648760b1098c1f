import type { Sentences } from "../set.ts";

export const KOREAN: Sentences = {
  lang: "ko",
  rules: {
    "use-not": [
      ["여기서는 npm 말고 pnpm을 사용하세요.", "deny command npm; instead use pnpm"],
      ["이 저장소에서는 npm 대신 yarn을 씁니다.", "deny command npm; instead use yarn"],
      ["pip가 아니라 uv를 써 줘", "deny command pip; instead use uv"],
      ["npm은 쓰지 말고 pnpm을 쓰세요.", "deny command npm; instead use pnpm"],
      ["항상 pnpm을 사용하고 npm은 사용하지 마세요.", "deny command npm; instead use pnpm"],
      [
        "`docker-compose up` 대신 `docker compose up`을 사용해 주세요.",
        "deny command docker-compose up; instead use docker compose up",
      ],
      ["테스트는 `npx jest`가 아니라 `pnpm vitest`로 실행한다.", "deny command npx jest; instead use pnpm vitest"],
      ["yarn 금지, pnpm만 사용.", "deny command yarn; instead use pnpm"],
      ["npm이나 yarn 말고 꼭 pnpm을 써야 해.", "deny command npm; deny command yarn; instead use pnpm"],
    ],
    never: [
      ["`npm install`을 절대 실행하지 마세요.", "deny command npm install"],
      ["terraform apply는 실행하지 말 것.", "deny command terraform apply"],
      ["`sed -i` 사용 금지.", "deny command sed -i"],
      ["`prisma migrate reset`을 실행하면 안 됩니다.", "deny command prisma migrate reset"],
      ["`rm -rf`는 금지입니다.", "deny command rm -rf"],
      ["force push는 절대 하지 마.", "deny command git push --force*; deny command git push -f"],
      ["다시는 `make clean`을 돌리지 마, 몇 시간이 걸려.", "deny command make clean"],
      ["절대로 `dropdb`를 호출하지 마십시오.", "deny command dropdb"],
    ],
    untouched: [
      ["src/generated/는 건드리지 마세요.", "deny edit src/generated/"],
      ["`db/schema.sql`을 직접 수정하지 마.", "deny edit db/schema.sql"],
      ["package-lock.json 수정 금지.", "deny edit package-lock.json"],
      ["vendor/ 아래 파일은 절대 변경하지 말 것.", "deny edit vendor/"],
      [".env는 읽지 마세요. 진짜 키가 들어 있습니다.", "deny read .env"],
    ],
    ask: [
      ["`terraform apply`를 실행하기 전에 꼭 물어봐 주세요.", "ask command terraform apply"],
      ["push하기 전에 나한테 물어봐.", "ask command git push"],
      ["허락 없이 `kubectl delete`를 실행하지 마세요.", "ask command kubectl delete"],
      ["infra/prod.tf를 수정하기 전에 먼저 확인받으세요.", "ask edit infra/prod.tf"],
    ],
    branch: [
      ["`npm publish`는 release 브랜치에서만 실행하세요.", "ask command npm publish; instead do it on branch release"],
      ["`make deploy`는 오직 main 브랜치에서만.", "ask command make deploy; instead do it on branch main"],
    ],
  },
  none: [
    "예전에는 npm을 절대 쓰지 않았어요.",
    "npm은 느리지 않다.",
    "왜 여기서는 `npm install`을 실행하지 않나요?",
    "어제 누가 `npm ci` 대신 `npm install`을 실행했다.",
    "var 말고 const를 사용하세요.",
    "`console.log` 말고 `logger.info`를 써 줘.",
    "금요일에는 `terraform apply`를 실행하지 마세요.",
    "옛날 문서에는 npm을 쓰지 말라고 되어 있다.",
    "`npm test` 실행하는 걸 겁내지 마세요.",
    "`npm test` 전에는 물어볼 필요 없어요.",
    "`npm ci`는 새 컴퓨터에서 실패하지 않는다.",
    "pnpm은 package-lock.json을 건드리지 않는다.",
  ],
};
