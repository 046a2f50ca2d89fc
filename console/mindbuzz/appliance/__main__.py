"""`python -m mindbuzz.appliance`: what `./install` starts, and what one release calls in another."""

import argparse
import sys

from mindbuzz.appliance.verbs import VERBS, Verb
from mindbuzz.errors import MindbuzzError

FAILED = 2


def main() -> int:
    """Run the verb that was asked for. Errors are one line on standard error and exit status 2."""
    parser = argparse.ArgumentParser(prog="install", description="mindbuzz as an appliance.")
    verbs = parser.add_subparsers(required=True, metavar="VERB")
    for verb in VERBS:
        _add(verbs, verb)
    given = vars(parser.parse_args())
    carry_out = given.pop("carry_out")
    try:
        carry_out(**given)
    except MindbuzzError as error:
        print(error, file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        print("interrupted; the next start takes it up again", file=sys.stderr)
        return FAILED
    return 0


def _add(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]", verb: Verb) -> None:
    parser = verbs.add_parser(verb.name, help=verb.help, description=verb.help)
    parser.set_defaults(carry_out=verb.carry_out)
    for option in verb.options:
        if option.kind is None:
            parser.add_argument(option.flag, action="store_true", help=option.help)
        else:
            parser.add_argument(option.flag, help=option.help, metavar=option.metavar, type=option.kind)


if __name__ == "__main__":
    sys.exit(main())
