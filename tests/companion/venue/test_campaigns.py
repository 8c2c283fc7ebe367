"""A campaign goes from table to table through a real server: one has it, the others are told, nothing is lost."""

import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest

from companion.api.refusals import BadFile, BadMove
from companion.session.screen import Screen
from companion.status.campaigns import Campaign
from companion.storage.tables import EntryRow
from companion.venue import campaigns, records
from tests.companion.toy_game import fuel_move

from .conftest import Nats, needs_nats, until
from .test_shipper import Table, in_server, table

pytestmark = [pytest.mark.slow, needs_nats]


@pytest.fixture
def third(nats: Nats, folder: Path) -> Iterator[Table]:
    """Table 3, with an evening of eleven entries."""
    with table(folder, nats.access("table-3")) as one:
        one.begin()
        one.play(10)
        yield one


@pytest.fixture
def other(nats: Nats, folder: Path) -> Iterator[Table]:
    """Table 17, with nothing yet."""
    with table(folder.with_name("seventeen"), nats.access("table-17")) as one:
        until(one.sent)
        yield one


def opened(one: Table) -> str:
    evening = one.session.screen().evening
    return "" if evening is None else evening.id


def how(one: Table, evening: str) -> str:
    return one.shipper.campaigns.handed()[evening].how


def put_away(one: Table) -> str:
    """Hand the open evening over and put it away; the campaign's id, once the venue knows."""
    evening = opened(one)
    one.shipper.campaigns.hand_over(evening)
    one.session.close()
    until(lambda: how(one, evening) == "away")
    return at_venue(one)[0].id


def at_venue(one: Table) -> list[Campaign]:
    return list(one.shipper.campaigns.at_venue())


def take(one: Table, campaign: str, over: bool = False) -> Screen:
    return one.shipper.campaigns.take(campaign, over)


def sent(nats: Nats, one: Table, evening: str) -> list[EntryRow]:
    """What every table may read of a campaign that this one played."""
    found = next(claim.lease for claim in nats.ask(campaigns.leases) if isinstance(claim, campaigns.Claim))
    assert (found.table, found.row.id) == (one.access.table, evening)
    return nats.ask(lambda stream: campaigns.entries(stream, found))


def test_a_campaign_moves_to_another_table_and_back(nats: Nats, third: Table, other: Table) -> None:
    """It stands there as it was put away; back at the first table it goes on in the evening that it was."""
    evening = opened(third)
    campaign = put_away(third)
    assert [(one.name, one.table, one.playing, one.here) for one in at_venue(other)] == [
        ("Friday", "table-3", False, False)
    ]
    taken = take(other, campaign)
    assert taken.evening is not None
    assert (taken.evening.id, taken.evening.name) == (evening, "Friday")
    assert other.rows(evening) == third.rows(evening)
    other.play(4)
    until(lambda: how(third, evening) == "lost")
    until(lambda: len(sent(nats, other, evening)) == 15)
    other.session.close()
    until(lambda: how(other, evening) == "away")
    take(third, campaign)
    assert opened(third) == evening
    assert third.rows(evening) == other.rows(evening)
    third.session.play(fuel_move(1), "Anna")
    until(third.sent)
    assert in_server(nats, evening) == third.rows(evening)
    assert how(third, evening) == "playing"


def test_of_two_tables_that_claim_one_campaign_one_wins(third: Table, other: Table, nats: Nats, folder: Path) -> None:
    """The other is told in words, and has nothing of it."""
    campaign = put_away(third)
    with table(folder.with_name("nine"), nats.access("table-9")) as ninth, ThreadPoolExecutor(2) as pool:
        until(ninth.sent)
        tries = [pool.submit(take, one, campaign) for one in (other, ninth)]
        refusals = [str(one.exception()) for one in tries if one.exception() is not None]
        winner, loser = (other, ninth) if opened(other) else (ninth, other)
        name = winner.access.table
        assert refusals in ([f"{name} was quicker: “Friday” is being played there."],
                            [f"“Friday” is being played at {name}."])  # fmt: skip
        assert loser.log.evenings() == []


def test_a_dead_tables_campaign_is_taken_over(nats: Nats, folder: Path, other: Table) -> None:
    """By a person who says so. The table that comes back is told; what it played meanwhile stays, and is no part of
    it, also when it takes the campaign again."""
    with table(folder, nats.access("table-3")) as one:
        evening = one.begin()
        one.shipper.campaigns.hand_over(evening)
        until(lambda: how(one, evening) == "playing")
        one.play(10)
        until(one.sent)
    campaign = at_venue(other)[0].id
    with pytest.raises(BadMove, match="is being played at table-3"):
        take(other, campaign)
    take(other, campaign, over=True)
    assert len(other.rows(evening)) == 11
    other.session.play(fuel_move(2), "Cleo")
    back = Table(folder, nats.access("table-3"))
    back.play(2)  # before its line is back
    own = back.rows(evening)
    back.shipper.start()
    try:
        until(lambda: back.session.screen().notices)
        assert "is at table-17 now" in str(back.session.screen().notices[0].text)
        back.session.play(fuel_move(1), "Anna")
        until(back.sent)
        assert in_server(nats, evening) == back.rows(evening)
        assert len(sent(nats, other, evening)) == 12
        with pytest.raises(BadMove, match="put it away first"):
            take(back, campaign, over=True)
        back.session.close()
        take(back, campaign, over=True)
        assert opened(back) != evening
        assert [row.kind for row in back.rows(opened(back))] == [row.kind for row in other.rows(evening)]
        assert back.rows(evening)[: len(own)] == own
    finally:
        back.shipper.stop()
        back.log.close()


