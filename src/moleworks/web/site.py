"""Write the page as a static folder that needs no server: its files, Pyodide, and this package for it."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import shutil
import subprocess
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import distribution
from pathlib import Path

import moleworks
from moleworks.core.messages import N_, Complaint
from moleworks.web.early_replies import early_replies

PACKAGE = Path(moleworks.__file__).parent
PAGE = PACKAGE / "web" / "page"
INDEX, OFFLINE = "index.html", "offline_worker.js"
COMPILER = PACKAGE / "web" / "compile_archive.mjs"
LICENCES = PACKAGE / "web" / "licences"
FONT_LICENCE = PACKAGE / "press" / "fonts" / "OFL.txt"
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""What a browser loads of the npm package `pyodide`."""
KERNELS = ("kernels.wasm", "kernels.json")
LEFT_OUT = ("web/page/", "web/licences/", "research/", "cli/", "client/")
"""Parts of the package that nothing in a browser imports, or that the page has already."""
SOURCES = frozenset({".mjs", ".po", ".pyc", ".typed"})
"""Suffixes of files that nothing reads at run time."""
WHEELS = {"msgspec": "msgspec-*-pyemscripten_*_wasm32.whl", "reportlab": "reportlab-*-py3-none-any.whl"}
"""The wheels, by module."""
LATE = "reportlab"
"""The module that is loaded when something is printed."""
GET_WHEEL = (
    "pip download --no-deps --only-binary=:all: "
    "--platform pyemscripten_2026_0_wasm32 --python-version 314 {module}"
)
MARK = "moleworks-python"
"""The name by which the page finds the files of its worker in `index.html`."""
REPLIES = "replies"
"""The folder with what can be read while Python loads."""
LONGEST_HASH = 12
HEALTH = "health/live"
NOT_KEPT = (HEALTH, "licences/", "screenshot-")
"""Files that are not kept for visits without a network."""
COMPRESSED = frozenset({".css", ".html", ".js", ".json", ".mjs", ".svg", ".wasm", ".webmanifest", ".zip"})
"""Suffixes of files that are smaller when they are compressed; the others are already."""
BROTLI = """
for (const file of JSON.parse(fs.readFileSync(0, 'utf8')))
  fs.writeFileSync(`${file}.br`, zlib.brotliCompressSync(fs.readFileSync(file)));
"""
"""For Node: writes compressed files beside those that are named in a list."""
_Folders = Mapping[str, Mapping[str, bytes]]
MADE_AT = (1980, 1, 1, 0, 0, 0)
"""The time of all files in the archive, so that the same sources make the same bytes."""


def write_site(out: Path, pyodide: Path, wheels: Path, *, compiled: bool = False) -> None:
    """Write the folder; `pyodide` is that npm package, `wheels` the folder with the wheels.

    `compiled`: the modules are compiled beforehand, which needs Node.
    """
    _check_catalogues()
    runtime, found = _runtime(pyodide), {module: _wheel(module, wheels) for module in WHEELS}
    wheel = found["msgspec"]
    if out.exists() and any(out.iterdir()) and not is_site(out):
        raise Complaint(N_("{folder} holds something else; choose a new folder."), folder=out)
    page = {name: content for name, content in _page_files() if name not in KERNELS}
    sources = archive()
    app = {
        "moleworks.zip": compile_archive(sources, pyodide) if compiled else sources,
        wheel.name: wheel.read_bytes(),
    }
    app |= {f"{REPLIES}/{name}": reply for name, reply in early_replies().items()}
    index, offline = page.pop(INDEX).decode(), page.pop(OFFLINE).decode()
    top = {name: page.pop(name) for name in list(page) if not name.startswith("assets/")}
    app |= page
    late = {found[LATE].name: found[LATE].read_bytes()}
    runtime_folder, app_folder = f"pyodide-{_sum(runtime)}", f"app-{_sum(app)}"
    late_folder = f"print-{_sum(late)}"
    files = {
        "runtime": f"{runtime_folder}/",
        "archive": f"{app_folder}/moleworks.zip",
        "wheels": [f"{app_folder}/{wheel.name}"],
        "parts": {LATE: f"{late_folder}/{found[LATE].name}"},
        "replies": f"{app_folder}/{REPLIES}/",
        "bytes": sum(len(app[name]) for name in ("moleworks.zip", wheel.name)) * 2,
    }
    mark = f"<meta name=\"{MARK}\" content='{json.dumps(files)}'>"
    index = index.replace("./assets/", f"./{app_folder}/assets/").replace("</title>", f"</title>\n    {mark}")
    # The page asks whether a server answers. This file says no; without it the console would show an error.
    top[HEALTH] = b'{"ok": false}\n'
    top |= {INDEX: index.encode(), **_licences(found.values())}
    folders = {runtime_folder: runtime, app_folder: app}
    top[OFFLINE] = _offline_files(top, folders, {late_folder: late}).encode() + offline.encode()
    shutil.rmtree(out, ignore_errors=True)
    for folder, contents in (*folders.items(), (late_folder, late), ("", top)):
        _write(out / folder, contents)


