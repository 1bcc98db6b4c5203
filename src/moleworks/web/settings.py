"""Settings of the server, from a TOML file, the environment and the command line, in rising order."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from functools import cache
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_type_hints

import msgspec
from msgspec import Meta

from moleworks.core.messages import N_, Complaint, Message
from moleworks.matches.retention import Retention
from moleworks.web import decode_errors

PREFIX = "MOLEWORKS_"
CONFIG = f"{PREFIX}CONFIG"
"""The variable that names the file, as `--config` does."""
FIRST_PORT = 8000
IPV4_MAPPED = "::ffff:"
"""How a socket for IPv4 and IPv6 writes an IPv4 address."""


class WrongSetting(Complaint):
    """An unknown setting or a wrong value; `place` says where it was given."""

    def __init__(self, place: Message, text: str, **values: object) -> None:
        super().__init__(text, **values)
        self.place = place


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a server runs. The descriptions are the help of the command line."""

    host: Annotated[str, Meta(description=N_("The address to listen on; usually only this computer."))] = (
        "127.0.0.1"
    )
    port: Annotated[
        int, Meta(ge=0, le=65535, description=N_("The port; usually the first free one from 8000 up."))
    ] = 0
    lan: Annotated[
        bool,
        Meta(description=N_("Let phones in: listen on the home network, and put its address into links.")),
    ] = False
    public_url: Annotated[
        str, Meta(description=N_("What links begin with, such as https://moles.example.org."))
    ] = ""
    site: Annotated[
        str,
        Meta(
            description=N_(
                "A folder that moleworks site wrote: its page can be installed, and works without a network."
            )
        ),
    ] = ""
    database: Annotated[
        str,
        Meta(
            description=N_(
                "Where matches are kept: sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME; usually an "
                "SQLite file in your data folder."
            )
        ),
    ] = ""
    workers: Annotated[
        int, Meta(ge=1, le=256, description=N_("How many processes serve; more than one needs PostgreSQL."))
    ] = 1
    thinkers: Annotated[
        int,
        Meta(ge=0, le=256, description=N_("How many processes think for computers; usually half the cores.")),
    ] = 0
    tls_cert: Annotated[
        str, Meta(description=N_("A file with a TLS certificate, to serve https without a proxy."))
    ] = ""
    tls_key: Annotated[str, Meta(description=N_("The file with the certificate's key."))] = ""
    trusted_proxies: Annotated[
        str,
        Meta(description=N_("Addresses of proxies whose word about who asks is taken, with commas between.")),
    ] = ""
    hosts: Annotated[
        str,
        Meta(
            description=N_(
                "More names that this server is reached by, with commas between; its address, localhost and "
                "the public URL's need no mention."
            )
        ),
    ] = ""
    metrics_from: Annotated[
        str,
        Meta(
            description=N_(
                "Addresses or networks that may read /metrics, with commas between; usually only this "
                "computer."
            )
        ),
    ] = "127.0.0.1, ::1"
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"],
        Meta(description=N_("How much is logged: debug, info, warning or error.")),
    ] = "info"

    body_bytes: Annotated[
        int, Meta(ge=1024, description=N_("Limit: bytes of a request; usually 256000."))
    ] = 256_000
    message_bytes: Annotated[
        int, Meta(ge=1024, description=N_("Limit: bytes of a WebSocket message; usually 64000."))
    ] = 64_000
    message_rate: Annotated[
        float, Meta(gt=0, description=N_("Limit: messages a second on one connection; usually 50."))
    ] = 50.0
    message_burst: Annotated[
        int, Meta(ge=1, description=N_("Limit: messages at once on one connection; usually 200."))
    ] = 200
    request_rate: Annotated[
        float, Meta(gt=0, description=N_("Limit: requests a second from one address; usually 50."))
    ] = 50.0
    request_burst: Annotated[
        int, Meta(ge=1, description=N_("Limit: requests at once from one address; usually 400."))
    ] = 400
    cpu_share: Annotated[
        float,
        Meta(
            gt=0,
            description=N_(
                "Limit: the part of a processor that the messages and requests of one address, or of one "
                "person, may use; usually 0.3."
            ),
        ),
    ] = 0.3
    matches_per_hour: Annotated[
        int, Meta(ge=1, description=N_("Limit: matches opened in an hour from one address; usually 200."))
    ] = 200
    codes_per_minute: Annotated[
        int, Meta(ge=1, description=N_("Limit: codes tried in a minute from one address; usually 10."))
    ] = 10
    connections_per_address: Annotated[
        int, Meta(ge=1, description=N_("Limit: open connections from one address; usually 200."))
    ] = 200
    nesting: Annotated[
        int, Meta(ge=4, le=500, description=N_("Limit: how deep JSON may be nested; usually 16."))
    ] = 16
    board_bytes: Annotated[
        int, Meta(ge=1024, description=N_("Limit: bytes of a board of one's own; usually 64000."))
    ] = 64_000
    hints_at_once: Annotated[
        int,
        Meta(
            ge=1,
            description=N_("Limit: hints thought about at once, half of them for one address; usually 4."),
        ),
    ] = 4
    analyses_at_once: Annotated[
        int,
        Meta(ge=1, description=N_("Limit: analyses made at once, half of them for one address; usually 2.")),
    ] = 2
    trials_at_once: Annotated[
        int, Meta(ge=1, description=N_("Limit: boards being tried out at once; usually 1."))
    ] = 1
    prints_at_once: Annotated[
        int, Meta(ge=1, description=N_("Limit: boards being printed at once; usually 1."))
    ] = 1
    slow_seconds: Annotated[
        float, Meta(gt=0, description=N_("A client that takes nothing for so long is let go; usually 20."))
    ] = 20.0

    keep_finished: Annotated[
        float,
        Meta(gt=0, description=N_("Days until a match that is over becomes a mere record; usually 30.")),
    ] = Retention().archive
    keep_records: Annotated[
        float, Meta(gt=0, description=N_("Days until a record is deleted; usually 365."))
    ] = Retention().records
    keep_abandoned: Annotated[
        float,
        Meta(gt=0, description=N_("Days until a match that nobody goes on with is deleted; usually 60.")),
    ] = Retention().abandoned

    def __post_init__(self) -> None:
        if self.public_url and not self.public_url.startswith(("http://", "https://")):
            raise Complaint(N_("a public URL begins with http:// or https://"))
        if bool(self.tls_cert) != bool(self.tls_key):
            raise Complaint(N_("a certificate and its key go together"))
        try:
            _networks(self.metrics_from)
        except ValueError:
            raise Complaint(N_("metrics_from are addresses such as 192.0.2.7 or 192.0.2.0/24")) from None
        try:
            _networks(self.trusted_proxies)
        except ValueError:
            raise Complaint(N_("trusted_proxies are addresses such as 192.0.2.7 or 192.0.2.0/24")) from None

    @property
    def database_url(self) -> str:
        """Where matches are stored; by default in the user's data folder."""
        if self.database:
            return self.database
        from platformdirs import user_data_path  # noqa: PLC0415 - only needed for the default

        return f"sqlite:///{user_data_path('moleworks', appauthor=False) / 'matches.sqlite'}"

    def shows_metrics(self, address: str) -> bool:
        """Whether this address may read the metrics."""
        try:
            client = ip_address(address.removeprefix(IPV4_MAPPED))
        except ValueError:
            return False
        return any(client in network for network in _networks(self.metrics_from))

    def trusts_proxy(self, address: str) -> bool:
        """Whether this is the address of a proxy that connects for many clients."""
        names = {part.strip() for part in self.trusted_proxies.split(",")}
        if names & {address, "*"}:
            return True
        try:
            client = ip_address(address.removeprefix(IPV4_MAPPED))
            return any(client in network for network in _networks(self.trusted_proxies))
        except ValueError:
            return False

    @property
    def keep(self) -> Retention:
        """How long matches and records are kept."""
        return Retention(archive=self.keep_finished, records=self.keep_records, abandoned=self.keep_abandoned)

    def environment(self) -> dict[str, str]:
        """The variables that give another process the same settings, whatever it had before."""
        variables = {PREFIX + name.upper(): _plain(getattr(self, name)) for name in self.__struct_fields__}
        return variables | {CONFIG: ""}


