#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

#include "coders/common/modules.hpp"
#include "coders/common/registration.hpp"
#include "coders/dds/dds_blocks.hpp"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

constexpr std::string_view kIdentifier = "DDS ";

std::size_t Smaller(std::size_t side, unsigned level) {
  return std::max<std::size_t>(side >> level, 1);
}

// Slices that a level of a volume has.
std::size_t SlicesOf(const DdsHeader& header, unsigned level) {
  return header.slices == 1 ? 1 : Smaller(header.slices, level);
}

CheckedSize BytesOf(const DdsHeader& header, unsigned level) {
  return header.layout.Bytes(Smaller(header.columns, level), Smaller(header.rows, level));
}

bool WantsCopies(const ImageInfo* image_info) {
  const char* text = AccessDefinition(image_info, "dds", "skip-mipmaps");
  return text != nullptr && LocaleCompare(text, "false") == 0;
}

// Blocks of BC1 have alpha if one of them does; others may all be opaque.
bool HasAlpha(const DdsLayout& layout, ByteSpan bytes) {
  if (layout.coding != DdsCoding::kBc1) return layout.alpha;
  for (std::size_t at = 0; at + 8 <= bytes.size() && layout.alpha; at += 8)
    if (HasHoles(&bytes[at])) return true;
  return false;
}

// Images one after the other: each with its levels, and each level of a volume with its slices.
class Surfaces {
 public:
  Surfaces(const ImageInfo* image_info, const DdsHeader& header, ByteSpan bytes, Image* first,
           ExceptionInfo* exception)
      : image_info_(image_info),
        header_(header),
        cursor_(bytes),
        image_(first),
        exception_(exception) {}

  void Read() {
    const bool copies = WantsCopies(image_info_);
    for (std::uint64_t i = 0; i < header_.images; ++i)
      for (unsigned level = 0; level < header_.levels; ++level)
        for (std::size_t slice = 0; slice < SlicesOf(header_, level); ++slice) {
          if (done_) return;
          Take(level, level == 0 || copies);
        }
  }

 private:
  void Take(unsigned level, bool wanted) {
    const CheckedSize length = BytesOf(header_, level);
    if (!length.valid()) FailTruncated();
    if (wanted) {
      if (any_) image_ = NextImage(image_info_, image_);
      any_ = true;
      Describe(level);
    }
    // Programs cut off the smaller copies without telling.
    if (!wanted) return cursor_.Skip(std::min(length.value(), cursor_.Remaining()));
    const ByteSpan bytes = cursor_.Take(length.value());
    if (!image_info_->ping) {
      image_->matte = HasAlpha(header_.layout, bytes) ? MagickTrue : MagickFalse;
      ReadDdsPixels(image_info_, header_, bytes, image_, exception_);
    }
    done_ = IsLastWanted(image_info_, image_);
  }

  void Describe(unsigned level) {
    const DdsLayout& layout = header_.layout;
    image_->columns = Smaller(header_.columns, level);
    image_->rows = Smaller(header_.rows, level);
    const bool deep = layout.IsLight() || layout.coding == DdsCoding::kShorts ||
                      std::ranges::any_of(
                          layout.masks, [](std::uint32_t mask) { return std::popcount(mask) > 8; });
    image_->depth = deep ? QuantumDepth : 8;
    image_->matte = layout.alpha && layout.coding != DdsCoding::kBc1 ? MagickTrue : MagickFalse;
    SetShade(image_, layout.IsGray(), false);
    CheckLimits(image_);
  }

  const ImageInfo* image_info_;
  const DdsHeader& header_;
  ByteCursor cursor_;
  Image* image_;
  ExceptionInfo* exception_;
  bool any_ = false, done_ = false;
};

Image* ReadDds(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    ByteCursor cursor(WholeBlob(image));
    const DdsHeader header = TakeDdsHeader(cursor);
    CheckLimits(header.columns, header.rows);
    Surfaces(image_info, header, cursor.Take(cursor.Remaining()), image, exception).Read();
  });
}

unsigned int IsDds(const unsigned char* magick, const std::size_t length) {
  return length >= kIdentifier.size() &&
         std::memcmp(magick, kIdentifier.data(), kIdentifier.size()) == 0;
}

}  // namespace

void RegisterDdsImage() {
  FormatEntry entry{"DDS", "Microsoft DirectDraw Surface", "DDS", ReadDds, WriteDds, IsDds};
  entry.adjoin = false;
  entry.traits = {"1 to 16, half, float (clipped to 0..1), BC1 to BC7", "yes",
                  "faces, slices, smaller copies (read)", "", "4 GiB"};
  RegisterFormat(entry);
  for (const char* name : {"DXT1", "DXT5"}) {
    entry.name = name;
    entry.magick = nullptr;
    RegisterFormat(entry);
  }
}

}  // namespace lodestone::coders
