"""The page's scripts and styles as one file each."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from web import bundle
from web.pages import STATIC, STYLES, VENUE_STYLES, WALL_STYLES, bundles, packed

from .phones import Phone


def written(folder: Path, **modules: str) -> Path:
    """A folder with these modules."""
    for name, text in modules.items():
        (folder / f"{name}.js").write_text(text)
    return folder


def test_what_is_imported_stands_first_and_only_once(tmp_path: Path) -> None:
    """`c` is imported by both others."""
    written(
        tmp_path,
        a='import { b } from "./b.js";\nimport { c as see } from "./c.js";\nb(see);\n',
        b='import { c } from "./c.js";\nexport function b() { return c; }\n',
        c="export const c = 1;\n",
    )
    whole = bundle.script(tmp_path, "a.js")
    assert [whole.count(f"const of_{name} = ") for name in "abc"] == [1, 1, 1]
    assert whole.index("const of_c = ") < whole.index("const of_b = ") < whole.index("const of_a = ")
    assert "const {c: see} = of_c;" in whole
    assert "return { b };" in whole


def test_a_folder_and_a_list_of_exports(tmp_path: Path) -> None:
    """As packed scripts of others have it."""
    (tmp_path / "vendor").mkdir()
    (tmp_path / "vendor" / "small-one.js").write_text("var e=1,n=2;export{e as h,n};")
    whole = bundle.script(written(tmp_path, a='import { h, n } from "./vendor/small-one.js";\n'), "a.js")
    assert "const {h, n} = of_vendor_small_one;" in whole
    assert "return { h: e, n: n };" in whole


def test_only_what_begins_a_line_is_an_import_or_an_export(tmp_path: Path) -> None:
    """A text may speak of either, and a name may hold the word."""
    told = 'const a = 1, exporter = 2;\nconst told = `see import { b } from "./b.js";\n or export const c`;\n'
    whole = bundle.script(written(tmp_path, a=f"{told}export {{ a, told, exporter }};\n"), "a.js")
    assert told in whole
    assert "return { a: a, told: told, exporter: exporter };" in whole


@pytest.mark.parametrize(
    "text",
    [
        "export default 1;",
        "export let a = 1;",
        'import "./b.js";',
        'import * as b from "./b.js";',
        'export * from "./b.js";',
    ],
)
def test_another_form_is_named(tmp_path: Path, text: str) -> None:
    """An export that changes, or a module that is only run, would be bundled wrongly."""
    with pytest.raises(ValueError, match=r"a\.js: not a form"):
        bundle.script(written(tmp_path, a=text, b=""), "a.js")


def test_modules_that_import_each_other(tmp_path: Path) -> None:
    """One of them would find nothing of the other."""
    written(tmp_path, a='import { b } from "./b.js";\n', b='import { a } from "./a.js";\n')
    with pytest.raises(ValueError, match="may not import each other"):
        bundle.script(tmp_path, "a.js")


def test_every_script_and_style_of_the_page_is_in_a_bundle() -> None:
    """What is in none would be a file that nobody loads; one is for browsers that cannot read a bundle."""
    files = {**bundles(), **packed("venue", VENUE_STYLES)}
    found = "".join(gzip.decompress(data).decode() for name, data in files.items() if name.endswith(".js"))
    assert {path.stem for path in STATIC.glob("*.js") if f"const of_{path.stem} = " not in found} == {"too_old"}
    assert {path.stem for path in STATIC.glob("*.css")} == {*STYLES, *WALL_STYLES, *VENUE_STYLES}


def test_packed_for_whoever_can_unpack(stranger: Phone) -> None:
    """A quarter of the size on its way; the same to the letter for everybody else, and no other name."""
    packed = stranger.client.get("/assets/0/bundled/app.js", headers={"Accept-Encoding": "gzip, br"})
    plain = stranger.client.get("/assets/0/bundled/app.js", headers={"Accept-Encoding": "identity"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in plain.headers
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) * 3 < len(plain.data)
    assert plain.mimetype == "text/javascript"
    assert stranger.get("/assets/0/bundled/app.css").mimetype == "text/css"
    assert stranger.get("/assets/0/bundled/other.js").status_code == 404
