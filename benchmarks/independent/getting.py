"""Gets typefaces and photographs into a folder: nothing of them is kept in the project.

    .venv/bin/python -m benchmarks.independent.getting FOLDER

wants `npm` and, on Debian 12, `apt-get`. Typefaces are the families of `FAMILIES`, from the `@fontsource` packages, all
under the SIL Open Font Licence or the Apache licence (each package's LICENSE is copied beside it). Pictures come from
Debian packages (`PACKAGES`): their `copyright` files are copied as well. All of them may be used and changed freely;
some are under the GPL or CC BY-SA, which is why no picture made with them is committed.
"""

from __future__ import annotations

import argparse
import shutil
import struct
import subprocess
import zlib
from pathlib import Path

import cv2

# Families by their look. None of them is trained or tuned with: whoever trains leaves these out.
FAMILIES = {
    "serif": "lora gelasio faustina newsreader literata petrona piazzolla unna rufina volkhov lustria ovo esteban"
    " adamina fraunces instrument-serif dm-serif-display abril-fatface yeseva-one bodoni-moda kaisei-opti suez-one"
    " halant martel yrsa inika inknut-antiqua sorts-mill-goudy philosopher",
    "slab": "zilla-slab rokkitt hepta-slab aleo bree-serif patua-one graduate sanchez special-elite",
    "mono": "space-mono share-tech-mono b612-mono overpass-mono azeret-mono dm-mono victor-mono commit-mono"
    " sometype-mono vt323",
    "sans": "karla mulish outfit sora urbanist manrope dosis exo-2 titillium-web asap maven-pro kanit k2d hind rubik"
    " lexend public-sans barlow saira figtree signika amaranth abeezee acme belleza questrial tenor-sans",
    "condensed": "barlow-condensed saira-extra-condensed fjalla-one league-gothic antonio bebas-neue teko"
    " big-shoulders-display yanone-kaffeesatz staatliches anton",
    "decorative": "medievalsharp uncial-antiqua audiowide orbitron righteous bungee bangers luckiest-guy"
    " berkshire-swash iceland germania-one creepster quantico michroma black-ops-one saira-stencil-one"
    " londrina-solid unifrakturcook",
    "hand": "kalam patrick-hand caveat rock-salt",
}
_THINGS = ("food/fruit", "food/vegetables", "household", "household/tools", "plants/flowers", "symbols/money/*/coins")
# Debian packages with pictures: which of their files, and what they are for.
PACKAGES = {
    "mate-backgrounds": ("photos", ("*/mate/nature/*.jpg", "*/mate/abstract/Elephants.jpg")),
    "ukui-wallpapers": ("photos", ("*/backgrounds/*.jpg", "*/backgrounds/*.png")),
    "plasma-workspace-wallpapers": ("photos", ("*/contents/images/1920x1080.*", "*/contents/images/5120x2880.*")),
    "dreamchess-data": ("photos", ("*/dreamchess/boards/*/*.png",)),
    "opencv-doc": ("photos", ("*/examples/data/[a-km-z]*.jpg", "*/examples/text/scenetext0*.jpg")),
    "tuxpaint-stamps-default": (
        "things",
        tuple(f"*/stamps/{kind}/*.png" for kind in _THINGS),
    ),
}
_WEIGHTS = ("400-normal", "400-italic", "700-normal", "700-italic")
_WIDEST = {"photos": 2400, "things": 500}  # pixels


def get(folder: Path) -> None:
    """Gets everything into `folder`: `faces/KIND/*.ttf`, `photos/*.jpg`, `things/*.png` and `licences/`."""
    for name in ("faces", "photos", "things", "licences"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    _get_faces(folder)
    for package, (use, patterns) in PACKAGES.items():
        _get_pictures(folder, package, use, patterns)


def as_truetype(woff: bytes) -> bytes:
    """A font file out of its WOFF 1.0 packing. Raises ValueError for anything else."""
    signature, flavour, _, count = struct.unpack(">4sIIH", woff[:14])
    if signature != b"wOFF":
        raise ValueError("no WOFF 1.0 file")
    power = count.bit_length() - 1
    head = struct.pack(">IHHHH", flavour, count, 16 << power, power, 16 * count - (16 << power))
    records, tables = b"", b""
    for at in range(44, 44 + 20 * count, 20):
        tag, offset, packed, length, checksum = struct.unpack(">4sIIII", woff[at : at + 20])
        table = woff[offset : offset + packed]
        table = zlib.decompress(table) if packed < length else table
        records += struct.pack(">4sIII", tag, checksum, 12 + 16 * count + len(tables), length)
        tables += table + b"\0" * (-len(table) % 4)
    return head + records + tables


def _get_faces(folder: Path) -> None:
    packages = [f"@fontsource/{family}" for families in FAMILIES.values() for family in families.split()]
    where = folder / "npm"
    where.mkdir(exist_ok=True)
    asked = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", str(where), *packages]
    subprocess.run(asked, check=True)
    for kind, families in FAMILIES.items():
        (folder / "faces" / kind).mkdir(exist_ok=True)
        for family in families.split():
            _unpack_face(where / "node_modules" / "@fontsource" / family, folder, kind)
    shutil.rmtree(where)


def _unpack_face(package: Path, folder: Path, kind: str) -> None:
    for weight in _WEIGHTS:
        woff = package / "files" / f"{package.name}-latin-{weight}.woff"
        if woff.exists():
            (folder / "faces" / kind / f"{woff.stem}.ttf").write_bytes(as_truetype(woff.read_bytes()))
    shutil.copy(package / "LICENSE", folder / "licences" / f"{package.name}.txt")


def _get_pictures(folder: Path, package: str, use: str, patterns: tuple[str, ...]) -> None:
    where = folder / "packages"
    where.mkdir(exist_ok=True)
    subprocess.run(["apt-get", "download", package], cwd=where, check=True)
    archive = next(where.glob(f"{package}_*.deb"))
    subprocess.run(["dpkg-deb", "-x", str(archive.name), package], cwd=where, check=True)
    files = {file for pattern in patterns for file in (where / package).rglob("*") if file.match(pattern)}
    files = {file for file in files if not file.stem.startswith("right")}  # chessboards, all alike
    for number, file in enumerate(sorted(files)):
        _keep_picture(file, folder / use / f"{package}-{number:03}", _WIDEST[use])
    shutil.copy(where / package / "usr/share/doc" / package / "copyright", folder / "licences" / f"{package}.txt")
    shutil.rmtree(where)


def _keep_picture(file: Path, to: Path, widest: int) -> None:
    cut_out = to.parent.name == "things"
    picture = cv2.imread(str(file), cv2.IMREAD_UNCHANGED if cut_out else cv2.IMREAD_COLOR)
    if picture is None or min(picture.shape[:2]) < 120 or (cut_out and (picture.ndim < 3 or picture.shape[2] < 4)):
        return
    scale = min(1.0, widest / max(picture.shape[:2]))
    picture = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    cv2.imwrite(f"{to}.{'png' if cut_out else 'jpg'}", picture)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Get typefaces and photographs for the independent frames.")
    parser.add_argument("folder", type=Path)
    get(parser.parse_args().folder)
