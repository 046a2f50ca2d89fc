"""usage: python -m tests.kernel.ready

Makes everything that the kernel bench needs and that comes from package registries. Exit status 3, and the reason on
standard output, if one of those did not answer.
"""

from __future__ import annotations

import sys

from tests.kernel.delivery import delivery
from tests.kernel.image import NoRegistryError, ready_image
from tools.kernel_bench import NO_REGISTRY


def main() -> int:
    try:
        ready_image()
        delivery()
    except NoRegistryError as error:
        print(f"the package registry does not answer: {error}")
        return NO_REGISTRY
    return 0


if __name__ == "__main__":
    sys.exit(main())
