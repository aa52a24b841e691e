#!/bin/sh
# Installs the pinned CLIs and runs the end-to-end tests where only loopback can be reached.
# Arguments go to pytest. PARLEY_E2E_PYTHON and PARLEY_CLI_CACHE choose the interpreter and where
# the CLIs are kept.
set -u
root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd) || exit 1
cd "$root" || exit 1
python=${PARLEY_E2E_PYTHON:-$root/.venv/bin/python}
cache=${PARLEY_CLI_CACHE:-$HOME/.cache/parley-e2e}
export PARLEY_E2E_PYTHON="$python" PARLEY_CLI_CACHE="$cache"

loopback_up() {
    if command -v ip >/dev/null 2>&1; then
        ip link set lo up
    else
        "$python" - <<'PYTHON'
import fcntl, socket, struct
SIOCSIFFLAGS, IFF_UP, IFF_RUNNING = 0x8914, 0x1, 0x40
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
    fcntl.ioctl(any_socket, SIOCSIFFLAGS, struct.pack("16sH14x", b"lo", IFF_UP | IFF_RUNNING))
PYTHON
    fi
}

# Puts an empty folder over another one, and back into it only what the tests need: no CLI sees the
# user's own files or leaves any, and an ordinary user, whom some tests need, can look inside.
cover() { # FOLDER MODE BEHIND
    mkdir -p "$3" && mount --rbind "$1" "$3" || return 1
    mount -t tmpfs -o "mode=$2" tmpfs "$1" || return 1
    for needed in "$root" "$cache" "$venv" "$prefix" "$node"; do
        case $needed in
        "$1"/*)
            mkdir -p "$needed" && mount --rbind "$3/${needed#"$1"/}" "$needed" || return 1
            ;;
        esac
    done
}

if [ "${1:-}" = --inside ]; then
    scratch=$2
    shift 2
    venv=$("$python" -c 'import sys; print(sys.prefix)') || exit 1
    prefix=$("$python" -c 'import sys; print(sys.base_prefix)') || exit 1
    node=$(readlink -f "$(command -v node)")
    node=${node%/bin/node}
    loopback_up && cover "$HOME" 755 "$scratch/behind/home" && cover /tmp 1777 "$scratch/behind/tmp" \
        && cd "$root" || exit 1
    exec "$@"
fi

echo "== CLIs"
"$python" -m tests.e2e.install_clis || exit 1

echo "== loopback-only network namespace"
scratch=$(mktemp -d /var/tmp/parley-e2e-XXXXXX) && chmod 755 "$scratch" || exit 1
# Out here nothing is mounted on it; where that should ever be untrue, nothing is removed.
clean_up() {
    if [ ! -d "$scratch/behind" ] || rmdir "$scratch/behind"/* "$scratch/behind"; then
        rm -rf "$scratch"
    fi
}
trap clean_up EXIT
trap 'exit 130' INT TERM HUP

enter() { # COMMAND…
    unshare --net --mount --propagation private $as \
        sh "$root/tests/e2e/run.sh" --inside "$scratch" "$@"
}
found=
for as in '' --map-root-user; do
    [ "$(id -u)" = 0 ] || [ -n "$as" ] || continue
    if trouble=$(enter true 2>&1); then
        found=yes
        break
    fi
done
if [ -z "$found" ]; then
    echo "MISSING: 'unshare --net --mount $as' does not work here: $trouble"
    echo "The CLIs would reach the internet on their own, so these tests did not run:"
    "$python" -m pytest -m e2e --collect-only -q tests/e2e | sed -n '/::/s/^/  /p'
    exit 0
fi
echo "as $(id -un 2>/dev/null || id -u)${as:+, who is root inside}"
enter env -i PATH="$PATH" HOME="$scratch/home" LANG=C.UTF-8 PARLEY_CLI_CACHE="$cache" \
    "$python" -m pytest -m e2e --basetemp="$scratch/tests" tests/e2e "$@"
