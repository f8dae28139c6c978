#!/bin/sh
# tests/tools/scripts.sh CASE PROGRAM: the scripts of this repository do what they say. ctest runs each case by itself; PROGRAM is
# `billions` as it was built. Works in a folder of its own, which it takes away.
set -eu
case=$1
program=$2
root=$(cd "$(dirname "$0")/../.." && pwd -P)
place=$(mktemp -d /tmp/billions-scripts-XXXXXX)
trap 'rm -rf "$place"' EXIT

fail() {
  echo "scripts.sh: $case: $*" >&2
  exit 1
}
refuses() { # EXIT_CODE WORDS COMMAND...: the command ends with that code and says those words
  code=$1 words=$2
  shift 2
  got=0
  "$@" >"$place/said" 2>&1 </dev/null || got=$?
  [ "$got" -eq "$code" ] || fail "'$*' ended with $got, not $code: $(cat "$place/said")"
  grep -qF -- "$words" "$place/said" || fail "'$*' does not say '$words' but: $(cat "$place/said")"
}

# A log of every kind of end: good 1 (1 skipped); bad 1 + 1, failing 1 + 1 (two groups); a set-up that fails; a crash; a program
# without cmocka that works, one that fails; one stopped by the clock; one that is not there though ctest calls that passed.
count() {
  got=$("$root/tools/check/count-tests" "$root/tests/tools/ctest.log")
  [ "$got" = "4 7 1" ] || fail "counted $got"
  "$root/tools/check/failed-tests" "$root/tests/tools/ctest.log" >"$place/failed"
  got=$(sed -n 's/^-- //p' "$place/failed" | tr '\n' ' ')
  [ "$got" = "bad setup crash plainbad slow nothere " ] || fail "failed: $got"
  grep -qF -- '--- 0x3 != 0x4' "$place/failed" || fail "what failed does not say why"
  got=$("$root/tools/check/slow-tests" "$root/tests/tools/ctest.log" | head -n 1)
  [ "$got" = "     1.00 s  slow" ] || fail "slowest: $got"
  sed '/^<end of output>/,$d' "$root/tests/tools/ctest.log" >"$place/cut"
  got=$("$root/tools/check/count-tests" "$place/cut")
  [ "$got" = "1 1 1" ] || fail "a log that breaks off was counted $got"
}

layers() {
  for folder in include/billions src/core src/games/one src/games/two src/bots src/table src/cli bench fuzz tests tools/check; do
    mkdir -p "$place/repository/$folder"
  done
  cp "$root/tools/check/layers" "$place/repository/tools/check/"
  cd "$place/repository"
  echo '#include <stdint.h>' >include/billions/game.h
  echo '#include "billions/game.h"' >src/games/one/state.h
  printf '#include "state.h"\n#include "billions/game.h"\n#include <string.h>\n' >src/games/one/apply.c
  printf '#include <time.h>\n#include "billions/game.h"\n' >src/table/match.h
  printf '#include "match.h"\n#include <stdio.h>\n' >src/table/match.c
  echo '#include "table/match.h"' >src/cli/play.c
  tools/check/layers >said || fail "a sound repository was refused: $(cat said)"
  wrong() { # FILE LINE WORDS: that line, added to that file, is refused with those words
    cp "$1" kept
    echo "$2" >>"$1"
    refuses 1 "$3" tools/check/layers
    mv kept "$1"
  }
  wrong src/games/one/apply.c '#include "table/match.h"' "game may include include core kit, so not src/table/match.h"
  wrong src/games/one/apply.c '# include <time.h>' "game must run anywhere, so it may not include <time.h>"
  wrong src/table/match.c '#include "games/one/state.h"' "nothing outside the folder of a game includes it"
  wrong src/table/match.c '#include "cli/nothing.h"' "which is no file of this project"
  wrong src/table/match.h '#include "../games/one/state.h"' "write the path from src/ on"
  echo '#include "games/one/state.h"' >src/games/two/apply.c
  refuses 1 "nothing outside the folder of a game includes it" tools/check/layers
  rm src/games/two/apply.c
  mkdir src/table/records
  echo '#include "table/match.h"' >src/table/records/record.h
  tools/check/layers >said || fail "a drawer of the table was refused: $(cat said)"
  wrong src/table/match.c '#include "table/records/record.h"' "nothing else of the table includes a drawer of it, so not src/table/records/record.h"
  # A game with drawers.
  game=src/games/two
  mkdir -p $game/rules $game/words $game/documents $game/advice
  for drawer in rules words documents advice; do
    echo '#include "billions/game.h"' >$game/$drawer/$drawer.h
  done
  echo '#include "games/two/rules/rules.h"' >$game/words/why.c
  echo '#include "games/two/words/words.h"' >$game/documents/check.c
  echo '#include "games/two/advice/advice.h"' >$game/game.c
  tools/check/layers >said || fail "a sound game with drawers was refused: $(cat said)"
  wrong $game/words/why.c '#include "games/two/documents/documents.h"' "within a game words may include rules secrets, so not src/games/two/documents/documents.h"
  wrong $game/rules/rules.h '#include "games/two/words/words.h"' "within a game rules may include nothing else"
  wrong $game/advice/advice.h '#include "games/two/documents/documents.h"' "within a game advice may include rules secrets words"
  wrong $game/words/why.c '#include "games/one/state.h"' "nothing outside the folder of a game includes it"
  echo '#include "billions/game.h"' >$game/loose.c
  refuses 1 "where a game has drawers, only game.c stands beside them" tools/check/layers
  rm $game/loose.c
  mkdir $game/cellar
  echo '#include "billions/game.h"' >$game/cellar/wine.c
  refuses 1 "a game has no drawer cellar" tools/check/layers
}

