#include <charconv>

#include "base/thread_pool.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/registration.hpp"
#include "coders/pnm/pnm.hpp"
#include "magick/attribute.h"
#include "magick/core/pixels/grey_samples.hpp"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

constexpr std::size_t kBandBytes = std::size_t{1} << 20;  // of file data generated at a time

// What will be written for one image.
struct Output {
  int kind = 6;  // P1 to P7
  SampleFormat format;
  bool bits = false;  // bilevel, one value per pixel
  const char* tuple = "";
  unsigned MaxValue() const { return bits ? 1 : format.bytes == 2 ? 65535 : 255; }
};

bool Wants(const ImageInfo* image_info, const char* magick) {
  return LocaleCompare(image_info->magick, magick) == 0;
}

int AutomaticKind(const ImageInfo* image_info, Image* image) {
  const Traits traits = Analyze(image, image_info->type == OptimizeType, &image->exception);
  const ImageType type = image_info->type;
  if (type == TrueColorType || type == TrueColorMatteType) return 6;
  const bool gray_wanted = type == GrayscaleType || type == GrayscaleMatteType;
  if (traits.monochrome && !gray_wanted) return 4;
  return traits.grayscale ? 5 : 6;
}

void ChoosePam(const ImageInfo* image_info, Image* image, Output& out) {
  const Traits traits = Analyze(image, image_info->type == OptimizeType, &image->exception);
  out.kind = 7;
  const bool matte = image->matte != MagickFalse;
  if (image->colorspace == CMYKColorspace) {
    out.format.channels = matte ? Channels::kCmyka : Channels::kCmyk;
    out.tuple = matte ? "CMYK_ALPHA" : "CMYK";
  } else if (traits.monochrome && !matte) {
    out.bits = true;
    out.format = {Channels::kGray, 1, false};
    out.tuple = "BLACKANDWHITE";
  } else if (traits.grayscale) {
    out.format.channels = matte ? Channels::kGrayAlpha : Channels::kGray;
    out.tuple = matte ? "GRAYSCALE_ALPHA" : "GRAYSCALE";
  } else {
    out.format.channels = matte ? Channels::kRgba : Channels::kRgb;
    out.tuple = matte ? "RGB_ALPHA" : "RGB";
  }
}

Output Choose(const ImageInfo* image_info, Image* image) {
  Output out;
  out.format.bytes = image->depth <= 8 ? 1 : 2;
  if (Wants(image_info, "PAM")) {
    ChoosePam(image_info, image, out);
    return out;
  }
  ToRgb(image);
  if (Wants(image_info, "PPM")) {
    out.kind = 6;
  } else if (Wants(image_info, "PGM")) {
    out.kind = 5;
  } else if (Wants(image_info, "PBM")) {
    out.kind = 4;
  } else {
    out.kind = AutomaticKind(image_info, image);
  }
  out.format.channels = out.kind == 6 ? Channels::kRgb : Channels::kGray;
  if (out.kind == 4) {
    out.bits = true;
    out.format.bytes = 1;
  }
  const char* ascii = AccessDefinition(image_info, "pnm", "ascii");
  if (image_info->quality == 0 || (ascii != nullptr && LocaleCompare(ascii, "FALSE") != 0)) {
    out.kind -= 3;
  }
  return out;
}

std::string Header(const Output& out, const Image* image) {
  const std::string columns = std::to_string(image->columns);
  const std::string rows = std::to_string(image->rows);
  const std::string max_value = std::to_string(out.MaxValue());
  std::string text = "P" + std::to_string(out.kind) + "\n" + PnmComment(image);
  if (out.kind == 7) {
    return text + "WIDTH " + columns + "\nHEIGHT " + rows + "\nDEPTH " +
           std::to_string(SamplesPerPixel(out.format.channels)) + "\nMAXVAL " + max_value +
           "\nTUPLTYPE " + out.tuple + "\nENDHDR\n";
  }
  text += columns + " " + rows + "\n";
  if (!out.bits) text += max_value + "\n";
  return text;
}

bool IsWhite(const PixelPacket& pixel) {
  return Intensity(pixel) > MaxRGB / 2;
}

bool IsWhite(Quantum sample) {
  return sample > MaxRGB / 2;
}

template <class Pixel>
void PackBits(const Pixel* pixels, std::size_t count, std::uint8_t* row) {
  std::fill_n(row, (count + 7) / 8, std::uint8_t{0});
  for (std::size_t x = 0; x < count; ++x) {
    if (!IsWhite(pixels[x])) row[x / 8] |= static_cast<std::uint8_t>(0x80 >> (x % 8));
  }
}

// The pixels that an image is written from.
struct Source {
  Source(const Output& out, const Image* image, ExceptionInfo* exception)
      : gray(out.format.channels == Channels::kGray ? GreySamples::Of(image, exception)
                                                    : GreySamples()),
        packets(gray ? ConstPixels() : AllPixels(image, exception)) {}

  const GreySamples gray;  // if grey is all that is needed
  const ConstPixels packets;
};

template <class Pixel>
void FillBits(const Output& out, const Pixel* pixels, std::size_t columns, std::uint8_t* row) {
  if (out.kind == 4) return PackBits(pixels, columns, row);
  for (std::size_t x = 0; x < columns; ++x) row[x] = IsWhite(pixels[x]) ? 1 : 0;
}

