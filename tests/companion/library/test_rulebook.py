"""Rule entries: read from a file, looked up, and found although they were typed badly."""

import ast
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.api.game import Move, Offer, Prompt
from companion.api.text import T
from companion.api.view import Note, Panel, View, Where
from companion.library.cards import Library
from companion.library.rulebook import BadRules, RuleBook, parse, rules_named, strong_parts

GAMES = sorted(
    path.parent for path in (Path(__file__).parents[3] / "companion" / "games").glob("*/game.py") if path.is_file()
)

RULES = """# Rules of the test game

## Generator breakdown {#generator.breakdown p=20}
also: overload, damaged boiler

When stress runs over, the generator **breaks down**. A second time loses
the game.

- Put the marker back to 0.
- Take a token.

1. First this.
2. Then that.

## Stress track {#generator.stress p=20-21}

The track has ten spaces. After each night, cubes that fell raise it.

## Your turn {#turn s="Your Turn"}

Use as many Actions as you like, then deal Pollutants round the table.

## Smokestack {#smokestack s="Setup: Smokestack"}

A stack of bad cards. When it is empty, the game is lost.
"""

POLISH = """## Awaria generatora {#generator.breakdown p=20}

Gdy pożar wybuchnie, strażacy ruszają z Żarownicy.
"""


@pytest.fixture(scope="module")
def book() -> RuleBook:
    return RuleBook(parse(RULES))


def found(book: RuleBook, query: str) -> list[str]:
    return [hit.id for hit in book.search(query)]


def test_an_entry_holds_what_its_heading_and_text_say(book: RuleBook):
    """Title, page, source and search words come from the head; the text is taken apart into paragraphs and lists."""
    entry = book.entry("generator.breakdown")
    assert entry is not None
    assert (entry.title, entry.page, str(entry.source)) == ("Generator breakdown", 20, "rulebook p. 20")
    assert entry.also == ("overload", "damaged boiler")
    assert [(block.kind, block.lines) for block in entry.blocks] == [
        ("paragraph", ("When stress runs over, the generator **breaks down**. A second time loses the game.",)),
        ("list", ("Put the marker back to 0.", "Take a token.")),
        ("numbered", ("First this.", "Then that.")),
    ]
    assert entry.plain.startswith("When stress runs over, the generator breaks down. A second")


def test_a_source_is_a_page_some_pages_or_a_section(book: RuleBook):
    """Each way of naming the place in the rulebook has its own words."""
    sources = [str(entry.source) for entry in book.entries]
    assert sources == [
        "rulebook p. 20",
        "rulebook p. 20 to 21",
        "rulebook, Your Turn",
        "rulebook, Setup: Smokestack",
    ]
    assert [entry.page for entry in book.entries] == [20, 20, None, None]


def test_an_id_that_nobody_has_is_no_entry(book: RuleBook):
    """Looking up an unknown id gives nothing, and `missing` names it."""
    assert book.entry("nothing.here") is None
    assert book.missing(["turn", "nothing.here", None]) == {"nothing.here"}


def test_strong_words_are_marked():
    """A line comes apart at its strong words."""
    assert strong_parts("the generator **breaks down**.") == [
        ("the generator ", False),
        ("breaks down", True),
        (".", False),
    ]


