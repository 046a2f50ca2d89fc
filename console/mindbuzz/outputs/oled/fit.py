"""A picture on a panel that it was not drawn for."""

from PIL import Image


def fitted(image: Image.Image, size: tuple[int, int], mode: str) -> Image.Image:
    """The picture in the middle of `size`, cut off or with black around, in the colours of `mode`."""
    if image.size != size:
        middle = Image.new(image.mode, size)
        middle.paste(image, ((size[0] - image.width) // 2, (size[1] - image.height) // 2))
        image = middle
    return image if image.mode == mode else image.convert(mode, dither=Image.Dither.NONE)
