"""The settings of a guest, on a machine that is somebody else's."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from durak_tui.common.i18n import N_, Message, decimal
from durak_tui.common.text import excerpt
from durak_tui.engine.config import EngineConfig
from durak_tui.user.engines import opponents
from durak_tui.user.schema import DEFAULT_ADVISER, DEFAULT_ENGINE, SettingError, Settings
from durak_tui.user.settings import SettingsStore

_ENGINES: Final = {"default_engine": DEFAULT_ENGINE, "hint_engine": DEFAULT_ADVISER}
_TIMES: Final = ("think_seconds", "hint_seconds")


class GuestSettings(SettingsStore):
    """Settings that name no program and no long time."""

    def __init__(self, engines: Sequence[EngineConfig], think_seconds: float) -> None:
        """``engines`` are added to those that ship; guests cannot change them."""
        self._engines = tuple(engines)
        self._most = think_seconds
        super().__init__()

    def _read(self) -> Settings:
        return self._fitted(super()._read())

    def _fitted(self, settings: Settings) -> Settings:
        """The settings with what is allowed in place of what is not."""
        settings = replace(settings, engines=self._engines)
        known = opponents(settings)
        allowed: dict[str, Any] = {key: min(getattr(settings, key), self._most) for key in _TIMES}
        for key, usual in _ENGINES.items():
            name = getattr(settings, key)
            allowed[key] = name if known.named(name) else usual
        return replace(settings, **allowed)

    def _checked(self, value: Settings) -> Settings:
        """Raise SettingError if a guest may not have this."""
        value = super()._checked(value)
        fitted = self._fitted(value)
        for key in _ENGINES:
            if getattr(fitted, key) != (name := getattr(value, key)):
                text = N_("there is no engine {name}")
                raise SettingError(key, Message(text, {"name": excerpt(name)}))
        for key in _TIMES:
            if getattr(fitted, key) != getattr(value, key):
                text = N_("at most {most} seconds on this server")
                raise SettingError(key, Message(text, {"most": decimal(self._most)}))
        return fitted