# Circles are found in every folder of src, drawers of games too, and a row that no circle fits is refused.
circles() {
  mkdir -p "$place/repository/src/table" "$place/repository/src/games/one/rules" "$place/repository/docs" "$place/repository/tools/check"
  cp "$root/tools/check/circles" "$place/repository/tools/check/"
  cd "$place/repository"
  : >docs/architecture.md
  for folder in src/table src/games/one/rules; do
    printf 'int first(void)\n{\n    return second();\n}\n' >$folder/a.c
    printf 'int second(void)\n{\n    return 2;\n}\n' >$folder/b.c
  done
  tools/check/circles >said || fail "a repository without circles was refused: $(cat said)"
  for folder in src/table src/games/one/rules; do
    printf 'int second(void)\n{\n    return first();\n}\n' >$folder/b.c
    refuses 1 "$folder: these 2 files depend on each other in a circle: a.c, b.c" tools/check/circles
    printf '| `%s/`: `a.c`, `b.c` | One thing in two files. |\n' $folder >>docs/architecture.md
    tools/check/circles >said || fail "a circle that is wanted was refused: $(cat said)"
  done
  printf 'int second(void)\n{\n    return 2;\n}\n' >src/table/b.c
  refuses 1 "there is none: take the row away" tools/check/circles
}

# The tables of rules as they are have no hole; with holes they are refused, each in words that name it.
rules() {
  mkdir -p "$place/repository/src" "$place/repository/tests" "$place/repository/docs" "$place/repository/tools/check"
  cp "$root/tools/check/rules-table" "$place/repository/tools/check/"
  cp -r "$root/docs/rules" "$place/repository/docs/"
  cp -r "$root/src/games" "$place/repository/src/"
  cp -r "$root/tests/games" "$place/repository/tests/"
  cd "$place/repository"
  tools/check/rules-table >said || fail "the tables were refused: $(cat said)"
  [ "$(grep -c ' rules, .* worked cases$' said)" = 2 ] || fail "not both tables were read: $(cat said)"
  : >expected
  wrong() { # GAME SED WORDS: the table of that game is changed by sed; those words are expected
    cp "docs/rules/$1.md" kept
    sed "$2" kept >"docs/rules/$1.md"
    ! cmp -s kept "docs/rules/$1.md" || fail "'$2' changes nothing in the table of $1"
    echo "$3" >>expected
  }
  wrong six-billion '/^| SIX-100 /d' "SIX-100 has no row"
  wrong six-billion 's/^| SIX-60 |[^|]*|/| SIX-60 | |/' "SIX-60 has no words"
  wrong six-billion 's/^\(| SIX-61 |[^|]*|[^|]*|\).*/\1 |/' "SIX-61 names no tests"
  wrong six-billion 's/^\(| SIX-62 |[^|]*|\)[^|]*|/\1 |/' "SIX-62 names no code"
  wrong six-billion 's/^| SIX-77 /| SIX-78 /' "SIX-78 has two rows"
  wrong six-billion 's/^| SIX-79 /| SIX-272 /' "SIX-272 is no rule"
  wrong six-billion '/^| SIX-50 /s/six_full/six_fool/' "SIX-50 names tracks.c:six_fool, which is not defined there"
  wrong six-billion '/^| SIX-99 /s/`[a-z]*.json:[^`]*`/`growth.json:T5`/' "the case growth.json:T5 does not name SIX-99"
  wrong six-billion '/^| T50 /d' "the worked case T50 is nowhere"
  wrong six-billion 's/^| T51 /| T112 /' "T112 is no worked case"
  wrong six-billion 's/^\(| W9 |[^|]*|\)[^|]*|/\1 |/' "W9 names no code"
  wrong one-billion-users '/^| OBU-100 /d' "OBU-100 has no row"
  wrong one-billion-users '/^| OBU-72 /s/limits.c:/legal.c:/' "OBU-72 names legal.c:obu_blocks, which is not defined there" # it is called there
  wrong one-billion-users '/^| OBU-73 /s/limits.c:obu_blocks/legal.c:obu_moves/' "no comment in legal.c names OBU-73"
  wrong one-billion-users '/^| OBU-99 /s/legal.c:movable/state.h:obu_after/' "no comment in state.h names OBU-99" # only as the end of a range
  wrong one-billion-users 's/^\(| OBU-48 |[^|]*|\)[^|]*|/\1 no code: |/' "OBU-48 names no code"
  wrong one-billion-users '/^| W1 /d' "the worked case W1 is nowhere"
  wrong one-billion-users '/^| OBU-3 /s/scoring.json:W83/scoring.json:W999/' "OBU-3 names the case scoring.json:W999, which does not exist"
  refuses 1 "docs/rules/" tools/check/rules-table
  while IFS= read -r words; do
    grep -qF -- "$words" "$place/said" || fail "nothing was said of '$words': $(cat "$place/said")"
  done <expected
}

