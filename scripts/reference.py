"""Build the reference of the Python interface from the docstrings with pdoc, and check it and all of docs.

A name of ours in backquotes has to exist and becomes a link; a link has to lead somewhere. Otherwise the
build fails and says where.
"""

from __future__ import annotations

import re
import shutil
import sys
import warnings
from collections.abc import Iterator, Mapping
from html import unescape
from importlib import import_module
from inspect import isclass, isfunction
from itertools import chain, starmap
from pathlib import Path
from types import ModuleType
from typing import NamedTuple, get_type_hints
from urllib.parse import unquote, urlsplit

import pdoc.render
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup
from pdoc.doc import Module
from pdoc.render_helpers import linkify, relative_link

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src"
OUT = ROOT / "build" / "docs"

PROGRAMS = ("moleworks.cli", "moleworks.matches.store.migrations", "moleworks.web")
"""What is no library: the command line, the web server, and steps between versions of the database."""
NAME = re.compile(r"<code>([A-Za-z]\w*(?:\.[A-Za-z]\w*)*)((?:\(\))?)</code>")
"""A name in backquotes, after Markdown."""
FILE_ENDINGS = ("py", "toml")

Target = tuple[str, str]
"""A module, and a qualified name in it."""


def module_names() -> Iterator[str]:
    """The names of all public modules."""
    for file in sorted((SOURCE / "moleworks").rglob("*.py")):
        path = file.relative_to(SOURCE).with_suffix("")
        name = ".".join(path.parts).removesuffix(".__init__")
        if not is_private(name) and not name.startswith(PROGRAMS):
            yield name


def is_private(name: str) -> bool:
    """Whether a part of a dotted name begins with an underscore."""
    return any(part.startswith("_") for part in name.split("."))


class References:
    """Links the names in docstrings, as a filter of pdoc's templates, and lists those that do not exist."""

    def __init__(self, modules: Mapping[str, Module]) -> None:
        self.modules = modules
        self.unknown: set[str] = set()

    @pass_context
    def link(self, context: Context, code: str, namespace: str = "", shorten: bool = True) -> Markup:
        """Link what pdoc finds; then what the module imports, and names without the leading `moleworks`."""
        module: Module = context["module"]

        def replace(found: re.Match[str]) -> str:
            name, call = found.groups()
            target = self.resolve(name, module.modulename, namespace)
            if target is not None:
                address = "#".join((relative_link(module.modulename, target[0]), target[1])).rstrip("#")
                return f'<code><a href="{address}">{name}{call}</a></code>'
            if is_ours(name) and not is_in_program(name):
                where = f"{module.modulename}.{namespace}".rstrip(".")
                self.unknown.add(f"{where}: its docstring names `{name}`, which does not exist.")
            return found[0]

        return Markup(NAME.sub(replace, linkify(context, code, namespace, shorten)))

    def resolve(self, name: str, module: str, namespace: str) -> Target | None:
        """What a docstring means by a name: a member of the class, of the module or of `moleworks`."""
        owner = namespace.rpartition(".")[0]
        starts = [(module, f"{owner}.{name}"), (module, name)] if owner else [(module, name)]
        if "." in name:
            starts.append(("moleworks", name))
        for target in chain.from_iterable(starmap(definitions, starts)):
            known = self.modules.get(target[0])
            if known is not None and (not target[1] or known.get(target[1]) is not None):
                return target
        return None


def definitions(module: str, name: str) -> Iterator[Target]:
    """Where a name that a module knows may be defined: there, or where it is imported from."""
    found, parts = import_module(module), name.split(".")
    child: object = found
    while parts and isinstance(child := child_of(found, parts[0]), ModuleType):
        found = child
        parts.pop(0)
    yield found.__name__, ".".join(parts)
    if parts and (isclass(child) or isfunction(child)):
        yield child.__module__, ".".join((child.__qualname__, *parts[1:]))


def child_of(module: ModuleType, name: str) -> object | None:
    """A member or a submodule of a module."""
    if name not in vars(module) and hasattr(module, "__path__"):
        try:
            return import_module(f"{module.__name__}.{name}")
        except ModuleNotFoundError:
            return None
    return vars(module).get(name)


