#!/bin/sh
# tests/package/wheel.sh: the wheel is installed into a new environment, without a network, and plays.
set -eu
cd "$(dirname "$0")/../.."
wheel=$(tools/ship/build-wheel)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
/usr/bin/python3 -m venv --system-site-packages "$work/venv" # for numpy
"$work/venv/bin/pip" install --quiet --no-index --no-deps "$PWD/$wheel"
cd "$work"
unset BILLIONS_LIBRARY PYTHONPATH
"$work/venv/bin/python" - "$OLDPWD/$wheel" <<'END'
import pathlib, zipfile, sys, billions, numpy
from billions import _native
package, library = pathlib.Path(billions.__file__).parent, pathlib.Path(_native.lib._name)
flags = set(pathlib.Path("/proc/cpuinfo").read_text().split())
higher = {"avx2", "bmi2", "fma", "movbe", "abm", "f16c"} <= flags
assert library.parent == (package / _native.LEVEL if higher else package), library
for game, seats in (("one-billion-users", 4), ("six-billion", 5)):
    env = billions.VectorEnv(game, games=8, seats=seats, bots={1: "greedy"})
    batch, rng, over = env.reset(seed=1), numpy.random.default_rng(1), 0
    for _ in range(2000):
        batch = env.step(env.sample(rng))
        over += int(batch.over.sum())
    assert over > 0
names = zipfile.ZipFile(sys.argv[1]).namelist()
assert any(name.endswith("LICENSE") for name in names), names
print("the wheel: billions", billions.__version__)
END
