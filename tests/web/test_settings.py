"""Settings: a file, then the environment, then what is given; and a sentence for every mistake."""

from __future__ import annotations

from pathlib import Path

import pytest

from moleworks.games import Complaint
from moleworks.web.settings import Settings, descriptions, read


def test_the_last_one_counts(tmp_path: Path) -> None:
    file = tmp_path / "moleworks.toml"
    file.write_text('port = 1\nhost = "::1"\nlan = true\nmessage_rate = 3', "utf-8")
    environment = {"MOLEWORKS_PORT": "2", "MOLEWORKS_THINKERS": "4", "OTHER": "x", "MOLEWORKS_HOST": ""}
    settings = read(file, environment, {"thinkers": 5})
    assert settings == Settings(port=2, host="::1", lan=True, message_rate=3.0, thinkers=5)
    assert read(None, {}, {}) == Settings()


def test_the_file_can_be_named_by_the_environment(tmp_path: Path) -> None:
    file, other = tmp_path / "moleworks.toml", tmp_path / "other.toml"
    file.write_text("port = 1\nthinkers = 2", "utf-8")
    other.write_text("port = 3", "utf-8")
    environment = {"MOLEWORKS_CONFIG": str(file), "MOLEWORKS_THINKERS": "4"}
    assert read(None, environment) == Settings(port=1, thinkers=4)
    assert read(other, environment) == Settings(port=3, thinkers=4)


def test_settings_travel_by_the_environment() -> None:
    settings = Settings(port=81, lan=True, keep_records=1.5, database="postgresql://u:p@h/n")
    assert read(None, settings.environment()) == settings
    # What a worker finds in its environment was overruled by whoever started it.
    before = {"MOLEWORKS_LOG_LEVEL": "debug", "MOLEWORKS_PORT": "1", "MOLEWORKS_CONFIG": "nowhere.toml"}
    assert read(None, before | Settings().environment()) == Settings()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("prot = 1", "There is no setting prot. Did you mean port?"),
        ("zzz = 1", "There is no setting zzz; there are host, port,"),
        ('port = "x"', "The setting port does not fit: int is expected, not str."),
        ("port = 70000", "The setting port does not fit: int is more than 65535."),
        ("lan = 1", "The setting lan does not fit: bool is expected, not int."),
        ('log_level = "loud"', "The setting log_level does not fit:"),
        ('tls_cert = "x"', "They do not fit together: a certificate and its key go together"),
        ('public_url = "moles.example.org"', "a public URL begins with http:// or https://"),
        ('metrics_from = "home"', "metrics_from are addresses such as 192.0.2.7 or 192.0.2.0/24"),
        ("port =", "is not TOML:"),
    ],
)
def test_a_mistake_is_a_sentence(tmp_path: Path, text: str, expected: str) -> None:
    file = tmp_path / "moleworks.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(Complaint) as wrong:
        read(file, {})
    assert expected in str(wrong.value)


def test_a_missing_file_and_a_wrong_variable() -> None:
    with pytest.raises(Complaint, match=r"nowhere.toml cannot be read: No such file"):
        read(Path("nowhere.toml"), {})
    with pytest.raises(Complaint, match="MOLEWORKS_PROT: There is no setting prot") as wrong:
        read(None, {"MOLEWORKS_PROT": "x"})
    assert wrong.value.place
    with pytest.raises(Complaint) as wrong:
        read(None, {"MOLEWORKS_WORKERS": "a password"})
    assert "password" not in str(wrong.value)


def test_every_setting_is_described() -> None:
    assert list(descriptions()) == list(Settings.__struct_fields__)
    assert all(text for _, text in descriptions().values())


def test_matches_are_kept_in_the_users_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert Settings().database_url.startswith("sqlite:////")
    assert Settings().database_url.endswith("/matches.sqlite")
    assert Settings(database="sqlite:///x").database_url == "sqlite:///x"
