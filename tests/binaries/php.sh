# Gmagick for PHP, which is built on GraphicsMagick's Wand library.
binary="Gmagick (PHP)"
packages="php-cli php-gmagick"
elf="/usr/lib/php/*/gmagick.so"
suite="methods on images, drawing, blobs"

run() { php -d display_errors=stderr "$here/gmagick.php" "$INPUTS"; }

known() {
  printf '%s\t%s\n' 'output spreadimage.png' 'noise is random'
}
