#!/usr/bin/env bash
# Brings public OpenAPI documents from the npm registry into a folder.
set -euo pipefail
if [ $# != 1 ]; then
  echo "usage: fetch.sh DIR" >&2
  exit 2
fi
mkdir -p "$1"
target=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
for package in @octokit/openapi@23.0.2 @readme/oas-examples@8.2.2; do
  archive=$(npm pack --silent "$package")
  folder=${archive%.tgz}
  mkdir "$folder"
  tar -xzf "$archive" -C "$folder"
  # the document itself, not the copies without references; of the examples those of 3.0 and 3.1
  find "$folder" \( -name 'api.github.com.json' -o -path '*/3.*/*.json' \) | while read -r file; do
    cp "$file" "$target/$(tr '/' '-' <<<"${file#"$folder"/package/}")"
  done
done
ls "$target" | wc -l
