#include <cstring>
#include <string>

#include "coders/common/modules.hpp"
#include "coders/common/plane_rows.hpp"
#include "coders/common/registration.hpp"
#include "coders/common/row_bands.hpp"
#include "coders/sgi/sgi.hpp"
#include "magick/attribute.h"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

constexpr std::size_t kRunMax = 126;
constexpr unsigned kLiteral = 0x80;

// What will be written.
struct Plan {
  SampleFormat format;
  std::size_t columns = 0;
  std::size_t rows = 0;
  bool run_lengths = true;
  unsigned Planes() const { return SamplesPerPixel(format.channels); }
  std::size_t LineBytes() const { return columns * format.bytes; }
};

bool WantsShort(const ImageInfo* image_info) {
  const char* bits = AccessDefinition(image_info, "sgi", "bits-per-sample");
  if (bits == nullptr || std::strcmp(bits, "8") == 0) return false;
  if (std::strcmp(bits, "16") != 0)
    Fail(OptionError, std::string("sgi:bits-per-sample is 8 or 16, not ") + bits);
  return true;
}

Plan Choose(const ImageInfo* image_info, Image* image) {
  if (image->columns > 65535 || image->rows > 65535)
    Fail(ImageError, "Image width or height exceeds the limit of the format");
  Plan plan;
  plan.columns = image->columns;
  plan.rows = image->rows;
  plan.run_lengths = image_info->compression != NoCompression;
  plan.format.bytes = WantsShort(image_info) ? 2 : 1;
  const bool gray = image_info->type != TrueColorType &&
                    Analyze(image, image_info->type == OptimizeType, &image->exception).grayscale;
  plan.format.channels = image->matte != MagickFalse ? Channels::kRgba
                         : gray                      ? Channels::kGray
                                                     : Channels::kRgb;
  return plan;
}

std::string NameOf(const Image* image) {
  const ImageAttribute* comment = GetImageAttribute(image, "comment");
  const std::string name = comment != nullptr && comment->value != nullptr ? comment->value : "";
  return name.substr(0, kSgiNameBytes - 1);
}

void PutHeader(const Plan& plan, const Image* image, ByteSink& sink) {
  sink.U16Be(kSgiIdentifier);
  sink.U8(plan.run_lengths ? 1 : 0);
  sink.U8(plan.format.bytes);
  sink.U16Be(plan.Planes() == 1 ? 2 : 3);
  sink.U16Be(static_cast<unsigned>(plan.columns));
  sink.U16Be(static_cast<unsigned>(plan.rows));
  sink.U16Be(plan.Planes());
  sink.U32Be(0);
  sink.U32Be(plan.format.bytes == 2 ? 65535 : 255);
  sink.Fill(4);
  sink.Text(NameOf(image));
  sink.Fill(kSgiHeaderBytes - sink.size());
}

// Encodes one row of a plane to `out` and returns its end. Repeats of three or more samples become
// runs.
template <std::size_t kBytes>
std::uint8_t* EncodeRow(const std::uint8_t* row, std::size_t columns, std::uint8_t* out) {
  const auto equal = [&](std::size_t a, std::size_t b) {
    return std::memcmp(row + a * kBytes, row + b * kBytes, kBytes) == 0;
  };
  const auto put_count = [&](std::size_t count, unsigned flag) {
    if (kBytes == 2) *out++ = 0;
    *out++ = static_cast<std::uint8_t>(count | flag);
  };
  const auto put_samples = [&](std::size_t x, std::size_t count) {
    std::memcpy(out, row + x * kBytes, count * kBytes);
    out += count * kBytes;
  };
  for (std::size_t x = 0; x < columns;) {
    std::size_t next = x;  // where the run begins
    while (next + 2 < columns && !(equal(next, next + 1) && equal(next + 1, next + 2))) ++next;
    if (next + 2 >= columns) next = std::max(x, columns > 2 ? columns - 2 : 0);
    while (x < next) {
      const std::size_t count = std::min(kRunMax, next - x);
      put_count(count, kLiteral);
      put_samples(x, count);
      x += count;
    }
    std::size_t end = x + 1;
    while (end < columns && equal(x, end)) ++end;
    while (x < end) {
      const std::size_t count = std::min(kRunMax, end - x);
      put_count(count, 0);
      put_samples(x, 1);
      x += count;
    }
  }
  put_count(0, 0);
  return out;
}

