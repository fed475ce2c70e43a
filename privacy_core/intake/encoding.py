"""From bytes to UTF-8 text: byte order marks, strict UTF-8, then Windows-1252."""

from __future__ import annotations

import codecs
from dataclasses import dataclass

from privacy_core.errors import TableError
from privacy_core.intake.reading import Guess, Note, counted

_CHUNK = 1 << 22
_ASCII = bytes(range(128))
_UNDEFINED = b"\x81\x8d\x8f\x90\x9d"
_CONTROL = bytes(set(range(32)) - set(b"\t\n\r\f\v\x1a\x1b\x1c\x1d\x1e\x1f")) + b"\x7f"
_CHOICES = {
    "UTF-8": (("cp1252",), "utf-8"),
    "Windows-1252": (("cp1250", "cp1251", "cp850", "mac-roman"), "cp1252"),
}
_UTF16 = {codecs.BOM_UTF16_LE: "little endian", codecs.BOM_UTF16_BE: "big endian"}


@dataclass(frozen=True)
class Text:
    """UTF-8 text with the position of its first character and how it was decoded."""

    content: bytes
    start: int
    guesses: tuple[Guess, ...] = ()
    notes: tuple[Note, ...] = ()


def decode(content: bytes, encoding: str | None = None) -> Text:
    """Find the encoding of a text file and turn it into UTF-8.

    Raises
    ------
    TableError
        The file is empty, is not text, or does not fit the encoding.

    Examples
    --------
    >>> guess = decode("Zürich".encode("cp1252")).guesses[0]
    >>> guess.value, guess.option, guess.alternatives
    ('Windows-1252', 'encoding', ('cp1250', 'cp1251', 'cp850', 'mac-roman'))
    """
    text = _recoded(content, encoding) if encoding else _guessed(content)
    _refuse_binary(text)
    return text


def head(content: bytes, encoding: str | None, size: int) -> tuple[bytes, str | None]:
    r"""The whole lines among the first `size` bytes of a text, and the encoding to read them with; empty if none is.

    Raises
    ------
    TableError
        The first bytes do not fit the encoding.

    Examples
    --------
    >>> head("Zürich\nUlm\n".encode("utf-16"), None, 20)
    (b'Z\xc3\xbcrich\n', 'utf-8')
    """
    if len(content) <= size:
        return content, encoding
    piece, encoding = content[:size], encoding or ("utf-16" if content[:2] in _UTF16 else None)
    if encoding is not None:
        try:
            text = codecs.getincrementaldecoder(encoding)().decode(piece)
            piece, encoding = text.removeprefix("\ufeff").encode(), "utf-8"
        except (LookupError, ValueError):
            raise _unfit(encoding) from None
    return piece[: max(piece.rfind(b"\n"), piece.rfind(b"\r")) + 1], encoding


def _guessed(content: bytes) -> Text:
    if content.startswith(codecs.BOM_UTF8):
        _refuse_broken_utf8(content)
        return Text(content, 3, _encoding("UTF-8 with byte order mark"))
    if (order := _UTF16.get(content[:2])) is not None:
        return Text(_recoded(content, "utf-16").content, 0, _encoding(f"UTF-16 {order} with byte order mark"))
    if _is_utf8(content):
        return Text(content, 0, _encoding("UTF-8"))
    return _windows_1252(content)


def _encoding(name: str) -> tuple[Guess, ...]:
    others, taken = _CHOICES.get(name, ((), None))
    return (Guess("encoding", name, "encoding" if others else None, others, taken),)


def _refuse_broken_utf8(content: bytes) -> None:
    if not _is_utf8(content):
        raise TableError(
            "The file starts with the UTF-8 byte order mark, but some of its bytes are not UTF-8. "
            "Save it again as UTF-8, or choose the encoding yourself."
        )


def _is_utf8(content: bytes) -> bool:
    if content.isascii():
        return True
    decoder, whole = codecs.getincrementaldecoder("utf-8")(), memoryview(content)
    try:
        for start in range(0, len(content), _CHUNK):
            decoder.decode(whole[start : start + _CHUNK], start + _CHUNK >= len(content))
    except UnicodeDecodeError:
        return False
    return True


def _windows_1252(content: bytes) -> Text:
    _refuse_nul(content)
    undefined = len(content) - len(content.translate(None, _UNDEFINED))
    if undefined:
        raise TableError(
            f"The file is neither UTF-8 nor Windows-1252: {counted(undefined, 'byte')} "
            "stand for no character in either. Choose the encoding it was saved with."
        )
    foreign = len(content.translate(None, _ASCII))
    sentence = (
        f"The file is not UTF-8, so Windows-1252 was assumed for {counted(foreign, 'byte')} "
        "that are not ASCII. Check names with accents and choose another encoding if they look wrong."
    )
    recoded = content.decode("cp1252").encode()
    return Text(recoded, 0, _encoding("Windows-1252"), (Note(None, foreign, sentence),))


def _recoded(content: bytes, encoding: str) -> Text:
    try:
        text = content.decode(encoding).removeprefix("\ufeff").encode()
    except (UnicodeError, ValueError):
        raise _unfit(encoding) from None
    return Text(text, 0)


def _unfit(encoding: str) -> TableError:
    return TableError(
        f"The file is not {encoding!r} text from start to end. Choose another encoding, or leave it to Kelt."
    )


def _refuse_binary(text: Text) -> None:
    if not text.content[text.start : text.start + 100].strip() and not text.content[text.start :].strip():
        raise TableError("The file is empty.")
    _refuse_nul(text.content)
    strange = len(text.content) - len(text.content.translate(None, _CONTROL))
    if strange > len(text.content) // 10:
        raise TableError(
            f"The file does not look like a table of text: {strange:,} of its {len(text.content):,} "
            "characters are control characters."
        )


def _refuse_nul(content: bytes) -> None:
    if b"\0" in content:
        raise TableError(
            f"The file holds {counted(content.count(0), 'NUL byte')}, so it is no plain text. It may be a binary "
            "file, or UTF-16 without a byte order mark: then choose the encoding."
        )
