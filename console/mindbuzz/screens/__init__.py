"""What a player may see, as pictures and lights. Pure: a view in, a picture out."""
