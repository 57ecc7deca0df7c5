# pdf2djvu, which quantizes the pages' background with Magick++. ddjvu shows what it made.
binary="pdf2djvu"
packages="pdf2djvu djvulibre-bin"
elf="/usr/bin/pdf2djvu"
suite="documents of one and of four pages"

prepare() {
  gm convert "$INPUTS/photo.jpg" "$WORK/photo.pdf" && gm convert "$INPUTS/pages.tif" "$WORK/pages.pdf"
}
convert_pdf() { # NAME OPTIONS...
  pdf2djvu -q -o made.djvu "$@" && ddjvu -format=tiff made.djvu "$tried.tif" && rm made.djvu
}
run() {
  for document in photo pages; do
    try "$document" convert_pdf "$WORK/$document.pdf"
    try "$document-16" convert_pdf --fg-colors=16 "$WORK/$document.pdf"
    try "$document-web" convert_pdf --fg-colors=web "$WORK/$document.pdf"
  done
}
