"""`mindbuzz screens`: every screen of the console on one picture."""

from pathlib import Path

import click

from mindbuzz.commands.options import FILE, ends_in, language_option
from mindbuzz.errors import MindbuzzError


@click.command()
@language_option
@click.option(
    "--out", type=FILE, default="screens.png", show_default=True, callback=ends_in(".png"), help="The picture, a PNG."
)
def screens(language: str, out: Path) -> None:
    """Draw every screen in one language onto one picture.

    What stands below each screen is in English: when it is shown.
    """
    from mindbuzz.app import language_of
    from mindbuzz.config import Config
    from mindbuzz.screens.sheet import contact_sheet

    sheet = contact_sheet(language_of(Config(language=language)))
    try:
        sheet.save(out, format="PNG")
    except OSError as error:
        raise MindbuzzError(f"{out}: can't be written: {error.strerror}; name another --out") from error
    click.echo(f"{out}: {sheet.width} x {sheet.height} pixels")
