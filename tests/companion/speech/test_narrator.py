"""What is said, in which order, and what is kept."""

import gettext
from dataclasses import replace
from typing import Any

import pytest

from companion.api.game import Fact, Prompt, Urgency
from companion.api.text import Catalogue, English, T, Text
from companion.app.settings import VoiceSettings
from companion.app.voice import first_state
from companion.session.screen import Evening, HistoryStep, Notice, Screen, Update
from companion.speech.narrator import Narrator


class Remembering:
    """A speaker that remembers."""

    def __init__(self) -> None:
        self.said: list[tuple[str, str, int]] = []
        self.asked: list[Any] = []
        self.cues: list[tuple[str, int, int]] = []  # and how much was said before

    def say(self, text: str, language: str, urgency: int) -> None:
        self.said.append((text, language, urgency))

    def cue(self, name: str, urgency: int) -> None:
        self.cues.append((name, urgency, len(self.said)))

    def forget(self, text: str) -> None:
        self.asked.append(("forget", text))

    def skip(self) -> None:
        self.asked.append("skip")

    def repeat(self) -> None:
        self.asked.append("repeat")

    def set(self, **how: Any) -> None:
        self.asked.append(how)

    @property
    def words(self) -> list[str]:
        return [text for text, _, _ in self.said]


class Kept(dict[tuple[str, str], Any]):
    """A store in memory."""

    def get(self, kind: str, key: str) -> Any:  # type: ignore[override]
        return super().get((kind, key))

    def put(self, kind: str, key: str, value: Any) -> None:
        self[kind, key] = value


EVENING = Evening("1", "Saturday", "frostpunk", ("Anna", "Ben"), 0.0)
DROP = Prompt(name="drop", do=T("Drop 3 cubes."), offers=())
BEN = Prompt(name="turn", do=T("Take your turn."), offers=(), seat=1)


def update(*facts: Fact, prompts: tuple[Prompt, ...] = (DROP,), notices: tuple[Notice, ...] = ()) -> Update:
    step = HistoryStep(1, "move", T("Fuelled"), facts, "Anna", 0.0)
    screen = Screen(version=1, evening=EVENING, prompts=prompts, notices=notices)
    return Update(screen=screen, cause="move", facts=facts, step=step)


def narrator(speaker: Remembering, store: Kept | None = None) -> Narrator:
    return Narrator(speaker, first_state(VoiceSettings()), store)


def fact(text: Text, urgency: Urgency = Urgency.PLAIN) -> Fact:
    return Fact("f", text, urgency=urgency)


def test_facts_are_said_before_what_to_do_next():
    """First what happened, then what to do; quiet facts stay written."""
    speaker = Remembering()
    narrator(speaker).hear(update(fact(T("Heat rose.")), fact(T("Version 3."), Urgency.QUIET)))
    assert speaker.words == ["Heat rose.", "Drop 3 cubes."]


def test_what_to_do_is_said_once():
    """A prompt that stays is not said again with every step."""
    speaker = Remembering()
    one = narrator(speaker)
    one.hear(update())
    one.hear(update(fact(T("Coal was set to 4."))))
    assert speaker.words == ["Drop 3 cubes.", "Coal was set to 4."]
    assert [asked for asked in speaker.asked if isinstance(asked, tuple)] == []  # it is heard to its end


def test_an_answered_prompt_is_over_for_the_phone_that_speaks():
    """It keeps up with quick fingers as the companion itself does; what has been asked since is not over."""
    one = narrator(Remembering())
    one.hear(update())
    one.hear(update(fact(T("Coal fell.")), prompts=(BEN,)))
    assert [(str(line.text), line.over) for line in one.captions()] == [
        ("Drop 3 cubes.", True),
        ("Coal fell.", False),
        ("Ben: Take your turn.", False),
    ]


def test_a_question_is_over_when_its_evening_is_put_away():
    """Nobody is asked any more."""
    one = narrator(Remembering())
    one.hear(update())
    one.hear(Update(screen=Screen(), cause="close"))
    assert [line.over for line in one.captions()] == [True]


