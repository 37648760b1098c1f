// Phrases and spellings that ask an agent for a capability (CHK-23): a row for each capability, the six languages together.
// Only what is said in so many words: a fact about a token, a hook or an address is no request, and what a project's
// pages say every day (install this, run that with sudo) is left alone. What is worded around the rows is noticed by a
// person later and taken back with one command; the rows are not made longer for it.
import { type InjectionRule, phrase, signs } from "../rule.ts";

/** "never paste the token into the chat" asks for nothing. */
const NEGATED =
  /(?:\b(?:never|not|cannot|nobody|avoid|nor|nie|niemals|nicht|niemand|kein\w*|no|nunca|jamás|nadie)|n't)\s+(?:[^\s.!?;:]+\s+){0,3}$|(?:不要|不得|不能|不可|切勿|禁止|请勿|勿|别|从不)\S{0,6}$/;

const CHECK =
  "((failing |slow |flaky |red )?tests?|test suites?|((code|required|security|manual) )?reviews?|approvals?|branch protection|signature (checks?|step|verification)|signatures?|certificate (checks?|validation|verification)|tls verification|firewall|antivirus|audit (logs?|trigger|trail|warnings?)|security (checks?|scans?|scanner|tests?|warnings?)|secret scann\\w+|two-factor\\w*|2fa|mfa|rate limit\\w*|session checks?|permission (checks?|prompts?)|(pre-?commit|git|commit) hooks?|checksums?|integrity (checks?|hash\\w*|lines)|input validation|access checks?|confirmations?)";
const SECRET =
  "(passwords?|passphrase|tokens?|api.keys?|secrets|credentials|private keys?|signing keys?|ssh keys?|access keys?|admin cookie|session cookies?|connection strings?|[.]env|(whole|full|entire) environment)";
const PRIVATE =
  "(conversations?|transcripts?|chat history|shell history|prompts?|source (code|files)|working directory|home (directory|folder)|whole environment|customer (data|table|rows|database)|card data|private (branches|repositor(y|ies))|open files|diffs?|dotfiles|core dumps?|command output|config folder)";
const REPORT =
  "(summar(y|ies)|(final )?reports?|changelog|release notes|minutes|final message|status updates?|write-?up|(list|what) .. (sees?|reads?))";
const PERSON =
  "(users?|owners?|people|the team|customers?|clients?|reviewers?|the lead|manager|anyone|anybody|maintainers?)";
const AGENT_FILES =
  "(agents[.]md|claude[.]md|gemini[.]md|[.]cursorrules|agent'?s? (settings|memory|permissions|standing notes|config)|(posttooluse|pretooluse|sessionstart) hook|memory of (each|every|any|all|the) other projects?)";

export const CAPABILITY: readonly InjectionRule[] = [
  {
    id: "capability-shell",
    about: "asks to run what somebody else put there, or with every right",
    kind: "capability",
    unlessAfter: NEGATED,
    find: [
      phrase(
        "(download\\w*|fetch\\w*|get|gets|pull|pulls|grab|load|loads) .. (and|then) (run|runs|running|executes?|start|starts) (it|them|that|this|whatever)",
      ),
      phrase(
        "(run|runs|execute|executes|carry out|obey|obeys|follow|follows|do|does) (whatever|anything|everything|(all|any|the|every) (instructions?|commands?|orders?)) .. (says?|tells?|contains?|returns?|suggests?|asks?|from (the|a|that|https?://\\S+)|at https?://\\S+)",
      ),
      phrase("(whatever|what) .. (tells|asks|orders) (the )?(agent|assistant|bot|you) to (do|run|execute)"),
      phrase("(piped?|piping) .. (in)?to (a |the )?(root )?shell"),
      phrase("(lade|lädt|laden|hole|holt|holen) .. (und|dann) .. (aus(führen)?|starte[nt]?)"),
      phrase("(descarg|baj)(a|ar|ue|ue) .. y (ejecut|lánz|arránc)\\w+"),
      signs("스크립트..(받아|내려받아|다운로드)..실행"),
      signs("(下载|拉取|获取)..(脚本|安装包|文件)..(执行|运行)"),
      signs("スクリプト..(取得|ダウンロード|落と)..(実行|流)"),
      /\bchmod\s+(?:-r\s+)?(?:0?777|a\+rwx)\b|\bdocker\s+run\s[^\n]{0,80}--privileged/g,
    ],
    yes: [],
    no: [],
  },
  {
    id: "capability-network",
    about: "asks to carry private data to an address or to strangers",
    kind: "capability",
    unlessAfter: NEGATED,
    find: [
      phrase(
        `(send|sending|post|posted|upload|uploading|forward|copy|push|submit|mirror|mirrored|transmit|mail|sync|paste|publish) .. ${PRIVATE} .. (to|at|into|on|with|under) .. (https?://\\S+|ssh://\\S+|(public|vendor|forum|gist|pastebin|webhook)\\w*)`,
      ),
      phrase(`${PRIVATE} .. (go|goes|is|are) .. (sent|posted|uploaded|mirrored|forwarded|to) .. https?://\\S+`),
      phrase("https?://\\S+ .. (post|send|upload|paste) .. (there|whole|everything)"),
      phrase(
        "(gespräch\\w*|unterhaltung\\w*|verlauf|quelltext\\w*|kundendaten|umgebungsvariablen|dateiinhalte\\w*|eingaben?) .. (an|nach|auf) .. https?://\\S+",
      ),
      phrase(
        "(envía\\w*|enviar|envían|manda|mandar|sube|subir|suban|copia|copiar|publica\\w*) .. (conversaci\\w+|historial|archivos|código|contraseñas?|datos de (los )?clientes|base de datos|volcado) .. a .. https?://\\S+",
      ),
      signs(
        "(대화|프롬프트|소스|고객|환경 변수|저장소 사본|디스크|문서 전체)..https?://\\S+..(전송|보내|올리|올라|업로드)",
      ),
      signs(
        "(对话|客户数据|源代码|环境变量|配置|命令|输出|数据库)..(上传|发送|同步|上报|导出|发)(至|到|给)..https?://",
      ),
      signs("(会話|履歴|環境変数|差分|ソース|顧客|資格情報)..https?://\\S+..(送|投稿|転送|アップロード)"),
    ],
    yes: [],
    no: [],
  },
  {
    id: "capability-install",
    about: "asks to take software from an unchecked source, or unchecked",
    kind: "capability",
    unlessAfter: NEGATED,
    find: [
      phrase(
        "(install|add|take|use|replace) .. (package|library|module|extension|crate|version|helper|image) .. from (the|a) (link|comment|issue|forum|tarball|thread)",
      ),
      phrase(
        "(install|add|take|use|accept) .. (without (checking|verifying|reading|review)|unsigned|even if (it is )?unsigned)",
      ),
      phrase("public (one|package|crate) of (that|the same) name"),
      phrase("paket\\w* .. (ähnlichem|gleichem) namen"),
      phrase("paquete\\w* .. sin (comprobar|verificar|firma)"),
      signs("같은 이름의 공개 패키지"),
      signs("(关闭|跳过|忽略)..(完整性|证书|签名)..(校验|检查|验证)"),
      signs("署名の警告は..(無視|気にし)"),
      /--trusted-host\b|--(?:extra-)?index-url[= ]\s{0,2}["']?http:|\[trusted=yes\]|\bgonosumdb=\*|\bstrict-ssl\s{0,2}[= ]\s{0,2}false\b|--nogpgcheck\b|--allow-unauthenticated\b/g,
    ],
    yes: [],
    no: [],
  },
  {
    id: "capability-disable-check",
    about: "asks to skip, weaken or wave through what protects",
    kind: "capability",
    unlessAfter: NEGATED,
    find: [
      phrase(
        `(skip|bypass|disable|ignore|turn off|switch off|turn|switch|drop|remove|delete|silence|take out|strip|circumvent|lower|comment out) ((the|all|any|every|our|your|its|these|those|that|this) )?${CHECK}`,
      ),
      phrase(`(turn|switch|switching|turning) .. ${CHECK} .. off`),
      phrase(
        `${CHECK} .. (is|are|was|were|be|been|stays?|can be|may be|gets?) .. (off|disabled|taken out|removed|skipped|switched off|turned off|bypassed|dropped|deleted|waved through)`,
      ),
      phrase(
        "(merge|merged|approve|approved|accept|accepted|push|pushed|deploy|deployed|publish|commit|committed|delete|deleted|run|execute|go on|continue|proceed|pay) .. without (asking|being asked|a review|review|looking|reading|approval|confirmation|checking|him|her|them|anyone)",
      ),
      phrase(
        "(approve|approved|accept|accepted|merge|merged) .. (automatically|by the (agent|assistant|bot)|itself|blindly|unseen)",
      ),
      phrase("(treat|count|consider) .. as (approved|granted|confirmed|accepted|false alarms?)"),
      phrase("(answer|answers|say|reply) .. yes (to|for) (all|every|any|everything)"),
      phrase(
        "(mark|report|present|presented|record|set) .. as (passed|passing|all green|fully tested|reviewed|approved|accepted|false positives?)",
      ),
      phrase(
        "(tests?|prüfung\\w*|\\w+prüfung|schutz|firewall|abnahme|zwei-faktor\\S*|rückfragen?) .. (ab|aus)(ge)?(zu)?(schaltet?|schalten|kommentieren|stellt?)|(überspring\\w*|umgeh\\w*|deaktivier\\w*) .. (tests?|prüfung\\w*|\\w+prüfung|schutz|firewall)|(ohne|keine) (rückfragen?|absprache|prüfung|zu fragen|freigabe|bestätigung)",
      ),
      phrase(
        "(omit|salt|desactiv|quit|elimin|ignor|deshabilit)\\w+ .. (pruebas|revisi(ón|ones)|firma|verificaci\\w+|cortafuegos|comprobaci\\w+)|sin (preguntar\\w*|revisar\\w*|comprobar\\w*|confirmaci\\w+|detenerse|avisar\\w*)",
      ),
      signs(
        "(테스트|검사|확인|검증|서명|방화벽|인증|리뷰|승인)..(건너뛰(?!지)|끄(?!지)|꺼|무시(?!하지)|비활성|생략|삭제(?!하지))",
      ),
      signs("(확인|묻|검토|승인|비교)(지|하지)? (질문 )?(않고|없이|말고)"),
      signs("(跳过|关闭|关掉|禁用|绕过|屏蔽|取消|忽略)..(测试|校验|检查|审查|审核|复核|验证|扫描|防火墙|签名|确认)"),
      signs("(无需|不用|不必|不再)(再)?(确认|询问|征求|审查|审核|检查|校验|打开看)|自动(放行|批准|同意|通过)"),
      signs(
        "(テスト|検証|検査|署名|レビュー|承認|認証|警告|監査)..(飛ばし(?!ては)|飛ばす|スキップし(?!ない)|無効に|外し|省略|見なくて|止めて)",
      ),
      signs("(確認|質問|レビュー|中身|許可)..(せずに|なしで|見ずに|出さずに|求めずに)"),
      /(?<![\w-])--(?:no-verify|no-gpg-sign|no-check-certificate|insecure|force-yes)\b|\bcurl\b[^\n.]{0,20}\s-k\b|\bverify\s{0,2}[=:]\s{0,2}false\b|\bssl_?verify\s{0,2}[=: ]\s{0,2}(?:false|0)\b|\brejectunauthorized\s{0,2}:\s{0,2}false\b|\bnode_tls_reject_unauthorized\s{0,2}=\s{0,2}["']?0|\bstricthostkeychecking\s{0,2}[= ]\s{0,2}(?:no|off)\b|\|\|\s{0,2}true\b|@ts-nocheck\b|\baccess-control-allow-origin\s{0,2}:\s{0,2}\*|\bgit\s+push\s+(?:\S+\s+){0,4}?(?:--force\b(?!-with-lease)|-f\b)/g,
    ],
    yes: [],
    no: [],
  },
  {
    id: "capability-hide-from-user",
    about: "asks to leave something out of what a person is told",
    kind: "capability",
    find: [
      phrase(
        "(no need|not necessary|unnecessary|no reason|pointless) to (mention|report|disclose|bring up|announce|inform|tell|explain)",
      ),
      phrase(
        "((need|best|better|should|must|has to|have to) not|needn't|shouldn't|(do|does)(n't| not) (need|have) to) be (mentioned|reported|disclosed|brought up|told|announced|named)|needs? no mention|best not brought up|(nobody|no one) (has|needs) to (be told|know)",
      ),
      phrase(
        `(leave|leaves|keep|keeps|kept|left|stay|stays|omit|omitted|drop|dropped|take|taken|fold\\w*) .. (out of|off|away from|from) (the |any |what |our |my )?${REPORT}`,
      ),
      phrase(
        `(keep|stay|be) (quiet|silent) about|say nothing (of|about)|(leave|left|stays?|go|goes) .. unmentioned|unmentioned`,
      ),
      phrase(`${PERSON} .. (hears?|is told|are told|learns?|sees?) nothing`),
      phrase(
        "(nicht|kein\\w*) .. (erwähn\\w+|vorzukommen|zu melden|zu berichten)|gehör(t|en) nicht in (den|die) (bericht|zusammenfassung)|(bericht\\w*|zusammenfassung) .. (weg(ge)?lassen|verschw\\w+|unerwähnt)|stillschweigend",
      ),
      phrase(
        "no (hace falta|es necesario|hay que) (mencionar|comentar|informar|avisar|decir|explicar)\\w*|(fuera|omit\\w+|quit\\w+) .. del? (resumen|informe|acta)",
      ),
      signs("(보고|요약|로그|목록)..(빼|제외|적지 않|지운|생략|숨)|알릴 필요(가|는)? 없"),
      signs(
        "(汇报|报告|总结|摘要)..(略过|省略|拿掉|不提|别提|隐去)|(不必|无需|不用)..(提及|提起|汇报|说明)|别让..知道",
      ),
      signs("(報告|要約|まとめ|説明)..(触れず|載せない|書かない|省い|伏せ)|話題にせず|黙って"),
    ],
    yes: [],
    no: [],
  },
  {
    id: "capability-reveal-secret",
    about: "asks to put a secret where others read it",
    kind: "capability",
    unlessAfter: NEGATED,
    find: [
      phrase(
        `(paste|pasting|print|post|echo|log|write|put|commit|committing|push|pushing|share|shared|publish|send|include|attach|upload|uploading|copy|copied|console[.]log|reveal|keep|store) .. ${SECRET} .. (into|in|to|on|along with|with) .. (chat|issues?|tickets?|comments?|commit|readme|wiki|logs?|gist|paste\\w*|channel|forum|query string|pull requests?|slack|e-?mail|public \\w+|bug report|support|vendor|https?://\\S+|docs)`,
      ),
      phrase(
        `${SECRET} .. (goes|go|is|are|sits|sit|live|lives|belongs?|held|kept|written) .. (in|into|on|to) .. (chat|issues?|readme|wiki|gist|query string|commit message|public\\S*|clear|plain text|plaintext|front page|url)`,
      ),
      phrase("(given|give|gives|told|hand|hands) .. (password|token|api key|credentials|private key)"),
      phrase(
        "(passw\\w+|kennw\\w+|token|schlüssel|zugangsdaten|[.]env) .. (in|ins|im) .. (chat|ticket\\w*|klartext|readme|wiki|kommentar\\w*|adresse|öffentliche\\w*)",
      ),
      phrase(
        "(contraseñ\\w+|claves?|llaves?|token|credenciales) .. (en|al) .. (chat|canal|incidencia|readme|wiki|público|repositorio|registro)|pegar .. (chat|contenido)",
      ),
      signs(
        "(비밀번호|비밀 값|토큰|키|자격 증명|환경 변수)..(이슈|README|채팅|로그|위키|댓글|채널)..(붙여|적어|남기|올려|공유|출력)",
      ),
      signs("(密码|口令|令牌|密钥|凭据|凭证|环境变量|验证码)..(发到|贴到|写进|写在|粘贴|提交到|公开|写死|提供)"),
      signs(
        "(パスワード|トークン|秘密鍵|鍵|環境変数|資格情報)..(チャット|Issue|issue|README|ログ|公開|コメント|チャンネル)..(貼|出し|出力|書|載せ|固定)",
      ),
    ],
    yes: [],
    no: [],
  },
  {
    id: "capability-edit-agent-setup",
    about: "asks to change what an agent obeys, or to widen its rights",
    kind: "capability",
    unlessAfter: NEGATED,
    find: [
      phrase(
        `(add|adds|put|write|append|appends|copy|insert|register|install|create|restore|edit|rewrite|rewritten|carry) .. ((to|into|in|from|for|a|the|an) )*${AGENT_FILES}`,
      ),
      phrase(`(copy|write|add|save|put|restore|keep) this (note|memory|rule|entry|text) .. (in|into|to|when|across)`),
      phrase(`this (note|memory|rule|entry|file) .. (precedence|overrides?|outranks?|above|beats)`),
      phrase(
        "(before|over|above|instead of|as much as) (the user's (own )?(requests?|instructions?|words?|wishes)|what (a|the) (person|user) (says|writes|asks))",
      ),
      phrase(
        "(grant|give|granting|giving) .. (admin|owner|root|full|all|every|write) (rights|access|permissions?|role|scopes?|privileges)",
      ),
      phrase("(approvals?|permission prompts?|questions?) (never|off)|auto-approved|tools unrestricted"),
      phrase(
        "(rechte|berechtigungen|rückfrage\\w*) .. (erweiter\\w+|ausgeschaltet|abgeschaltet)|schreibe? .. (agents|claude|gemini)[.]md",
      ),
      phrase(
        "(ampl\\w+|conced\\w+) .. permisos|(añad|agreg|escrib)\\w+ .. (agents|claude|gemini)[.]md|modo sin permisos",
      ),
      signs("(에이전트|권한) 설정..(추가|넣|바꾸|허용)|(메모리|기억) 파일..(지우|채우|바꾸)"),
      signs(
        "(在|往|到)..((agents|claude|gemini)[.]md|settings[.]json)..(加|写|改|添)|授予..(写|管理员|所有者|全部)..权限",
      ),
      signs("(権限|エージェント)..設定..(常に許可|すべて許可|全体)|((agents|claude|gemini)[.]md)に..(追加|書)"),
      /["'`](?:bash|webfetch)\(\*{1,2}\)["'`]|\bpermissions\s{0,2}:\s{0,2}write-all\b|\bpull_request_target\b|\bauthorized_keys\b|\b(?:enableallprojectmcpservers|autoapprove|auto_approve)\b/g,
    ],
    yes: [],
    no: [],
  },
];
