"""Requests made from a description, such as fit it and such as do not: the server keeps its word to all of them."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis import APIOperation, Case, GenerationMode, Response, SerializationContext, serializer
from schemathesis.core.parameters import ParameterLocation
from schemathesis.transport.serialization import Binary

from .asked_house import AskedHouse
from .openapi import needs_phone
from .phones import ORIGIN

SEED = 20261124
KNOWN = 0.85  # of the fields that fit are filled with what there is
# What no generator comes upon, and servers trip over: no address, more digits than Python reads, digits that are none.
ODD = (
    "http://[", "9" * 5000, "0009", "-1", "1e3", "\u0663", "\u00b2", "\x00", "..", "%", " ", "",
    "bytes=5-2", "bytes=9-",
)  # fmt: skip
# What fits the document and is refused as a bad request all the same: where a schema cannot say why.
REFUSED_ALL_THE_SAME = {
    "correct_card_text": "the number of a word is written without a point, 1 and not 1.0",
    "set_voice": "the languages are the companion's",
    "join": "a name must hold something that can be printed",
    "rename_phone": "a name must hold something that can be printed",
}


@serializer("application/zip")
def as_it_is(context: SerializationContext, body: Any) -> bytes:
    """A backup is sent as its bytes, or what a client takes for them."""
    del context
    found = body.data if isinstance(body, Binary) else body
    return found if isinstance(found, bytes) else str(found).encode()


def odd_addresses(house: AskedHouse, operation: APIOperation, query: dict[str, str]) -> None:
    """Every field of its address, with everything odd in it."""
    for part, field in product(ODD, operation.path_parameters):
        path = {one.name: part if one is field else "M017" for one in operation.path_parameters}
        case = operation.Case(path_parameters=path, query=query)
        response = house.call(case, headers={"Origin": ORIGIN})
        look_at(house, case, response, joined=True, fits=False)


def fuzz(house: AskedHouse, operation: APIOperation, count: int) -> None:
    """Send so many requests; chosen by one seed, so that a fault is found again."""
    kinds = st.one_of(*[operation.as_strategy(mode) for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)])

    @seed(SEED)
    @settings(
        max_examples=count,
        deadline=None,
        database=None,
        phases=[Phase.generate],  # what was changed by one request cannot be undone for a shorter one
        suppress_health_check=list(HealthCheck),
    )
    @given(case=kinds, dice=st.integers(0, 2**32))
    def send(case: Case, dice: int) -> None:
        one(house, case, random.Random(dice))

    send()


def one(house: AskedHouse, case: Case, dice: random.Random) -> None:
    """Send one request, and look at everything."""
    house.lay_again()
    fits = not negated(case)
    if fits:
        fill_in(case, house.known(), dice)
    headers = {} if ParameterLocation.HEADER in negated(case) else {"Origin": ORIGIN}
    if dice.random() < 0.2:
        make_odd(case, headers, dice)
        fits = False
    joined, before = dice.random() < 0.9, house.everything()
    response = house.call(case, joined=joined, headers=headers)
    look_at(house, case, response, joined, fits)
    if response.status_code >= 400:
        assert house.everything() == before, case.as_curl_command()


def look_at(house: AskedHouse, case: Case, response: Response, joined: bool, fits: bool) -> None:
    """The answer is as described, and a refusal where there must be one, and one that says why."""
    if not is_elsewhere(case):
        headers = {name.title(): values[0] for name, values in response.headers.items()}
        house.described.conforms(name_of(case), response.status_code, headers, response.content)
    refused = response.status_code >= 400
    assert not refused or response.json()["error"].endswith((".", "?")), told(case, response)
    assert response.status_code < 500 or response.json()["kind"] == "full", told(case, response)
    if not joined and needs_phone(case.operation):
        assert refused, told(case, response)
    elif fits:
        assert not malformed(case, response), told(case, response)
    elif ParameterLocation.BODY in negated(case):
        assert refused, told(case, response)


def told(case: Case, response: Response) -> str:
    """The request, to be sent again, and what was answered; made only where something is wrong, as it takes time."""
    return f"{case.as_curl_command()}\n{response.status_code} {response.content[:400]!r}"


def negated(case: Case) -> set[Any]:
    """Which parts of the request do not fit the document."""
    if case.meta is None:  # made by hand
        return set()
    return {where for where, how in case.meta.components.items() if how.mode.is_negative}


def is_elsewhere(case: Case) -> bool:
    """Whether the request goes to another address than its operation's, whose answers it then gets: clients leave out
    the parts of an address that are empty or dots."""
    parts = case.path_parameters.values() if isinstance(case.path_parameters, dict) else ()
    return any(str(part).strip("/") in ("", ".", "..") for part in parts)


def malformed(case: Case, response: Response) -> bool:
    """Whether a request that fits was refused as one that does not."""
    if response.status_code < 400 or name_of(case) in REFUSED_ALL_THE_SAME:
        return False
    return response.status_code in (400, 405, 411, 413, 415) or response.json()["kind"] == "origin"


def name_of(case: Case) -> str:
    """The operation's id."""
    return str(case.operation.definition.raw["operationId"])


def fill_in(case: Case, known: dict[str, list[Any]], dice: random.Random) -> None:
    """Put what there is into most of the fields, as nobody guesses names and versions."""
    for fields in (case.path_parameters, case.query, case.body):
        if isinstance(fields, dict):
            for name, value in list(fields.items()):
                fitting = [one for one in known.get(name, []) if isinstance(one, type(value))]
                if name_of(case) == "correct":  # a board fact may be unknown again; a value of the game is always known
                    fitting = [one for one in fitting if not isinstance(one, dict) or None not in one.values()]
                if fitting and dice.random() < KNOWN:
                    fields[name] = dice.choice(fitting)
                elif isinstance(value, float) and value.is_integer():
                    fields[name] = int(value)  # to JSON Schema 1.0 is a whole number, to the server it is not


def make_odd(case: Case, headers: dict[str, str], dice: random.Random) -> None:
    """Put something odd into a field of the address or into a header."""
    address = (case.path_parameters, case.query)
    places = [(fields, name) for fields in address if isinstance(fields, dict) for name in fields]
    places += [(headers, name) for name in ("Origin", "Range", "If-None-Match")]
    fields, name = dice.choice(places)
    odd = [one for one in ODD if fields is not headers or (one.isascii() and one.isprintable() and one != " ")]
    fields[name] = dice.choice(odd)
