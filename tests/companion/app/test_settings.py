"""The owner's settings file."""

from pathlib import Path

import pytest

from companion.app.settings import BadSettings, Settings, load_settings, read_settings


def test_no_file_gives_the_defaults():
    """Nothing has to be written to start."""
    assert load_settings(None) == Settings()


def test_values_of_a_file_are_taken():
    """A file changes what it names and nothing else."""
    settings = read_settings('[web]\nport = 9000\n[drawer]\nport = "/dev/ttyUSB0"\n[panel]\nbuzzer = 12\n')
    assert settings.web.port == 9000
    assert settings.web.threads == Settings().web.threads
    assert settings.drawer.port == "/dev/ttyUSB0"
    assert settings.panel.buzzer == 12


@pytest.mark.parametrize(
    ("toml", "words"),
    [
        ("[web]\nprot = 9000\n", "Did you mean web.port?"),
        ("[vioce]\nrate = 100\n", "Did you mean voice?"),
        ("[web]\nzzzzzz = 1\n", "Known here: web.port"),
        (
            "[web]\nport = 70000\n",
            "web.port in settings.toml does not fit; it should be: a whole number, at most 65535",
        ),
        ('[web]\nport = "eighty"\n', "web.port in settings.toml does not fit; it should be: a whole number."),
        ("web = 3\n", "web in settings.toml does not fit; it should be: a section, with its name in square brackets"),
        ("[web\nport = 1", "not valid TOML"),
        (
            '[panel]\nkind = "wooden"\n',
            "panel.kind in settings.toml does not fit; it should be: one of auto, simulated",
        ),
        ("[panel]\nnext = 40\n", "panel.next in settings.toml does not fit; it should be: a whole number, at most 27."),
        (
            '[mqtt]\nbuttons = ["nxt"]\n',
            "mqtt.buttons in settings.toml does not fit; it should be: as settings.ex",
        ),
        ('[mqtt]\nbroker = "mqtt://home"\n', "mqtt.broker in settings.toml"),
        ("[panel]\nbuzzer = 23\n", "panel.not_connected and panel.buzzer in settings.toml are both pin 23."),
        (
            "[voice]\nrate = 10\n",
            "voice.rate in settings.toml does not fit; it should be: a whole number, at least 80",
        ),
        ('[voice]\non = "yes"\n', "voice.on in settings.toml does not fit; it should be: true or false."),
        ('[venue]\nservers = ["nats://venue:4222"]\n', "venue.table"),
        ('[venue]\nservers = ["nats://me:secret@venue:4222"]\ntable = "t"\n', "venue.servers in settings.toml"),
        ('[venue]\nservers = ["nats://venue:4222"]\ntable = "Table 3"\n', "venue.table in settings.toml"),
        ('[venue]\nservers = ["nats://venue:4222"]\ntable = "staff"\n', "may not be staff"),
    ],
)
def test_a_mistake_is_named_with_what_to_do(toml: str, words: str):
    """A typing error is refused with a sentence that points at it."""
    with pytest.raises(BadSettings) as refused:
        read_settings(toml)
    assert words in str(refused.value)


def test_a_file_that_cannot_be_read_is_named(tmp_path):
    """A missing file and a binary one each get a sentence."""
    with pytest.raises(BadSettings, match=r"gone\.toml cannot be read"):
        load_settings(tmp_path / "gone.toml")
    (tmp_path / "picture.toml").write_bytes(b"\xff\xd8\xff\xe0")
    with pytest.raises(BadSettings, match="not a text file"):
        load_settings(tmp_path / "picture.toml")


def test_the_example_file_says_the_defaults():
    """The example that owners copy is right and changes nothing by itself."""
    example = Path(__file__).parents[3] / "settings.example.toml"
    assert load_settings(example) == Settings()


@pytest.mark.parametrize(
    ("toml", "environment", "languages"),
    [
        ("", "C.UTF-8", ("en", "en")),
        ("", "pl_PL.UTF-8", ("pl", "pl")),
        ('language = "pl"', "en_GB.UTF-8", ("pl", "pl")),
        ('[voice]\nlanguage = "en"', "pl_PL.UTF-8", ("pl", "en")),
        ('language = "en"\n[voice]\nlanguage = "pl+en"', "C.UTF-8", ("en", "pl+en")),
    ],
)
def test_the_language_is_set_or_the_environments(
    toml: str, environment: str, languages: tuple[str, str], monkeypatch: pytest.MonkeyPatch
):
    """What is not set is the language of whoever starts the program; the voice follows the companion."""
    monkeypatch.setenv("LC_ALL", environment)
    settings = read_settings(toml)
    assert (settings.language, settings.voice.language) == languages


def test_a_voice_is_chosen_for_a_language():
    """Where another voice is installed, a language can be given it."""
    assert read_settings('[voice.voices]\npl = "mb-pl1"\n').voice.voices == {"pl": "mb-pl1"}