def is_ours(name: str) -> bool:
    """Whether a name begins with a package of ours and goes on, so that it has to exist.

    >>> is_ours("engine.best"), is_ours("os.path"), is_ours("lessons.toml"), is_ours("e5")
    (True, False, False, False)
    """
    first, dot, rest = name.partition(".")
    return bool(dot) and rest not in FILE_ENDINGS and child_of(import_module("moleworks"), first) is not None


def is_in_program(name: str) -> bool:
    """Whether a name is defined in one of `PROGRAMS`, which have no pages.

    >>> is_in_program("web.page_texts.GamePageTexts"), is_in_program("web.page_texts.Nothing")
    (True, False)
    """
    for where, what in definitions("moleworks", name):
        if where.startswith(PROGRAMS):
            return not what or child_of(import_module(where), what) is not None
    return False


class Page(NamedTuple):
    """The links and anchors of a page."""

    links: frozenset[str]
    anchors: frozenset[str]


def html_page(text: str) -> Page:
    """A page that pdoc wrote."""
    return Page(
        frozenset(map(unescape, re.findall(r'<a [^>]*?href="([^"]+)"', text))),
        frozenset(re.findall(r'<[^>]+? id="([^"]+)"', text)),
    )


def markdown_page(text: str) -> Page:
    """A page of `docs`; its headings are anchors as code hosts make them.

    >>> page = markdown_page("## What is public?\\n[a game](new-game.md#a-game) `[no](link)`")
    >>> sorted(page.links), sorted(page.anchors)
    (['new-game.md#a-game'], ['what-is-public'])
    """
    prose = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    headings = re.findall(r"^#+ (.+)$", prose, re.MULTILINE)
    slugs = (re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings)
    links = re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`\n]*`", "", prose))
    return Page(frozenset(links), frozenset(slugs))


def dead_links(root: Path, pages: Mapping[Path, Page]) -> Iterator[str]:
    """The links of pages that lead to no file, or to no anchor of another page."""
    for file, page in pages.items():
        for link in sorted(page.links):
            parts = urlsplit(link)
            if parts.scheme:
                continue
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            anchors = pages[target].anchors if target in pages else frozenset()
            if not target.exists() or (parts.fragment and unquote(parts.fragment) not in anchors):
                yield f"{file.relative_to(root)}: the link {link} leads nowhere."


def guide_files() -> Iterator[Path]:
    """The pages that are written by hand."""
    yield from ROOT.glob("*.md")
    yield from (ROOT / "docs").rglob("*.md")


def prepare(module: ModuleType) -> None:
    """Put things where pdoc looks for them: names that are loaded lazily, and the types of named tuples."""
    for name in getattr(module, "__all__", ()):
        getattr(module, name)
    for found in vars(module).values():
        # The constructor of a named tuple knows its types by name only, and not where these names come from.
        if isclass(found) and found.__module__ == module.__name__ and hasattr(found, "_fields"):
            found.__new__.__annotations__.update(get_type_hints(found, include_extras=True))


def build(folder: Path) -> Iterator[str]:
    """Write all pages of the reference into a folder; yield what is wrong with them."""
    shutil.rmtree(folder, ignore_errors=True)
    modules = {name: Module(import_module(name)) for name in module_names()}
    references = References(modules)
    pdoc.render.configure(docformat="markdown", show_source=False, search=False)
    pdoc.render.env.filters["linkify"] = references.link
    for name, module in modules.items():
        prepare(module.obj)
        # Else it lists only the submodules in `__all__`.
        module.submodules = [other for whole, other in modules.items() if whole.rpartition(".")[0] == name]
    texts = {folder / "index.html": pdoc.render.html_index(modules)}
    for name, module in modules.items():
        texts[folder.joinpath(*name.split(".")).with_suffix(".html")] = pdoc.render.html_module(
            module, modules
        )
    for file, text in texts.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    yield from sorted(references.unknown)
    yield from dead_links(folder, {file: html_page(text) for file, text in texts.items()})


def main(folder: Path = OUT) -> int:
    """Build the reference and check all pages; the exit status is 1 if something is wrong with them."""
    warnings.simplefilter("error")
    # Fields of a TypedDict that come from its base class.
    warnings.filterwarnings("ignore", "Cannot determine where .* is taken from")
    guides = {file: markdown_page(file.read_text("utf-8")) for file in guide_files()}
    problems = [*dead_links(ROOT, guides), *build(folder.resolve())]
    for problem in problems:
        print(problem, file=sys.stderr)
    if not problems:
        print(f"The reference is in {folder}: open index.html.")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:])))