def test_what_was_taken_back_need_not_be_heard_to_its_end():
    """What came of a step that is undone is no longer so; what came of the step before it still is."""
    speaker = Remembering()
    one = narrator(speaker)
    one.hear(update(fact(T("Heat rose."))))
    second = replace(update(fact(T("Coal fell."))).step, number=2)
    one.hear(replace(update(fact(T("Coal fell."))), step=second))
    undo = HistoryStep(3, "undo", T("Undone"), (), "Ben", 0.0)
    screen = Screen(version=3, evening=EVENING, prompts=(DROP,), history=(undo, replace(second, undone=True)))
    one.hear(Update(screen=screen, cause="undo", step=undo))
    assert [asked for asked in speaker.asked if isinstance(asked, tuple)] == [("forget", "Coal fell.")]
    assert [str(line.text) for line in one.captions() if line.over] == ["Coal fell."]


def test_an_answered_prompt_need_not_be_heard_to_its_end():
    """Quick fingers do not leave the voice behind: what was answered is forgotten, what happened is not."""
    speaker = Remembering()
    one = narrator(speaker)
    one.hear(update(fact(T("Heat rose."))))
    one.hear(update(fact(T("Coal fell.")), prompts=(BEN,)))
    assert [asked for asked in speaker.asked if isinstance(asked, tuple)] == [("forget", "Drop 3 cubes.")]


def test_the_one_whose_turn_it_is_is_called_by_name():
    """A prompt of one seat begins with that player's name."""
    speaker = Remembering()
    narrator(speaker).hear(update(prompts=(BEN,)))
    assert speaker.words == ["Ben: Take your turn."]


def test_a_fact_that_ends_the_game_keeps_its_urgency():
    """The speaker is told what may interrupt."""
    speaker = Remembering()
    narrator(speaker).hear(update(fact(T("The generator exploded."), Urgency.FINAL), prompts=()))
    assert speaker.said == [("The generator exploded.", "en", int(Urgency.FINAL))]


def test_an_undo_is_said_with_what_it_left_out():
    """Everybody hears that a step was taken back, then what to do."""
    speaker = Remembering()
    screen = Screen(version=2, evening=EVENING, prompts=(DROP,))
    step = HistoryStep(2, "undo", T("Undone: {what}", what=T("Fuelled")), (), "Ben", 0.0)
    narrator(speaker).hear(Update(screen=screen, cause="undo", step=step))
    assert speaker.words == ["Undone: Fuelled", "Drop 3 cubes."]


def test_a_reopened_evening_is_greeted():
    """After a restart one hears which evening goes on and what is to be done."""
    speaker = Remembering()
    narrator(speaker).hear(Update(screen=Screen(version=1, evening=EVENING, prompts=(DROP,)), cause="open"))
    assert speaker.words == ["Saturday goes on where you left it.", "Drop 3 cubes."]


def test_an_evening_that_is_over_goes_on_no_more():
    """A restart at the game's end may have cut off how it ended: that is said, not that it goes on."""
    speaker = Remembering()
    narrator(speaker).begin(Screen(version=1, evening=EVENING, ending=T("You have won.")))
    assert speaker.words == ["You have won."]


def test_the_first_words_prove_the_loudspeaker():
    """Without an evening the companion says that it is ready; with one it greets that."""
    speaker = Remembering()
    narrator(speaker).begin(Screen())
    narrator(speaker).begin(Screen(version=1, evening=EVENING, prompts=(DROP,)))
    assert speaker.words == ["The table companion is ready.", "Saturday goes on where you left it.", "Drop 3 cubes."]


def test_an_unsure_sensor_is_heard_once():
    """A notice is said when it comes up, not with every later update."""
    speaker = Remembering()
    notice = Notice(name="cubes.drawer", text=T("Please count the cubes."))
    one = narrator(speaker)
    one.hear(update(notices=(notice,)))
    one.hear(update(notices=(notice,)))
    assert speaker.words == ["Drop 3 cubes.", "Please count the cubes."]


