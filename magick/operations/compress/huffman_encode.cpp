// Writing fax pages.
#include <algorithm>
#include <vector>

#include "base/owner.hpp"
#include "magick/color.h"
#include "magick/compress.h"
#include "magick/operations/compress/huffman_codes.hpp"
#include "magick/core/errors/barrier.hpp"
#include "magick/core/progress/row_monitor.hpp"
#include "magick/pixel_cache.h"
#include "magick/utility.h"

namespace lodestone {
namespace {

constexpr std::size_t kFaxColumns = 1728;

using ImageOwner = Owner<Image, DestroyImage>;

// Bits, the highest of a byte first.
class BitWriter {
 public:
  BitWriter(Image* image, WriteByteHook write, void* info)
      : image_(image), write_(write), info_(info) {}

  void Add(const HuffmanCode& code) {
    for (int i = code.length - 1; i >= 0; --i) AddBit(code.code >> i & 1);
  }
  void AddEndOfLine() { Add({1, 12}); }
  void Flush() {
    while (count_ != 0) AddBit(0);
  }

 private:
  void AddBit(int bit) {
    byte_ = static_cast<magick_uint8_t>(byte_ << 1 | bit);
    if (++count_ < 8) return;
    write_(image_, byte_, info_);
    byte_ = 0;
    count_ = 0;
  }

  Image* const image_;
  const WriteByteHook write_;
  void* const info_;
  magick_uint8_t byte_ = 0;
  int count_ = 0;
};

void AddRun(std::size_t length, const HuffmanCode* ends, const HuffmanCode* parts,
            BitWriter& writer) {
  if (length >= kFirstSharedRun) {
    const std::size_t part = std::min<std::size_t>(length, kLongestRun) / 64 * 64;
    writer.Add(kSharedParts[(part - kFirstSharedRun) / 64]);
    length -= part;
  } else if (length >= kShortRuns) {
    writer.Add(parts[length / 64 - 1]);
    length %= 64;
  }
  // One part only, as in GraphicsMagick: what exceeds it is lost.
  writer.Add(ends[std::min<std::size_t>(length, kShortRuns - 1)]);
}

// White and black runs in turn, starting with white.
void AddRow(const std::vector<bool>& is_black, BitWriter& writer) {
  auto from = is_black.begin();
  for (bool black = false; from != is_black.end(); black = !black) {
    const auto to = std::find(from, is_black.end(), !black);
    AddRun(static_cast<std::size_t>(to - from), black ? kBlackEnds : kWhiteEnds,
           black ? kBlackParts : kWhiteParts, writer);
    from = to;
  }
}

// The index of white.
IndexPacket WhiteOf(const Image* image) {
  const PixelPacket* colors = image->colormap;
  const Quantum first = PixelIntensityToQuantum(&colors[0]);
  if (image->colors == 2) return first < PixelIntensityToQuantum(&colors[1]) ? 1 : 0;
  return first < MaxRGB / 2 ? 0 : 1;
}

bool AddRows(const Image* page, std::size_t width, Image* image, BitWriter& writer) {
  std::vector<bool> is_black(width);
  const IndexPacket white = WhiteOf(page);
  RowMonitor monitor(image, "[%s] Huffman encode image...", &image->exception);
  for (unsigned long y = 0; y < page->rows; ++y) {
    const bool read = AcquireImagePixels(page, 0, static_cast<long>(y), page->columns, 1,
                                         &image->exception) != nullptr;
    const IndexPacket* indexes = AccessImmutableIndexes(page);
    if (!read || indexes == nullptr) return false;
    for (unsigned long x = 0; x < page->columns; ++x) is_black[x] = indexes[x] != white;
    AddRow(is_black, writer);
    writer.AddEndOfLine();
    if (!monitor.Done()) return false;
  }
  return true;
}

ImageOwner ToBlackAndWhite(Image* image) {
  ImageOwner page(CloneImage(image, 0, 0, MagickTrue, &image->exception));
  if (page == nullptr) return nullptr;
  if (SetImageType(page.get(), BilevelType) == MagickFail || page->colormap == nullptr ||
      page->colors == 0) {
    CopyException(&image->exception, &page->exception);
    return nullptr;
  }
  return page;
}

MagickPassFail Encode(Image* image, bool fax, BitWriter& writer) {
  const ImageOwner page = ToBlackAndWhite(image);
  if (page == nullptr) return MagickFail;
  const std::size_t width =
      fax ? std::max<std::size_t>(image->columns, kFaxColumns) : std::size_t{image->columns};
  if (fax) writer.AddEndOfLine();
  if (!AddRows(page.get(), width, image, writer)) return MagickFail;
  constexpr int kLinesThatEndAPage = 6;
  for (int i = 0; i < kLinesThatEndAPage; ++i) writer.AddEndOfLine();
  writer.Flush();
  return MagickPass;
}

bool IsFax(const ImageInfo* info) {
  return LocaleCompare(info->magick, "FAX") == 0;
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

MagickPassFail HuffmanEncode2Image(const ImageInfo* image_info, Image* image,
                                   WriteByteHook write_byte, void* info) {
  if (image_info == nullptr || image == nullptr || write_byte == nullptr) return MagickFail;
  return Guard(&image->exception, MagickFail, [&] {
    BitWriter writer(image, write_byte, info);
    return Encode(image, IsFax(image_info), writer);
  });
}

MagickPassFail HuffmanEncodeImage(const ImageInfo* image_info, Image* image) {
  if (image_info == nullptr || image == nullptr) return MagickFail;
  if (IsFax(image_info)) return HuffmanEncode2Image(image_info, image, BlobWriteByteHook, nullptr);
  Ascii85Initialize(image);
  const MagickPassFail status =
      HuffmanEncode2Image(image_info, image, Ascii85WriteByteHook, nullptr);
  Ascii85Flush(image);
  return status;
}
