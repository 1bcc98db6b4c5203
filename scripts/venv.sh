# shellcheck shell=sh
# Sourced by the other scripts: `set_up play`, `set_up docs` or `set_up test` installs the locked packages into .venv;
# $python is its interpreter. A stamp file is written last, so an interrupted set-up is repeated and a finished one costs nothing.

set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
venv=$root/.venv
python=$venv/bin/python

say() { printf '%s\n' "$*" >&2; }

give_up() {
    say "$*"
    exit 1
}

# Print the first suitable Python.
find_python() {
    seen='' bare=''
    if [ -n "${PYTHON:-}" ]; then
        set -- "$PYTHON"
    else
        set -- python3 python3.13 python3.12 python3.11 python
    fi
    for candidate; do
        version=$("$candidate" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null) || continue
        if ! "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            seen=${seen:-", but $candidate is $version"}
        elif ! "$candidate" -c 'import ensurepip, venv' 2>/dev/null; then
            bare=$candidate
        else
            printf '%s\n' "$candidate"
            return
        fi
    done
    if [ -n "$bare" ]; then
        give_up "$bare has no venv module: install it (on Debian and Ubuntu 'apt install python3-venv') and run this again."
    fi
    give_up "Moleworks needs Python 3.11 or newer${seen}: install one and run this again, or set PYTHON to where it is."
}

# The checksum includes the path of the clone, because a .venv cannot be moved.
sum() { (printf '%s\n' "$root" && cat -- "$@") | cksum; }

stamped() { [ -x "$python" ] && [ -f "$venv/$1.stamp" ] && [ "$(cat -- "$venv/$1.stamp")" = "$2" ]; }

pip() { "$python" -m pip --disable-pip-version-check --quiet "$@"; }

# Install a further lock file: add STAMP SUM LOCK WHAT.
add() {
    if ! stamped "$1" "$2"; then
        say "Installing what $4 into .venv ..."
        rm -f -- "$venv/base.stamp" "$venv/$1.stamp"
        pip install --no-deps --require-hashes -r "$root/$3" || return
        printf '%s\n' "$2" >"$venv/$1.stamp"
        printf '%s\n' "$base" >"$venv/base.stamp"
    fi
}

# The same, where it is no failure that it cannot be had.
add_if_possible() {
    add "$@" || {
        printf '%s\n' "$base" >"$venv/base.stamp" # all that was there still is: pip installs everything or nothing
        say "What $4 cannot be installed here."
    }
}

set_up() {
    base=$(sum "$root/requirements.lock")
    tools=$(sum "$root/requirements.lock" "$root/requirements-test.lock")
    project=$(
        find "$root/src/moleworks" -name '*.po' -exec cat -- {} + |
            sum "$root/pyproject.toml" "$root/hatch_build.py" "$root/src/moleworks/__init__.py" -
    )
    if ! stamped base "$base"; then
        found=$(find_python)
        say "Setting up .venv with $("$found" --version 2>&1) (once, about a minute) ..."
        rm -f -- "$venv"/*.stamp
        "$found" -m venv --clear "$venv"
        # Python 3.11 puts it into every environment, later ones do not, and nothing here needs it.
        pip --quiet --quiet uninstall --yes setuptools
        pip install --no-deps --require-hashes -r "$root/requirements.lock"
        printf '%s\n' "$base" >"$venv/base.stamp"
    fi
    if [ "$1" = test ]; then
        add tools "$tools" requirements-test.lock "the tests need"
    elif [ "$1" = docs ] && ! stamped tools "$tools"; then # the tests need that too
        add docs "$(sum "$root/requirements.lock" "$root/requirements-docs.lock")" requirements-docs.lock "the reference needs"
    fi
    if ! stamped project "$project"; then
        say "Installing Moleworks into .venv ..."
        rm -f -- "$venv/project.stamp"
        pip install --no-deps --no-build-isolation --editable "$root"
        printf '%s\n' "$project" >"$venv/project.stamp"
    fi
}