usage() {
  refuses 2 "there is no '--nonsense'" "$root/test" --nonsense
  refuses 2 "--fuzz wants a number of seconds" "$root/test" --fuzz soon
  refuses 0 "usage: ./test" "$root/test" --help
  refuses 2 "tools/packages.txt has no group 'nonsense'" "$root/tools/install-packages" nonsense
  refuses 2 "usage: tools/install-packages" "$root/tools/install-packages"
  refuses 2 "usage: tools/build" "$root/tools/build"
  # Whatever is a part of --all is told by a case of its own, or is a script.
  stages=$(sed -n 's/.*--all).*stages="\([^"]*\)".*/\1/p' "$root/test")
  [ -n "$stages" ] || fail "./test --all has no stages"
  for stage in $stages; do
    if [ ! -x "$root/tools/$stage" ] && ! sed -n '/^  case $stage in/,/^  esac/p' "$root/test" | grep -qE "^    ([a-z-]+ \| )*$stage( \| [a-z-]+)*\)"; then
      fail "./test --all has a stage '$stage' that is neither told by a case nor a script of tools/"
    fi
  done
  for script in $(sed -n 's|.*\(tools/[a-z/-]*[a-z]\).*|\1|p' "$root/test"); do
    [ -x "$root/$script" ] || [ -d "$root/$script" ] || fail "./test calls $script, which is not there"
  done
}

# The unit of a server: bounded, watched, and with no more rights than 1.4, as systemd counts, where it is there to ask. Fewer walls are noticed.
unit() {
  file=$root/docs/operating/billions.service
  for words in Type=notify WatchdogSec= MemoryMax= TasksMax= LimitCORE=0 Restart=always; do
    grep -q "^$words" "$file" || fail "$file has no $words"
  done
  if command -v systemd-analyze >/dev/null; then
    systemd-analyze security --offline=yes --threshold=14 "$file" >"$place/said" 2>&1 || fail "more than 1.4: $(tail -n 1 "$place/said")"
    grep -v "^CapabilityBoundingSet=" "$file" >"$place/billions.service"
    refuses 1 "Overall exposure level" systemd-analyze security --offline=yes --threshold=14 "$place/billions.service"
  fi
}

# Every option and subcommand that --help names stands in the manual page, and the page names no option that no --help has.
manual() {
  page=$root/docs/man/billions.6
  "$program" --help >"$place/help"
  commands=$(sed -n '/^Commands:/,/^$/s/^  \([a-z][a-z]*\) .*/\1/p' "$place/help")
  [ -n "$commands" ] || fail "billions --help names no commands"
  for command in $commands; do
    grep -qE "^\.(Ic|It Ic|Ss|Cm|It Cm|It Nm Cm) .*\b$command\b" "$page" || fail "the manual page does not know 'billions $command'"
    "$program" "$command" --help >>"$place/help" || fail "'billions $command --help' failed"
  done
  grep -oE -- '--[a-z][a-z-]*' "$place/help" | sort -u >"$place/said"
  sed 's/\\-/-/g' "$page" | grep -oE -- '(Fl -|--)[a-z][a-z-]*' | sed 's/^Fl -/--/' | sort -u >"$place/written"
  diff "$place/said" "$place/written" >"$place/difference" || fail "options in --help (<) and in the manual page (>) differ:
$(cat "$place/difference")"
}

