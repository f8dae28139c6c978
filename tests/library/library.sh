#!/bin/sh
# tests/library/library.sh BUILD PROGRAM: what is built there is installed into an empty folder, and programs outside the tree are
# compiled against it: by pkg-config, by CMake, from C++, and with the static library. Their game is a true one.
set -eu
build=$1
program=$2
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$build" --prefix "$work/usr" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
libdir=$(dirname "$(find "$work/usr" -name libbillions.so.0)")
export PKG_CONFIG_PATH="$libdir/pkgconfig" LD_LIBRARY_PATH="$libdir"
warnings="-Wall -Wextra -Wpedantic -Werror"

# The example of the README, by pkg-config.
mkdir "$work/c"
cp "$root/examples/play.c" "$work/c"
(cd "$work/c" && cc -std=c17 $warnings play.c $(pkg-config --cflags --libs billions) && ./a.out >game.record)
"$program" verify "$work/c/game.record"

# The same with the static library: nothing of it is needed at run time.
(cd "$work/c" && cc -std=c17 $warnings play.c $(pkg-config --cflags billions) "$libdir/libbillions.a" $(pkg-config --static --libs-only-l billions | sed 's/-lbillions//') -o static &&
  LD_LIBRARY_PATH= ./static | cmp - game.record)

# CMake finds it, every header stands alone, and C++ reads them.
mkdir "$work/cmake"
cd "$work/cmake"
cp "$root/examples/play.c" .
(for header in "$work"/usr/include/billions/*.h; do echo "#include <billions/$(basename "$header")>"; done; echo 'int main() { return bil_version()[0] == 0; }') >all.cpp
cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.24)
project(outside LANGUAGES C CXX)
find_package(billions 0.1 REQUIRED)
add_executable(play play.c)
add_executable(headers all.cpp)
target_link_libraries(play billions::billions)
target_link_libraries(headers billions::billions)
END
cmake -G Ninja -S . -B build -DCMAKE_PREFIX_PATH="$work/usr" -DCMAKE_CXX_FLAGS="-Wall -Wextra -Werror" >log 2>&1 && cmake --build build >>log 2>&1 || { cat log; exit 1; }
build/play | cmp - "$work/c/game.record"
build/headers
for header in "$work"/usr/include/billions/*.h; do
  printf '#include <billions/%s>\nextern int alone;\n' "$(basename "$header")" >alone.c
  cc -std=c17 $warnings -fsyntax-only -I"$work/usr/include" alone.c || { echo "$header does not stand alone" >&2; exit 1; }
done

# Nothing can be seen but what the headers name.
grep -hoE '\bbil_[a-z0-9_]+' "$work"/usr/include/billions/*.h | sort -u >named
nm -D --defined-only "$libdir/libbillions.so.0" | awk '{ print $3 }' | sort -u >seen
comm -13 named seen >strangers
[ ! -s strangers ] || { echo "the library shows what no header names:" >&2; cat strangers >&2; exit 1; }
[ "$(grep -c . seen)" -gt 100 ]
readelf -d "$libdir/libbillions.so.0" | grep -q 'SONAME.*libbillions.so.0'
