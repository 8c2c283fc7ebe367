from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware import cues
from hardware.players import AplayPlayer, FolderPlayer, PlayerFailed, Playing, RememberingPlayer, seconds
from hardware.speech_engine import EngineFailed, SpeechEngine
from hardware.voice import Urgency, Voice


class SilentEngine(SpeechEngine):
    """Writes an empty file for every text, without a process."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[str, str, int, float]] = []
        self.fails: list[EngineFailed] = []

    def render(self, text: str, language: str, rate: int, volume: float, file: Path) -> None:
        self.asked.append((text, language, rate, volume))
        if self.fails:
            raise self.fails.pop(0)
        file.write_bytes(b"")


class DeadPlayer:
    """A machine with no sound."""

    def begin(self, wav: Path, text: str) -> Playing:
        raise PlayerFailed("no_sound")


@pytest.fixture
def engine() -> SilentEngine:
    return SilentEngine()


@pytest.fixture
def player() -> RememberingPlayer:
    return RememberingPlayer(at_once=False)


@pytest.fixture
def voice(player: RememberingPlayer, engine: SilentEngine) -> Iterator[Voice]:
    voice = Voice(player, engine=engine)
    voice.start()
    yield voice
    voice.stop()


def begin(voice: Voice, player: RememberingPlayer, *texts: str) -> None:
    """Say these, and wait until the first is under way."""
    for text in texts:
        voice.say(text, "en-gb")
    assert player.wait_for(texts[0])


def test_says_in_its_turn(voice: Voice, player: RememberingPlayer) -> None:
    """Plain utterances follow each other, one at a time, in the order in which they came."""
    begin(voice, player, "one", "two", "three")
    assert voice.waiting == ("two", "three")
    player.finish()
    assert player.wait_for("one", "two")
    player.finish()
    assert player.wait_for("one", "two", "three")


def test_urgent_goes_ahead_of_plain(voice: Voice, player: RememberingPlayer) -> None:
    """What is urgent waits for the one being said, not for the plain ones behind it, and urgent ones keep order."""
    begin(voice, player, "one", "two")
    voice.say("urgent one", "en-gb", Urgency.URGENT)
    voice.say("urgent two", "en-gb", Urgency.URGENT)
    assert voice.waiting == ("urgent one", "urgent two", "two")
    assert player.cut_off == []


def test_final_interrupts(voice: Voice, player: RememberingPlayer) -> None:
    """The end of the game cuts off what is being said; plain words still waiting are dropped, urgent ones follow."""
    begin(voice, player, "one", "two")
    voice.say("urgent", "en-gb", Urgency.URGENT)
    voice.say("The city has fallen.", "en-gb", Urgency.FINAL)
    assert player.wait_for("one", "The city has fallen.")
    assert player.cut_off == ["one"]
    assert voice.waiting == ("urgent",)


def test_two_final_ones_are_both_said(voice: Voice, player: RememberingPlayer) -> None:
    """A final utterance never cuts off another."""
    voice.say("first", "en-gb", Urgency.FINAL)
    assert player.wait_for("first")
    voice.say("second", "en-gb", Urgency.FINAL)
    assert player.cut_off == []
    player.finish()
    assert player.wait_for("first", "second")


def test_skip(voice: Voice, player: RememberingPlayer) -> None:
    """Skipping ends the present utterance and goes on with the next."""
    begin(voice, player, "one", "two")
    voice.skip()
    assert player.wait_for("one", "two")
    assert player.cut_off == ["one"]


def test_what_is_forgotten_is_neither_begun_nor_ended(voice: Voice, player: RememberingPlayer) -> None:
    """Forgetting cuts it off while it is being said, and takes it out of what waits; the rest is said."""
    begin(voice, player, "one", "two", "three")
    voice.forget("two")
    assert voice.waiting == ("three",)
    voice.forget(" one ")
    assert player.wait_for("one", "three")
    assert player.cut_off == ["one"]


def test_repeat_of_what_is_being_said_begins_it_again(voice: Voice, player: RememberingPlayer) -> None:
    """Repeat during speech starts the sentence anew, before what waits."""
    begin(voice, player, "one", "two")
    voice.repeat()
    assert player.wait_for("one", "one")
    assert voice.waiting == ("two",)


def test_repeat_after_the_end(voice: Voice, player: RememberingPlayer) -> None:
    """Repeat says the latest utterance again; with nothing said yet it says nothing."""
    voice.repeat()
    begin(voice, player, "one")
    player.finish()
    assert voice.wait_until_quiet()
    voice.repeat()
    assert player.wait_for("one", "one")


def test_mute_is_silent_at_once(voice: Voice, player: RememberingPlayer) -> None:
    """Muting cuts off, empties the queue and keeps quiet; unmuted, repeat brings the latest that was missed."""
    begin(voice, player, "one", "two")
    voice.set(muted=True)
    voice.say("three", "en-gb")
    assert voice.wait_until_quiet()
    assert player.begun == ["one"]
    voice.set(muted=False)
    voice.repeat()
    assert player.wait_for("one", "three")


def test_quiet_facts_are_not_said(voice: Voice, player: RememberingPlayer) -> None:
    """What is only written down, or empty, makes no sound."""
    voice.say("hidden", "en-gb", Urgency.QUIET)
    voice.say("  \n ", "en-gb")
    assert voice.waiting == ()
    assert player.begun == []


def test_rate_volume_and_language_reach_the_engine(
    voice: Voice, player: RememberingPlayer, engine: SilentEngine
) -> None:
    """Settings hold for what is said from then on, and each phrase is rendered once per setting."""
    voice.set(rate=200, volume=0.5)
    begin(voice, player, "raz")
    voice.skip()
    voice.say("raz", "pl")
    assert player.wait_for("raz", "raz")
    voice.repeat()
    assert player.wait_for("raz", "raz", "raz")
    assert engine.asked == [("raz", "en-gb", 200, 0.5), ("raz", "pl", 200, 0.5)]


@pytest.mark.parametrize("wrong", [{"rate": 20}, {"rate": 1000}, {"volume": -0.1}, {"volume": 1.1}])
def test_impossible_settings_are_refused(voice: Voice, wrong: dict[str, float]) -> None:
    """A rate or volume outside the limits is an error and changes nothing."""
    with pytest.raises(ValueError, match="is not from"):
        voice.set(muted=True, **wrong)  # type: ignore[arg-type]
    voice.say("still heard", "en-gb")
    assert voice.waiting == ("still heard",) or voice.wait_until_quiet(0.0) is False


def test_a_long_queue_forgets_the_oldest_plain_words(voice: Voice, player: RememberingPlayer) -> None:
    """Forty wait at most; urgent ones are kept."""
    begin(voice, player, "now")
    voice.say("urgent", "en-gb", Urgency.URGENT)
    for number in range(60):
        voice.say(str(number), "en-gb")
    assert len(voice.waiting) == 40
    assert voice.waiting[0] == "urgent"
    assert voice.waiting[-1] == "59"


def test_no_sound_is_told_once() -> None:
    """A machine without sound gives one status, and saying things stays harmless."""
    statuses: list[str] = []
    voice = Voice(DeadPlayer(), statuses.append, engine=SilentEngine())
    voice.start()
    for number in range(5):
        voice.say(str(number), "en-gb")
    assert voice.wait_until_quiet()
    voice.stop()
    assert statuses == ["no_sound", "stopped"]


def test_an_engine_that_fails_once_is_told_and_told_again_when_well(
    player: RememberingPlayer, engine: SilentEngine
) -> None:
    """A failed utterance is lost, the next is said, and both changes of status are heard once."""
    statuses: list[str] = []
    player = RememberingPlayer()
    engine.fails = [EngineFailed("engine_failed"), EngineFailed("engine_failed")]
    voice = Voice(player, statuses.append, engine=engine)
    voice.start()
    for text in ("lost", "lost too", "heard", "heard too"):
        voice.say(text, "en-gb")
    assert voice.wait_until_quiet()
    voice.stop()
    assert player.begun == ["heard", "heard too"]
    assert statuses == ["engine_failed", "ready", "stopped"]


def test_a_listener_that_fails_does_not_silence_the_voice() -> None:
    """An exception from `on_status` goes no further."""
    player = RememberingPlayer()
    engine = SilentEngine()
    engine.fails = [EngineFailed("no_voice")]

    def fail(status: str) -> None:
        raise RuntimeError(status)

    voice = Voice(player, fail, engine=engine)

    voice.start()
    voice.say("lost", "tlh")
    voice.say("heard", "en-gb")
    assert voice.wait_until_quiet()
    voice.stop()
    assert player.begun == ["heard"]


def test_stop_is_final(player: RememberingPlayer, engine: SilentEngine) -> None:
    """Stopping cuts off, removes the files, and everything after it is harmless."""
    voice = Voice(player, engine=engine)
    voice.start()
    begin(voice, player, "one", "two")
    folder = voice._cache._folder
    assert folder.exists()
    voice.stop()
    voice.stop()
    voice.say("three", "en-gb")
    voice.repeat()
    assert voice.status == "stopped"
    assert player.cut_off == ["one"]
    assert player.begun == ["one"]
    assert not folder.exists()


def test_no_aplay_is_no_player(tmp_path: Path) -> None:
    """A machine without alsa-utils gives a code, not an exception of another kind."""
    with pytest.raises(PlayerFailed) as failed:
        AplayPlayer(program="no-such-aplay").begin(tmp_path / "x.wav", "x")
    assert failed.value.code == "no_player"


# --- with the real engine ---------------------------------------------------------------------------------------------


@pytest.fixture
def folder_player(tmp_path: Path) -> FolderPlayer:
    return FolderPlayer(tmp_path / "spoken")


@pytest.mark.voice
def test_speaks_real_words_in_two_languages(folder_player: FolderPlayer) -> None:
    """English and Polish come out as WAV files in the order in which they were said."""
    statuses: list[str] = []
    voice = Voice(folder_player, statuses.append)
    voice.start()
    voice.say("Hunger rose to eight.", "en-gb")
    voice.say("Głód wzrósł do ośmiu.", "pl")
    assert voice.wait_until_quiet()
    voice.stop()
    assert [text for text, _ in folder_player.played] == ["Hunger rose to eight.", "Głód wzrósł do ośmiu."]
    assert all(0.7 < seconds(wav) < 4.0 for _, wav in folder_player.played)
    assert statuses == ["stopped"]


@pytest.mark.voice
def test_a_language_without_a_voice_is_told(folder_player: FolderPlayer) -> None:
    """Nothing is said in another language's voice; the next utterance is well."""
    statuses: list[str] = []
    voice = Voice(folder_player, statuses.append)
    voice.start()
    voice.say("majQa'", "xx")
    voice.say("Well done.", "en-gb")
    assert voice.wait_until_quiet()
    voice.stop()
    assert statuses == ["no_voice", "ready", "stopped"]
    assert [text for text, _ in folder_player.played] == ["Well done."]


