"""The Tab key: commands, games, terms and files in bash, zsh and fish.

Click speaks the protocol; its scripts for zsh and fish do as they are. In bash a game such as
``hog:fa13`` reaches the program as three words, because ``:`` breaks words there, and games and
files must be offered side by side.
"""

from __future__ import annotations

import os

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    add_completion_class,
    shell_complete,
    split_arg_string,
)

__all__ = ["complete", "how_to_install", "unbroken"]


def how_to_install(name: str) -> str:
    """The paragraph of the help that says what to put where."""
    asked = f"_{name.upper()}_COMPLETE"
    return (
        "\b\nCompletion with the Tab key, if this line is in the shell's own file:\n"
        f'  ~/.bashrc      eval "$({asked}=bash_source {name})"\n'
        f'  ~/.zshrc       eval "$({asked}=zsh_source {name})"\n'
        f"  config.fish    {asked}=fish_source {name} | source"
    )


def complete(command: click.Command, name: str, instruction: str) -> int:
    """Answer the shell: its script (``bash_source``) or what may come next (``bash_complete``)."""
    add_completion_class(_Bash)
    return shell_complete(command, {}, name, f"_{name.upper()}_COMPLETE", instruction)


def unbroken(words: list[str], current: int) -> tuple[list[str], int]:
    """The words as they were before bash broke them at colons, and the place of the current one.

    Examples
    --------
    >>> unbroken(["pigcore", "advise", "hog", ":", "fa"], 4)
    (['pigcore', 'advise', 'hog:fa'], 2)
    >>> unbroken(["pigcore", "advise", "hog", ":"], 4)
    (['pigcore', 'advise', 'hog:'], 3)
    """
    found: list[str] = []
    place = None
    for number, word in enumerate(words):
        if found and ":" in (word, words[number - 1]):
            found[-1] += word
        else:
            found.append(word)
        if number == current:
            place = len(found) - 1
    return found, len(found) if place is None else place


class _Bash(BashComplete):
    source_template = """\
%(complete_func)s() {
    local type value files
    COMPREPLY=()
    while IFS=, read -r type value; do
        case $type in
            plain)
                COMPREPLY+=("$value")
                [[ $value == *: ]] && compopt -o nospace ;;
            file)
                mapfile -t files < <(compgen -f -- "$2")
                COMPREPLY+=("${files[@]}")
                ((${#files[@]})) && compopt -o filenames ;;
        esac
    done < <(IFS=$'\\n'; COMP_WORDS="${COMP_WORDS[*]}" COMP_CWORD=$COMP_CWORD \
%(complete_var)s=bash_complete "$1")
}
complete -o nosort -F %(complete_func)s %(prog_name)s
"""

    _broken_off = ""
    """What bash holds to be an earlier word and does not want to hear again."""

    def get_completion_args(self) -> tuple[list[str], str]:
        given = split_arg_string(os.environ["COMP_WORDS"])
        current = int(os.environ["COMP_CWORD"])
        words, place = unbroken(given, current)
        word = words[place] if place < len(words) else ""
        if current < len(given) and given[current] != word:
            self._broken_off = word[: word.rindex(":") + 1]
        return words[1:place], word

    def format_completion(self, item: CompletionItem[str]) -> str:
        return f"{item.type},{item.value.removeprefix(self._broken_off)}"
