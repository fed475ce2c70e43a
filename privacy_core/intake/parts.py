"""Which part of a workbook's archive holds a sheet."""

from __future__ import annotations

import io
import posixpath
import zipfile
from xml.etree import ElementTree

_UNREADABLE = (KeyError, zipfile.BadZipFile, ElementTree.ParseError, NotImplementedError, RuntimeError, ValueError)


def part_of(content: bytes, sheet: str) -> str:
    """The archive entry of a sheet, or the empty text when the workbook does not say."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            book = ElementTree.fromstring(archive.read("xl/workbook.xml"))
            relations = ElementTree.fromstring(archive.read("xl/_rels/workbook.xml.rels"))
    except _UNREADABLE:
        return ""
    key = next((_reference(found) for found in book.iterfind(".//{*}sheet") if found.get("name") == sheet), "")
    targets = {found.get("Id", ""): found.get("Target", "") for found in relations}
    return posixpath.normpath(posixpath.join("/xl", targets.get(key, ""))).lstrip("/")


def _reference(sheet: ElementTree.Element) -> str:
    """The relation of a sheet, in whichever namespace the workbook puts it."""
    return next((value for name, value in sheet.items() if name.endswith("}id")), "")
