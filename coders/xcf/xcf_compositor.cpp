#include "coders/xcf/xcf_compositor.hpp"

#include <algorithm>

namespace lodestone::coders {
namespace {

constexpr std::size_t kTilePixels = std::size_t{kXcfTileSide} * kXcfTileSide;

// The part of [start, start + length) that is within [0, end).
struct Span {
  std::int64_t first = 0, last = 0;  // beyond it
  bool empty() const { return first >= last; }
};
Span Within(std::int64_t start, std::int64_t length, std::int64_t end) {
  return {std::max<std::int64_t>(start, 0), std::min(start + length, end)};
}

// Calls use(tile, x, y) for those that meet the strip; x and y are places in it.
template <class Use>
void ForTiles(const XcfLayer& layer, const XcfPlane& plane, const XcfStrip& strip, const Use& use) {
  const std::int64_t side = kXcfTileSide, left = layer.x, top = layer.y - strip.top;
  const Span across = Within(left, plane.columns, static_cast<std::int64_t>(strip.columns));
  const Span down = Within(top, plane.rows, static_cast<std::int64_t>(strip.rows));
  if (across.empty() || down.empty()) return;
  for (std::int64_t y = (down.first - top) / side; y * side + top < down.last; ++y)
    for (std::int64_t x = (across.first - left) / side; x * side + left < across.last; ++x)
      use(static_cast<std::size_t>(y * plane.TilesAcross() + x), x * side + left, y * side + top);
}

// Calls use(start, x, row, count) for each row of a tile that is in the strip: from its pixel
// `start` on, `count` pixels are there from x on.
template <class Use>
void ForRows(const XcfPlane& plane, std::size_t tile, std::int64_t left, std::int64_t top,
             const XcfStrip& strip, const Use& use) {
  const auto [columns, rows] = XcfTileReader::SizeOf(plane, tile);
  const Span across = Within(left, columns, static_cast<std::int64_t>(strip.columns));
  const Span down = Within(top, rows, static_cast<std::int64_t>(strip.rows));
  for (std::int64_t y = down.first; y < down.last && !across.empty(); ++y) {
    const std::int64_t start = (y - top) * columns + across.first - left;
    use(static_cast<std::size_t>(start), static_cast<std::size_t>(across.first),
        static_cast<std::size_t>(y), static_cast<std::size_t>(across.last - across.first));
  }
}

XcfPlace PlaceOf(const XcfStrip& strip, std::size_t x, std::size_t row) {
  return {static_cast<std::int64_t>(x), strip.top + static_cast<std::int64_t>(row)};
}

// Nothing is left there.
void ClearAround(const XcfLayer& layer, XcfStrip& strip) {
  const Span across =
      Within(layer.x, layer.pixels.columns, static_cast<std::int64_t>(strip.columns));
  const Span down =
      Within(layer.y - strip.top, layer.pixels.rows, static_cast<std::int64_t>(strip.rows));
  const auto within = [](const Span& span, std::size_t at) {
    return static_cast<std::int64_t>(at) >= span.first && static_cast<std::int64_t>(at) < span.last;
  };
  for (std::size_t row = 0; row < strip.rows; ++row)
    for (std::size_t x = 0; x < strip.columns; ++x)
      if (!within(down, row) || !within(across, x)) strip.At(x, row)->alpha = 0;
}

}  // namespace

XcfCompositor::XcfCompositor(const XcfDocument& document)
    : reader_(document), pixels_(kTilePixels), cover_(kTilePixels) {}

void XcfCompositor::Compose(const std::vector<XcfLayer>& layers, bool bottom, XcfStrip& strip) {
  for (std::size_t i = layers.size(); i-- > 0;) {
    const XcfLayer& layer = layers[i];
    if (!layer.visible) continue;
    const XcfRule rule = XcfRuleOf(layer.blend, bottom);
    if (layer.group)
      AddGroup(layer, rule, bottom, strip);
    else
      AddLayer(layer, rule, strip);
    bottom = false;
  }
}

void XcfCompositor::AddLayer(const XcfLayer& layer, const XcfRule& rule, XcfStrip& strip) {
  const XcfPlane& plane = layer.pixels;
  if (rule.clip == XcfClip::kLayer || rule.clip == XcfClip::kIntersection)
    ClearAround(layer, strip);
  ForTiles(layer, plane, strip, [&](std::size_t tile, std::int64_t left, std::int64_t top) {
    reader_.ReadPixels(plane, tile, pixels_.data());
    ReadCover(layer, tile);
    ForRows(plane, tile, left, top, strip,
            [&](std::size_t start, std::size_t x, std::size_t row, std::size_t count) {
              BlendXcfPixels(rule, &pixels_[start], &cover_[start], count, PlaceOf(strip, x, row),
                             strip.At(x, row));
            });
  });
}

void XcfCompositor::ReadCover(const XcfLayer& layer, std::size_t tile) {
  std::ranges::fill(cover_, layer.opacity);
  if (layer.mask) reader_.Cover(*layer.mask, tile, cover_.data());
}

void XcfCompositor::AddGroup(const XcfLayer& group, const XcfRule& rule, bool bottom,
                             XcfStrip& strip) {
  const bool passes = rule.kind == XcfKind::kPassThrough;
  XcfStrip inner = passes ? strip : XcfStrip(strip.top, strip.columns, strip.rows);
  Compose(group.layers, passes ? bottom : true, inner);
  const std::vector<float> cover = CoverOf(group, strip);
  for (std::size_t row = 0; row < strip.rows; ++row)
    BlendXcfPixels(rule, inner.At(0, row), &cover[row * strip.columns], strip.columns,
                   PlaceOf(strip, 0, row), strip.At(0, row));
}

// Of a whole strip: nothing is around a mask.
std::vector<float> XcfCompositor::CoverOf(const XcfLayer& group, const XcfStrip& strip) {
  std::vector<float> cover(strip.pixels.size(), group.mask ? 0 : group.opacity);
  if (!group.mask) return cover;
  const XcfPlane& mask = *group.mask;
  ForTiles(group, mask, strip, [&](std::size_t tile, std::int64_t left, std::int64_t top) {
    ReadCover(group, tile);
    ForRows(mask, tile, left, top, strip,
            [&](std::size_t start, std::size_t x, std::size_t row, std::size_t count) {
              std::copy_n(&cover_[start], count, &cover[row * strip.columns + x]);
            });
  });
  return cover;
}

}  // namespace lodestone::coders
