# shellcheck shell=bash
# tools/progress.sh: long work on one line, for scripts that source it. All that a step says goes to the log; its end is shown when the
# step fails. On a terminal the line has a bar and the time that is left, as far as one can tell; elsewhere every step is one line.
#
#     progress_log FILE                 where it goes; begun anew
#     progress SECONDS "words" COMMAND...   runs it; SECONDS: how long it takes about, until it can be told better
#
# Must never hide a question: what may ask for something, as sudo does, is run without it.

progress_log() {
  PROGRESS_LOG=$1
  mkdir -p "$(dirname "$1")"
  : >"$1"
}

# How much of the step is done, in thousandths: what ninja counted last, else how much of its usual time is over. What goes on beside ninja
# may be done later than it: then the clock has the last word.
progress_share() { # seconds so far, usual seconds, how
  local counted done_ all
  counted=$(tail -c 4000 "$PROGRESS_LOG" | grep -a -o '^\[[0-9]*/[0-9]*\]' | tail -1 | tr -d '[]' || true)
  done_=${counted%/*} all=${counted#*/}
  if [ -n "$counted" ] && { [ "$3" = counts ] || { [ "$3" = both ] && [ "$done_" -lt "$all" ]; }; }; then
    [ "$3" = counts ] || all=$((all * 5 / 4))
    echo $((1000 * done_ / (all > 0 ? all : 1)))
  else
    echo $((1000 * $1 / ($2 > $1 ? $2 : $1 + $1 / 10 + 1)))
  fi
}

progress_draw() { # words, share, seconds so far
  local width=24 full left=""
  full=$((width * $2 / 1000))
  [ "$2" -lt 50 ] || left=", $(($3 * (1000 - $2) / $2 + 1)) s left"
  printf '\r\033[K[%s%s] %s%s' "$(printf '%*s' "$full" '' | tr ' ' '#')" "$(printf '%*s' $((width - full)) '' | tr ' ' '.')" "$1" "$left" >&2
}

progress() {
  local usual=$1 words=$2 code=0 began=$SECONDS child how=clock before
  shift 2
  case $* in *tools/build\ *) how=counts ;; *tools/build-play*) how=both ;; esac
  before=$(wc -l <"$PROGRESS_LOG")
  echo "== $words: $*" >>"$PROGRESS_LOG"
  [ -t 2 ] || echo "$words ..." >&2
  set -m # a group of its own, which ends as one
  "$@" >>"$PROGRESS_LOG" 2>&1 </dev/null &
  child=$!
  set +m
  trap 'kill -TERM -- -'$child' 2>/dev/null; [ ! -t 2 ] || printf "\r\033[K" >&2; echo "Broken off; what is done so far is kept." >&2; exit 130' INT TERM HUP
  while kill -0 $child 2>/dev/null; do
    [ ! -t 2 ] || progress_draw "$words" "$(progress_share $((SECONDS - began)) "$usual" $how)" $((SECONDS - began))
    sleep 0.2
  done
  wait $child || code=$?
  trap - INT TERM HUP
  [ ! -t 2 ] || printf '\r\033[K' >&2
  if [ $code -ne 0 ]; then
    echo "$words: this failed (exit code $code). The end of $PROGRESS_LOG:" >&2
    tail -n +$((before + 2)) "$PROGRESS_LOG" | tail -n 30 | sed 's/^/    /' >&2
  fi
  return $code
}