def precompress(folder: Path) -> None:
    """Write compressed files beside each that is smaller then, for web spaces that serve those.

    They are gzip's and, where Node is installed, brotli's.
    """
    paths = [path for path in sorted(folder.rglob("*")) if path.suffix in COMPRESSED]
    for path in paths:
        path.with_name(f"{path.name}.gz").write_bytes(gzip.compress(path.read_bytes(), mtime=0))
    if has_node():
        names = json.dumps([str(path.absolute()) for path in paths])
        subprocess.run(["node", "-e", BROTLI], input=names, text=True, check=True)


def has_node() -> bool:
    """Whether Node is installed: then modules are compiled, and files compressed by brotli."""
    return shutil.which("node") is not None


def _offline_files(top: Mapping[str, bytes], folders: _Folders, late: _Folders) -> str:
    """What the service worker keeps, as the first line of its script: a new list is a new version.

    What is in the folder `late` it keeps once it was used.
    """
    kept = {name: content for name, content in top.items() if not name.startswith(NOT_KEPT)}
    files = {
        "version": _sum(kept | dict.fromkeys((*folders, *late), b"")),
        "top": sorted(kept),
        "folders": {folder: sorted(contents) for folder, contents in folders.items()},
        "late": {folder: sorted(contents) for folder, contents in late.items()},
    }
    return f"const OFFLINE_FILES = {json.dumps(files)};\n"


def _licences(wheels: Iterable[Path]) -> dict[str, bytes]:
    """The licences of everything in the folder, by their files."""
    found = {path.name: path.read_bytes() for path in LICENCES.iterdir()}
    found["atkinson-hyperlegible-next.txt"] = FONT_LICENCE.read_bytes()
    found["moleworks.txt"] = (distribution("moleworks").read_text("licenses/LICENSE") or "").encode()
    for wheel in wheels:
        found |= _wheel_licence(wheel)
    return {f"licences/{name}": content for name, content in sorted(found.items())}


def _wheel_licence(wheel: Path) -> dict[str, bytes]:
    name = wheel.name.partition("-")[0]
    with zipfile.ZipFile(wheel) as file:
        texts = [each for each in file.namelist() if ".dist-info/licenses/" in each]
        return {f"{name}.txt": b"\n".join(file.read(each) for each in sorted(texts))}


def archive() -> bytes:
    """The package and its kernels as a zip file, without what a browser does not need.

    It is compressed as a whole, like other files of the folder: module by module it would be larger by half.
    """
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as file:
        for path in sorted(PACKAGE.rglob("*")):
            name = path.relative_to(PACKAGE).as_posix()
            if path.is_file() and path.suffix not in SOURCES and not name.startswith(LEFT_OUT):
                _add(file, f"moleworks/{name}", path)
        for name in KERNELS:
            _add(file, name, PAGE / name)
    return content.getvalue()


def _check_catalogues() -> None:
    """Without its translations a folder would speak English only."""
    for source in sorted(PACKAGE.rglob("*.po")):
        if not source.with_suffix(".mo").is_file():
            raise Complaint(
                N_(
                    "{file} has not been compiled, so the page could not speak that language. Install "
                    "Moleworks again, by '{command}' in its source tree, and run this once more."
                ),
                file=source.relative_to(PACKAGE).as_posix(),
                command="pip install --editable .",
            )


def _add(file: zipfile.ZipFile, name: str, path: Path) -> None:
    file.writestr(zipfile.ZipInfo(name, MADE_AT), path.read_bytes())


def compile_archive(sources: bytes, pyodide: Path) -> bytes:
    """The archive with its modules compiled by Pyodide's own Python, so that no browser has to do that."""
    done = subprocess.run(
        ["node", str(COMPILER), str(pyodide.absolute())], input=sources, capture_output=True, check=False
    )
    if done.returncode:
        raise Complaint(
            N_("Pyodide could not compile the modules: {reason}"), reason=done.stderr.decode(errors="replace")
        )
    return done.stdout


def _page_files() -> Iterator[tuple[str, bytes]]:
    for path in sorted(PAGE.rglob("*")):
        if path.is_file() and path.suffix not in {".sum", ".template"}:
            yield path.relative_to(PAGE).as_posix(), path.read_bytes()


def _runtime(pyodide: Path) -> dict[str, bytes]:
    missing = [name for name in RUNTIME if not (pyodide / name).is_file()]
    if missing:
        raise Complaint(
            N_(
                "{folder} is not the npm package pyodide: {file} is missing there. It is Python for browsers "
                "and not part of Moleworks: get it by npm pack pyodide, unpack it, and name its folder by "
                "--pyodide."
            ),
            folder=pyodide,
            file=missing[0],
        )
    return {name: (pyodide / name).read_bytes() for name in RUNTIME}


def _wheel(module: str, folder: Path) -> Path:
    found = sorted(folder.glob(WHEELS[module]))
    if not found:
        raise Complaint(
            N_(
                "There is no wheel of {module} for Pyodide in {folder}. Get it by '{command}', and name its "
                "folder by --wheels."
            ),
            module=module,
            folder=folder,
            command=GET_WHEEL.format(module=module),
        )
    return found[-1]


def _sum(files: Mapping[str, bytes]) -> str:
    whole = hashlib.sha256()
    for name, content in sorted(files.items()):
        whole.update(f"{name} {len(content)}\n".encode() + content)
    return whole.hexdigest()[:LONGEST_HASH]


def is_site(folder: Path) -> bool:
    """Whether the folder is one that was written here."""
    index = folder / INDEX
    return index.is_file() and MARK in index.read_text("utf-8")


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
