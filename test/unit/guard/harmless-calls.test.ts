// What agents do all day, near our names and far from them (AGT-22).
import { afterAll, expect, test } from "vitest";
import { decide } from "../../../src/guard/decide.ts";
import { guardBox } from "../../support/guard-world.ts";

const box = guardBox();
afterAll(() => box.remove());
const { home, project, store } = box;

const LINES = String.raw`npm test
npm run build && npm run lint
git status --short
git add -A && git commit -m "Describe where .holdfast lies"
git clean -fdx
git clean -fd build
git checkout -- src/a.ts
git restore --staged .
git stash push -u -m wip
git -C ~/src/shop log --oneline -5
git reset --hard HEAD~1
find . -name '*.pem' -delete
find ~/src/shop -name node_modules -prune -exec rm -rf {} +
find . -type f -name '*.orig' -delete
find ~ -maxdepth 1 -name '*.txt'
grep -rl oldName src | xargs sed -i s/oldName/newName/g
grep -rn holdfast docs
rg -l TODO | xargs -r sed -i 's/TODO/DONE/'
sed -i 's/a/b/' src/a.ts
rm -rf build dist node_modules
rm -rf ~/src/shop/build
rm -rf build/{a,{b,c}}
mkdir -p out/{x,{y,z}}/deep
touch {a,{b,{c,d}}}.txt
cp -r src build/src
mv build/a build/b
ln -s ~/src/shop/build out
ln -s /usr/bin/python3 py
ln -sf ../other/lib lib
tar czf build.tgz build
tar xzf build.tgz -C build
rsync -a --delete src/ build/
echo done > build/log.txt
cat <<'E' > build/a.json
{"a":{"b":{"c":[1,2,{"d":{}}]}}}
E
python3 -c "print(open('src/a.py').read())"
node -e "console.log(1)"
perl -pi -e 's/x/y/' src/a.ts
python3 scripts/make.py --out build
env -S 'FOO=1 npm' test
a=(npm run build); "${"$"}{a[@]}"
for f in src/*.ts; do npx prettier --write "$f"; done
while read -r l; do echo "$l"; done < src/a.txt
ls src | xargs -n1 wc -l
cat ~/.holdfast/memories/*.md
ls -la ~/.holdfast
head -5 ~/.holdfast/memories/feedback_a.md | grep name
grep -r pnpm ~/.holdfast/memories | head
git -C ~/.holdfast log --oneline
git -C ~/.holdfast diff HEAD~1
wc -l ~/.holdfast/ledger/*
cp ~/.holdfast/memories/feedback_a.md /tmp/copy.md
cat ~/.config/holdfast/config.json | jq .
stat ~/.local/share/holdfast
diff ~/.holdfast/memories/feedback_a.md src/a.md
holdfast search pnpm
holdfast list --json
holdfast add "the staging database is heron"
holdfast show feedback_a
npx holdfast doctor
echo "memories are in ~/.holdfast" >> README.md
printf '%s\n' 'path: .holdfast/memories' > docs/where.md
git commit -m "Ignore .holdfast/cache"
gh pr create --title "Move .holdfast" --body "The store ~/.holdfast stays."
curl -s https://example.org/api -d '{"a":1}'
docker run --rm -v "$PWD:/w" node:24 npm test
make -j4 CFLAGS="-O2"
cargo build --release
go test ./...
pytest -k "not slow" -q
tsc --noEmit && vitest run
cd build && rm -f *.o
cd src/.. && touch x
pushd build && make clean; popd
export PATH="$PWD/bin:$PATH"; tool --version
D=build; rm -rf "$D"/tmp
x=$(mktemp -d) && cp a "$x"/ && rm -rf "$x"
chmod +x scripts/*.sh
chmod -R u+w build
chown -R "$USER" build
dd if=/dev/zero of=build/disk bs=1M count=1
truncate -s 0 build/log.txt
tee build/log.txt < src/a.txt
sort -u src/a.txt -o src/a.txt
awk '{print $1}' src/a.txt > build/b.txt
timeout 60 npm test
nohup npm start > build/out.log 2>&1 &
bash -c 'npm ci && npm test'
eval "$(direnv hook bash)"
sudo apt-get install -y jq
ssh host 'rm -rf /srv/app/build'
ex -s src/a.txt <<'E'
%s/a/b/
wq
E`;

