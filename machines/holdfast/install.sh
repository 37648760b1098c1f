#!/bin/sh
# Run as root while the container is built; VERSION is the feature's option.
set -eu
if ! command -v npm >/dev/null; then
  echo "holdfast: there is no npm in this image; add Node 22.18 or newer before this feature" >&2
  exit 1
fi
cache=$(mktemp -d)
trap 'rm -rf "$cache"' EXIT
NODE_COMPILE_CACHE="$cache/node" npm install --global --cache "$cache" --ignore-scripts --no-audit --no-fund "holdfast@${VERSION:?}"
holdfast --version
