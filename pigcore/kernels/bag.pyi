from . import Floats

def add_die(
    seen: Floats, keep: Floats, take: Floats, old: Floats, m: int, x: float, y: float, z: float
) -> None: ...
