"""Strategies for commands, answers and other lines that engines may write."""

from hypothesis import strategies as st

from durak_tui.protocol.messages import Command, Features, GameData, Info, Kind

QUESTIONS: tuple[Kind, ...] = ("move", "respond", "give_more")

cards = st.integers(0, 51)
card_lists = st.lists(cards, unique=True)
counts = st.integers(0, 40)
milliseconds = st.integers(0, 10**7)

game_data = st.tuples(card_lists, counts, card_lists, counts, cards).map(
    lambda fields: GameData(*fields)
)
hint_data = st.builds(
    lambda data, hand, known: data._replace(hand=hand, enemy_known=known),
    game_data,
    card_lists,
    card_lists,
)

plain_text = st.text().filter(str.isprintable)
"""Texts that can be shown as they are."""
clocks = st.none() | milliseconds

commands = st.one_of(
    st.builds(lambda trump: Command("init", [trump]), cards),
    st.builds(
        Command,
        st.sampled_from(["deal", *QUESTIONS]),
        card_lists,
        game_data,
        hint=st.just(False),
    ),
    st.builds(
        Command,
        st.sampled_from(QUESTIONS),
        card_lists,
        hint_data,
        hint=st.just(True),
    ),
    st.just(Command("game_end")),
)

features = st.builds(
    Features,
    protocol=st.just(2),
    name=st.none() | plain_text,
    version=st.none() | plain_text,
    author=st.none() | plain_text,
    persistent=st.booleans(),
    hints=st.booleans(),
)

expectations = st.floats(0, 1)
infos = st.builds(
    Info,
    win=st.none() | expectations,
    moves=st.none() | st.dictionaries(st.text(), expectations),
    nodes=st.none() | st.integers(-(10**30), 10**30),
    text=st.none() | plain_text,
)

FRAGMENTS = [
    b"ok", b"ok ##", b"##", b"info", b"info ", b"{", b"}", b"[", b'"', b":", b",", b'"win"',
    b'"name"', b'"hints"', b"true", b"0.5", b"NaN", b"1e999", b"7C", b"th", b" ", b"\t", b"\r",
    b"\n", b"\n\n", b"\0", b"\x1b[2J", b"\xff\xfe", b"\xed\xa0\x80", "♣".encode(), b"9" * 5000,
    b"[" * 3000, b'{"a":' * 3000, b"\\ud800", b'info {"win": 0.5}\n', b"ok\n", b'ok ## {}\n',
]  # fmt: skip
noise = st.lists(st.sampled_from(FRAGMENTS) | st.binary(max_size=40), max_size=12).map(b"".join)
"""Bytes of all kinds, with a liking for what comes close to the protocol."""
