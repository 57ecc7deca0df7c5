#include <string>

#include "coders/common/modules.hpp"
#include "coders/common/pixel_digits.hpp"
#include "coders/common/registration.hpp"
#include "coders/common/row_bands.hpp"
#include "coders/xpm/xpm.hpp"
#include "magick/color_lookup.h"
#include "magick/quantize.h"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

bool IsTransparent(const PixelPacket& pixel) {
  return pixel.opacity == TransparentOpacity;
}

// A copy of the image with a colormap; alpha is all or nothing.
class PaletteCopy {
 public:
  explicit PaletteCopy(Image* image)
      : copy_(CloneImage(image, 0, 0, MagickTrue, &image->exception)) {
    Image* const copy = copy_.get();
    if (copy == nullptr)
      FailAfter(&image->exception, ResourceLimitError, "Memory allocation failed");
    const bool direct = copy->storage_class == DirectClass;
    transparent_ = copy->matte != MagickFalse && (direct ? MakeBinary() : true);
    if (!direct) {
      CompressImageColormap(copy);
    } else if (SetImageType(copy, PaletteType) == MagickFail ||
               copy->storage_class != PseudoClass) {
      CopyException(&image->exception, &copy->exception);
      FailAfter(&image->exception, CoderError, "Unable to reduce the image to a palette");
    }
  }

  const Image* get() const { return copy_.get(); }
  // Whether transparent pixels have a colour of their own, behind the colormap.
  bool transparent() const { return transparent_; }
  std::size_t Colors() const { return get()->colors + (transparent_ ? 1 : 0); }

 private:
  // Makes all pixels opaque but those that are fully transparent; false if none is.
  bool MakeBinary() {
    Image* const copy = copy_.get();
    PixelPacket* pixels = GetImagePixelsEx(copy, 0, 0, copy->columns, copy->rows, &copy->exception);
    if (pixels == nullptr) FailAfter(&copy->exception, CacheError, "Unable to get pixels");
    bool any = false;
    const std::size_t count = std::size_t{copy->columns} * copy->rows;
    for (std::size_t i = 0; i < count; ++i) {
      any = any || IsTransparent(pixels[i]);
      if (!IsTransparent(pixels[i])) pixels[i].opacity = OpaqueOpacity;
    }
    SyncPixels(copy, &copy->exception);
    return any;
  }

  ImageOwner copy_;
  bool transparent_ = false;
};

// As many characters as the number of colours needs, for each of them.
class Symbols {
 public:
  explicit Symbols(std::size_t colors) {
    for (std::size_t reach = kPixelDigits.size(); reach < colors; reach *= kPixelDigits.size())
      ++length_;
    for (std::size_t i = 0; i < colors; ++i) {
      std::size_t rest = i;
      for (std::size_t digit = 0; digit < length_; ++digit, rest /= kPixelDigits.size())
        text_ += kPixelDigits[rest % kPixelDigits.size()];
    }
  }
  std::size_t length() const { return length_; }
  std::string_view operator[](std::size_t color) const {
    return std::string_view(text_).substr(color * length_, length_);
  }

 private:
  std::size_t length_ = 1;
  std::string text_;
};

std::string ColorName(const PaletteCopy& palette, std::size_t index, const char* none) {
  const Image* image = palette.get();
  if (index == image->colors) return none;
  PixelPacket color = image->colormap[index];
  color.opacity = OpaqueOpacity;
  char name[MaxTextExtent];
  ExceptionInfo ignored;  // that the colour has no name
  GetExceptionInfo(&ignored);
  QueryColorname(image, &color, XPMCompliance, name, &ignored);
  DestroyExceptionInfo(&ignored);
  return name;
}

std::string Header(const PaletteCopy& palette, const Symbols& symbols, const char* none) {
  const Image* const image = palette.get();
  char name[MaxTextExtent];
  GetPathComponent(image->filename, BasePath, name);
  std::string text = "/* XPM */\nstatic char *" + std::string(name) + "[] = {\n" +
                     "/* columns rows colors chars-per-pixel */\n\"" +
                     std::to_string(image->columns) + " " + std::to_string(image->rows) + " " +
                     std::to_string(palette.Colors()) + " " + std::to_string(symbols.length()) +
                     "\",\n";
  for (std::size_t i = 0; i < palette.Colors(); ++i)
    text += "\"" + std::string(symbols[i]) + " c " + ColorName(palette, i, none) + "\",\n";
  return text + "/* pixels */\n";
}

// Rows of one length but for the comma, which the last one lacks.
void WritePixels(const PaletteCopy& palette, const Symbols& symbols, Image* image, Image* out) {
  const Image* const copy = palette.get();
  const ConstPixels source = AllPixels(copy, &image->exception);
  const std::size_t row_bytes = source.columns * symbols.length() + 4;
  const auto fill = [&](std::size_t y, std::uint8_t* row) {
    const PixelPacket* pixels = source.Row(y);
    const IndexPacket* indexes = source.IndexRow(y);
    *row++ = '"';
    for (std::size_t x = 0; x < source.columns; ++x) {
      const bool none = palette.transparent() && IsTransparent(pixels[x]);
      row = std::ranges::copy(symbols[none ? copy->colors : indexes[x]], row).out;
    }
    std::ranges::copy(std::string_view("\",\n"), row);
  };
  std::size_t rows = 0;
  MakeRows(image, row_bytes, fill, [&](const std::uint8_t* row) {
    if (++rows < image->rows) return WriteBytes(out, row, row_bytes);
    WriteBytes(out, row, row_bytes - 2);
    WriteText(out, "\n");
  });
}

unsigned int IsXpm(const unsigned char* magick, const std::size_t length) {
  constexpr std::string_view kMark = "* XPM *";
  if (std::string_view(reinterpret_cast<const char*>(magick), length).starts_with(kXpm2Mark))
    return MagickTrue;
  return length > kMark.size() &&
         LocaleNCompare(reinterpret_cast<const char*>(magick) + 1, kMark.data(), kMark.size()) == 0;
}

}  // namespace

void PutXpm(Image* image, const char* none, Image* out) {
  const PaletteCopy palette(image);
  const Symbols symbols(palette.Colors());
  WriteText(out, Header(palette, symbols, none));
  WritePixels(palette, symbols, image, out);
  WriteText(out, "};\n");
}

unsigned int WriteXpm(const ImageInfo* image_info, Image* image) {
  return Encode(image_info, image, [&] {
    ToRgb(image);
    PutXpm(image, "None", image);
  });
}

void RegisterXpmImage() {
  const auto add = [](const char* name, MagickHandler magick, bool listed) {
    FormatEntry entry{name, "X Windows system pixmap (color)", "XPM", ReadXpm, WriteXpm, magick};
    entry.adjoin = false;
    entry.stealth = !listed;
    entry.traits = {"8, 16 (palette)", "1 bit", "", "", ""};
    RegisterFormat(entry);
  };
  FormatEntry icon{"PICON", "Personal Icon", "XPM", ReadXpm, WritePicon};
  icon.adjoin = false;
  icon.traits = {"8 (palette)", "", "", "", "48x48 (written)"};
  RegisterFormat(icon);
  add("PM", nullptr, false);
  add("XPM", IsXpm, true);
}

}  // namespace lodestone::coders
