// Icons in X-Motif's User Interface Language: a table of colours and the pixels as characters.
#include <string>
#include <string_view>

#include "base/owner.hpp"
#include "coders/common/byte_cursor.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/pixel_digits.hpp"
#include "coders/common/registration.hpp"
#include "coders/common/samples.hpp"
#include "magick/color.h"
#include "magick/color_lookup.h"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

// A palette of the image's colours; transparent pixels have an index of their own behind it.
class Palette {
 public:
  Palette(Image* image, ExceptionInfo* exception)
      : original_(AllPixels(image, exception)), matte_(image->matte != MagickFalse) {
    reduced_.reset(CloneImage(image, 0, 0, MagickTrue, exception));
    if (reduced_ == nullptr) throw std::bad_alloc();
    ToRgb(reduced_.get());
    if (SetImageType(reduced_.get(), PaletteType) == MagickFail)
      Fail(CoderError, "Unable to reduce the number of colors");
    pixels_ = AllPixels(reduced_.get(), exception);
    const std::size_t count = std::size_t{image->columns} * image->rows;
    for (std::size_t i = 0; i < count && matte_ && !transparent_; ++i)
      transparent_ = original_.pixels[i].opacity == TransparentOpacity;
  }

  unsigned long colors() const { return reduced_->colors; }
  bool transparent() const { return transparent_; }
  Image* image() const { return reduced_.get(); }
  unsigned long IndexAt(std::size_t x, std::size_t y) const {
    const bool clear = transparent_ && original_.Row(y)[x].opacity == TransparentOpacity;
    return clear ? colors() : pixels_.IndexRow(y)[x];
  }

 private:
  const ConstPixels original_;
  const bool matte_;
  bool transparent_ = false;
  Owner<Image, DestroyImage> reduced_;
  ConstPixels pixels_;
};

std::string Symbol(unsigned long index, unsigned length) {
  std::string symbol;
  for (; length != 0; --length, index /= kPixelDigits.size())
    symbol += kPixelDigits[index % kPixelDigits.size()];
  return symbol;
}

unsigned SymbolLength(unsigned long colors) {
  unsigned length = 1;
  for (unsigned long most = kPixelDigits.size(); colors > most; most *= kPixelDigits.size())
    ++length;
  return length;
}

std::string ColorEntry(const Palette& palette, unsigned long index, const std::string& symbol) {
  if (index == palette.colors()) return "    background color = '" + symbol + "'";
  const PixelPacket& color = palette.image()->colormap[index];
  char name[MaxTextExtent];
  QueryColorname(palette.image(), &color, X11Compliance, name, &palette.image()->exception);
  const bool dark = Intensity(color) < (MaxRGBDouble + 1.0) / 2.0;
  return std::string("    color('") + name + "'," + (dark ? "background" : "foreground") + ") = '" +
         symbol + "'";
}

std::string NameOf(const Image* image) {
  char name[MaxTextExtent];
  GetPathComponent(image->filename, BasePath, name);
  return *name == '\0' ? "image" : name;
}

unsigned int WriteUil(const ImageInfo* image_info, Image* image) {
  return Encode(image_info, image, [&] {
    const Palette palette(image, &image->exception);
    const unsigned long colors = palette.colors() + (palette.transparent() ? 1 : 0);
    const unsigned length = SymbolLength(colors);
    const std::string name = NameOf(image);
    std::string text = "/* UIL */\nvalue\n  " + name + "_ct : color_table(\n";
    for (unsigned long i = 0; i < colors; ++i)
      text += ColorEntry(palette, i, Symbol(i, length)) + (i + 1 == colors ? ");\n" : ",\n");
    WriteText(image, text + "  " + name + "_icon : icon(color_table = " + name + "_ct,\n");
    CodingProgress progress(CodingProgress::Task::kSaving, image, &image->exception);
    for (std::size_t y = 0; y < image->rows; ++y) {
      std::string row = "    \"";
      for (std::size_t x = 0; x < image->columns; ++x) row += Symbol(palette.IndexAt(x, y), length);
      WriteText(image, row + (y + 1 == image->rows ? "\");\n" : "\",\n"));
      progress.Tick(y);
    }
  });
}

}  // namespace

void RegisterUilImage() {
  FormatEntry entry{"UIL", "X-Motif UIL table", "UIL", nullptr, WriteUil};
  entry.adjoin = false;
  entry.traits.depths = "palette";
  RegisterFormat(entry);
}

}  // namespace lodestone::coders
