import random, pytest
from tests.tui.apps import make_app
from tests.tui.partner import partner
KEYS = [*"1234567890abcefijkmopsvwxyztdtdtdungrhlu", "enter","space","left","right","up","down","escape","question_mark","pageup","pagedown","tab","home","end","ф","е","в"]
@pytest.mark.parametrize("seed", range(8))
async def test_storm(seed):
    chance = random.Random(seed)
    app = make_app("play", {"pause_ms": chance.choice([0, 30, 1000]), "engines": (partner("silent", 6, move_time=0.3), )}, engine=chance.choice(["partner","durak-dummy","nosuch"]), seed=seed)
    async with app.run_test(size=(80,24)) as pilot:
        for n in range(250):
            k = chance.choice(KEYS)
            await pilot.press(k)
            if chance.random() < 0.03:
                await pilot.resize_terminal(*chance.choice([(80,24),(60,20),(120,30),(30,10),(200,50)]))
            name = type(app.screen).__name__
            if name in ("HomeScreen",): await pilot.press(chance.choice("pr"))
            elif name not in ("PlayScreen","HelpScreen","Withdrawable","Question"): await pilot.press("escape")
    if app._exception: raise app._exception
