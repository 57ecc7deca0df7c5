#include <algorithm>
#include <bit>

#include "coders/xcf/xcf.hpp"

namespace lodestone::coders {
namespace {

enum Property : std::uint32_t {
  kEnd = 0,
  kColormap = 1,
  kFloatingSelection = 5,
  kOpacity = 6,
  kMode = 7,
  kVisible = 8,
  kApplyMask = 11,
  kOffsets = 15,
  kCompression = 17,
  kResolution = 19,
  kParasites = 21,
  kGroup = 29,
  kPath = 30,
  kFloatOpacity = 33,
  kCompositeMode = 35,
  kCompositeSpace = 36,
  kBlendSpace = 37
};

float TakeFloat(ByteCursor& cursor) {
  return std::bit_cast<float>(cursor.U32Be());
}

std::int32_t TakeSigned(ByteCursor& cursor) {
  return static_cast<std::int32_t>(cursor.U32Be());
}

// Old versions of GIMP state a wrong length, so the number of colours counts.
void TakeColormap(ByteCursor& cursor, XcfHeader& header) {
  const std::size_t colors = cursor.U32Be();
  if (colors > 256) Fail(CorruptImageError, "Improper image header");
  header.colormap.resize(colors);
  if (header.version == 0) {  // which has the numbers of colours instead
    cursor.Skip(colors);
    for (std::size_t i = 0; i < colors; ++i) header.colormap[i].fill(static_cast<std::uint8_t>(i));
    return;
  }
  for (auto& color : header.colormap) std::ranges::copy(cursor.Take(3), color.begin());
}

void TakeCompression(ByteCursor payload, XcfHeader& header) {
  const unsigned compression = payload.U8();
  if (compression > static_cast<unsigned>(XcfCompression::kZlib))
    Fail(CoderError, "Data encoding scheme is not supported");
  header.compression = static_cast<XcfCompression>(compression);
}

float ShareOf(float opacity) {
  return opacity >= 0 ? std::min(opacity, 1.0f) : 0;
}

void TakeBlend(std::uint32_t type, ByteCursor payload, XcfBlend& blend) {
  if (type == kMode) blend.mode = payload.U32Be();
  if (type == kCompositeMode) blend.composite_mode = TakeSigned(payload);
  if (type == kCompositeSpace) blend.composite_space = TakeSigned(payload);
  if (type == kBlendSpace) blend.blend_space = TakeSigned(payload);
}

void TakeItemProperty(std::uint32_t type, ByteSpan bytes, XcfItem& item) {
  ByteCursor payload(bytes);
  XcfLayer& layer = item.layer;
  switch (type) {
    case kFloatingSelection:
      item.floating = true;
      break;
    case kOpacity:
      layer.opacity = ShareOf(static_cast<float>(payload.U32Be()) / 255.0f);
      break;
    case kFloatOpacity:
      layer.opacity = ShareOf(TakeFloat(payload));
      break;
    case kVisible:
      layer.visible = payload.U32Be() != 0;
      break;
    case kApplyMask:
      item.apply_mask = payload.U32Be() != 0;
      break;
    case kOffsets:
      layer.x = TakeSigned(payload);
      layer.y = TakeSigned(payload);
      break;
    case kGroup:
      layer.group = true;
      break;
    case kPath:
      item.depth = std::max<std::size_t>(bytes.size() / 4, 1);
      break;
    default:
      TakeBlend(type, payload, layer.blend);
  }
}

void TakeParasites(ByteSpan bytes, XcfDocument& document) {
  ByteCursor cursor(bytes);
  while (!cursor.AtEnd()) {
    const std::string name = TakeXcfString(cursor);
    cursor.Skip(4);  // flags
    const ByteSpan content = cursor.Take(cursor.U32Be());
    if (name == "icc-profile") document.icc = content;
    if (name == "exif-data") document.exif = content;
    if (name == "gimp-comment")
      document.comment.assign(content.begin(), std::ranges::find(content, std::uint8_t{0}));
  }
}

}  // namespace

std::string TakeXcfString(ByteCursor& cursor) {
  const ByteSpan text = cursor.Take(cursor.U32Be());
  return {text.begin(), std::ranges::find(text, std::uint8_t{0})};
}

void TakeXcfProperties(ByteCursor& cursor, XcfDocument& document) {
  for (;;) {
    const std::uint32_t type = cursor.U32Be(), length = cursor.U32Be();
    if (type == kEnd) return;
    if (type == kColormap) {
      TakeColormap(cursor, document.header);
      continue;
    }
    const ByteSpan bytes = cursor.Take(length);
    ByteCursor payload(bytes);
    if (type == kCompression) TakeCompression(payload, document.header);
    if (type == kParasites) TakeParasites(bytes, document);
    if (type != kResolution) continue;
    document.x_resolution = TakeFloat(payload);
    document.y_resolution = TakeFloat(payload);
  }
}

XcfItem TakeXcfItemProperties(ByteCursor& cursor) {
  XcfItem item;
  for (;;) {
    const std::uint32_t type = cursor.U32Be(), length = cursor.U32Be();
    if (type == kEnd) return item;
    TakeItemProperty(type, cursor.Take(length), item);
  }
}
}  // namespace lodestone::coders
