"""A key as four words that two people can compare by telephone.

A key of 256 bits is too long to read out.  Its fingerprint has 40 bits: four words of a list of
1,024.  Whoever wants to pass for somebody needs another key with the same four words, and has to
try half of 2^40 keys on average.  Each try costs a run of scrypt (RFC 7914) with 16 MB of memory,
some 40 ms on one core: about 700 years of a core for one person's key.  Words that two keys have
in common by chance do no harm, so the square root of that, a birthday attack, is of no use.
"""

import hashlib
from base64 import b64decode
from functools import lru_cache
from typing import Any, Final

from durak_tui.common.clusters import folded
from durak_tui.common.fields import Malformed, text
from durak_tui.common.values import LONGEST_LINE
from durak_tui.user.people import is_taken

COUNT: Final = 4
BITS: Final = 10  # Of each word.
_KIND: Final = "ssh-ed25519"
_BEGIN: Final = b"\0\0\0\x0b" + _KIND.encode() + b"\0\0\0\x20"
_SALT: Final = b"durak-tui fingerprint 1"
_COST: Final = {"n": 1 << 14, "r": 8, "p": 1}


@lru_cache(maxsize=64)
def words_of(key: str) -> str:
    """The fingerprint of a public key, ``ssh-ed25519 AAAA...``, in words.

    They are the same in every language.  It takes about 40 ms, once for each key.
    """
    size = (COUNT * BITS + 7) // 8
    number = int.from_bytes(hashlib.scrypt(key_bytes(key), salt=_SALT, dklen=size, **_COST), "big")
    chosen = (number >> (BITS * place) for place in reversed(range(COUNT)))
    return " ".join(WORDS[one % len(WORDS)] for one in chosen)


def key_bytes(key: str) -> bytes:
    """What a public key written as ``ssh-ed25519 AAAA...`` stands for.

    Raises ValueError if it is none: 32 bytes behind its kind (RFC 8709, 4).
    """
    kind, _, encoded = key.partition(" ")
    try:
        value = b64decode(encoded, validate=True)
    except ValueError:  # binascii.Error is one
        value = b""
    if kind != _KIND or len(value) != len(_BEGIN) + 32 or not value.startswith(_BEGIN):
        raise ValueError("not a public key")
    return value


def public_key(value: Any) -> str:
    """Read a public key from JSON.  Raises Malformed."""
    key = text(LONGEST_LINE)(value)
    try:
        key_bytes(key)
    except ValueError:
        raise Malformed("is not a public key") from None
    return key