def test_a_card_that_nobody_asked_for_is_not_urgent():
    """A count that a sensor asks about is pressing; a card that was merely seen is told in its turn."""
    speaker = Remembering()
    count = Notice(name="cubes.drawer", text=T("Please count."))
    card = Notice(name="card", text=T("Card M017 was seen."), code="M017")
    narrator(speaker).hear(update(notices=(count, card)))
    assert [(text, urgency) for text, _, urgency in speaker.said][1:] == [
        ("Please count.", int(Urgency.URGENT)),
        ("Card M017 was seen.", int(Urgency.PLAIN)),
    ]


def test_what_is_unsaid_stands_on_no_page_any_more():
    """As a question of the scale that has answered itself: every time it was said is over, and nothing else is."""
    one = narrator(Remembering())
    told: list[None] = []
    one.say(T("Is the drawer really empty?"))
    one.say(T("Coal fell."))
    one.subscribe(lambda: told.append(None))
    one.unsay(T("Is the drawer really empty?"))
    one.unsay(T("Is the drawer really empty?"))
    assert [line.over for line in one.captions()] == [True, False]
    assert len(told) == 1


def test_everything_said_is_a_caption_in_order():
    """Captions hold the same lines, newest last, numbered."""
    one = narrator(Remembering())
    one.hear(update(fact(T("Heat rose."))))
    assert [(c.number, str(c.text)) for c in one.captions()] == [(1, "Heat rose."), (2, "Drop 3 cubes.")]


def test_the_chosen_voice_outlives_a_restart():
    """Mute, rate and the like are kept; what was not named stays."""
    store, speaker = Kept(), Remembering()
    narrator(speaker, store).set(muted=True, rate=200)
    again = narrator(Remembering(), store)
    assert (again.state.muted, again.state.rate, again.state.volume) == (True, 200, 1.0)


def test_a_torn_setting_is_forgotten():
    """What cannot be a voice setting is replaced by the owner's settings."""
    store = Kept()
    store.put("voice", "state", {"muted": "perhaps"})
    assert narrator(Remembering(), store).state.rate == VoiceSettings().rate


def test_the_repeat_button_repeats():
    """The panel's button reaches the speaker."""
    speaker = Remembering()
    narrator(speaker).hear(Update(screen=Screen(), cause="repeat"))
    assert "repeat" in speaker.asked


def test_a_failing_listener_stops_nobody():
    """One phone's trouble does not silence the voice."""
    speaker = Remembering()
    one = narrator(speaker)

    def fail() -> None:
        raise RuntimeError("gone")

    heard: list[int] = []
    one.subscribe(fail)
    one.subscribe(lambda: heard.append(1))
    one.hear(update())
    assert speaker.words == ["Drop 3 cubes."]
    assert heard


def test_two_languages_in_turn(monkeypatch: pytest.MonkeyPatch):
    """Every line is said in the first language, then in the second, which never cuts the first off; names once."""
    polish = Catalogue("pl", _Polish())
    monkeypatch.setattr("companion.speech.narrator.catalogue", lambda language: polish if language == "pl" else English)
    speaker = Remembering()
    told = Narrator(speaker, first_state(VoiceSettings(language="pl+en")))
    told.hear(update(Fact("out", T("The fire is out."), {}, Urgency.FINAL)))
    assert speaker.said[:2] == [
        ("Po polsku: The fire is out.", "pl", Urgency.FINAL),
        ("The fire is out.", "en", Urgency.URGENT),
    ]
    told.hear(update(prompts=(BEN,)))
    assert [one for one in speaker.asked if isinstance(one, tuple)] == [
        ("forget", "Po polsku: Drop 3 cubes."),
        ("forget", "Drop 3 cubes."),
    ]
    speaker.said.clear()
    told.say(Text("", {}))
    assert [language for _, language, _ in speaker.said] == ["pl"]


