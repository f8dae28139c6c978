# shellcheck shell=bash
# tests/bare/system.sh: an empty Debian 12 in a folder, for tests that source it. Only root can make one.
#
#     system_make FOLDER                makes one with debootstrap, in at most three tries: nothing but what every Debian has
#     system_start FOLDER COMMAND...    begins a command in it, and puts the process to wait for, or to end with TERM, into SYSTEM_PROCESS
#     system_run FOLDER COMMAND...      the same, and waits for its end; 124: it was ended after SYSTEM_LIMIT seconds
#
# SYSTEM_USER is who runs it (root), SYSTEM_PLACE the folder in it (/). How this machine reaches packages (its apt sources and configuration, its npm
# configuration, certificates, name servers, variables for proxies) is handed in, whatever that is; the rest of its environment is not.
# A command has its own /proc, /dev/pts, /dev/shm and its own processes: with its end all of them are gone, also where this script is
# killed. Must never mount anything that outlives it.

system_mirror() { # the address from where this machine has Debian 12; nothing where it has none
  apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 'Codename: bookworm' 2>/dev/null | head -n 1
}

system_make() {
  local root=$1 mirror try
  mirror=$(system_mirror)
  if [ -z "$mirror" ]; then # a machine that has never asked knows no index yet
    timeout 200 apt-get update >"$root.log" 2>&1 </dev/null || true
    mirror=$(system_mirror)
  fi
  [ -n "$mirror" ] || { echo "no packages of Debian 12 can be had here"; return 1; }
  for try in 1 2 3; do
    rm -rf "$root"
    # What debootstrap mounts goes with it, too.
    SYSTEM_LIMIT=300 system_begin bash -c 'trap "exit 143" TERM INT HUP; mount -t proc proc /proc; "$@" & wait $!' system \
      debootstrap --variant=minbase bookworm "$root" "$mirror" >"$root.log" 2>&1 </dev/null
    if system_wait && system_hand "$root"; then
      return 0
    fi
    echo "debootstrap failed (try $try of 3): $(tail -n 1 "$root.log")"
    [ "$try" = 3 ] || sleep 10
  done
  return 1
}

# Variables by which programs find proxies, certificates and what npm wants.
SYSTEM_ENVIRONMENT=()
system_hand() {
  local root=$1 name file configuration
  rm -f "$root/etc/apt/sources.list"
  for file in /etc/apt/sources.list /etc/apt/apt.conf /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources /etc/apt/apt.conf.d/* \
    /etc/apt/keyrings/* /etc/apt/trusted.gpg.d/* /usr/share/keyrings/* /etc/resolv.conf /etc/hosts /etc/ssl/certs/ca-certificates.crt; do
    [ ! -f "$file" ] || { mkdir -p "$root${file%/*}" && cp -L "$file" "$root$file"; }
  done
  SYSTEM_ENVIRONMENT=()
  for name in $(compgen -e); do
    case $name in
      npm_config_userconfig | npm_config_globalconfig | NPM_CONFIG_USERCONFIG | NPM_CONFIG_GLOBALCONFIG) ;; # what they name is handed in below
      *_proxy | *_PROXY | npm_config_* | NPM_CONFIG_*) SYSTEM_ENVIRONMENT+=("$name=${!name}") ;;
      *CERT* | *CA_BUNDLE* | *CAINFO* | *CAFILE*)
        if [ -f "${!name}" ]; then
          file=${!name}
          mkdir -p "$root${file%/*}"
          cp -L "$file" "$root$file"
          SYSTEM_ENVIRONMENT+=("$name=$file")
        fi
        ;;
    esac
  done
  configuration=$(command -v npm >/dev/null && npm config get globalconfig 2>/dev/null || true)
  for file in "$configuration" "${NPM_CONFIG_USERCONFIG:-${npm_config_userconfig:-$HOME/.npmrc}}"; do
    [ ! -f "$file" ] || { cat "$file" && echo; } >>"$root/etc/npmrc"
  done
  SYSTEM_ENVIRONMENT+=("NPM_CONFIG_GLOBALCONFIG=/etc/npmrc")
}

# The first process of a command: everything else ends with it. Waits for the command alone, whose input is that of all.
SYSTEM_FIRST='
trap "exit 143" TERM INT HUP
root=$1 user=$2 place=$3
shift 3
mount -t proc proc "$root/proc" && mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm" &&
  mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts "$root/dev/pts" || exit 125
chroot --userspec="$user" "$root" sh -c "cd \"\$0\" && exec \"\$@\"" "$place" "$@" <&0 &
wait $!'

# Processes and mounts of its own; what begins it ends it, since `timeout` gives it a group of its own.
system_begin() {
  timeout -k 10 "${SYSTEM_LIMIT:-3600}" unshare --mount --pid --fork --kill-child "$@" <&0 &
  SYSTEM_PROCESS=$!
}

system_wait() {
  local code=0
  wait "$SYSTEM_PROCESS" || code=$?
  SYSTEM_PROCESS=""
  return $code
}

system_start() {
  local root=$1 user=${SYSTEM_USER:-root} home=/root
  shift
  [ "$user" = root ] || home=/home/$user
  system_begin env -i "${SYSTEM_ENVIRONMENT[@]}" HOME="$home" USER="$user" LOGNAME="$user" PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    bash -c "$SYSTEM_FIRST" system "$root" "$user" "${SYSTEM_PLACE:-/}" "$@"
}

system_run() {
  system_start "$@"
  system_wait
}

system_end() { # ends what system_start began
  [ -n "${SYSTEM_PROCESS:-}" ] || return 0
  kill -TERM "$SYSTEM_PROCESS" 2>/dev/null || true
  wait "$SYSTEM_PROCESS" 2>/dev/null || true
  SYSTEM_PROCESS=""
}