# What README.md shows behind "$ billions ..." is what the program writes: every line, but for "..." and lines with a speed in
# them. What asks (play) and what measures (bench) is left out.
readme() {
  mkdir "$place/bin"
  ln -s "$program" "$place/bin/billions"
  PATH=$place/bin:$PATH
  unset COLUMNS # README.md shows what is written where nobody says how wide it may be
  cd "$root"
  awk -v place="$place" '
    /^    \$ billions (play|bench)/ { on = 0; next }
    /^    \$ / { n++; on = 1; file = place "/shown." n; print substr($0, 7) > (place "/command." n); printf "" > file; next }
    !/^    / { if (NF || !on) on = 0; else if (on) print "" > file; next }
    on { print substr($0, 5) > file }' README.md
  shown=0
  for command in "$place"/command.*; do
    sh -c "$(cat "$command")" >"$place/written" 2>&1 </dev/null || true
    while IFS= read -r line; do
      case $line in
        "" | ... | *" games in "*) ;;
        *)
          grep -qxF -- "$line" "$place/written" || fail "README.md shows '$line' for '$(cat "$command")', which writes:
$(head -n 40 "$place/written")"
          shown=$((shown + 1))
          ;;
      esac
    done <"$place/shown.${command##*.}"
  done
  [ "$shown" -gt 30 ] || fail "only $shown lines of README.md were found to compare"
}

# Long work on one line: what a step says is in the log, one that fails shows its end and gives its exit code, no terminal gets no bar.
progress() {
  cat >"$place/work" <<END
#!/bin/bash
set -eu
. "$root/tools/progress.sh"
progress_log "$place/log"
progress 1 "Something long" bash -c 'echo said by it'
progress 1 "Something wrong" bash -c "echo what is wrong >&2; exit 7" || exit \$?
END
  refuses 7 "Something wrong: this failed (exit code 7)" bash "$place/work"
  grep -qF "what is wrong" "$place/said" || fail "the end of the log is not shown: $(cat "$place/said")"
  grep -qF "said by it" "$place/log" || fail "the log lacks what was said"
  if grep -qF "said by it" "$place/said" || grep -q "$(printf '\r')" "$place/said"; then
    fail "what belongs into the log, or on a terminal, was said: $(cat "$place/said")"
  fi
}

# What ./play builds beside each other: each part's failure has its own exit code; what the page's build says is kept for last. Where the program
# cannot be built, ./play ends with the program's error and names the log, and what was at work for the page is ended, down to the last process.
beside() {
  mkdir -p "$place/repository/tools"
  cp "$root/tools/build-play" "$root/tools/progress.sh" "$place/repository/tools/"
  cp "$root/play" "$place/repository/"
  cd "$place/repository"
  stub() { # NAME LINE...: a tool that does that
    name=$1
    shift
    printf '#!/bin/sh\n' >"tools/$name.new" # another file: the one before may still run
    printf '%s\n' "$@" >>"tools/$name.new"
    chmod +x "tools/$name.new"
    mv "tools/$name.new" "tools/$name"
  }
  builds() { # EXIT_CODE PROGRAM PAGE PACKAGES: build-play ends with that code where the two builds, and the packages of the page, end with these
    stub build "echo program" "exit $2"
    stub build-web "echo page" "exit $3"
    stub install-packages "echo packages" "exit $4"
    refuses "$1" "program" tools/build-play
    [ ! -e build/page.log ] || fail "the log of the page's build stays"
  }
  last() { [ "$(tail -n 1 "$place/said")" = "$1" ] || fail "the last that is said is not '$1': $(cat "$place/said")"; }
  builds 0 0 0 0
  last page
  builds 3 0 1 0
  last page
  builds 3 0 0 1
  last packages
  builds 4 0 0 4
  builds 1 1 0 0
  last program
  builds 1 1 1 0
  last program

  # The page's build has begun, in a process of a process, when the program's fails.
  mkfifo begun
  stub install-packages
  stub build 'read -r line <begun' 'echo "CMake Error at CMakeLists.txt:230"' 'echo "-- Generating done"' 'exit 1'
  stub build-web 'echo "the page says much"' 'sh -c "echo \$\$ >pid; echo begun >begun; exec sleep 900"'
  refuses 1 "    CMake Error at CMakeLists.txt:230" ./play --no-browser --port 0
  grep -qF "The end of $place/repository/build/play.log" "$place/said" || fail "the log is not named: $(cat "$place/said")"
  ! grep -qF "the page says" "$place/said" || fail "the page's log is shown: $(cat "$place/said")"
  # Gone, or dead and not yet taken note of by whom it was left to.
  for try in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    state=$(sed 's/.*) \(.\).*/\1/' "/proc/$(cat pid)/stat" 2>/dev/null || true)
    case $state in "" | Z | X) break ;; esac
    sleep 0.2
  done
  case $state in "" | Z | X) ;; *) kill "$(cat pid)"; fail "the page's build goes on" ;; esac
}

