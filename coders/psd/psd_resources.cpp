#include <algorithm>

#include "coders/common/profiles.hpp"
#include "coders/psd/psd.hpp"

namespace lodestone::coders {
namespace {

constexpr unsigned kResolution = 1005, kIptc = 1028, kOldThumbnail = 1033, kThumbnail = 1036,
                   kIcc = 1039, kExif = 1058, kXmp = 1060;
constexpr double kFixedPoint = 65536.0;
constexpr double kCentimetersPerInch = 2.54;

struct Resource {
  unsigned number = 0;
  ByteSpan content;
  ByteSpan whole;  // with its header
};

std::size_t Even(std::size_t length) {
  return length + length % 2;
}

Resource TakeResource(ByteCursor& cursor, ByteSpan all) {
  const std::size_t start = cursor.Position();
  Resource resource;
  cursor.Skip(kPsdBlock.size());
  resource.number = cursor.U16Be();
  const std::size_t name = cursor.U8();
  cursor.Skip(Even(name + 1) - 1);
  const std::size_t length = cursor.U32Be();
  resource.content = cursor.Take(length);
  if (!cursor.AtEnd() && length % 2 != 0) cursor.Skip(1);
  resource.whole = all.subspan(start, cursor.Position() - start);
  return resource;
}

// All resources up to the first that is damaged.
std::vector<Resource> Parse(ByteSpan all) {
  std::vector<Resource> resources;
  ByteCursor cursor(all);
  try {
    while (cursor.Remaining() >= 12) resources.push_back(TakeResource(cursor, all));
  } catch (const Failure&) {  // what is left cannot be told apart
  }
  return resources;
}

// Both are per inch; the units say how to show them.
void SetResolution(ByteSpan content, Image* image) {
  if (content.size() < 16) return;
  ByteCursor cursor(content);
  const double x = cursor.U32Be() / kFixedPoint;
  const bool metric = cursor.U16Be() == 2;
  cursor.Skip(2);
  const double y = cursor.U32Be() / kFixedPoint;
  const double scale = metric ? 1.0 / kCentimetersPerInch : 1.0;
  image->units = metric ? PixelsPerCentimeterResolution : PixelsPerInchResolution;
  image->x_resolution = x * scale;
  image->y_resolution = y * scale;
}

// False if it is not understood here.
bool Understand(const Resource& resource, Image* image) {
  switch (resource.number) {
    case kResolution:
      SetResolution(resource.content, image);
      return true;
    case kIcc:
      StoreProfile(image, "ICM", resource.content);
      return true;
    case kExif:
      StoreExif(image, resource.content);
      return true;
    case kXmp:
      StoreProfile(image, "XMP", resource.content);
      return true;
    default:
      return false;
  }
}

void Put(unsigned number, ByteSpan content, ByteSink& sink) {
  if (content.empty()) return;
  sink.Text(kPsdBlock);
  sink.U16Be(number);
  sink.U16Be(0);
  sink.U32Be(static_cast<std::uint32_t>(content.size()));
  sink.Bytes(content);
  sink.Fill(content.size() % 2);
}

void PutResolution(const Image* image, ByteSink& sink) {
  if (!(image->x_resolution > 0.0) || !(image->y_resolution > 0.0)) return;
  const bool metric = image->units == PixelsPerCentimeterResolution;
  const auto fixed = [&](double resolution) {
    if (metric) resolution *= kCentimetersPerInch;
    return static_cast<std::uint32_t>(std::clamp(resolution, 0.0, 65535.0) * kFixedPoint + 0.5);
  };
  ByteSink content;
  for (const double resolution : {image->x_resolution, image->y_resolution}) {
    content.U32Be(fixed(resolution));
    content.U16Be(metric ? 2 : 1);
    content.U16Be(metric ? 2 : 1);
  }
  Put(kResolution, content.bytes(), sink);
}

// Thumbnails are of the image as it was.
bool IsKept(const Resource& resource) {
  const unsigned others[] = {kResolution, kOldThumbnail, kThumbnail, kIcc, kExif, kXmp};
  return std::ranges::find(others, resource.number) == std::end(others);
}

void PutIptc(const Image* image, ByteSink& sink) {
  const ByteSpan profile = ProfileOf(image, "IPTC");
  ByteCursor cursor(profile);
  if (!cursor.TakeIf(kPsdBlock)) return Put(kIptc, profile, sink);
  for (const Resource& resource : Parse(profile)) {
    if (!IsKept(resource)) continue;
    sink.Bytes(resource.whole);
    sink.Fill(resource.whole.size() % 2);
  }
}

}  // namespace

void ReadPsdResources(ByteSpan resources, Image* image) {
  ByteSink others;
  for (const Resource& resource : Parse(resources)) {
    if (!Understand(resource, image)) others.Bytes(resource.whole);
  }
  StoreProfile(image, "IPTC", others.bytes());
}

static IccColors ColorsOf(PsdMode mode) {
  if (mode == PsdMode::kCmyk) return IccColors::kCmyk;
  const bool gray = mode == PsdMode::kGray || mode == PsdMode::kBitmap;
  return gray ? IccColors::kGray : IccColors::kRgb;
}

std::vector<std::uint8_t> MakePsdResources(Image* image, PsdMode mode) {
  ByteSink sink;
  PutResolution(image, sink);
  PutIptc(image, sink);
  Put(kIcc, FittingIcc(image, ColorsOf(mode), &image->exception), sink);
  Put(kExif, ExifTiffOf(image), sink);
  Put(kXmp, ProfileOf(image, "XMP"), sink);
  return std::move(sink.bytes());
}

}  // namespace lodestone::coders
