#include "coders/dcm/dcm_image.hpp"

#include <cmath>

namespace lodestone::coders {
namespace {

constexpr std::uint32_t kSamples = DcmTag(0x0028, 0x0002);
constexpr std::uint32_t kPhotometric = DcmTag(0x0028, 0x0004);
constexpr std::uint32_t kPlanar = DcmTag(0x0028, 0x0006);
constexpr std::uint32_t kFrames = DcmTag(0x0028, 0x0008);
constexpr std::uint32_t kRows = DcmTag(0x0028, 0x0010);
constexpr std::uint32_t kColumns = DcmTag(0x0028, 0x0011);
constexpr std::uint32_t kAllocated = DcmTag(0x0028, 0x0100);
constexpr std::uint32_t kStored = DcmTag(0x0028, 0x0101);
constexpr std::uint32_t kHigh = DcmTag(0x0028, 0x0102);
constexpr std::uint32_t kSigned = DcmTag(0x0028, 0x0103);

void SetColors(const std::string& name, DcmImage& image) {
  if (name == "MONOCHROME1" || name == "MONOCHROME2" || (name.empty() && image.samples == 1)) {
    image.colors = DcmColors::kMonochrome;
    image.inverted = name == "MONOCHROME1";
  } else if (name == "PALETTE COLOR") {
    image.colors = DcmColors::kPalette;
  } else if (name == "RGB" || name == "YBR_ICT" || name == "YBR_RCT" || name.empty()) {
    image.colors = DcmColors::kRgb;  // JPEG 2000 has transformed them itself
  } else if (name == "YBR_FULL") {
    image.colors = DcmColors::kYbr;
  } else if (name == "YBR_FULL_422") {
    image.colors = DcmColors::kYbr422;
  } else {
    Fail(CoderError, "The photometric interpretation " + name + " is not supported");
  }
}

void Check(const DcmImage& image) {
  const bool one_sample =
      image.colors == DcmColors::kMonochrome || image.colors == DcmColors::kPalette;
  if (image.columns == 0 || image.rows == 0 || image.samples != (one_sample ? 1u : 3u))
    Fail(CorruptImageError, "Improper image header");
  const bool usual = image.allocated == 8 || image.allocated == 16;
  if (!usual && !(one_sample && (image.allocated == 1 || image.allocated == 12)))
    Fail(CoderError, std::to_string(image.allocated) + " bits a sample are not supported");
  if (image.stored == 0 || image.stored > image.allocated || image.high >= image.allocated ||
      image.high + 1 < image.stored)
    Fail(CorruptImageError, "Improper bits of a sample");
  if (!one_sample && image.colors != DcmColors::kRgb && image.allocated != 8)
    Fail(CoderError, "YBR with 16 bits a sample is not supported");
  if (image.colors == DcmColors::kYbr422 && image.columns % 2 != 0)
    Fail(CorruptImageError, "Improper image header");
}

bool IsNative(const DcmSyntax& syntax) {
  return syntax.name.empty() || syntax.deflated || syntax.name == "1.2.840.10008.1.2" ||
         syntax.name == "1.2.840.10008.1.2.1" || syntax.name == "1.2.840.10008.1.2.2";
}

// Where a file of JPEG or JPEG 2000 begins.
bool IsStart(ByteSpan part) {
  return part.size() > 2 && part[0] == 0xff && (part[1] == 0xd8 || part[1] == 0x4f);
}

}  // namespace

std::uint64_t DcmImage::FrameBytes() const {
  const std::uint64_t per_pixel = colors == DcmColors::kYbr422 ? 2 : samples;
  return (std::uint64_t{columns} * rows * per_pixel * allocated + 7) / 8;
}

int DcmImage::Value(unsigned bits) const {
  const int value = static_cast<int>(bits & Mask());
  return is_signed && (value >> (stored - 1)) != 0 ? value - (1 << stored) : value;
}

DcmImage DcmImageOf(const DcmElements& elements) {
  DcmImage image;
  image.samples = elements.Short(kSamples).value_or(1);
  SetColors(elements.Text(kPhotometric), image);
  image.planar = elements.Short(kPlanar).value_or(0) == 1 && image.samples > 1 &&
                 image.colors != DcmColors::kYbr422;
  image.columns = elements.Short(kColumns).value_or(0);
  image.rows = elements.Short(kRows).value_or(0);
  image.allocated = elements.Short(kAllocated).value_or(16);
  image.stored = elements.Short(kStored).value_or(image.allocated);
  image.high = elements.Short(kHigh).value_or(image.stored - 1);
  image.is_signed = elements.Short(kSigned).value_or(0) == 1;
  image.big_endian = elements.syntax().big_endian;
  Check(image);
  const double frames = elements.Number(kFrames).value_or(1.0);
  if (!(frames >= 1.0 && frames <= 1e9)) Fail(CorruptImageError, "Improper number of frames");
  image.frames = static_cast<std::size_t>(frames);
  CheckLimits(image.columns, image.rows);
  return image;
}

DcmFrames::DcmFrames(const DcmElements& elements, const DcmImage& image)
    : compressed_(!elements.pixel_bytes() || !IsNative(elements.syntax())) {
  if (compressed_) {
    FindFragments(elements.pixels(), image.frames);
    return;
  }
  const std::uint64_t bytes = image.FrameBytes();
  if (elements.pixels().size() / bytes < image.frames) FailTruncated();
  for (std::size_t i = 0; i < image.frames; ++i)
    parts_.push_back({elements.pixels().subspan(i * bytes, bytes)});
}

ByteSpan DcmFrames::At(std::size_t number, std::vector<std::uint8_t>& storage) const {
  const std::vector<ByteSpan>& parts = parts_[number];
  if (parts.size() == 1) return parts.front();
  storage.clear();
  for (const ByteSpan part : parts) storage.insert(storage.end(), part.begin(), part.end());
  return storage;
}

// A table of offsets, which may be empty, and the fragments.
void DcmFrames::FindFragments(ByteSpan pixels, std::size_t frames) {
  constexpr unsigned kItemGroup = 0xfffe, kItemElement = 0xe000;
  ByteCursor cursor(pixels);
  ByteSpan offsets;
  std::vector<ByteSpan> fragments;
  std::vector<std::size_t> starts;  // counted from the first fragment
  std::size_t first = 0;
  for (bool is_table = true; cursor.Remaining() >= 8; is_table = false) {
    const std::size_t start = cursor.Position();
    if (cursor.U16Le() != kItemGroup || cursor.U16Le() != kItemElement) break;
    const std::size_t length = cursor.U32Le();
    const ByteSpan part = cursor.Take(length);
    if (is_table) {
      offsets = part;
      first = cursor.Position();
      continue;
    }
    fragments.push_back(part);
    starts.push_back(start - first);
  }
  if (fragments.size() < frames) FailTruncated();
  parts_.resize(frames);
  if (fragments.size() == frames) {
    for (std::size_t i = 0; i < frames; ++i) parts_[i].push_back(fragments[i]);
    return;
  }
  std::size_t frame = 0;
  for (std::size_t i = 0, next = 1; i < fragments.size(); ++i) {
    const bool is_offset = next < frames && offsets.size() >= 4 * (next + 1);
    bool begins = IsStart(fragments[i]) && offsets.empty();
    if (is_offset) {
      ByteCursor at(offsets.subspan(4 * next));
      begins = at.U32Le() == starts[i];
    }
    if (i > 0 && begins && next < frames) frame = next++;
    parts_[frame].push_back(fragments[i]);
  }
  if (parts_.back().empty()) Fail(CorruptImageError, "Frames of the file cannot be told apart");
}

}  // namespace lodestone::coders