# What ./play builds may use the packages of its group alone: a library that this machine has and the group does not bring is not found, one that is
# taken out of the group neither, and a command that is taken out of it is named.
packages() {
  command -v dpkg-query >/dev/null && pkg-config --exists jansson libsodium || { echo "skipped: wants Debian's packages"; exit 77; }
  mkdir -p "$place/repository/tools/check" "$place/repository/cmake"
  cp "$root/tools/check/packages" "$place/repository/tools/check/"
  cp "$root/tools/packages.txt" "$place/repository/tools/"
  cp "$root/cmake/wasm.cmake" "$place/repository/cmake/"
  cp "$root/CMakePresets.json" "$place/repository/"
  cd "$place/repository"
  cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.24)
project(small LANGUAGES C)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "wasm32")
  add_executable(page main.c)
  return()
endif()
find_package(PkgConfig REQUIRED)
pkg_check_modules(SODIUM REQUIRED IMPORTED_TARGET libsodium)
pkg_check_modules(JANSSON IMPORTED_TARGET jansson)
foreach(program billions billions-online)
  add_executable(${program} main.c)
  target_link_libraries(${program} PkgConfig::SODIUM)
endforeach()
END
  echo 'int main(void) { return 0; }' >main.c
  tools/check/packages >said || fail "what the group brings was refused: $(cat said)"
  sed -i 's/PkgConfig::SODIUM)/PkgConfig::SODIUM PkgConfig::JANSSON)/' CMakeLists.txt
  refuses 1 "PkgConfig::JANSSON" tools/check/packages
  sed -i 's/ PkgConfig::JANSSON)/)/' CMakeLists.txt
  sed -i '/^libsodium-dev /d' tools/packages.txt
  refuses 1 "libsodium" tools/check/packages
  sed -i '/^ninja-build /d' tools/packages.txt
  refuses 1 "calls ninja, which no package of [play] brings" tools/check/packages
}

# The tables of the pages on balance stand as tools/study/balance wrote them; one that was touched since, or whose edition was, is found.
balance() {
  mkdir -p "$place/repository/tools/study" "$place/repository/docs/notebooks"
  cp "$root/tools/study/balance" "$root/tools/study/laboratory.py" "$place/repository/tools/study/"
  cp "$root"/docs/notebooks/balance-*.md "$place/repository/docs/notebooks/"
  cp -r "$root/editions" "$place/repository/"
  cd "$place/repository"
  refuses 0 "tables are as they were made" tools/study/balance --check
  changed() { # FILE WORDS SED: with that change to that file it is refused with those words
    cp "$1" kept
    sed -i "$3" "$1"
    cmp -s kept "$1" && fail "$3 changes nothing in $1"
    refuses 1 "$2" tools/study/balance --check
    mv kept "$1"
  }
  page=docs/notebooks/balance-one-billion-users.md
  changed "$page" "one-billion-users roles was changed by hand" 's/^| Murmur | [0-9]/&9/'
  changed "$page" "one-billion-users roles stands there 0 times, not once" 's/tools\/study\/balance: one-billion-users roles/somebody/'
  changed "$page" "there is no table one-billion-users rolls" 's/one-billion-users roles/one-billion-users rolls/'
  changed "$page" "a table stands there that no command makes" '$a | a | table |'
  changed "$page" "one-billion-users commands was changed by hand" 's/^    billions lab one-billion-users --players 4 .*//'
  changed editions/six-billion-even.json "six-billion even was changed by hand, or is of other commands or of another edition" 's/"second": [0-9]*/"second": 1/'
  refuses 0 "tables are as they were made" tools/study/balance --check
}

case $case in
  balance | beside | packages | progress | count | layers | circles | rules | usage | unit | manual | readme) "$case" ;;
  *) fail "there is no such case" ;;
esac
