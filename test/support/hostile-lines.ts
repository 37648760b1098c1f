// Shell lines made to cost time: each is a shape that is repeated until the line is as long as it is asked to be.

type Shape = (size: number) => string;

const repeated =
  (piece: string, before = "", after = ""): Shape =>
  (size) =>
    before + piece.repeat(Math.ceil(size / piece.length)) + after;

const nested =
  (open: string, close: string, before = "a ", inside = "b"): Shape =>
  (size) => {
    const times = Math.ceil(size / (open.length + close.length));
    return before + open.repeat(times) + inside + close.repeat(times);
  };

const numbered =
  (piece: (at: number) => string): Shape =>
  (size) => {
    let text = "";
    for (let at = 0; text.length < size; at++) text += piece(at);
    return text;
  };

export const HOSTILE: Readonly<Record<string, Shape>> = {
  "eval of eval": repeated("eval ", "true || ", "true"),
  "eval of many words": repeated("a ", "eval eval eval eval eval eval eval eval eval eval "),
  "evals of texts": repeated("eval 'eval \"eval a\"';"),
  "many words": repeated("a "),
  "many words with two values": repeated("$x$y ", "for x in 1 2 3 4 5; do for y in 1 2 3 4 5; do a ", "; done; done"),
  "many commands": repeated("a b;"),
  "many commands, and-or": repeated("a||b&&"),
  "many commands in many folders": repeated("cd a; cp b c;"),
  "up and up": repeated("cd ../b; rm ../c;"),
  pipeline: repeated("a b|"),
  "pipeline of words": (size) => repeated("a b c d e f g h|", `a ${"b ".repeat(size / 4)}|`)(size / 2),
  "pipeline into xargs": repeated("xargs a b|", "echo a b c|"),
  "xargs of wrappers": repeated("env ", "xargs "),
  "xargs with marks": (size) => `echo ${"a ".repeat(size / 4)} | xargs -I{} b ${"{} ".repeat(size / 6)}`,
  wrappers: repeated("env nice nohup ", "", "a"),
  "wrappers with values": repeated("timeout -k 1 5 ", "", "a"),
  "env with assignments": repeated("A=1 ", "env ", "a"),
  "assignments before": repeated("A=1 ", "", "a"),
  "different assignments": numbered((at) => `A${at}=1;`),
  "assignments and substitutions": numbered((at) => `A${at}=$(a);`),
  "assignments and subshells": numbered((at) => `A${at}=1;(a);`),
  "appending assignments": repeated("A+=abc;"),
  "appending to a list": repeated("A+=(a b);"),
  "doubling assignments": repeated("A=$A$A$A;", "A=abcdefgh;", "a $A"),
  "doubled into words": repeated("$A ", `A=${"b ".repeat(2000)};a `),
  "doubled into a text": repeated("$A", `A=${"b".repeat(2000)};a `),
  "commands with a long text": repeated("a $A;", `A=${"b".repeat(20_000)};`),
  "evals of a long text": repeated("eval $A;", `A='${"b;".repeat(5000)}';`),
  "shells in shells": repeated("bash -c '"),
  "shells in shells, escaped": (size) => {
    let text = "a";
    while (text.length < size) text = `bash -c "${text.replace(/["\\]/g, "\\$&")}"`;
    return text.slice(0, size * 2);
  },
  "shells of many words": repeated("a ", "bash -c '", "'"),
  "shells of many commands": repeated("a;", "bash -c '", "'"),
  "a function called often": repeated("f;", "f() { a;a;a;a;a;a;a;a; };"),
  "a function with many arguments": (size) => `f() { a "$@"; };${`f ${"b ".repeat(100)};`.repeat(size / 206)}`,
  "functions that call others": numbered((at) => `f${at + 1}() { f${at}; f${at}; };`),
  "aliases in aliases": numbered((at) => `alias a${at + 1}='a${at} b';`),
  "an alias of many words": repeated("'b' ", "alias a=b;a "),
  "nested substitutions": nested("$(", ")"),
  "nested substitutions of echo": nested("$(echo ", ")"),
  "nested backquotes": repeated("`"),
  "nested parameters": nested("${a:-", "}"),
  "nested patterns": nested("${a#", "}"),
  "nested parameters, open": repeated("${a:-"),
  "nested arithmetic": nested("$((", "))"),
  "nested brackets": nested("[", "]"),
  "long arithmetic": repeated("1+", "a $((", "1))"),
  "nested subshells": nested("(", ")", ""),
  "nested groups": nested("{ ", ";}", ""),
  "nested ifs": nested("if a;then ", ";fi", ""),
  "open ifs": repeated("if a;then "),
  "open cases": repeated("case a in b) "),
  "open substitutions": repeated("$(a "),
  "open subshells": repeated("( "),
  "nested quotes": repeated(`"$(a '`),
  "deep quoting": repeated(`"'"'"`),
  backslashes: repeated("\\"),
  "many braces": repeated("{a,b}", "a "),
  "braces of many": repeated("a,", "a {", "b}"),
  "braces in braces": nested("{a,", "}"),
  "braces and words": repeated("{a,b} ", "a "),
  "brace ranges": repeated("{1..64} ", "a "),
  "brace ranges together": repeated("{1..64}", "a "),
  "open braces": repeated("{a,", "a "),
  "a long brace with a long tail": (size) => `a {${"b,".repeat(size / 4)}c}${"d".repeat(size / 2)}`,
  globs: repeated("*", "a "),
  "globs in folders": repeated("/*", "rm "),
  "extended globs": nested("@(a|", ")"),
  "here-documents": repeated("a <<E\nb\nE\n"),
  "here-documents of one command": repeated("<<E ", "a "),
  "here-documents with substitutions": repeated("a <<E\n$(b)\nE\n"),
  "here-documents without an end": repeated("a <<E\n"),
  "here-strings": repeated("a <<<b;"),
  "a here-document of many parts": repeated("$A$(b)", "a <<E\n", "\nE\n"),
  redirections: repeated("> a ", "b "),
  "redirections of many": (size) => repeated("> a$x ", "for x in 1 2 3 4 5 6 7 8; do b ", "; done")(size),
  "process substitutions": repeated("<(a) ", "b "),
  "nested process substitutions": nested("<(a ", ")"),
  "input from a substitution": repeated("a < <(b c);"),
  loops: nested("for x in 1 2 3;do ", ";done", "", "a $x"),
  "a loop over many": repeated("$x ", "for x in ", "; do a $x$x$x; done"),
  "finds that run": repeated("-exec a {} + ", "find b c d "),
  "finds that run from many starts": (size) => `find ${"b ".repeat(size / 4)} ${"-exec a {} + ".repeat(size / 26)}`,
  "tests of many": repeated("-a b ", "[[ a ", "]]"),
  trap: nested("trap '", "' EXIT;", ""),
  coprocs: repeated("coproc a;"),
  background: repeated("a&"),
  comments: repeated("#\n"),
  newlines: repeated("\n"),
  spaces: repeated(" ", "a", "b"),
  tildes: repeated("~/ ", "a "),
  "one long word": repeated("a", "rm "),
  "one long path": repeated("a/", "rm "),
  "one long path upwards": repeated("../", "rm "),
  "words with colons": repeated("a:", "rm "),
  "words with commas": repeated("a,", "rm "),
  "words with equals": repeated("a=", "rm "),
  "many paths": repeated("/a/b ", "rm "),
  "many finds": repeated("find . -name '*' -delete;"),
  "the command's name": repeated("holdfast", "python3 -c "),
  "the command's name in words": repeated("holdfast ", "python3 -c '", "'"),
  "the command's name and separators": repeated("'\"(", "python3 -c holdfast"),
  patches: repeated("--- a/b\n+++ b/c\n", "patch <<E\n", "E\n"),
  "sed scripts": repeated("s/a/w/;", "sed '", "' b"),
  "git with many options": repeated("-C a ", "git ", "commit"),
  "git configuration": repeated("-c a=b! ", "git ", "log"),
};
