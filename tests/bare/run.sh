#!/bin/bash
# tests/bare/run.sh: what README promises, on a machine that has nothing. See usage below.
set -u
cd "$(dirname "$0")/../.." || exit 2

usage() {
  cat <<'USAGE'
usage: tests/bare/run.sh [play] [test] [sanitize] [--user] [--limit SECONDS] [-- ARGUMENTS OF ./test]
  play     in an empty Debian 12 with git and nothing else: a clone of HEAD, and `./play --no-browser` alone. The page answers, a table is
           made and moves are played; then `./play one --players 2 --bots greedy` begins a game with its input from a pipe. Says how long
           the first start took, how much disk and how many packages
  test     in another such system: a clone of HEAD, and `./test` alone
  sanitize the same with `./test --sanitize`
  Without a name: play and test.
  --user   as an ordinary user with sudo, instead of root
  --limit  seconds after which a part is ended and has failed (900 for play, 1800 for test, 2700 for sanitize)
As root: the systems are made by debootstrap, in a temporary folder, and taken away whatever happens. Ends with the lines of the tests,
"N passed, N failed". Exit code 77, and "bare: not tried": no such system could be made.
USAGE
}

parts="" user=root limit=""
while [ $# -gt 0 ]; do
  case $1 in
    play | test | sanitize) parts="$parts $1" ;;
    --user) user=player ;;
    --limit)
      case ${2:-} in "" | *[!0-9]*) echo "run.sh: --limit wants a number of seconds behind it" >&2; exit 2 ;; esac
      limit=$2
      shift
      ;;
    -h | --help) usage; exit 0 ;;
    --) shift; break ;;
    *) echo "run.sh: there is no '$1'; --help says what there is" >&2; exit 2 ;;
  esac
  shift
done
parts=${parts:-play test}

if [ "$(id -u)" -ne 0 ]; then
  echo "bare: not tried: only root can make an empty system (debootstrap)"
  exit 77
