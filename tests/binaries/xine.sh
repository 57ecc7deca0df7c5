# xine's decoder of images, which needs a player: only what it imports is looked at.
binary="xine's decoder of images"
packages="libxine2-misc-plugins"
elf="xine/plugins/*/xineplug_decode_image.so"
suite="imports alone: it needs a player"
