"""The keys of a place as Textual binds them."""

from textual.binding import Binding, BindingType

from tui.config.key import Key


def bindings(keys: tuple[Key, ...], *, priority: bool = False) -> list[BindingType]:
    """Return the bindings of one place, each under its id so that it can be remapped."""
    return [
        Binding(
            key.keys,
            key.action,
            key.wording,
            id=key.id,
            show=False,
            priority=priority or key.at_once,
        )
        for key in keys
    ]
