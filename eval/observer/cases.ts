// Claims and what a user said after them (OBS-8): 40 that were taken back, 24 that were not. Each is a quoted turn, the
// claim a model makes of it, and the turns that follow. Written for this purpose; no session of anybody's is in here.

export interface Labelled {
  /** Who said the words that the claim rests on. */
  readonly by: "user" | "assistant";
  readonly said: string;
  readonly claim: string;
  readonly then: readonly string[];
}

const assistant = (said: string, claim: string, ...then: readonly string[]): Labelled => ({
  by: "assistant",
  said,
  claim,
  then,
});
const user = (said: string, claim: string, ...then: readonly string[]): Labelled => ({ by: "user", said, claim, then });

export const NEGATED: readonly Labelled[] = [
  assistant(
    "The flaky test is caused by the clock.",
    "The flaky test is caused by the clock",
    "No, it is the port that is taken.",
  ),
  assistant(
    "The project uses yarn for installs.",
    "The project uses yarn for installs",
    "Wrong, look at the lock file.",
  ),
  assistant("I will store dates in local time.", "Dates are stored in local time", "Don't. We keep UTC everywhere."),
  assistant(
    "Redis is the session store here.",
    "Redis is the session store",
    "That's not right, it moved to Postgres last year.",
  ),
  assistant("The build needs Node 18.", "The build needs Node 18", "Actually it needs 22."),
  assistant("The API is rate limited to 100 requests.", "The API is rate limited to 100 requests", "Incorrect."),
  assistant(
    "The leak comes from the event listener.",
    "The memory leak comes from the event listener",
    "Hmm, no. I removed it and the leak is still there.",
  ),
  assistant("Retries are handled by the queue.", "Retries are handled by the queue", "nope"),
  assistant("The deploy runs on every push.", "The deploy runs on every push", "It doesn't, only on tags."),
  assistant(
    "The timeout was too short; that was the cause.",
    "The timeout was too short and caused the failure",
    "It still fails with the longer timeout.",
  ),
  assistant(
    "The cache is invalidated by the webhook.",
    "The cache is invalidated by the webhook",
    "Hold on, that webhook was switched off in March.",
  ),
  assistant(
    "Only admins can see the invoices page.",
    "Only admins can see the invoices page",
    "You're wrong, every member sees it.",
  ),
  user(
    "Use tabs in this repository.",
    "Use tabs in this repository",
    "ok",
    "I changed my mind about tabs: use spaces in this repository.",
  ),
  user(
    "We deploy with Ansible.",
    "The team deploys with Ansible",
    "thanks",
    "Forget Ansible, we no longer deploy with it.",
  ),
  user("Always squash before merging.", "Always squash before merging", "fine", "Never squash before merging."),
  user(
    "The staging database is called blue.",
    "The staging database is called blue",
    "go on",
    "Correction: the staging database is called green, not blue.",
  ),
  user("Use pnpm here, not npm.", "Use pnpm here, not npm", "next", "Use npm here, not pnpm."),
  user(
    "Keep the feature flag on in production.",
    "Keep the feature flag on in production",
    "good",
    "Scratch that, keep the feature flag off in production.",
  ),
  user(
    "We support Internet Explorer 11.",
    "Internet Explorer 11 is supported",
    "and now the header",
    "We dropped Internet Explorer 11 support, so it can go.",
  ),
  user(
    "The limit is 10 megabytes per upload.",
    "The limit is 10 megabytes per upload",
    "please test it",
    "The limit is 25 megabytes per upload.",
  ),
  user(
    "Log in JSON.",
    "Logs are written in JSON",
    "continue",
    "On second thought, logs in JSON are a pain; plain text logs please.",
  ),
  user(
    "Write the docs in German.",
    "Docs are written in German",
    "ok",
    "I was wrong about the docs, German docs are not wanted.",
  ),
  user(
    "Run the linter in CI only.",
    "The linter runs in CI only",
    "yes",
    "The linter no longer runs in CI only, it runs before each commit.",
  ),
  user(
    "Mock the database in unit tests.",
    "Mock the database in unit tests",
    "hm",
    "Don't mock the database in unit tests.",
  ),
  assistant("Das Problem liegt am Proxy.", "Das Problem liegt am Proxy", "Nein, der Proxy ist aus."),
  assistant("Die Tests laufen mit Java 17.", "Die Tests laufen mit Java 17", "Stimmt nicht, wir sind auf 21."),
  assistant(
    "Der Cronjob startet um Mitternacht.",
    "Der Cronjob startet um Mitternacht",
    "Das ist falsch, er startet um drei.",
  ),
  user(
    "Commits immer auf Deutsch schreiben.",
    "Commits immer auf Deutsch schreiben",
    "ok",
    "Commits nicht auf Deutsch schreiben.",
  ),
  user(
    "Wir nutzen Bootstrap im Frontend.",
    "Bootstrap wird im Frontend genutzt",
    "weiter",
    "Vergiss Bootstrap, im Frontend nutzen wir es nicht mehr.",
  ),
  assistant("캐시는 레디스를 사용합니다.", "캐시는 레디스를 사용한다", "아니요, 메모리 캐시예요."),
  assistant("배포는 매일 자동으로 실행됩니다.", "배포는 매일 자동으로 실행된다", "틀렸어요. 수동으로 합니다."),
  user(
    "커밋 메시지는 한국어로 작성하세요.",
    "커밋 메시지는 한국어로 작성",
    "네",
    "커밋 메시지는 한국어로 작성하지 마세요.",
  ),
  assistant("数据库使用的是 MySQL。", "数据库使用的是 MySQL", "不对，是 Postgres。"),
  assistant("这个接口不需要登录。", "这个接口不需要登录", "错了，需要登录。"),
  user("提交信息用中文写。", "提交信息用中文写", "好", "提交信息不要用中文写。"),
  assistant("テストはDockerの中で動きます。", "テストはDockerの中で動く", "違います、ローカルで動かします。"),
  assistant("設定はYAMLで書きます。", "設定はYAMLで書く", "いや、TOMLです。"),
  user(
    "コミットは日本語で書いてください。",
    "コミットは日本語で書く",
    "はい",
    "コミットは日本語で書かないでください。",
  ),
  assistant(
    "The race is gone after the mutex.",
    "The race condition is gone after adding the mutex",
    "it is still not fixed, the race showed up again",
  ),
  assistant(
    "Unit tests cover the parser completely.",
    "Unit tests cover the parser completely",
    "that's not true, the escape branch has none",
  ),
];

