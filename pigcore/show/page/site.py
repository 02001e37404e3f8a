"""The workshop as a folder: any static host serves it, and a browser there can install it.

A folder has relative addresses only, so it works under any path. Its service worker keeps exactly
the files of the folder, under a name that depends on all of them: another version is another cache,
and takes the place of the old one.
"""

from __future__ import annotations

import hashlib
import json
import os
import struct
import zlib
from operator import methodcaller
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ... import palette
from ...games.errors import FileError
from ...games.texts import refusal, spelled
from ...writing import write_atomically
from .document import LOADED, dense, workshop

__all__ = ["site", "write_site"]

INDEX = "index.html"
WORKER = "sw.js"
"""The service worker; written last, as browsers then look for the other files anew."""

PAPER, INK, SKIN, BACK = map(palette.colour, ("die", "die-ink", "pig", "roll"))

ICON = (
    (50, 50, 31, 31, 5.0, PAPER),  # a die
    (50, 57, 20, 14, 2.0, SKIN),  # whose face is that of a pig
    (42.5, 57, 4.5, 6.5, 2.0, INK),
    (57.5, 57, 4.5, 6.5, 2.0, INK),
    (36, 34, 4.5, 4.5, 2.0, INK),
    (64, 34, 4.5, 4.5, 2.0, INK),
)
"""Shapes on a square of 100, each ``|x/a|^n + |y/b|^n <= 1``: middle, a, b, n and colour.

All lie within 40 of the middle, which is what a phone may leave of an icon.
"""

SIZES = (180, 192, 512)
"""The sizes of icons in pixels that phones ask for; of 180 those that read no manifest."""

HEAD = """\
<link rel="apple-touch-icon" href="icon-180.png">
<meta name="theme-color" content="{colour}">
<meta name="description" content="{description}">
"""

SERVED = "img-src 'self'; manifest-src 'self'; worker-src 'self' blob:"
"""What a page loads from its folder, in the place of ``LOADED``."""

NAME = "pigcore"
DESCRIPTION = "Pig, Farkle and other games of dice: play, ask for advice, change the rules."


def write_site(folder: str | os.PathLike[str]) -> dict[str, int]:
    """Write the workshop into a folder that any static host serves.

    Parameters
    ----------
    folder : path
        Made if there is none; other files in it are left alone.

    Returns
    -------
    dict
        The size of each file in bytes, by its name.

    Raises
    ------
    FileError
        If the folder is a file or cannot be written.

    Notes
    -----
    Each file is written to a temporary name and renamed, the service worker last: a browser that
    finds a new one finds the new files as well.
    """
    place = Path(folder)
    if place.exists() and not place.is_dir():
        raise FileError(f"{spelled(folder)} is a file, but a site is a folder: name another one")
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise refusal(error, spelled(folder), "written") from None
    files = site()
    for name, content in files.items():
        write_atomically(place / name, methodcaller("write", content))
    return {name: len(content) for name, content in files.items()}


def site() -> dict[str, bytes]:
    """The files of the folder by their names, the service worker last.

    Examples
    --------
    >>> list(site())
    ['index.html', 'manifest.webmanifest', 'icon.svg', 'icon-180.png', 'icon-192.png', \
'icon-512.png', 'sw.js']
    """
    files = {
        INDEX: _installable(workshop("site.js")).encode(),
        "manifest.webmanifest": json.dumps(_manifest(), indent=1).encode(),
        "icon.svg": _svg().encode(),
        **{f"icon-{size}.png": _png(size) for size in SIZES},
    }
    return {**files, WORKER: _worker(files).encode()}


def _installable(page: str) -> str:
    """A page with what the head of one has that is installed; site.js names the manifest."""
    head = HEAD.format(description=DESCRIPTION, colour=BACK)
    page = page.replace('<link rel="icon" href="data:,">', '<link rel="icon" href="icon.svg">')
    page = page.replace(LOADED, SERVED, 1)
    return page.replace("</head>", f"{head}</head>", 1)


def _manifest() -> dict[str, Any]:
    icons = [{"src": "icon.svg", "type": "image/svg+xml", "sizes": "any"}]
    icons += [
        {
            "src": f"icon-{size}.png",
            "type": "image/png",
            "sizes": f"{size}x{size}",
            "purpose": purpose,
        }
        for size in SIZES[1:]
        for purpose in ("any", "maskable")
    ]
    return {
        "name": NAME,
        "short_name": NAME,
        "description": DESCRIPTION,
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": palette.colour("paper"),
        "theme_color": BACK,
        "icons": icons,
    }


def _worker(files: dict[str, bytes]) -> str:
    """The service worker with its two values; its version is what all other files hold."""
    text = dense(WORKER)
    digest = hashlib.sha256(text.encode())
    for name, content in files.items():
        digest.update(f"\n{name} {len(content)}\n".encode() + content)
    names = ["./" if name == INDEX else name for name in files]
    values = {"VERSION": digest.hexdigest()[:16], "FILES": names}
    lines = (f"const {name} = {json.dumps(value)};\n" for name, value in values.items())
    return "".join(lines) + text


# --- the icon -------------------------------------------------------------------------------------


def _svg() -> str:
    """The icon as shapes: an ellipse is one, and a square that is rounded off is another."""
    found = [f'<rect width="100" height="100" fill="{BACK}"/>']
    for x, y, a, b, power, colour in ICON:
        if power == 2:
            found.append(f'<ellipse cx="{x}" cy="{y}" rx="{a}" ry="{b}" fill="{colour}"/>')
        else:
            found.append(
                f'<rect x="{x - a}" y="{y - b}" width="{2 * a}" height="{2 * b}" rx="11" '
                f'fill="{colour}"/>'
            )
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{"".join(found)}</svg>\n'


def _png(size: int) -> bytes:
    """The icon as a PNG."""
    picture = np.empty((size, size, 3))
    picture[:] = _colour(BACK)
    middle = (np.arange(size) + 0.5) * 100 / size
    for x, y, a, b, power, colour in ICON:
        across = np.abs(middle[None, :] - x) / a
        down = np.abs(middle[:, None] - y) / b
        away = (across**power + down**power) ** (1 / power)  # 1 on the edge
        covered = np.clip(0.5 + (1 - away) * min(a, b) * size / 100, 0, 1)[..., None]
        picture += covered * (_colour(colour) - picture)
    return _encoded([row.tobytes() for row in np.rint(picture).astype(np.uint8)], size)


def _colour(text: str) -> NDArray[np.float64]:
    return np.array([int(text[n : n + 2], 16) for n in (1, 3, 5)], dtype=np.float64)


def _encoded(rows: list[bytes], width: int) -> bytes:
    """A PNG (ISO/IEC 15948): signature, header, one stream of rows of red, green and blue, end."""
    header = struct.pack(">IIBBBBB", width, len(rows), 8, 2, 0, 0, 0)
    data = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    chunks = ((b"IHDR", header), (b"IDAT", data), (b"IEND", b""))
    parts = (
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)
