#!/bin/bash
# tests/package/arm64.sh: built for arm64 and run by qemu, the engine plays the same games as here: the batteries of both games and of the
# test's own game, the recorded games, and the hashes of simulations with every number of seats. BATTERY_GAMES says how many games a battery
# has (150).
set -eu -o pipefail
cd "$(dirname "$0")/../.."
tools/install-packages play test arm64
tools/ship/arm64-root
tools/build release billions
tests='test_(battery_.*|third_game.*|golden|perft|env|state|random|hash|bits|search)'
CONFIGURE=1 tools/build arm64 billions
programs=$(grep -E "^add_test\(\[=\[$tests\]=\]" build/arm64/tests/CTestTestfile.cmake | grep -oE 'tests_[a-z_]+' | sort -u)
tools/build arm64 $programs
(cd build/arm64 && BATTERY_GAMES=${BATTERY_GAMES:-150} ctest --output-on-failure -j "$(nproc)" -R "^$tests\$" >ctest.log 2>&1) || { tail -50 build/arm64/ctest.log; exit 1; }

there() { qemu-aarch64 -L build/arm64-root build/arm64/billions "$@"; }
count=0
for game in "one-billion-users 2" "one-billion-users 3" "one-billion-users 4" "six-billion 2" "six-billion 3" "six-billion 4" "six-billion 5"; do
  set -- $game
  for bot in random greedy search:iterations=10; do
    games=500
    [ $bot = random ] || games=50
    [ $bot != search:iterations=10 ] || games=1
    seats=$(printf "$bot,%.0s" $(seq "$2"))
    here=$(build/release/billions sim "$1" --games $games --seats "${seats%,}" | grep -o 'hash .*')
    far=$(there sim "$1" --games $games --seats "${seats%,}" | grep -o 'hash .*')
    [ -n "$here" ] && [ "$here" = "$far" ] || { echo "$1, $2 seats of $bot: $here here, $far on arm64"; exit 1; }
    count=$((count + games))
  done
done
echo "arm64: $(tools/check/count-tests build/arm64/Testing/Temporary/LastTest.log | cut -d' ' -f1) tests passed, and $count simulated games have the hashes that they have here."
