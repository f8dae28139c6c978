#!/bin/sh
# tests/library/abi.sh [--write]: what programs were linked with still fits libbillions.so.0: no function that a header promised has gone or
# takes something else, no structure of a header lies in another way. What is compared with stands in tests/golden/libbillions.abi;
# --write makes it anew, which belongs into the commit that raises the version (CHANGELOG.md).
set -eu
cd "$(dirname "$0")/../.."
tools/install-packages play package
work=$(mktemp -d)
mkdir -p build
trap 'rm -rf "$work"' EXIT
cmake -S . -B build/abi -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS="-g -Og" -DBILLIONS_NATIVE=OFF >build/abi.log 2>&1 ||
  { cat build/abi.log; exit 1; }
ninja -C build/abi billions_shared >build/abi.log 2>&1 || { cat build/abi.log; exit 1; }
abidw --headers-dir include --drop-private-types --drop-undefined-syms --no-corpus-path --no-comp-dir-path --no-show-locs --no-architecture \
  build/abi/libbillions.so.0 >"$work/now.abi"
golden=tests/golden/libbillions.abi
if [ "${1:-}" = --write ]; then
  cp "$work/now.abi" "$golden"
  exit 0
fi
code=0
abidiff --no-added-syms "$golden" "$work/now.abi" >"$work/said" 2>&1 || code=$?
if [ $code -ne 0 ]; then
  cat "$work/said"
  echo "What libbillions offers has changed. Where that is meant: raise the second number of the version, say it in CHANGELOG.md, and run tests/library/abi.sh --write."
  exit 1
fi
# And it would be seen: with one function gone it is not the same.
if sed '0,/elf-symbol name=.bil_env_step/{/elf-symbol name=.bil_env_step/d}' "$work/now.abi" >"$work/less.abi" && cmp -s "$work/less.abi" "$work/now.abi"; then
  echo "abi.sh: bil_env_step is not among what is compared"
  exit 1
fi
abidiff "$work/now.abi" "$work/less.abi" >/dev/null 2>&1 && { echo "abi.sh: a function that has gone was not noticed"; exit 1; }
echo "The library offers all that it did."
