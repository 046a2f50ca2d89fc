"""`mindbuzz screens`: every screen of the console on one picture."""

from pathlib import Path

import click

from mindbuzz.commands.options import FILE
from mindbuzz.errors import MindbuzzError


@click.command()
@click.option("--language", default="en", show_default=True, help="en, de, nl, nb, da, cs or fr.")
@click.option("--out", type=FILE, default="screens.png", show_default=True)
def screens(language: str, out: Path) -> None:
    """Draw every screen in one language onto one picture, a PNG."""
    from mindbuzz.app import language_of
    from mindbuzz.config import Config
    from mindbuzz.screens.sheet import contact_sheet

    sheet = contact_sheet(language_of(Config(language=language)))
    try:
        sheet.save(out, format="PNG")
    except OSError as error:
        raise MindbuzzError(f"{out}: can't be written: {error.strerror}; name another --out") from error
    click.echo(f"{out}: {sheet.width} x {sheet.height} pixels")