def read(
    config: Path | None = None,
    environment: Mapping[str, str] = os.environ,
    given: Mapping[str, Any] | None = None,
) -> Settings:
    """The settings of a file, overridden by the environment, overridden by `given`."""
    values: dict[str, Any] = {}
    named = environment.get(CONFIG)
    config = config or (Path(named) if named else None)
    if config is not None:
        values |= _convert(_read_file(config), Message(N_("{path}"), {"path": config}))
    for key, value in environment.items():
        if key.startswith(PREFIX) and key != CONFIG and value:
            name = key.removeprefix(PREFIX).lower()
            values |= _convert({name: value}, Message(N_("The environment variable {name}"), {"name": key}))
    values |= _convert(given or {}, Message(N_("The command line")))
    return _settings(values, Message(N_("The settings")))


def descriptions() -> dict[str, tuple[Any, str]]:
    """The type and the description of each setting."""
    hints = get_type_hints(Settings, include_extras=True)
    found = {}
    for name in Settings.__struct_fields__:
        kind, meta = get_args(hints[name])[:2]
        found[name] = (kind, str(meta.description))
    return found


@cache
def _networks(text: str) -> tuple[IPv4Network | IPv6Network, ...]:
    return tuple(ip_network(part.strip(), strict=False) for part in text.split(",") if part.strip())


def _read_file(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise Complaint(N_("{path} cannot be read: {reason}."), path=path, reason=reason) from error
    except ValueError as error:
        raise Complaint(N_("{path} is not TOML: {reason}."), path=path, reason=error) from error


def _convert(values: Mapping[str, Any], place: Message) -> dict[str, Any]:
    """Convert each value alone, so that a complaint names the wrong one."""
    known = Settings.__struct_fields__
    for name in values:
        if name not in known:
            from difflib import get_close_matches  # noqa: PLC0415 - only wrong names need it

            near = get_close_matches(name, known, 1)
            if near:
                raise WrongSetting(
                    place, N_("There is no setting {name}. Did you mean {near}?"), name=name, near=near[0]
                )
            raise WrongSetting(
                place, N_("There is no setting {name}; there are {known}."), name=name, known=", ".join(known)
            )
    hints = get_type_hints(Settings, include_extras=True)
    return {name: _convert_value(name, value, hints[name], place) for name, value in values.items()}


def _convert_value(name: str, value: Any, kind: Any, place: Message) -> Any:
    try:
        return msgspec.convert(value, kind, strict=not isinstance(value, str))
    except msgspec.ValidationError as error:
        # The value is not repeated: it may be a password.
        reason = decode_errors.to_message(str(error))
        raise WrongSetting(
            place, N_("The setting {name} does not fit: {reason}."), name=name, reason=reason
        ) from error


def _settings(values: Mapping[str, Any], place: Message) -> Settings:
    try:
        return Settings(**values)
    except Complaint as error:
        reason = error.message
        raise WrongSetting(place, N_("They do not fit together: {reason}."), reason=reason) from error


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
