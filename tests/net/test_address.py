"""Addresses as people enter them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_tui.net.address import PORT, Address, WrongAddress, parse_address, parse_port


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("192.168.1.5", "192.168.1.5", PORT),
        ("192.168.1.5:9000", "192.168.1.5", 9000),
        (" anna.local ", "anna.local", PORT),
        ("anna:1", "anna", 1),
        ("анна.рф:65535", "анна.рф", 65535),
        ("example.org.", "example.org.", PORT),
        ("::1", "::1", PORT),
        ("[::1]", "::1", PORT),
        ("[fe80::1%eth0]:8024", "fe80::1%eth0", 8024),
        ("fe80::1%eth0", "fe80::1%eth0", PORT),
    ],
)
def test_a_host_with_or_without_a_port(text: str, host: str, port: int) -> None:
    address = parse_address(text)
    assert address == Address(host, port)
    assert parse_address(str(address)) == address


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "an address is missing"),
        (":8024", "an address is missing"),
        ("anna:", '"" is not a port'),
        ("anna:0", "0 is not a port: ports are numbers from 1 to 65535"),
        ("anna:65536", "65536 is not a port"),
        ("anna:٣", "is not a port"),
        ("anna:" + "9" * 10_000, "is not a port"),
        ("anna:-1", "-1 is not a port"),
        ("1.2.3", "1.2.3 is neither the name nor the address of a host"),
        ("an na", "neither the name nor the address"),
        ("-anna", "neither"),
        ("a" * 64, "neither"),
        ("a." * 130 + "a", "neither"),
        ("[anna]:1", "is not an IPv6 address"),
        ("::1:8024:", "is written"),
        ("1:2:3", r"an IPv6 address with a port is written \[ADDRESS\]:PORT"),
        ("anna\n.local", "neither"),
    ],
)
def test_what_is_no_address_is_refused_with_a_sentence(text: str, why: str) -> None:
    with pytest.raises(WrongAddress, match=why) as refused:
        parse_address(text)
    assert str(refused.value).isprintable()
    assert len(str(refused.value)) < 200


@given(st.text())
def test_any_text_is_an_address_or_refused(text: str) -> None:
    try:
        address = parse_address(text)
    except WrongAddress:
        return
    assert parse_address(str(address)) == address


def test_a_port_alone() -> None:
    assert parse_port("8024") == 8024
