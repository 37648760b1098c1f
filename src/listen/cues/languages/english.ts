// English cues. A rule reads from the sentence's start: a cue in the middle ("the docs say always ...", "make it always
// return ...") is about something else. "always" and "never" count before words of working habits only, since "always
// return 404" is about the program.
import { type CueLanguage, cueRules } from "../cue.ts";

const LEAD =
  "^(?:(?:please|pls|plz|hey|ok|okay|and|so|also|oh|btw|by the way|well|right|just|fyi|one more thing|important|sorry|thanks|great|good|nice|perfect|cool|yes|yeah|claude|codex)[,:!-]*\\s+(?:[\u2013-]\\s+)?){0,4}";

const HABITS =
  "use|write|commit|push|ask|prefer|put|keep|name|format|answer|reply|respond|explain|create|add|touch|edit|modify|change|delete|remove|suggest|make|mock|import|merge|squash|rebase|amend|rely|include|document|follow|work|do|hardcode|store|log|install|run|test|check|show me|tell|start|begin|read|look at|review|confirm|verify|assume|guess|invent|call|pin|bump|deploy|release|open|build|lint|skip|disable|leave|talk|speak|tag|cite|quote|stage|sign|prefix|wrap|force|provide|give me|list|mention|summari[sz]e|translate";

/** "don't run it again" is about now; "don't add comments again" is about the way of working. */
const MANNERS =
  "use|write|commit|push|ask|put|name|format|answer|reply|explain|create|add|touch|edit|modify|suggest|make|mock|import|merge|squash|amend|rely|include|hardcode|invent|guess|assume|leave|skip|disable";

const MANNERS_ING =
  "using|writing|committing|pushing|asking|putting|naming|formatting|answering|replying|explaining|creating|adding|touching|editing|modifying|suggesting|mocking|importing|merging|squashing|amending|including|hardcoding|inventing|guessing|assuming|leaving|skipping|disabling|apologi[sz]ing|generating|wrapping|summari[sz]ing";

const DIRECTIVE = `(?:please |just |you |we(?:'ll)? |i want you |i'd like you |i expect |let's |always |never |don't |do not |no |only |every |all |any |new |if you |when you |when |whenever |for |in (?:this|the) |before |after |(?:${HABITS}) )`;

/** At the sentence's end the same words close a statement as well ("we will need that in the future"). */
const IMPERATIVE = `(?:please |just |always |never |don't |do not |only |(?:you|we) (?:must|should|have to|need to) |i want you |(?:${HABITS}) )(?!up )`;

const FINITE =
  "\\b(?:is|are|isn't|aren't|was|has|have|uses?|needs?|must|can|can't|cannot|should|shouldn't|lives?|runs?|goes|belongs?|comes?|wants?|prefers?|works?|takes?|requires?|never|always|don't|doesn't|do|does|will|won't|expects?|stays?|stores?|starts?|depends?|deploys?|means?|only|keeps?|ships?|happens?|hate|like)\\b";

const GENERAL =
  "\\b(?:always|never|every time|each time|whenever|(?:before|after|with|on) (?:every|each|any)|from now on|in (?:the )?future|next time|in this (?:project|repo|repository|codebase))\\b";

const OURS = "(?:we|i|our|you|this (?:project|repo|repository|codebase|package|service|team))";
const WORK =
  "(?:use|run|deploy|call|write|keep|put|store|name|format|target|support|ship|pin|prefer|release|commit|merge|test|log|track|build|host|document|mock|import|squash|rebase)";
const CONTRAST = "(?:[,;]? (?:and )?not |instead of |rather than |[,;]? never |[,;]? no longer )";

/** No word points at one thing of this moment: it is about all of their kind. */
const UNPOINTED = "(?!.*\\b(?:the|a|an|that|this|it|those|these|them|now|yet|first|instead|here|there)\\b)";
const RATHER =
  "(?:use|using|used|write|wrote|keep|kept|put|name|named|ask|asked|answer|answered|commit|committed|add|added|make|made|mock|mocked|import|imported|merge|merged|explain|explained)";

