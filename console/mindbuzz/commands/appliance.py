"""What the commands of the appliance share: each is a verb of its table."""

import click

from mindbuzz.appliance.verbs import VERBS, Option


def verb_command(name: str) -> click.Command:
    """The command of that verb."""
    [verb] = [verb for verb in VERBS if verb.name == name]
    params = [_param(option) for option in verb.options]
    return click.Command(verb.name, params=params, callback=verb.carry_out, help=verb.help)


def _param(option: Option) -> click.Parameter:
    if option.kind is None:
        return click.Option([option.flag], is_flag=True, help=option.help)
    if not option.flag.startswith("--"):
        return click.Argument([option.flag], type=option.kind)
    return click.Option([option.flag], type=option.kind, metavar=option.metavar, help=option.help)
