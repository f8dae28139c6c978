#!/bin/bash
# tests/package/debian.sh: Debian's packages are made, lintian finds nothing in them, and on a system with nothing else they are installed,
# work, and leave nothing behind when they are purged. As root, for that system is a chroot.
set -eu -o pipefail
cd "$(dirname "$0")/../.."
[ "$(id -u)" -eq 0 ] || { echo "skipped: only root may make a system of its own (debootstrap)"; exit 77; }
tools/ship/package >/dev/null
lintian --fail-on error,warning --tag-display-limit 0 build/package/*.deb

# shellcheck source=tests/bare/system.sh
. tests/bare/system.sh
work=$(mktemp -d)
root=$work/root
trap 'system_end; rm -rf --one-file-system "$work"' EXIT
trap 'exit 143' INT TERM HUP
system_make "$root" || { echo "skipped: no empty Debian 12 could be made"; exit 77; }
mkdir "$root/debs"
cp build/package/*.deb "$root/debs"
inside() { system_run "$root" env DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 "$@"; }
quiet() { inside "$@" >"$work/log" 2>&1 </dev/null || { tail -20 "$work/log"; exit 1; }; }
# All that lies there, but for what any package leaves: logs, lists and caches of the packager, the loader's cache, temporary files.
lies() {
  (cd "$root" && find . -path ./proc -prune -o -path ./debs -prune -o -path ./var/log -prune -o -path ./var/cache -prune -o -path ./var/lib/apt -prune -o \
    -path ./var/lib/dpkg -prune -o -path ./tmp -prune -o -path ./etc/ld.so.cache -prune -o -print | sort)
}
quiet apt-get update
lies >"$work/before"
quiet apt-get install -y --no-install-recommends $(cd "$root" && ls debs/*.deb | sed 's|^|/|')

inside billions --version
inside billions edition list
# Every level of processors plays the same games, and this one gets the highest that it has. (grep reads to the end: who writes to one that has
# gone fails, and so would the pipe.)
if [ "$(uname -m)" = x86_64 ]; then
  loader=/lib64/ld-linux-x86-64.so.2
  plain=$(inside $loader --glibc-hwcaps-mask none /usr/bin/billions sim six-billion --games 50 --seats greedy,random,greedy | grep -o 'hash .*')
  picked=$(inside billions sim six-billion --games 50 --seats greedy,random,greedy | grep -o 'hash .*')
  [ -n "$plain" ] && [ "$plain" = "$picked" ] || { echo "the levels differ: $plain and $picked"; exit 1; }
  ! $loader --help | grep >/dev/null 'x86-64-v3 (supported' || inside $loader --list /usr/bin/billions | grep >/dev/null '/billions/glibc-hwcaps/x86-64-v3/'
  ! inside $loader --glibc-hwcaps-mask none --list /usr/bin/billions | grep >/dev/null glibc-hwcaps
  ! $loader --help | grep >/dev/null 'x86-64-v3 (supported' || inside ldconfig -p | grep >/dev/null 'glibc-hwcaps/x86-64-v3/libbillions.so.0'
fi
inside billions sim one-billion-users --games 200 --seats greedy,random >/dev/null
inside sh -c 'printf "quit\n" | billions play six-billion --seats person,greedy' >/dev/null
inside python3 -c 'import billions, numpy; e = billions.VectorEnv("one-billion-users", games=4, seats=3); print("python:", billions.__version__, e.reset(seed=1).observation.shape)'
inside python3 /usr/share/doc/python3-billions/examples/play.py | tail -1
# The page is served, and the unit names what is there.
inside sh -c 'billions serve --database :memory: --port 8123 >/tmp/serve.log 2>&1 & server=$!
  for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    python3 -c "import urllib.request as r; assert b\"Billions\" in r.urlopen(\"http://127.0.0.1:8123/\").read()" 2>/dev/null && break
    sleep 0.5
  done
  kill $server && wait $server; test $i -lt 20 || { cat /tmp/serve.log; exit 1; }'
unit=$root/usr/lib/systemd/system/billions.service
test -x "$root$(sed -n 's/^ExecStart=\([^ ]*\).*/\1/p' "$unit")"
test -f "$root/usr/share/man/man6/billions.6.gz"
# What a linker looks for.
test -f "$(echo "$root"/usr/lib/*/libbillions.so)"

rm -rf "$root"/tmp/*
quiet apt-get purge -y --autoremove billions billions-server libbillions0 libbillions-dev python3-billions
lies >"$work/after"
left=$(comm -13 "$work/before" "$work/after" | grep -v -e '^\./run/' -e '^\./etc/.*-$' || true)
[ -z "$left" ] || { echo "left behind:"; echo "$left"; exit 1; }
lost=$(comm -23 "$work/before" "$work/after" || true)
[ -z "$lost" ] || { echo "taken away:"; echo "$lost"; exit 1; }
echo "Debian's packages: nothing for lintian to say; installed, used, and purged without a trace."