export const STANDING: readonly Labelled[] = [
  assistant("The flaky test is caused by the clock.", "The flaky test is caused by the clock", "Yes, fix it please."),
  assistant("The project uses yarn for installs.", "The project uses yarn for installs", "Right. Now add the script."),
  user(
    "Use tabs in this repository.",
    "Use tabs in this repository",
    "No need to reformat the old files though.",
    "Thanks.",
  ),
  user("We deploy with Ansible.", "The team deploys with Ansible", "Now look at the header of the page."),
  user("Always squash before merging.", "Always squash before merging", "What does the log say?"),
  user(
    "The staging database is called blue.",
    "The staging database is called blue",
    "No, I meant the second file, open that one.",
  ),
  user("Use pnpm here, not npm.", "Use pnpm here, not npm", "Great, go on with the tests."),
  user(
    "Keep the feature flag on in production.",
    "Keep the feature flag on in production",
    "Can you rename the function?",
  ),
  user(
    "The limit is 10 megabytes per upload.",
    "The limit is 10 megabytes per upload",
    "Wait for the tests before you commit.",
  ),
  user("Log in JSON.", "Logs are written in JSON", "Don't touch the tests."),
  user("Write the docs in German.", "Docs are written in German", "Stop the server first."),
  user(
    "Run the linter in CI only.",
    "The linter runs in CI only",
    "The page is broken on small screens, look at that.",
  ),
  assistant("Redis is the session store here.", "Redis is the session store", "ok, then use it for the cart as well"),
  assistant("The build needs Node 22.", "The build needs Node 22", "good to know"),
  assistant(
    "Retries are handled by the queue.",
    "Retries are handled by the queue",
    "Thanks, no changes needed there.",
  ),
  assistant("The deploy runs on every tag.", "The deploy runs on every tag", "Perfect."),
  user("Commits immer auf Deutsch schreiben.", "Commits immer auf Deutsch schreiben", "Danke, jetzt die Tests."),
  assistant("Der Cronjob startet um drei.", "Der Cronjob startet um drei", "Genau."),
  user("커밋 메시지는 한국어로 작성하세요.", "커밋 메시지는 한국어로 작성", "이제 테스트를 돌려 주세요."),
  assistant("캐시는 레디스를 사용합니다.", "캐시는 레디스를 사용한다", "네, 맞아요."),
  user("提交信息用中文写。", "提交信息用中文写", "好的，继续。"),
  assistant("数据库使用的是 Postgres。", "数据库使用的是 Postgres", "对，没错。"),
  user("コミットは日本語で書いてください。", "コミットは日本語で書く", "次はテストをお願いします。"),
  assistant("設定はTOMLで書きます。", "設定はTOMLで書く", "はい、それで。"),
];
