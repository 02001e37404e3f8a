"""The workshop as a folder: any static host serves it, and a browser there can install it.

A folder has relative addresses only, so it works under any path. Its service worker keeps exactly
the files of the folder, under a name that depends on all of them: another version is another cache,
and takes the place of the old one.
"""

from __future__ import annotations

import hashlib
import json
import os
from importlib import resources
from operator import methodcaller
from pathlib import Path
from typing import Any

from ... import palette
from ...games.errors import FileError
from ...games.texts import refusal, spelled
from ...writing import write_atomically
from .document import LOADED, dense, workshop

__all__ = ["site", "write_site"]

INDEX = "index.html"
WORKER = "sw.js"
"""The service worker; written last, as browsers then look for the other files anew."""

BACK = palette.colour("roll")

SIZES = (180, 192, 512)
"""The sizes of ``icon.svg`` in pixels that phones ask for; of 180 those that read no manifest."""

ICONS = ("icon.svg", *(f"icon-{size}.png" for size in SIZES))

_FOLDER = resources.files(__package__)

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
        **{name: _FOLDER.joinpath(name).read_bytes() for name in ICONS},
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
