#!/bin/bash
# tests/tools/completion.sh PROGRAM: what bash completes. The words come from --help, so it is asked whether they all come.
set -eu
program=$1
cd "$(dirname "$0")/../.."
PATH=$(dirname "$program"):$PATH
. packaging/completions/billions.bash
compopt() { :; } # only while a completion runs

# completes "WORDS" EXPECTED...: of the last word
completes() {
  local line=$1 found
  shift
  read -ra COMP_WORDS <<<"$line"
  case $line in *" ") COMP_WORDS+=("") ;; esac
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  _billions
  found=" ${COMPREPLY[*]} "
  for wanted; do
    case $found in *" $wanted "*) ;; *) echo "\"$line\" completes to$found, and not to $wanted" >&2; exit 1 ;; esac
  done
}

completes "billions " play sim arena serve --help
completes "billions ar" arena
completes "billions sim " one-billion-users six-billion
completes "billions sim six-billion --" --games --seats --threads --help
completes "billions sim six-billion --seats " random greedy best
completes "billions sim six-billion --seats random,gr" random,greedy
for command in $(billions --help | sed -n '/^Commands:$/,/^$/s/^  \([a-z]*\).*/\1/p'); do
  completes "billions $command --he" --help
done
[ "$(billions --help | sed -n '/^Commands:$/,/^$/s/^  \([a-z]*\).*/\1/p' | wc -l)" -gt 10 ]