# Of three to eight letters, each told from all others by its first four, and by more than one
# letter of the whole; no two that sound alike.
WORDS: Final = tuple(
    """
    acid acorn acre actor adapt advice agent agree alarm album alert alike alley almond alpha
    amber amount ample anchor angle animal annual answer anvil appeal apron arch arctic arena
    aroma arrow artist ash atlas atom attic author autumn award azure baby back bacon badge bag
    bake ball bamboo banana band banjo banner barber barley barn barrel basil basket beak beauty
    beaver bed beef beetle begin belt bench bird birth bishop blade blend blink block blue boat
    bobcat body boil bold bone bonsai bonus book border bottle bow brain branch brass brave
    bread breeze brick bridge bright bronze broom brown brush bubble bucket budget bugle build
    bulb bundle burger burst butter buyer cabin cable cactus cadet calm camel camp canal candle
    canoe canvas card career cargo carpet carrot cashew castle cat cave cedar celery cello
    cement center chain chalk chance charm cheese cherry chess chief child chisel choir chorus
    cider cinema circle city clay clean clever cliff climb clinic cloud clown club coach coal
    coast cobalt cobra cocoa coffee coin collar column comet comic condor copper cork corner
    cosmos cotton cousin cover coyote crab cradle crane crater crayon cream credit crisp crocus
    crow cruise cube cuckoo cup custom cycle cymbal dahlia dairy dance dart dawn day deal debate
    decade deck deep delta denim depth desert detail diary dice diesel dingo dinner dish diver
    doctor dog doll domino donkey donor double dove dozen dragon draw dress drift drink drop
    drum duet dune duty eager eagle earth easel east ebony echo edge editor effort egg elbow
    elder elf empty enamel end energy engine equal escape essay estate exam expert fabric face
    falcon family famous fancy farm father fence fennel ferret fiber fiddle field fig film finch
    finger fire fjord flag flame flash flavor fleet flint float flood fluid flute foam focus
    folk foot forest format fossil fox fresh friend frog front fruit fudge full fun future
    gadget galaxy gale gallon garage garden garlic gecko gentle geyser giant gift girl glad
    glass glider globe glossy golf good goose gospel grape gravel green grid grill ground guard
    guest guide guitar gum habit half hammer hamster happy harbor harp harvest hawk hazel head
    heavy helmet hen herb hermit heron hickory hiking hill hippo hobby hockey holiday hollow
    home honey hornet horse hostel human humble hundred hunter hurry hut hybrid hyena hymn icon
    idea igloo iguana image indigo infant ink insect insider iris island ivory ivy jackal jade
    jaguar jam jasmine jazz jelly jersey jet jewel jigsaw job jogger joke journal juice jumbo
    jump jungle junior jury karate kayak keen kernel kettle kilo kind kiosk kitchen kite kitten
    kiwi knee knob koala label ladder ladle lady lagoon lamb lantern lapis laptop large laser
    latch lattice laugh lava leader leaf league leather lecture left legend lemon lemur lens
    lentil leopard letter level liberty library lichen lid light lilac lily lime limit linen
    lion liquid list little lizard llama lobster local locker lodge logic long loop lotus lounge
    lucky lumber lunar lunch lupin luxury lynx lyric machine magic magma magnet magpie major
    mallet mango maple marble margin market marmot marsh mascot mask maze meadow medal meerkat
    melody member memory menu mercury merry mesh meteor method milk mimic mineral minute mirror
    mixer model molar mole moment monarch moon mosaic moss mother motion motor mouse mouth movie
    mud muffin mural murmur museum music mutual myrtle mystery myth nail name napkin nation
    nature near nectar needle neon nephew nest nickel niece nine noble noise noodle north notch
    nougat novel nugget nurse nutmeg nylon oak oasis object oblong ocean octopus odd offer
    office olive omelet onion opal open opera orange orbit orchard oregano organ origin osprey
    ostrich otter outfit owl owner oxide oxygen oyster paddle page paint palace palette pan
    panda paper paprika parade parcel parent park parsley party pasta path patio patrol peach
    peanut pearl peasant pebble pecan pelican penguin peony people pepper perfect pewter phone
    photo piano picnic picture pigeon pilot pipe pirate piston pitch pizza planet plaster plate
    plaza plywood pocket poem police pollen pond pool poppy porch portal possum potato pottery
    powder prairie prefix present pretty price primary prism proud public pudding pulse puma
    pupil puppet purple puzzle pyjama pyramid quail quarry queen quick quiet quince quiver quiz
    quota rabbit raccoon radar radio raft raisin rally random rapid raven razor ready reason
    recipe record refuge region relax remedy rent reptile rescue resin reward rhino rhubarb
    rhythm ribbon rich ride ring rinse ripple ritual robin robot rock rodeo roller romance roof
    rookie rope rotary rowing royal rubber ruby rudder rug ruler rumba runner rust safari safe
    saffron saga sailor salad salmon salsa salt sardine satchel satin sauna sausage savanna
    scale scarf school science scooter score scout screen scroll secret sector senior sequoia
    serve sesame seven shadow shark sheep shelf shine ship shirt shoe shovel shower shrimp
    shuttle siesta signal silver simmer simple siren sister six sizzle sketch skill sky skylark
    slice slim slow small smile smoke smooth snapper soap soccer soda soft solid sonnet soprano
    space sparrow speak sphere spider spin spiral spoon sport spring spruce square squid stable
    stadium stamp star station steam stereo stone storm street stride stucco studio sturdy style
    subway sugar suit summit sunset supper surf swan switch symbol syrup system tablet tackle
    tadpole talent tank tape target tavern taxi teacher teapot tempo tennis terrace textile
    theater theory thick thimble third thistle thread throne thumb thunder thyme ticket tidal
    tiger tile timber tiny tiptoe tissue today token tomato tooth topaz tornado total toucan
    tower toy track trade trail trapeze tree trial tribune tripod trophy truffle trumpet tuba
    tulip tundra tunnel turbo turkey turnip turtle tutor tuxedo tweed twelve twenty twice twin
    tycoon typhoon umpire uncle unicorn unit upward urban urgent useful utensil vacant vacuum
    valid value vanilla vapor vault velour velvet vendor venue verse vessel veteran viaduct
    victory video view village vinegar vintage violin virtue visa visit visor vivid vogue voice
    volcano volume vortex voter vowel voyage vulture wafer wagon waiter walk wallaby walnut
    walrus waltz wander wasp wealth web wedding welcome whale wheat wheel whisper white wicker
    wild willow window winter wisdom woman wombat word wreath wrist yacht yellow yogurt young
    zealous zebra zenith zero zigzag zinc zipper zoo
    """.split()  # noqa: SIM905 - a list would have a line for each word
)


def told_apart(other_name: str, key: str, name: str) -> str:
    """The other's name, with their words where it means somebody else."""
    if is_taken(other_name) or folded(other_name) == folded(name):
        return f"{other_name} ({words_of(key)})"
    return other_name