// Fills one row of all planes, each `LineBytes` long.
void FillRow(const Plan& plan, const ConstPixels& source, std::size_t y, std::uint8_t* row) {
  const bool matte = plan.Planes() == 4;
  if (plan.Planes() == 1)
    return ExportRow(plan.format, source.Row(y), nullptr, plan.columns, false, row);
  ExportPlanes(plan.format, source.Row(y), nullptr, plan.columns, matte,
               PlanesFrom(row, plan.LineBytes()));
}

// Each plane in turn, from the bottom up.
void WritePlain(const Plan& plan, const ConstPixels& source, Image* image) {
  constexpr Channels kPlanes[] = {Channels::kRed, Channels::kGreen, Channels::kBlue,
                                  Channels::kAlpha};
  const bool matte = plan.Planes() == 4;
  for (unsigned z = 0; z < plan.Planes(); ++z) {
    const SampleFormat format{plan.Planes() == 1 ? Channels::kGray : kPlanes[z], plan.format.bytes};
    WriteRows(image, image, plan.LineBytes(), [&](std::size_t y, std::uint8_t* row) {
      ExportRow(format, source.Row(plan.rows - 1 - y), nullptr, plan.columns, matte, row);
    });
  }
}

// Tables of where each row is and how long, then the rows, those of the planes next to one another.
void WriteRuns(const Plan& plan, const ConstPixels& source, Image* image) {
  const std::size_t count = plan.rows * plan.Planes();
  const std::size_t line_max = (2 * plan.columns + 10) * plan.format.bytes;
  const std::size_t band = BandRows(image);
  std::vector<std::uint8_t> plain(band * plan.Planes() * plan.LineBytes());
  std::vector<std::uint8_t> encoded(band * plan.Planes() * line_max);
  std::vector<std::uint32_t> offsets(count), lengths(count);
  std::uint64_t offset = kSgiHeaderBytes + std::uint64_t{count} * 8;
  ByteSink rows;
  const auto encode = [&](std::size_t y, std::size_t slot) {
    std::uint8_t* row = &plain[slot * plan.Planes() * plan.LineBytes()];
    FillRow(plan, source, plan.rows - 1 - y, row);
    for (unsigned z = 0; z < plan.Planes(); ++z, row += plan.LineBytes()) {
      std::uint8_t* const out = &encoded[(slot * plan.Planes() + z) * line_max];
      const std::uint8_t* end = plan.format.bytes == 1 ? EncodeRow<1>(row, plan.columns, out)
                                                       : EncodeRow<2>(row, plan.columns, out);
      lengths[y + z * plan.rows] = static_cast<std::uint32_t>(end - out);
    }
  };
  const auto append = [&](std::size_t first, std::size_t rows_here) {
    for (std::size_t i = 0; i < rows_here * plan.Planes(); ++i) {
      const std::size_t index = first + i / plan.Planes() + i % plan.Planes() * plan.rows;
      offsets[index] = static_cast<std::uint32_t>(offset);
      offset += lengths[index];
      rows.Bytes({&encoded[i * line_max], lengths[index]});
    }
    if (offset > UINT32_MAX) Fail(CoderError, "File is too large");
  };
  ConvertBands(CodingProgress::Task::kSaving, image, &image->exception, encode, append);
  ByteSink tables;
  for (const std::uint32_t value : offsets) tables.U32Be(value);
  for (const std::uint32_t value : lengths) tables.U32Be(value);
  tables.Flush(image);
  rows.Flush(image);
}

unsigned int IsSgi(const unsigned char* magick, const std::size_t length) {
  return length >= 2 && magick[0] == kSgiIdentifier >> 8 && magick[1] == (kSgiIdentifier & 0xff);
}

}  // namespace

unsigned int WriteSgi(const ImageInfo* image_info, Image* image) {
  return Encode(image_info, image, [&] {
    ToRgb(image);
    const Plan plan = Choose(image_info, image);
    ByteSink sink;
    PutHeader(plan, image, sink);
    sink.Flush(image);
    const ConstPixels source = AllPixels(image, &image->exception);
    if (plan.run_lengths) return WriteRuns(plan, source, image);
    WritePlain(plan, source, image);
  });
}

void RegisterSgiImage() {
  FormatEntry entry{"SGI", "Irix RGB image", "SGI", ReadSgi, WriteSgi, IsSgi};
  entry.adjoin = false;
  entry.traits = {"8, 16", "yes", "", "comment", "65535x65535"};
  RegisterFormat(entry);
}

}  // namespace lodestone::coders