fi
tools/install-packages bare || { echo "bare: not tried: debootstrap could not be installed"; exit 77; }
# shellcheck source=tests/bare/system.sh
. tests/bare/system.sh
work=$(mktemp -d) || exit 77
trap 'system_end; rm -rf --one-file-system "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# What happens inside is shown if it fails.
quiet() { system_run "$@" >"$work/said" 2>&1 </dev/null || { tail -n 20 "$work/said"; return 1; }; }
packages() { grep -c '^Status: install ok installed' "$1/var/lib/dpkg/status"; }
prepare() {
  SYSTEM_LIMIT=600
  system_make "$work/empty" || return 1
  export DEBIAN_FRONTEND=noninteractive
  SYSTEM_ENVIRONMENT+=(DEBIAN_FRONTEND=noninteractive)
  quiet "$work/empty" apt-get update || return 1
  quiet "$work/empty" apt-get install -y --no-install-recommends git || return 1
  if [ "$user" != root ]; then
    quiet "$work/empty" apt-get install -y --no-install-recommends sudo || return 1
    quiet "$work/empty" useradd --create-home --shell /bin/bash "$user" || return 1
    echo "$user ALL=(ALL) NOPASSWD: ALL" >"$work/empty/etc/sudoers.d/$user"
  fi
  # Nobody has asked for packages there yet.
  rm -rf "$work"/empty/var/lib/apt/lists/* "$work"/empty/var/cache/apt/*
  git clone -q . "$work/empty$place" && chown -R "$(stat -c %u:%g "$work/empty$home")" "$work/empty$place"
}
home=/root
[ "$user" = root ] || home=/home/$user
place=$home/billions
began=$SECONDS
if ! prepare; then
  echo "bare: not tried: no empty Debian 12 could be made"
  exit 77
fi
echo "bare: an empty Debian 12 with git, made in $((SECONDS - began)) s: $(du -smx "$work/empty" | cut -f 1) MB, $(packages "$work/empty") packages"

passed=0 failed=0 skipped=0
count() { # WORDS CODE
  if [ "$2" -eq 0 ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "bare: failed: $1"
  fi
}
# Where a step of the system runs from here on: in a copy, as that user, in the clone.
begin() {
  cp -a "$work/empty" "$work/$1" & # a signal does not wait for it
  wait $! || return 1
  SYSTEM_USER=$user SYSTEM_PLACE=$place
}
over() {
  SYSTEM_USER=root SYSTEM_PLACE=/
  rm -rf --one-file-system "$work/$1"
}
# ./play as a person would, until it says where the page is; that is visited from outside, since both have one network.
bare_play() {
  local began=$SECONDS url="" code=0 disk
  SYSTEM_LIMIT=${limit:-900}
  disk=$(du -smx "$work/play" | cut -f 1) before=$(packages "$work/play")
  echo "bare: ./play --no-browser"
  system_start "$work/play" ./play --no-browser --port 0 >"$work/play.said" 2>&1 </dev/null
  while kill -0 "$SYSTEM_PROCESS" 2>/dev/null; do
    url=$(sed -n 's|^Billions is ready:  \(http://[0-9.]*:[0-9]*\)/$|\1|p' "$work/play.said")
    [ -z "$url" ] || break
    sleep 0.2
  done
  local took=$((SECONDS - began))
  sed 's/^/    /' "$work/play.said"
  if [ -z "$url" ]; then
    wait "$SYSTEM_PROCESS" || code=$?
    SYSTEM_PROCESS=""
    [ $code -ne 124 ] || echo "bare: ./play was not ready after $SYSTEM_LIMIT s, and was ended"
    count "./play: the page is not there" 1
    return
  fi
  count "./play" 0
  echo "bare: ./play is ready after $took s: $(($(du -smx "$work/play" | cut -f 1) - disk)) MB, of them $(du -smx "$work/play$place" | cut -f 1) in the clone, and $(($(packages "$work/play") - before)) packages; $(nproc) processors"
  timeout -k 10 300 python3 tests/bare/visit.py "${url##*:}" || code=$?
  count "a visit at the page of ./play" $code
  system_end

  began=$SECONDS code=0
  printf 'hint\nquit\n' | { system_run "$work/play" ./play one --players 2 --bots greedy; } >"$work/play.said" 2>&1 || code=$?
  if [ $code -ne 0 ] || ! grep -q '^Hint: ' "$work/play.said" || ! grep -q 'Your turn\|Play>' "$work/play.said"; then
    sed 's/^/    /' "$work/play.said"
    count "./play one --players 2 --bots greedy, with its input from a pipe (exit code $code)" 1
  else
    count "./play one" 0
    echo "bare: ./play one --players 2 --bots greedy begins a game, after $((SECONDS - began)) s"
  fi
}

# ./test as it is; what it says is shown, and what it counted is counted here.
bare_test() { # FOLDER SECONDS ARGUMENTS
  local folder=$1 began=$SECONDS code=0 line
  SYSTEM_LIMIT=${limit:-$2}
  shift 2
  echo "bare: ./test $*"
  system_run "$work/$folder" ./test "$@" </dev/null > >(tee "$work/test.said") 2>&1 || code=$?
  echo "bare: ./test took $((SECONDS - began)) s: exit code $code"
  line=$(grep -E '^[0-9]+ passed, [0-9]+ failed(, [0-9]+ skipped)?$' "$work/test.said" | tail -n 1)
  set -- $(echo "$line" | grep -o '[0-9]*')
  passed=$((passed + ${1:-0})) failed=$((failed + ${2:-0})) skipped=$((skipped + ${3:-0}))
  if [ $code -eq 124 ]; then
    count "./test was not done after $SYSTEM_LIMIT s, and was ended" 1
  elif [ -z "$line" ]; then
    count "./test ended with exit code $code, and without a line that counts its tests" 1
  elif [ $code -ne 0 ] && [ "${2:-0}" -eq 0 ]; then
    count "./test ended with exit code $code" 1
  fi
}

for part in $parts; do
  if begin "$part"; then
    case $part in
      play) bare_play ;;
      test) bare_test test 1800 "$@" ;;
      sanitize) bare_test sanitize 2700 --sanitize "$@" ;;
    esac
  else
    count "no room for a copy of the empty system" 1
  fi
  over "$part"
done
line="$passed passed, $failed failed"
[ "$skipped" -eq 0 ] || line="$line, $skipped skipped"
printf '\n%s\n' "$line"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