@pytest.mark.parametrize(
    ("rules", "line", "words"),
    [
        ("Words of nobody.\n\n## Turn {#turn p=3}\n\nText.\n", 1, "belongs to no entry"),
        ("## Turn\n\nText.\n", 1, "heading looks like this"),
        ("## Turn {#Turn p=3}\n\nText.\n", 1, "heading looks like this"),
        ("# Rules\n\n### Turn {#turn p=3}\n\nText.\n", 3, "heading looks like this"),
        ("## Turn {#turn}\n\nText.\n", 1, "where the rulebook says it"),
        ("## Turn {#turn page=3}\n\nText.\n", 1, "where the rulebook says it"),
        ("## Turn {#turn p=0}\n\nText.\n", 1, "where the rulebook says it"),
        ("## Turn {#turn p=3}\nalso: go\n\n## Next {#next p=4}\n\nText.\n", 1, "the entry turn has no text"),
        ("## A {#turn p=3}\n\nText.\n\n## B {#turn p=4}\n\nText.\n", 5, "two entries with the id turn"),
    ],
)
def test_a_broken_rules_file_says_what_is_wrong_and_where(tmp_path: Path, rules: str, line: int, words: str):
    """The message names the file and the line that must be mended."""
    (tmp_path / "rules.en.md").write_text(rules, encoding="utf-8")
    with pytest.raises(BadRules) as caught:
        RuleBook.load(tmp_path)
    assert caught.value.line == line
    assert str(caught.value.text).startswith(f"rules.en.md, line {line}: ")
    assert words in str(caught.value.text)


def test_a_rules_file_in_another_encoding_says_so(tmp_path: Path):
    """Bytes that are no UTF-8 are named with their line, not shown as garbage."""
    (tmp_path / "rules.en.md").write_bytes("## A {#a p=1}\n\nBöse\n".encode("latin-1"))
    with pytest.raises(BadRules, match="line 3: this is not text in UTF-8"):
        RuleBook.load(tmp_path)


def test_what_a_language_lacks_is_given_in_english(tmp_path: Path):
    """A translated file replaces the entries that it has; the others stay."""
    (tmp_path / "rules.en.md").write_text(RULES, encoding="utf-8")
    (tmp_path / "rules.pl.md").write_text(POLISH, encoding="utf-8")
    book = RuleBook.load(tmp_path, "pl")
    assert [entry.title for entry in book.entries][:2] == ["Awaria generatora", "Stress track"]
    assert found(book, "pozar zarownica") == ["generator.breakdown"]
    assert RuleBook.load(tmp_path, "fr").entry("turn") is not None


def test_a_folder_without_rules_gives_an_empty_book(tmp_path: Path):
    """A game may have no rules file yet; looking up and searching find nothing then."""
    book = RuleBook.load(tmp_path)
    assert book.entries == ()
    assert book.search("anything") == []


@pytest.mark.parametrize(
    "query",
    [
        *["brekdown", "breakdwon", "genrator", "Generator", "genrator brekdown", "generat", "overlaod", "break down"],
        *["BREAKDOWN!", "breakdowns", "generatorbreakdown", "génerator"],
    ],
)
def test_typing_errors_are_forgiven(book: RuleBook, query: str):
    """A slip, a swapped or a missing letter, a torn or a run-together word still finds the entry first."""
    assert found(book, query)[0] == "generator.breakdown"


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("Każdy robotnik dostaje węgiel.", "robotnikami"),
        ("Dwoje chorych zdrowieje.", "chorym"),
        ("The workers were building shelters.", "builds"),
        ("Zyskaj dwie Nadzieje.", "nadziei"),
        ("Zyskaj dwie Nadzieje.", "nadziejje"),
    ],
)
def test_other_forms_of_a_word_find_it(text: str, typed: str):
    """English and Polish words are found in whatever form they stand; one with a slip too."""
    assert found(RuleBook(parse(f"## Entry {{#entry p=1}}\n\n{text}\n")), typed) == ["entry"]


@pytest.mark.parametrize("typed", ["sm", "smo", "smok", "smokest", "smoek", "smokestac", "smoke stack"])
def test_a_half_typed_word_finds_already(book: RuleBook, typed: str):
    """While typing, each beginning of the word finds it, even with a slip in it."""
    assert found(book, typed)[0] == "smokestack"


def test_an_entry_about_it_comes_before_one_that_mentions_it(book: RuleBook):
    """The title counts more than the text."""
    hits = book.search("stress")
    assert [hit.id for hit in hits] == ["generator.stress", "generator.breakdown"]
    assert hits[0].score > hits[1].score


def test_a_title_typed_in_full_has_the_highest_score(book: RuleBook):
    """The exact title scores 1; a word with a slip scores less."""
    assert book.search("your turn")[0].score == 1.0
    assert 0 < book.search("genrator")[0].score < book.search("generator")[0].score <= 1