void FillRow(const Output& out, const Image* image, const Source& source, std::size_t y,
             std::uint8_t* row) {
  const std::size_t columns = image->columns;
  if (source.gray) {
    const Quantum* samples = source.gray.Row(y);
    if (out.bits) return FillBits(out, samples, columns, row);
    return ExportGraySamples(out.format, samples, columns, row);
  }
  const PixelPacket* pixels = source.packets.Row(y);
  if (out.bits) return FillBits(out, pixels, columns, row);
  ExportRow(out.format, pixels, source.packets.IndexRow(y), columns, image->matte != MagickFalse,
            row);
}

void WriteRaw(const Output& out, Image* first, Image* image) {
  const Source source(out, image, &image->exception);
  const std::size_t row_bytes =
      out.kind == 4 ? (image->columns + 7) / 8 : out.format.PixelBytes() * image->columns;
  const std::size_t band_rows = std::clamp<std::size_t>(kBandBytes / row_bytes, 1, image->rows);
  const std::size_t grain = accel::RowsPerTask(image->columns);
  std::vector<std::uint8_t> band(band_rows * row_bytes);
  CodingProgress progress(CodingProgress::Task::kSaving, image, &image->exception);
  for (std::size_t start = 0; start < image->rows; start += band_rows) {
    const std::size_t count = std::min<std::size_t>(band_rows, image->rows - start);
    accel::ParallelBands(count, grain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t y = begin; y < end; ++y) {
        FillRow(out, image, source, start + y, band.data() + y * row_bytes);
      }
    });
    WriteBytes(first, band.data(), count * row_bytes);
    progress.Tick(start + count - 1);
  }
}

// Appends numbers, starting a new line before one would exceed 70 characters, as the format
// requires.
class PlainText {
 public:
  void Add(unsigned value) {
    char digits[12];
    const char* end = std::to_chars(digits, digits + sizeof(digits), value).ptr;
    const std::size_t length = static_cast<std::size_t>(end - digits);
    if (line_ != 0) {
      const bool full = line_ + 1 + length > 70;
      text_ += full ? '\n' : ' ';
      line_ = full ? 0 : line_ + 1;
    }
    text_.append(digits, length);
    line_ += length;
  }
  std::string TakeLine() {
    if (line_ != 0) text_ += '\n';
    line_ = 0;
    return std::exchange(text_, {});
  }

 private:
  std::string text_;
  std::size_t line_ = 0;
};

void WritePlain(const Output& out, Image* first, Image* image) {
  const Source source(out, image, &image->exception);
  const unsigned samples = SamplesPerPixel(out.format.channels);
  std::vector<std::uint8_t> row(out.format.PixelBytes() * image->columns);
  CodingProgress progress(CodingProgress::Task::kSaving, image, &image->exception);
  PlainText text;
  for (std::size_t y = 0; y < image->rows; ++y) {
    FillRow(out, image, source, y, row.data());
    for (std::size_t s = 0; s < samples * image->columns; ++s) {
      if (out.bits) {
        text.Add(1u - row[s]);
      } else {
        text.Add(out.format.bytes == 1 ? row[s] : row[2 * s] * 256u + row[2 * s + 1]);
      }
    }
    WriteText(first, text.TakeLine());
    progress.Tick(y);
  }
}

// Plain and raw files of one kind: "P1" and "P4" are bitmaps.
template <char kPlain, char kRaw>
unsigned int IsKind(const unsigned char* magick, const std::size_t length) {
  return length >= 2 && magick[0] == 'P' && (magick[1] == kPlain || magick[1] == kRaw);
}

}  // namespace

std::string PnmComment(const Image* image) {
  const ImageAttribute* comment = GetImageAttribute(image, "comment");
  if (comment == nullptr || comment->value == nullptr) return {};
  std::string lines = "#";
  for (const char* c = comment->value; *c != '\0'; ++c) {
    lines += *c;
    if (*c == '\n' && c[1] != '\0') lines += '#';
  }
  if (lines.back() != '\n') lines += '\n';
  return lines;
}

unsigned int WritePnm(const ImageInfo* image_info, Image* first) {
  return Encode(image_info, first, [&] {
    for (Image* image = first; image != nullptr; image = image->next) {
      const Output out = Choose(image_info, image);
      WriteText(first, Header(out, image));
      if (out.kind <= 3) {
        WritePlain(out, first, image);
      } else {
        WriteRaw(out, first, image);
      }
      if (image_info->adjoin == MagickFalse) break;
    }
  });
}

void RegisterPnmImage() {
  const auto add = [](const char* name, const char* description, MagickHandler magick,
                      const char* depths, const char* alpha) {
    FormatEntry entry{name, description, "PNM", ReadPnm, WritePnm, magick};
    entry.traits = {depths, alpha, "images", "comment", ""};
    RegisterFormat(entry);
  };
  add("PAM", "Portable Arbitrary Map format", IsKind<'7', '7'>, "1 to 16", "yes");
  add("PBM", "Portable bitmap format (black and white)", IsKind<'1', '4'>, "1", "");
  add("PGM", "Portable graymap format (gray scale)", IsKind<'2', '5'>, "1 to 16", "");
  add("PNM", "Portable anymap", nullptr, "1 to 16", "");
  add("PPM", "Portable pixmap format (color)", IsKind<'3', '6'>, "1 to 16", "");
}

}  // namespace lodestone::coders
