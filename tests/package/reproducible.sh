#!/bin/sh
# tests/package/reproducible.sh: Debian's packages, made twice of the same commit in two folders with different names, are the same to the byte.
set -eu
cd "$(dirname "$0")/../.."
[ -f build/web/index.html ] || { tools/install-packages web; tools/build-web; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
unset CMAKE_C_COMPILER_LAUNCHER # what a cache gives was made elsewhere
for folder in one another/deeper; do
  mkdir -p "$work/$folder"
  git archive HEAD | tar -x -C "$work/$folder"
  mkdir "$work/$folder/build"
  cp -r build/web "$work/$folder/build/web"
  (cd "$work/$folder" && tools/ship/package >/dev/null)
done
fault=0
for deb in "$work"/one/build/package/*.deb; do
  other=$work/another/deeper/build/package/$(basename "$deb")
  cmp "$deb" "$other" || fault=1
done
[ $fault -eq 0 ] && echo "Made twice, the packages are the same: $(cd "$work/one/build/package" && sha256sum *.deb | sha256sum | cut -c1-16)"
exit $fault
