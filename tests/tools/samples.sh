#!/bin/sh
# tests/tools/samples.sh PROGRAM: billions-samples writes what tools/study/train-net reads: whole samples of the size that the parts add up to, the
# same for the same words, others for another seed; and every row that the training looks at is a row of the observation.
set -eu
program=$1
root=$(cd "$(dirname "$0")/../.." && pwd -P)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for table in "one-billion-users 3 140" "six-billion 5 577"; do
  set -- $table
  "$program" "$1" --parts >"$work/parts"
  numbers=$(awk '{ if ($3 != at) exit 1; at += $4 } END { print at }' "$work/parts")
  size=$((4 * 32 + 2 * numbers))
  "$program" "$1" "$2" 12 one "$3" >"$work/first"
  "$program" "$1" "$2" 12 one "$3" | cmp - "$work/first"
  ! "$program" "$1" "$2" 12 two "$3" | cmp -s - "$work/first"
  bytes=$(wc -c <"$work/first")
  [ "$bytes" -gt "$size" ] && [ $((bytes % size)) -eq 0 ] || { echo "$1: $bytes bytes are no samples of $size"; exit 1; }
  "$program" "$1" "$2" 12 one "$3" 2 >"$work/judged"
  [ $(($(wc -c <"$work/judged") % size)) -eq 0 ]
  sed -n "/^    \"$1\": \[/,/^    \]/s/^        (\"\([^\"]*\)\".*/\1/p" "$root/tools/study/train-net" | sort -u >"$work/wanted"
  [ "$(wc -l <"$work/wanted")" -gt 20 ] || { echo "$1: tools/study/train-net looks at nothing"; exit 1; }
  awk '{ print $2 }' "$work/parts" | sort -u | comm -13 - "$work/wanted" >"$work/missing"
  [ ! -s "$work/missing" ] || { echo "tools/study/train-net looks at what $1 has not:"; cat "$work/missing"; exit 1; }
done
code=0
"$program" chess 2 12 one 100 >/dev/null 2>&1 || code=$?
[ $code -eq 1 ]
