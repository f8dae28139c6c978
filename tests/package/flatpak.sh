#!/bin/sh
# tests/package/flatpak.sh: as far as can be told without a network: the manifest of the Flatpak can be read, what it names is among what is
# installed, the options that it builds with are options of ours, and the catalogue's entry is its own and valid.
set -eu
cd "$(dirname "$0")/../.."
tools/install-packages play package
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
flatpak-builder --show-manifest packaging/flatpak.yml >"$work/manifest.json"
/usr/bin/python3 - "$work/manifest.json" >"$work/named" <<'END_OF_PYTHON'
import json, sys
manifest = json.load(open(sys.argv[1]))
print(manifest["id"])
print("bin/" + manifest["command"])
print("share/applications/" + manifest["rename-desktop-file"])
print("share/metainfo/" + manifest["rename-appdata-file"])
print(f"share/icons/hicolor/scalable/apps/{manifest['rename-icon']}.svg")
for option in manifest["modules"][-1]["config-opts"]:
    print(option)
END_OF_PYTHON
id=$(head -1 "$work/named")
grep -q "<id>$id</id>" packaging/billions.metainfo.xml || { echo "the catalogue's entry is not of $id"; exit 1; }
cmake -S . -B "$work/build" -G Ninja -DCMAKE_INSTALL_PREFIX=/app $(grep '^-D' "$work/named") >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
! grep -q 'Manually-specified variables were not used' "$work/log" || { tail -5 "$work/log"; exit 1; }
tools/build package billions
cmake --install build/package --prefix "$work/app" --component programs >/dev/null
grep '^[bs][a-z]*/' "$work/named" | while read -r file; do
  [ -f "$work/app/$file" ] || { echo "nothing installs $file"; exit 1; }
done
desktop-file-validate packaging/billions.desktop
appstreamcli validate --no-net packaging/billions.metainfo.xml >"$work/log" || { cat "$work/log"; exit 1; }
echo "The Flatpak's manifest fits what is installed."
