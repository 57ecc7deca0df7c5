// Images of Wavefront and Alias: runs of each channel of a row; rows go upwards.
#include "coders/common/byte_cursor.hpp"
#include "coders/common/metadata.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/registration.hpp"
#include "coders/common/samples.hpp"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

struct Header {
  std::size_t columns = 0, rows = 0;
  std::vector<Channels> channels;
  std::string description;
};

std::string TakeText(ByteCursor& cursor, std::size_t length) {
  const ByteSpan bytes = cursor.Take(length);
  return {bytes.begin(), std::ranges::find(bytes, 0)};
}

// Both ends of a range belong to it.
std::size_t TakeLength(ByteCursor& cursor) {
  const auto first = static_cast<std::int16_t>(cursor.U16Be());
  const auto last = static_cast<std::int16_t>(cursor.U16Be());
  if (last < first) Fail(CorruptImageError, "Improper image header");
  return static_cast<std::size_t>(last - first) + 1;
}

std::vector<Channels> ChannelsOf(unsigned colors, unsigned alphas) {
  if ((colors != 0 && colors != 1 && colors != 3) || alphas > 1)
    Fail(CoderError, "Unsupported number of planes");
  std::vector<Channels> channels{Channels::kGray};
  if (colors != 1) channels = {Channels::kRed, Channels::kGreen, Channels::kBlue};
  if (alphas != 0) channels.push_back(Channels::kAlpha);
  return channels;
}

Header TakeHeader(ByteCursor& cursor) {
  constexpr std::size_t kColors = 16 + 4 * 24 + 4, kName = 128, kDescription = 128;
  constexpr std::size_t kOrigin = 64 + 32 + 32 + 20 + 24 + 8, kSpace = 32, kMore = 126;
  constexpr unsigned kRevision3 = 0xfffe;
  cursor.Skip(8);  // the frame, of which this is a part
  Header header;
  header.columns = TakeLength(cursor);
  header.rows = TakeLength(cursor);
  cursor.Skip(2);  // number in the sequence
  const unsigned storage = cursor.U16Be(), colors = cursor.U16Be(), alphas = cursor.U16Be();
  header.channels = ChannelsOf(colors, alphas);
  cursor.Skip(2);  // other channels, which come last
  const unsigned revision = cursor.U16Be();
  cursor.Skip(kColors + kName);
  header.description = TakeText(cursor, kDescription);
  cursor.Skip(kOrigin);
  if (LocaleNCompare(TakeText(cursor, kSpace).c_str(), "rgb", 3) != 0)
    Fail(CoderError, "Color type not supported");
  cursor.Skip(2);  // field
  ByteCursor more(cursor.Take(kMore));
  more.Skip(12 + 32);  // time, filter
  const unsigned bits = revision == kRevision3 ? more.U16Be() : 8;
  if (storage != 0 || bits > 8) Fail(CoderError, "Data storage type is not supported");
  return header;
}

void TakeRuns(ByteCursor& cursor, std::vector<std::uint8_t>& samples) {
  ByteCursor runs(cursor.Take(cursor.U16Be()));
  for (std::size_t x = 0; x < samples.size();) {
    const unsigned control = runs.U8();
    const bool run = control < 128;
    const std::size_t count = run ? control + 1 : 256 - control;
    const ByteSpan bytes = runs.Take(run ? 1 : count);
    if (count > samples.size() - x) Fail(CorruptImageError, "Unable to runlength decode image");
    for (std::size_t i = 0; i < count; ++i) samples[x++] = bytes[run ? 0 : i];
  }
}

void ReadPixels(const Header& header, ByteCursor offsets, ByteSpan file, Image* image,
                ExceptionInfo* exception) {
  const Pixels target = NewPixels(image, exception);
  CodingProgress progress(CodingProgress::Task::kLoading, image, exception);
  std::vector<std::uint8_t> samples(header.columns);
  for (std::size_t y = 0; y < header.rows; ++y) {
    PixelPacket* const pixels = target.Row(header.rows - 1 - y);
    std::fill_n(pixels, header.columns, PixelPacket{0, 0, 0, OpaqueOpacity});
    ByteCursor cursor(file);
    cursor.Seek(offsets.U32Be());
    for (const Channels channel : header.channels) {
      TakeRuns(cursor, samples);
      ImportRow({channel, 1}, samples.data(), header.columns, pixels, nullptr, nullptr);
    }
    progress.Tick(y);
  }
  SyncPixels(image, exception);
}

Image* ReadRla(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    const ByteSpan file = WholeBlob(image);
    ByteCursor cursor(file);
    const Header header = TakeHeader(cursor);
    image->columns = header.columns;
    image->rows = header.rows;
    image->depth = 8;
    image->matte = header.channels.back() == Channels::kAlpha ? MagickTrue : MagickFalse;
    CheckLimits(image);
    if (!header.description.empty()) StoreText(image, "comment", header.description.c_str());
    SetShade(image, header.channels[0] == Channels::kGray, false);
    const ByteCursor offsets(cursor.Take(4 * header.rows));
    if (image_info->ping == MagickFalse) ReadPixels(header, offsets, file, image, exception);
  });
}

}  // namespace

void RegisterRlaImage() {
  FormatEntry entry{"RLA", "Alias/Wavefront image", "RLA", ReadRla};
  entry.adjoin = false;
  entry.coder_class = UnstableCoderClass;
  entry.traits = {"8", "yes", "", "comment", "65536x65536"};
  RegisterFormat(entry);
}

}  // namespace lodestone::coders