/** Two of them are longer than a line. */
const lines = LINES.split(/\n(?=\S)/).reduce<string[]>((all, line) => {
  const last = all.at(-1) ?? "";
  if (/<<'E'/.test(last) && !/\nE$/.test(last)) all[all.length - 1] = `${last}\n${line}`;
  else all.push(line);
  return all;
}, []);

const CALLS: readonly (readonly [string, Record<string, unknown>])[] = [
  ["Write", { file_path: `${project}/src/a.ts`, content: "see ~/.holdfast/memories" }],
  ["Edit", { file_path: `${project}/README.md`, old_string: ".holdfast", new_string: "the store" }],
  ["Read", { file_path: `${store}/memories/feedback_a.md` }],
  ["Grep", { pattern: "pnpm", path: store }],
  ["NotebookEdit", { notebook_path: `${project}/n.ipynb`, cell_id: "1", new_source: "open('.holdfast')" }],
  ["mcp__files__read_text_file", { path: `${store}/memories/feedback_a.md` }],
  ["mcp__files__list_directory", { path: home }],
  ["mcp__files__directory_tree", { path: store }],
  ["mcp__files__search_files", { path: store, pattern: "*.md" }],
  ["mcp__files__write_file", { path: `${project}/src/a.ts`, content: "x" }],
  ["mcp__files__move_file", { source: `${project}/a`, destination: `${project}/b` }],
  ["mcp__github__create_issue", { title: "Move ~/.holdfast", body: "The store is ~/.holdfast/memories.\nMove it." }],
  ["mcp__slack__post_message", { channel: "#dev", text: "see /srv/docs and ~/.holdfast for more" }],
  ["mcp__db__query", { sql: "select * from memories where path like '%.holdfast%'" }],
  ["mcp__browser__navigate", { url: "https://example.org/.holdfast/memories" }],
  ["mcp__holdfast__memory_remember", { text: "~/.holdfast" }],
  ["mcp__plugin_holdfast_holdfast__memory_remember", { text: "/x", path: `${store}/memories` }],
  ["mcp_files_read_text_file", { path: `${store}/memories/feedback_a.md` }],
  ["mcp_holdfast_memory_remember", { text: "~/.holdfast" }],
  ["holdfast-memory_remember", { text: "~/.holdfast" }],
  ["holdfast_memory_search", { query: "~/.holdfast" }],
  ["files-list_directory", { path: store }],
  ["TodoWrite", { todos: [{ content: "look at ~/.holdfast", status: "pending" }] }],
  ["Task", { prompt: "/review ~/.holdfast", description: "d" }],
];

test("AGT-22: of at least 110 harmless lines and calls one is refused", () => {
  const shell = lines.map((command): readonly [string, Record<string, unknown>] => ["Bash", { command }]);
  const all = [...shell, ...CALLS];
  expect(all.length).toBeGreaterThanOrEqual(110);
  const refused = all.filter(([tool, input]) => decide({ tool, input, cwd: project }, box.world).kind === "deny");
  // The one price of keeping the key from a search by name: in a project with a shared store the guard can't tell them apart.
  expect(refused).toEqual([["Bash", { command: "find . -name '*.pem' -delete" }]]);
});

test("AGT-20: an MCP tool that writes is refused ours, under whatever name its argument has", () => {
  const path = `${store}/memories/x.md`;
  const calls: readonly (readonly [string, Record<string, unknown>])[] = [
    ["mcp__files__write_file", { path, content: "x" }],
    ["mcp__files__edit_file", { path: "~/.holdfast/memories/x.md", edits: [] }],
    ["mcp__files__move_file", { source: `${project}/a`, destination: path }],
    ["mcp__files__create_directory", { dirName: path }],
    ["mcp__x__run", { args: ["rm", "-rf", store] }],
    ["mcp__x__apply", { ops: [{ op: "delete", where: "../../.holdfast/memories/x.md" }] }],
    ["mcp__x__save", { location: `file://${path}` }],
    ["mcp__x__shell", { command: "rm -rf ~/.holdfast" }],
    ["mcp__holdfast__evil_write", { path }],
    ["mcp_files_write_file", { path }],
    ["files-write_file", { path }],
    ["files_write_file", { filename: path }],
  ];
  const passed = calls.filter(([tool, input]) => decide({ tool, input, cwd: project }, box.world).kind !== "deny");
  expect(passed).toEqual([]);
});