@pytest.mark.voice
def test_silence_goes_before_the_first_words_only(folder_player: FolderPlayer, tmp_path: Path) -> None:
    """A sleeping screen is woken by silence before speech; right after speech none is needed."""
    voice = Voice(folder_player, lead_s=1.5)
    voice.start()
    voice.say("Ready.", "en-gb")
    voice.say("Ready.", "en-gb")
    assert voice.wait_until_quiet()
    voice.stop()
    first, second = (seconds(wav) for _, wav in folder_player.played)
    assert first == pytest.approx(second + 1.5, abs=0.01)


# --- short sounds -----------------------------------------------------------------------------------------------------


def test_a_cue_is_played_in_its_turn(voice: Voice, player: RememberingPlayer) -> None:
    """A cue waits like an utterance of its urgency, before what is said after it."""
    begin(voice, player, "one")
    voice.say("two", "en-gb")
    voice.cue("breakdown", Urgency.URGENT)
    voice.say("three", "en-gb", Urgency.URGENT)
    for said in ("one", "one breakdown", "one breakdown three"):
        assert player.wait_for(*said.split())
        player.finish()
    assert player.wait_for("one", "breakdown", "three", "two")


def test_a_cue_is_never_repeated_nor_forgotten_by_its_name(voice: Voice, player: RememberingPlayer) -> None:
    """To repeat means the last words; words that are forgotten take no cue of that name with them."""
    begin(voice, player, "storm")
    voice.cue("storm")
    voice.forget("storm")
    assert player.wait_for("storm", "storm")
    voice.repeat()
    assert player.wait_for("storm", "storm", "storm")
    assert player.cut_off == ["storm", "storm"]


def test_no_cue_where_it_is_silent_or_unknown(voice: Voice, player: RememberingPlayer, engine: SilentEngine) -> None:
    """A muted voice plays none, and one that there is not is no sound at all."""
    voice.cue("birdsong")
    voice.set(muted=True)
    voice.cue("turn")
    voice.set(muted=False)
    begin(voice, player, "one")
    assert (player.begun, [text for text, *_ in engine.asked]) == (["one"], ["one"])


def test_a_cue_is_a_wav_file_at_the_voices_volume(tmp_path: Path) -> None:
    """What is played is the synthesised sound, as loud as the voice is set."""
    player = FolderPlayer(tmp_path)
    voice = Voice(player, engine=SilentEngine())
    voice.start()
    voice.set(volume=0.5)
    voice.cue("won")
    assert voice.wait_until_quiet()
    voice.stop()
    [(name, wav)] = player.played
    assert (name, wav.read_bytes()) == ("won", cues.wav("won", 0.5))
