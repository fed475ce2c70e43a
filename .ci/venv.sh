# Sourced by run, test and .ci/run: `make_venv` brings .venv to what requirements.lock says.
# shellcheck shell=bash

say() { printf '%s\n' "$*" >&2; }

# The newest Python that will do; nothing when there is none.
find_python() {
    local name
    for name in python3.13 python3.12 python3.11 python3; do
        if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            printf '%s\n' "$name"
            return
        fi
    done
}

# What .venv was made from, and where: scripts inside it hold the folder's name.
stamp() {
    pwd -P
    cat requirements.lock pyproject.toml | "$@"
}

digest() {
    .venv/bin/python -c 'import hashlib, sys; print(hashlib.sha256(sys.stdin.buffer.read()).hexdigest())'
}

has_pip_for_others() {
    "$1" -c 'import pip; raise SystemExit([int(n) for n in pip.__version__.split(".")[:2]] < [22, 3])' 2>/dev/null
}

make_empty_venv() {
    local python="$1"
    if command -v uv >/dev/null; then
        uv venv --quiet --clear --python "${python:->=3.11}" .venv
    elif [ -z "$python" ]; then
        say "Kelt needs Python 3.11 or later, and none was found. Please install it, then start again."
        return 1
    elif "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        "$python" -m venv --clear .venv
    elif has_pip_for_others "$python"; then
        "$python" -m venv --clear --without-pip .venv
    else
        say "This Python cannot make an environment. Please install the package python3-venv, then start again."
        return 1
    fi
}

# Installs with uv, else with the pip in .venv, else with the pip of the Python that made it.
install() {
    if command -v uv >/dev/null; then
        uv pip install --quiet --compile-bytecode --python .venv/bin/python "$@"
    elif .venv/bin/python -c 'import pip' 2>/dev/null; then
        .venv/bin/python -m pip install --quiet --disable-pip-version-check "$@"
    else
        "$(find_python)" -m pip --python .venv/bin/python install --quiet --disable-pip-version-check "$@"
    fi
}

make_venv() {
    local made=.venv/made-from
    if .venv/bin/python -c '' 2>/dev/null; then
        [ "$(cat "$made" 2>/dev/null)" = "$(stamp digest)" ] && return
    else
        make_empty_venv "$(find_python)"
    fi
    say "Installing what requirements.lock lists into .venv (the first time takes a minute) …"
    install --require-hashes -r requirements.lock
    install --no-deps --no-build-isolation --editable .
    stamp digest > "$made"
}