@pytest.mark.parametrize("query", ["", "   ", "?!", "xyzzyqwv", "\x00", "..."])
def test_nothing_is_found_where_nothing_fits(book: RuleBook, query: str):
    """Signs and words that nobody knows find nothing."""
    assert book.search(query) == []


def test_the_excerpt_shows_the_matched_place():
    """A long text is cut round the first matched word, and the marks lie exactly on the matched words."""
    text = "word " * 80 + "then the Pollutants go round, each pollutant to the next player " + "word " * 80
    [hit] = RuleBook(parse(f"## Deal {{#deal p=1}}\n\n{text}\n")).search("polutants")
    assert [hit.excerpt[start:end] for start, end in hit.marks] == ["Pollutants", "pollutant"]
    assert hit.excerpt.startswith("… ")
    assert hit.excerpt.endswith(" …")
    assert len(hit.excerpt) <= 150


def test_at_most_so_many_are_given(book: RuleBook):
    """The limit holds, and none or less gives nothing."""
    assert len(book.search("the", 2)) == 2
    assert book.search("the", 0) == book.search("the", -1) == []


@given(st.text(max_size=400))
def test_no_query_crashes_the_search(query: str):
    """Whatever is typed, scores lie between 0 and 1, falling, and marks lie within their excerpt."""
    hits = RuleBook(parse(RULES)).search(query)
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    for hit in hits:
        assert 0 < hit.score <= 1
        assert all(0 <= start < end <= len(hit.excerpt) for start, end in hit.marks)


def test_a_huge_query_is_cut(book: RuleBook):
    """Only the beginning of a query counts, so that nobody can keep the companion busy."""
    assert found(book, "smokestack " + "x" * 10_000_000)[0] == "smokestack"
    assert found(book, "zzzzzzzz " * 100_000 + "smokestack") == []


def test_rules_named_collects_every_rule_id():
    """Ids are taken from prompts, from their offers and from notes of the view."""
    offer = Offer(move=Move("go"), label=T("Go"), rule="turn")
    prompts = (
        Prompt(name="a", do=T("Do."), offers=(offer,), rule="smokestack"),
        Prompt(name="b", do=T("Do."), offers=()),
    )
    note = Panel(name="p", title=T("P"), widgets=(Note(text=T("Hm."), rule="generator.stress"), Note(text=T("So."))))
    assert rules_named(prompts, View(where=Where(line=T("Here")), panels=(note,))) == {
        "turn",
        "smokestack",
        "generator.stress",
    }


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_every_rule_that_a_card_names_exists(folder: Path):
    """A card's or a card kind's rule entry can be opened."""
    library = Library.load(folder)
    assert RuleBook.load(folder).missing(one.rule for one in (*library.kinds, *library.cards)) == set()


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_every_title_of_a_game_finds_its_entry(folder: Path):
    """Typing an entry's title in full brings it first, alone or among others with the same title."""
    book = RuleBook.load(folder)
    for entry in book.entries:
        hits = book.search(entry.title)
        assert entry.title in [hit.title for hit in hits[:1]], entry.id


IDS = re.compile(r"^#+ .*\{#([\w.]+)", re.MULTILINE)


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_every_rule_is_said_in_every_language(folder: Path):
    """The files of all languages have the same entries, in the same order."""
    found = {path.name: IDS.findall(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("rules.*.md"))}
    assert len(found) > 1
    assert [name for name, ids in found.items() if ids != found["rules.en.md"]] == []


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_every_rule_that_the_code_names_exists(folder: Path):
    """What a prompt, an offer, a note or a refusal points to can be opened."""
    book = RuleBook.load(folder)
    named: dict[str, str] = {}
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.keyword)
                and node.arg == "rule"
                and isinstance(node.value, ast.Constant)
                and node.value.value
            ):
                named[str(node.value.value)] = path.name
    missing = book.missing(named)
    assert {named[one]: one for one in missing} == {}