def test_both_languages_are_repeated(monkeypatch: pytest.MonkeyPatch):
    """Asked to say it again, the voice says the last line in both, ahead of what is still to come."""
    polish = Catalogue("pl", _Polish())
    monkeypatch.setattr("companion.speech.narrator.catalogue", lambda language: polish if language == "pl" else English)
    speaker = Remembering()
    told = Narrator(speaker, first_state(VoiceSettings(language="en+pl")))
    told.say(T("Wait."))
    speaker.said.clear()
    told.repeat()
    assert speaker.said == [("Wait.", "en", Urgency.URGENT), ("Po polsku: Wait.", "pl", Urgency.URGENT)]
    speaker.said.clear()
    told.set(language="pl")
    told.repeat()  # what the speaker said last may be in the other one
    assert speaker.said == [("Po polsku: Wait.", "pl", Urgency.URGENT)]
    told.repeat()
    assert speaker.asked[-1] == "repeat"


def test_what_a_phone_said_is_repeated_when_it_has_gone():
    """Not what the companion itself said last, before that phone spoke."""
    speaker = Remembering()
    one = narrator(speaker)
    one.say(T("Wait."))
    one.set(phone="17")
    one.phones_there(frozenset({"17"}))
    one.hear(update(prompts=(DROP,)))
    one.phones_there(frozenset())
    one.repeat()
    assert speaker.words == ["Wait.", "Drop 3 cubes."]
    assert "repeat" not in speaker.asked


def test_what_a_sensor_has_put_in_other_words_is_over():
    """Two cubes lay there, then three more fell: the first question is no longer worth hearing, nor standing."""
    speaker = Remembering()
    one = narrator(speaker)
    for text in ("2 cubes lay there.", "3 cubes fell onto 2.", "3 cubes fell onto 2."):
        notice = Notice(name="cubes.drawer", text=T(text))
        one.hear(Update(screen=Screen(evening=EVENING, prompts=(DROP,), notices=(notice,)), cause="notice"))
    assert ("forget", "2 cubes lay there.") in speaker.asked
    assert [str(line.text) for line in one.captions() if not line.over][-1] == "3 cubes fell onto 2."
    assert speaker.words.count("3 cubes fell onto 2.") == 1
    one.hear(update(prompts=(BEN,)))
    assert ("forget", "3 cubes fell onto 2.") in speaker.asked


class _Polish(gettext.NullTranslations):
    """Says everything as it is, and that it does so in Polish."""

    def gettext(self, message: str) -> str:
        return f"Po polsku: {message}"


# --- short sounds, and phones that speak ------------------------------------------------------------------------------


def cue_of(game: str, fact: str) -> str | None:
    return {("frostpunk", "f"): "breakdown"}.get((game, fact))


def test_a_fact_with_a_cue_is_told_after_it():
    """The cue comes before its own line and is as pressing; a line of another fact has none."""
    speaker = Remembering()
    news = update(Fact("g", T("Heat rose.")), fact(T("The Generator broke down."), Urgency.URGENT))
    Narrator(speaker, first_state(VoiceSettings()), cue_of=cue_of).hear(news)
    assert speaker.words[:2] == ["Heat rose.", "The Generator broke down."]
    assert speaker.cues == [("breakdown", int(Urgency.URGENT), 1)]


def test_a_turn_is_announced_when_it_becomes_anothers():
    """The cue of a turn comes when the seat that is asked changes, and not with every question to the same."""
    speaker = Remembering()
    one = narrator(speaker)
    again = Prompt(name="turn", do=T("Go on."), offers=(), seat=1)
    for prompt in (BEN, again, DROP, BEN):
        one.hear(update(prompts=(prompt,)))
    assert [(name, said) for name, _, said in speaker.cues] == [("turn", 0), ("turn", 3)]


def test_cues_can_be_off():
    """Without cues neither the speaker nor a caption has any."""
    speaker = Remembering()
    one = Narrator(speaker, first_state(VoiceSettings(cues=False)), cue_of=cue_of)
    one.hear(update(fact(T("The Generator broke down."))))
    assert (speaker.cues, [line.cue for line in one.captions()]) == ([], [None, None])


