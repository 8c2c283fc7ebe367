"""What Babel knows of a language, without the half of it that nothing here asks for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from babel import Locale

# Of all languages, and of each: 2.7 MB for English and Polish. What languages and countries are called stays, since
# Babel writes translators' files with it.
_Table: TypeAlias = Literal["territory_languages", "territory_currencies", "zone_territories", "meta_zones"]
_WORLD: tuple[_Table, ...] = ("territory_languages", "territory_currencies", "zone_territories", "meta_zones")
_NOT_ASKED_FOR = (
    "compact_currency_formats", "compact_decimal_formats", "compound_unit_patterns", "currency_names",
    "currency_names_plural", "date_fields", "datetime_skeletons", "interval_formats", "meta_zones", "time_zones",
    "unit_display_names", "unit_patterns",
)  # fmt: skip


@lru_cache(maxsize=16)
def locale(language: str) -> Locale:
    """The locale that lists, numbers and days of a language are written by; English, as in `a, b and c`, where Babel
    does not know it."""
    from babel import Locale, localedata
    from babel.core import get_global

    name = "en_GB" if language == "en" or not localedata.exists(language) else language
    for table in _WORLD:
        _empty(get_global(table))
    for one in (name, *_ancestors(name)):
        known = localedata.load(one)  # the very tables that Babel keeps
        for unused in _NOT_ASKED_FOR:
            known.pop(unused, None)
    return Locale.parse(name)


def _empty(table: Mapping[str, object]) -> None:
    if isinstance(table, dict):
        table.clear()


def _ancestors(name: str) -> Iterator[str]:
    """The locales of which one has what it does not say itself, which stay in memory as well."""
    from babel.core import get_global

    while name != "root":
        name = get_global("parent_exceptions").get(name) or name.rpartition("_")[0] or "root"
        yield name