def test_a_table_without_its_line_plays_on_and_hands_over_later(nats: Nats, third: Table, other: Table) -> None:
    """Handed over, put away and opened again without a server; nothing can be taken meanwhile, and nobody waits."""
    evening = opened(third)
    nats.stop()
    until(lambda: third.said.state == "absent" and other.said.state == "absent")
    third.shipper.campaigns.hand_over(evening)
    third.play(3)
    third.session.close()
    assert how(third, evening) == "waiting"
    with pytest.raises(BadMove, match="cannot be reached now"):
        at_venue(other)
    nats.start()
    until(lambda: how(third, evening) == "away")
    until(other.sent)
    take(other, at_venue(other)[0].id)
    assert other.rows(evening) == third.rows(evening)
    third.session.open(evening)
    until(lambda: third.session.screen().notices)


def test_an_older_backup_does_not_put_the_campaign_back(nats: Nats, folder: Path, tmp_path: Path) -> None:
    """The table is told that the venue holds more; taken from there, its evening goes on where it was."""
    with table(folder, nats.access("table-3")) as one:
        evening = one.begin()
        one.shipper.campaigns.hand_over(evening)
        until(lambda: how(one, evening) == "playing")
    shutil.copytree(folder, tmp_path / "backup")
    with table(folder, nats.access("table-3")) as one:
        one.play(6)
        one.session.close()
        until(lambda: how(one, evening) == "away")
        rows = one.rows(evening)
    with table(tmp_path / "backup", nats.access("table-3")) as back:
        until(lambda: back.session.screen().notices)
        assert "The venue holds more" in str(back.session.screen().notices[0].text)
        back.session.close()
        take(back, at_venue(back)[0].id)
        assert (opened(back), back.rows(evening)) == (evening, rows)
        until(lambda: how(back, evening) == "playing")


def test_what_was_altered_is_not_taken(nats: Nats, third: Table, other: Table) -> None:
    """An entry or a lease that somebody has exchanged: one sentence, and nothing changes."""
    evening = opened(third)
    rows = third.rows(evening)
    campaign = put_away(third)
    third.shipper.stop()  # else it puts right what it can
    (claim,) = nats.ask(campaigns.leases)
    assert isinstance(claim, campaigns.Claim)
    poisoned, _ = records.entry_record("table-3", msgspec.structs.replace(rows[-1], number=12), "0" * 32)
    subject = records.campaign_subject("table-3", evening)
    nats.ask(lambda stream: stream.publish(subject, poisoned))
    source = msgspec.structs.replace(claim.lease.source, number=12)
    for wrong, sentence in (
        (msgspec.json.encode(msgspec.structs.replace(claim.lease, source=source)), "was altered, at 12"),
        (b"{}", "who has this campaign was altered"),
        (b'{"format": 99}', "of a newer version"),
    ):
        nats.ask(lambda stream, data=wrong: stream.publish(records.lease_subject(campaign), data))
        with pytest.raises((BadFile, BadMove), match=sentence):
            take(other, campaign)
    assert at_venue(other) == []
    assert other.log.evenings() == []


@pytest.mark.parametrize(("program", "sentence"), [("99.0.0", "version 99.0.0"), ("0.0.1", "was altered, at 12")])
def test_a_state_that_this_companion_cannot_read_is_not_taken(
    nats: Nats, third: Table, other: Table, program: str, sentence: str
) -> None:
    """One of a newer version, or one that is none: the lease stays with whom it was, and nothing is kept here."""
    rows = third.rows(opened(third))
    put_away(third)
    third.shipper.stop()
    (claim,) = nats.ask(campaigns.leases)
    assert isinstance(claim, campaigns.Claim)
    strange = msgspec.structs.replace(
        rows[0], number=12, kind="move", parent=rows[-1].head, head=12, keyed=12, state=b"strange", program=program
    )
    data, chain = records.entry_record("table-3", strange, claim.lease.source.chain)
    source = msgspec.structs.replace(claim.lease.source, number=12, chain=chain)
    lease = msgspec.structs.replace(claim.lease, source=source)
    nats.ask(lambda stream: stream.publish(records.campaign_subject("table-3", rows[0].evening), data))
    written = nats.ask(lambda stream: campaigns.write(stream, lease, claim.revision))
    with pytest.raises(BadFile, match=sentence):
        take(other, lease.campaign)
    assert nats.ask(lambda stream: campaigns.lease(stream, lease.campaign)) == written
    assert other.log.evenings() == []


def test_a_lease_that_is_none_is_told_of_where_it_is_played(nats: Nats, third: Table) -> None:
    """The evening itself goes to the server as ever."""
    evening = opened(third)
    campaign = put_away(third)
    nats.ask(lambda stream: stream.publish(records.lease_subject(campaign), b"{}"))
    third.session.open(evening)
    until(lambda: "who has this campaign was altered" in str(third.said.figures))
    third.session.play(fuel_move(1), "Anna")
    until(third.sent)
    assert in_server(nats, evening) == third.rows(evening)


def test_a_server_without_campaigns_is_told_of(nats: Nats, third: Table) -> None:
    """Made ready by an earlier version: evenings go there all the same."""
    evening = opened(third)
    until(third.sent)  # before that it has no connection to ask
    nats.ask(lambda stream: stream.delete_stream(records.LEASES))
    with pytest.raises(BadMove, match="keeps no campaigns yet"):
        at_venue(third)
    third.shipper.campaigns.hand_over(evening)
    until(lambda: "keeps no campaigns yet" in str(third.said.words))
    third.play(5)
    until(lambda: in_server(nats, evening) == third.rows(evening))
