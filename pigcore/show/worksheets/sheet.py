"""A worksheet as one page of HTML that prints on sheets of A4, the answer key on its own."""

from __future__ import annotations

from html import escape
from importlib.resources import files

from ...version import VERSION
from .exercises import Worksheet

__all__ = ["as_page", "as_text"]


def as_page(sheet: Worksheet) -> str:
    """The whole document."""
    style = files(__package__).joinpath("worksheet.css").read_text(encoding="utf-8")
    foot = f"<p class='foot'>{escape(_foot(sheet))}</p>"
    asked, answers, number = [], [], 0
    for section in sheet.sections:
        asked.append(
            f"<h2>{escape(section.title)}</h2>\n<p class='note'>{escape(section.note)}</p>"
        )
        answers.append(f"<h2>{escape(section.title)}</h2>")
        rows = []
        for exercise in section.exercises:
            number += 1
            mark = f"<b>{number}</b>"
            asked.append(f"<div class='ask'>{mark}<p>{escape(exercise.question)}</p></div>")
            rows.append(f"<li>{mark}<span>{escape(exercise.answer)}</span></li>")
        answers.append(f"<ul>{''.join(rows)}</ul>")
    title = escape(sheet.game.name)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=780">\n'
        f"<title>{title}: worksheet {sheet.seed}</title>\n<style>\n{style}</style>\n</head>\n"
        "<body>\n"
        f"<main>\n<section>\n<header><h1>{title}</h1><p>Name</p><p>Date</p></header>\n"
        f"<p class='rules'>{escape(str(sheet.game))}</p>\n" + "\n".join(asked) + f"\n{foot}\n"
        f"</section>\n<section class='key'>\n<h1>{title}: answers</h1>\n"
        + "\n".join(answers)
        + f"\n{foot}\n</section>\n</main>\n</body>\n</html>\n"
    )


def as_text(sheet: Worksheet) -> list[str]:
    """The lines of it for a terminal; the answers come last."""
    lines, answers, number = [], ["", "Answers"], 0
    for section in sheet.sections:
        lines += ["", f"{section.title} {section.note}"]
        for exercise in section.exercises:
            number += 1
            lines.append(f"{number}. {exercise.question}")
            answers.append(f"{number}. {exercise.answer}")
    return [str(sheet.game), *lines, *answers, "", _foot(sheet)]


def _foot(sheet: Worksheet) -> str:
    return f"{sheet.game.name} · worksheet {sheet.seed} · pigcore {VERSION}"
