"""By which names a server may be asked for its page."""

import pytest

from durak_tui.net.guests.origins import (
    Origin,
    Origins,
    PublicHost,
    parse_origin,
    parse_public_host,
)

HERE = "127.0.0.1", 8023


@pytest.mark.parametrize(
    "host", ["localhost:8023", "LOCALHOST:8023", "127.0.0.1:8023", "127.1.2.3:8023", "[::1]:8023"]
)
def test_names_of_this_machine_are_always_the_servers(host: str) -> None:
    (origin,) = Origins("127.0.0.1", ()).named(host, HERE)
    assert str(origin) == f"http://{host}".lower()


@pytest.mark.parametrize(
    "host",
    [
        "evil.example:8023", "evil.example", "localhost", "localhost:8024", "127.0.0.1:80",
        "localhost.evil.example:8023", "localhost@evil.example:8023", "192.0.2.7:8023", "",
        ":8023", "localhost:", "localhost:8023/", "localhost:x", "[::1", "[::1%lo]:8023", "a..b",
        "local host:8023", "127.0.0.1:8023\t", "$(x):8023",
        "[::1]evil.example:8023", "evil.example[::1]:8023", "[localhost]:8023", "localhost:99999",
    ],
)  # fmt: skip
def test_an_unknown_name_is_refused(host: str) -> None:
    assert Origins("127.0.0.1", ()).named(host, HERE) == []


def test_the_addresses_that_are_served_are() -> None:
    assert Origins("durak.lan", ()).named("Durak.lan:8023", HERE) == [
        Origin("http", "durak.lan", 8023)
    ]
    everywhere, mapped = Origins("::", ()), ("::ffff:192.0.2.7", 8023)
    assert everywhere.named("192.0.2.7:8023", mapped) == [Origin("http", "192.0.2.7", 8023)]
    assert everywhere.named("192.0.2.8:8023", mapped) == []
    assert everywhere.named("[2001:DB8::7]:8023", ("2001:db8::7", 8023))
    assert Origins("192.0.2.7", ()).named("192.0.2.7", ("192.0.2.7", 80))


@pytest.mark.parametrize(
    ("said", "host", "origin"),
    [
        ("durak.example.org", "durak.example.org:8023", "http://durak.example.org:8023"),
        ("durak.example.org:80", "durak.example.org", "http://durak.example.org"),
        ("http://durak.example.org", "durak.example.org:80", "http://durak.example.org"),
        ("https://durak.example.org/", "Durak.Example.org", "https://durak.example.org"),
        ("https://durak.example.org", "durak.example.org:443", "https://durak.example.org"),
        ("https://durak.example.org:8443", "durak.example.org:8443",
         "https://durak.example.org:8443"),
        ("дурак.рф", "xn--80ahtwo.xn--p1ai:8023", "http://xn--80ahtwo.xn--p1ai:8023"),
        ("[2001:db8::7]:80", "[2001:db8::7]", "http://[2001:db8::7]"),
    ],
)  # fmt: skip
def test_a_public_host_is_a_name_of_the_server(said: str, host: str, origin: str) -> None:
    origins = Origins("127.0.0.1", [parse_public_host(said)])
    (found,) = origins.named(host, HERE)
    assert str(found) == origin
    assert parse_origin(origin) == found
    assert origins.named("evil.example:8023", HERE) == []
    assert origins.named("localhost:8023", HERE)


def test_a_name_with_another_port_or_scheme_is_another_origin() -> None:
    origins = Origins("127.0.0.1", [PublicHost("https", "durak.example.org", 443)])
    assert origins.named("durak.example.org:8023", HERE) == []
    (found,) = origins.named("durak.example.org", HERE)
    assert found != parse_origin("http://durak.example.org")
    assert found != parse_origin("https://durak.example.org:8443")


@pytest.mark.parametrize(
    "text",
    ["null", "", "durak.example.org", "ftp://x", "https://", "https://a/b", "https://a:65536"],
)
def test_what_is_no_origin_of_a_page(text: str) -> None:
    with pytest.raises(ValueError, match="is no"):
        parse_origin(text)