def test_one_voice_speaks_at_a_time():
    """While a phone speaks the companion is silent and its captions go on; when the phone is gone it speaks again."""
    speaker = Remembering()
    one = Narrator(speaker, first_state(VoiceSettings()), cue_of=cue_of)
    one.set(phone="17")
    one.phones_there(frozenset({"17", "18"}))
    one.hear(update(fact(T("The Generator broke down."))))
    assert (speaker.said, speaker.cues) == ([], [])
    assert next((str(line.text), line.cue) for line in one.captions()) == ("The Generator broke down.", "breakdown")
    one.phones_there(frozenset({"18"}))
    one.hear(update(fact(T("Heat rose."))))
    assert speaker.words == ["Heat rose."]


def test_a_caption_tells_whether_the_companion_itself_says_it():
    """The phone that speaks was away meanwhile, and does not say it once more when it is back."""
    one = narrator(Remembering())
    one.set(phone="17")
    one.phones_there(frozenset({"17"}))
    one.say(T("Wait."))
    one.phones_there(frozenset())
    one.say(T("Heat rose."))
    one.read(("Frost",), "en")
    assert [(str(line.text), line.here) for line in one.captions()] == [
        ("Wait.", False), ("Heat rose.", True), ("Frost", True),
    ]  # fmt: skip


def test_what_waits_in_the_old_language_is_dropped_with_it():
    """A voice that is given another language does not go on in the one before; what stays a language is heard out."""
    speaker = Remembering()
    one = narrator(speaker)
    one.set(language="pl+en")
    one.say(T("Drawer"))
    one.set(language="en")
    assert [one for one in speaker.asked if isinstance(one, tuple)] == [("forget", "Szufladka")]


def test_the_phone_that_speaks_repeats():
    """What is to be said once more comes as a new line, and the companion itself stays silent."""
    speaker = Remembering()
    one = narrator(speaker)
    one.set(phone="17")
    one.phones_there(frozenset({"17"}))
    one.hear(update(prompts=(DROP,)))
    one.repeat()
    assert [(line.number, str(line.text)) for line in one.captions()] == [(1, "Drop 3 cubes."), (2, "Drop 3 cubes.")]
    assert "repeat" not in speaker.asked


def test_which_phone_speaks_is_kept():
    """After a restart the same phone speaks."""
    store = Kept()
    narrator(Remembering(), store).set(phone="17", cues=False)
    assert (narrator(Remembering(), store).state.phone, narrator(Remembering(), store).state.cues) == ("17", False)


def test_a_card_that_is_stopped_is_over_for_every_speaker():
    """Its lines are forgotten, and its caption says so to the phone that speaks; what was said beside it goes on."""
    speaker = Remembering()
    one, told = narrator(speaker), []
    one.say(T("Drop 3 cubes."))
    one.read(["Storm", "Lose two oil."], "en")
    one.subscribe(lambda: told.append([(line.number, line.over) for line in one.captions()]))
    one.hush()
    one.hush()  # there is nothing to read any more
    assert told == [[(1, False), (2, True)]]
    assert speaker.asked[-2:] == [("forget", "Storm"), ("forget", "Lose two oil.")]


def test_a_card_that_is_read_anew_is_read_once():
    """What is left of the first reading is over before the second begins."""
    one = narrator(Remembering())
    one.read(["Storm"], "en")
    one.read(["Storm"], "en")
    assert [line.over for line in one.captions()] == [True, False]


def test_repeat_reads_the_whole_card_until_something_else_is_said():
    """Not its last line, and not the question before it."""
    speaker = Remembering()
    one = narrator(speaker)
    one.hear(update())
    one.read(["Storm", "Lose two oil."], "en")
    one.repeat()
    assert speaker.words == ["Drop 3 cubes.", "Storm", "Lose two oil.", "Storm", "Lose two oil."]
    one.say(T("The drawer is out."))
    one.repeat()
    assert speaker.asked[-1] == "repeat"