export const ENGLISH: CueLanguage = {
  lang: "en",
  rules: cueRules({
    remember: [
      [
        `${LEAD}(?:(?:i (?:want|need) you to|you (?:should|must|need to|have to)|make sure (?:to|you)|try to|do|let's) )?(?:always )?(?:remember|keep in mind|bear in mind|don't (?:ever )?forget|do not forget|never forget|memori[sz]e|take note|make a note)(?: (?:for (?:next time|the future|later|future sessions)|going forward))?(?:\\s*[:,\\u2013\\u2014-]\\s*(?:that )?| that )(?<what>.+)$`,
        [
          "Please remember that the API keys live in vault.",
          "Remember: releases go out on Tuesday",
          "keep in mind that tests need redis",
        ],
        [
          "Do you remember that we use pnpm?",
          "You don't have to remember that the port is 8080.",
          "I remember that this was broken",
        ],
      ],
      [
        `${LEAD}(?:always )?(?:remember|keep in mind|bear in mind|don't forget) (?<what>(?!(?:when|how|if|to|me|us|why|what|where|who|that|this|it|last)\\b)\\S.*${FINITE}.*)$`,
        ["remember we use pnpm in this repo", "Remember the staging DB is read-only."],
        ["Remember the bug from yesterday", "remember when we fixed the parser, it is back", "remember me"],
      ],
      [
        `${LEAD}(?:(?:add|save|store|put|write|commit) (?:this |that |it |the following )?(?:to|in|into) (?:your |the )?(?:long[- ]term )?memory|(?:for|a) (?:future reference|the record|note for the future)|note (?:to|for) (?:your)?self|(?:add|save) (?:a|to) memory)\\s*(?:[:,\\u2013\\u2014-]\\s*|that )(?<what>.+)$`,
        [
          "Save this to memory: the linter runs in CI only",
          "For future reference, our staging URL is stage.example.org",
        ],
        ["save the file to memory", "Store the result in memory", "add this to memory usage stats"],
      ],
      [
        `${LEAD}(?:remember|don't forget|do not forget) to (?<what>.*${GENERAL}.*)$`,
        ["Remember to always run the linter before pushing", "don't forget to bump the version with every release"],
        ["Remember to run the tests when you're done", "don't forget to close the file handle"],
      ],
      [
        `^(?<what>.*${FINITE}.*?)\\s*[,;\\u2013\\u2014-]+\\s*(?:so |and |please )*(?:remember|don't forget|keep in mind|note) (?:this|that|it)(?: (?:for (?:next time|later|the future)|please|in mind))*[.!]*$`,
        ["the API lives under /v2, remember that for next time"],
        ["it is red again, remember the last time", "fix it, remember"],
      ],
    ],
    rule: [
      [
        `${LEAD}(?:from now on|from here on(?: out)?|going forward|moving forward|in (?:the )?future|from this point on|from today(?: on)?|starting (?:now|today)|henceforth|next time|for (?:all )?future (?:reference|sessions|commits|changes|prs|work|tasks))[,:]?\\s+(?<what>${DIRECTIVE}.+)$`,
        ["From now on, use tabs for indentation.", "going forward please write tests first"],
        [
          "In future versions this will be removed",
          "From now on the button is blue",
          "from now on in this session, use short answers",
        ],
      ],
      [
        `${LEAD}(?<what>(?:always|never) \\w+ .+ when(?:ever)? i (?:ask|say|mention|want|send|paste)\\b.*)$`,
        ["Always state the units when I ask about sizes"],
        ["It always crashes when I ask for the list"],
      ],
      [
        `${LEAD}(?<what>${IMPERATIVE}.+?),?\\s+(?:from now on|going forward|moving forward|in (?:the )?future|from here on(?: out)?|from this point on)(?:,? please)?[.!]*$`,
        ["Use single quotes from now on.", "please answer in French going forward"],
        ["the feature is disabled from now on", "We could support that in the future"],
      ],
      [
        `${LEAD}(?<what>(?:(?:you|we) (?:should|must|need to|have to) |i (?:want|need|expect) you to |we )?(?:always|never)(?: ever)? (?:${HABITS})\\b.+)$`,
        [
          "Always run the type checker before committing.",
          "never push directly to main",
          "You should never edit generated files",
        ],
        ["It always uses the cache", "Always return 404 for missing users", "never mind", "we would never use that"],
      ],
      [
        `${LEAD}(?<what>(?:don't|do not|dont) (?:ever )?(?:${MANNERS})\\b.+?) (?:any ?more|ever again|again|ever)[.!]*$`,
        ["Don't use default exports anymore.", "please don't add emojis again"],
        ["Don't run it again", "don't do that again", "I don't use it anymore"],
      ],
      [
        `${LEAD}(?<what>(?:don't|do not|dont) ever (?:${HABITS})\\b.+|(?:stop|quit) (?:${MANNERS_ING})\\b.+)$`,
        ["Stop adding comments to every line", "don't ever force push"],
        ["Stop the server", "stop it", "stop running the watcher"],
      ],
      [
        `${LEAD}(?<what>(?:don't|do not|dont) (?:use|import|mock|hardcode) ${UNPOINTED}(?:[\\w-]+ ){0,3}[\\w-]*[^\\Ws]s)(?:,? please)?[.!]*$`,
        ["don't use default exports please", "please don't mock database calls"],
        ["don't use the helpers", "don't use these exports", "don't use that please", "don't use this class"],
      ],
      [
        `${LEAD}(?<what>i'd (?:much )?rather (?:(?:have|see|read|get|use|write|keep) .+ than \\S.*|(?:you |we |that you |that we )(?:(?:always|never|don't|didn't|did not|not) )*${RATHER}\\b ${UNPOINTED}.+|.*${GENERAL}.*))$`,
        [
          "I'd rather have small commits than one big one",
          "I'd rather you didn't add comments",
          "i'd rather we keep functions short",
        ],
        ["I'd rather not do that now", "I'd rather you fix the test first", "I'd rather we use a map here"],
      ],
      [
        `${LEAD}(?<what>(?:whenever|every time|each time|any time|anytime) (?:you|we|i) .+, ?${DIRECTIVE}.+)$`,
        ["Whenever you change the schema, run the generator"],
        ["Whenever I click it, the page crashes", "every time we run it, it fails"],
      ],
    ],
    correction: [
      [
        `^(?:(?:no|nope|nah|wrong|actually|wait|hmm|sorry|again|(?:that|this)(?:'s| is) (?:wrong|not right|incorrect|not correct|not true|not how we do (?:it|this|things|that)(?: here)?))[,.!:;\\u2013\\u2014-]*\\s+){1,3}(?<what>${OURS} (?:\\w+ )?(?:(?:always|only|never|don't|do not|still|all) )*${WORK}s?\\b.+|(?:it's|it is|the|our|my|its) .+${CONTRAST}\\S.*|(?:always|never|only) (?:${HABITS})\\b.+|use .+${CONTRAST}\\S.*)$`,
        [
          "No, we use pnpm, not npm.",
          "That's wrong: the port is 8080, not 3000",
          "no. we deploy from the release branch",
          "No, we never mock the database",
        ],
        [
          "No, try again",
          "That's wrong, the test still fails",
          "no, I don't think so",
          "Actually, let's use a map instead of an array",
        ],
      ],
      [
        `${LEAD}(?:as |like )?i(?:'ve| have)? (?:already |just |clearly |explicitly )?(?:told you|said|asked you|mentioned)(?: already| before| twice| earlier| many times| several times)*[,:]? (?:that |to )?(?<what>(?:we|our|this (?:project|repo|repository|codebase)|always|never|only|you|use|don't|do not)\\b.+|(?<=that |[,:] )(?:the|it's|it is)\\b.+|(?<=to )(?:${HABITS})\\b.+)$`,
        [
          "I told you to use pnpm here",
          "I already said we never commit lockfiles",
          "As I said before, the config lives in etc/app",
        ],
        ["I told you about the bug", "I said hello", "I told you the test is red"],
      ],
      [
        `${LEAD}(?:as |like )?i(?:'ve| have)? (?:already |just |clearly )?(?:told|asked) you(?: already| before| twice)* not to (?<what>.+)$`,
        ["I told you not to touch the generated files"],
        ["He told you not to touch the generated files"],
        "Don't ",
      ],
      [
        `${LEAD}(?<what>we (?:(?:always|only) )?${WORK} .+(?:, not |, never | instead of | rather than )\\S.*|we (?:don't|do not|never) ${WORK} .+ (?:here|in this (?:project|repo|repository|codebase))\\b.*|we (?:(?:don't|do not) ${WORK} (?!(?:it|that|this|them|those|these)\\b).+ (?:any ?more|any longer)|no longer ${WORK} (?!(?:it|that|this|them|those|these)\\b).+)[.!]*|use .+ (?:here|in this (?:project|repo|repository|codebase)),? (?:and )?(?:not|instead of|rather than) \\S.*)$`,
        [
          "We use pnpm, not npm.",
          "we don't use semicolons here",
          "use pnpm here, not npm",
          "we don't use axios anymore",
        ],
        ["We use it in production, not sure why", "use a map, not an array", "we don't use it anymore"],
      ],
    ],
  }),
  vetoes: [
    /[?？]["')\]]*$/,
    /\bremember (?:that|the|this) (?:time|day|one|guy|bug|issue|error)\b/,
    /^(?:(?:and|so|but|ok|hey|hm+)[,]? )?(?:do|does|did|can|could|would|will|should|is|are|was|were|have|has|why|what|which|who|how|where) /,
    /\b(?:don't|do not|doesn't|no|not|needn't|never) (?:have to |need(?:ed)? to |bother to |really )?(?:remember|memori[sz]e)\b|no need to (?:remember|keep)/,
    /\b(?:just this once|(?:only )?this time|for now|for the moment|just for today|today only|until (?:i|we|the|further)|temporarily|for (?:this|the current) (?:task|pr|commit|change|one|session|file|test|function|branch|ticket)|in this (?:function|file|test|method|class|component|example|session|conversation|chat|pr|commit|branch|case|loop)|(?:the )?rest of (?:this|the) (?:session|conversation|chat|task))\b/,
    /\b(?:docs?|documentation|readme|article|guide|book|manual|error|message|log|linter|tutorial|blog|comment|boss|colleague|he|she|they|people|someone|everyone|who) (?:say|says|said|state|states|claim|claims|recommend|recommends|tell|tells|told|suggest|suggests|wrote|writes|insists?)\b|\baccording to\b/,
    /\b(?:i|we|you|it|they|one|that) (?:could|would|might|may)\b/,
    /^(?:if|suppose|assume|assuming|imagine|let's say|what if|in case|unless) /,
    /, not (?:sure|yet|only|just|really|quite|because|that i)\b/,
  ],
  backward:
    /^(?:please |and |so |ok,? |also |do |pls )*(?:remember|memori[sz]e|keep|note|save|don't forget|never forget|make a note of|take note of|bear)(?: (?:this|that|it|in mind|these|the above|well))+(?: (?:in mind|for (?:next time|later|the future|future sessions)|from now on|going forward|in (?:your |the )?memory|to (?:your |the )?memory|please|down))*[.!]*$/,
  opener:
    /^(?:no+|nope|nah|wrong|incorrect|not quite|actually|(?:no,? )?(?:that|this)(?:'s| is) (?:wrong|not right|incorrect|not correct|not true))[.!,:;]*$/,
  empty:
    /^(?:to |do |use |that |this |it |these |those |them |him |her |again |please |so |thing |things |way |like |always |never |i |you |we |ever )*(?:this|that|it|so|these|those|them|again|thing|way|anymore|any more|you|me)?$/,
};
