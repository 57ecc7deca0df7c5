#include "coders/psd/psd_layers.hpp"

#include <cmath>
#include <algorithm>

namespace lodestone::coders {
namespace {

struct BlendMode {
  std::string_view key;
  CompositeOperator compose;
};

constexpr BlendMode kBlendModes[] = {
    {"mul ", MultiplyCompositeOp},    {"diss", DissolveCompositeOp},
    {"diff", DifferenceCompositeOp},  {"dark", DarkenCompositeOp},
    {"lite", LightenCompositeOp},     {"hue ", HueCompositeOp},
    {"sat ", SaturateCompositeOp},    {"colr", ColorizeCompositeOp},
    {"lum ", LuminizeCompositeOp},    {"scrn", ScreenCompositeOp},
    {"over", OverlayCompositeOp},     {"hLit", HardLightCompositeOp},
    {"sLit", SoftLightCompositeOp},   {"smud", ExclusionCompositeOp},
    {"div ", ColorDodgeCompositeOp},  {"idiv", ColorBurnCompositeOp},
    {"lbrn", LinearBurnCompositeOp},  {"lddg", LinearDodgeCompositeOp},
    {"lLit", LinearLightCompositeOp}, {"vLit", VividLightCompositeOp},
    {"pLit", PinLightCompositeOp},    {"hMix", HardMixCompositeOp}};

CompositeOperator ComposeOf(ByteSpan key) {
  const auto* found = std::ranges::find_if(kBlendModes, [&](const BlendMode& mode) {
    return std::ranges::equal(AsBytes(mode.key), key);
  });
  return found == std::end(kBlendModes) ? OverCompositeOp : found->compose;
}

std::int32_t TakeCoordinate(ByteCursor& cursor) {
  constexpr std::int32_t kFarthest = 1 << 24;
  const auto value = static_cast<std::int32_t>(cursor.U32Be());
  if (value < -kFarthest || value > kFarthest) Fail(CorruptImageError, "Improper image header");
  return value;
}

// Mask, ranges of blending, and the name; then blocks that are not used.
void TakeExtras(ByteSpan bytes, PsdLayer& layer) {
  ByteCursor cursor(bytes);
  cursor.Skip(cursor.U32Be());
  cursor.Skip(cursor.U32Be());
  const ByteSpan name = cursor.Take(cursor.U8());
  layer.name.assign(name.begin(), std::ranges::find(name, std::uint8_t{0}));
}

PsdLayer TakeRecord(const PsdHeader& header, ByteCursor& cursor,
                    std::vector<std::uint64_t>& lengths) {
  PsdLayer layer;
  layer.y = TakeCoordinate(cursor);
  layer.x = TakeCoordinate(cursor);
  const std::int32_t bottom = TakeCoordinate(cursor), right = TakeCoordinate(cursor);
  layer.rows = static_cast<std::uint32_t>(std::max(bottom - layer.y, 0));
  layer.columns = static_cast<std::uint32_t>(std::max(right - layer.x, 0));
  const std::size_t channels = cursor.U16Be();
  if (channels > kPsdChannelsMax) Fail(CorruptImageError, "Improper image header");
  for (std::size_t i = 0; i < channels; ++i) {
    layer.parts.push_back({static_cast<std::int16_t>(cursor.U16Be()), {}});
    lengths.push_back(header.TakeLength(cursor));
  }
  if (!cursor.TakeIf(kPsdBlock)) Fail(CorruptImageError, "Improper image header");
  layer.compose = ComposeOf(cursor.Take(4));
  layer.opacity = cursor.U8();
  cursor.Skip(1);
  layer.visible = (cursor.U8() & 2) == 0;
  cursor.Skip(1);
  const ByteSpan extras = cursor.Take(cursor.U32Be());
  if (!extras.empty()) TakeExtras(extras, layer);
  return layer;
}

void TakeRecords(const PsdHeader& header, ByteSpan bytes, PsdLayers& found) {
  ByteCursor cursor(bytes);
  const int count = static_cast<std::int16_t>(cursor.U16Be());
  found.any = count != 0;
  found.alpha = count < 0;
  std::vector<PsdLayer> layers;
  std::vector<std::uint64_t> lengths;
  for (int i = 0; i < std::abs(count); ++i) layers.push_back(TakeRecord(header, cursor, lengths));
  auto length = lengths.begin();
  for (PsdLayer& layer : layers) {
    for (PsdLayer::Part& part : layer.parts) part.bytes = cursor.Take(*length++);
    if (layer.columns != 0 && layer.rows != 0) found.layers.push_back(std::move(layer));
  }
}

// Layers of deep documents are in one of the blocks behind.
void FindDeepLayers(const PsdHeader& header, ByteCursor& cursor, PsdLayers& found) {
  if (cursor.Remaining() < 4) return;
  const std::size_t mask = cursor.U32Be();
  if (mask > cursor.Remaining()) return;
  cursor.Skip(mask);
  while (cursor.Remaining() >= 12) {
    if (!cursor.TakeIf(kPsdBlock) && !cursor.TakeIf("8B64")) return;
    const bool deep = cursor.TakeIf("Lr16") || cursor.TakeIf("Lr32");
    const bool wide = header.large && deep;
    if (!deep) cursor.Skip(4);
    const std::uint64_t length = wide ? header.TakeLength(cursor) : cursor.U32Be();
    if (length > cursor.Remaining()) return;
    const ByteSpan bytes = cursor.Take(length);
    if (deep && !bytes.empty()) return TakeRecords(header, bytes, found);
    cursor.Skip(std::min<std::size_t>((4 - length % 4) % 4, cursor.Remaining()));
  }
}

}  // namespace

std::string_view PsdBlendKey(CompositeOperator compose) {
  const auto* found = std::ranges::find(kBlendModes, compose, &BlendMode::compose);
  return found == std::end(kBlendModes) ? "norm" : found->key;
}

bool PsdLayer::HasAlpha() const {
  return opacity != 255 || std::ranges::any_of(parts, [](const Part& part) {
           return part.number == kPsdTransparency;
         });
}

PsdLayers TakePsdLayers(const PsdHeader& header, ByteSpan bytes) {
  PsdLayers found;
  if (bytes.size() < 6) return found;
  ByteCursor cursor(bytes);
  const std::uint64_t length = header.TakeLength(cursor);
  const ByteSpan records = cursor.Take(length);
  if (!records.empty()) TakeRecords(header, records, found);
  if (!found.any) FindDeepLayers(header, cursor, found);
  return found;
}

}  // namespace lodestone::coders
