// Layers on top of one another, a strip of the canvas at a time.
#pragma once

#include "coders/xcf/xcf_modes.hpp"

namespace lodestone::coders {

// Rows of the canvas.
struct XcfStrip {
  std::int64_t top = 0;
  std::size_t columns = 0, rows = 0;
  std::vector<XcfPixel> pixels;

  XcfStrip(std::int64_t first, std::size_t width, std::size_t height)
      : top(first), columns(width), rows(height), pixels(width * height) {}
  XcfPixel* At(std::size_t x, std::size_t row) { return &pixels[row * columns + x]; }
};

// Blends layers with strips, for one thread.
class XcfCompositor {
 public:
  explicit XcfCompositor(const XcfDocument& document);

  // Adds the visible layers to an empty strip.
  void Compose(const std::vector<XcfLayer>& layers, XcfStrip& strip) {
    Compose(layers, true, strip);
  }

 private:
  // `bottom`: nothing is below the lowest layer.
  void Compose(const std::vector<XcfLayer>& layers, bool bottom, XcfStrip& strip);
  void AddLayer(const XcfLayer& layer, const XcfRule& rule, XcfStrip& strip);
  void AddGroup(const XcfLayer& group, const XcfRule& rule, bool bottom, XcfStrip& strip);
  void ReadCover(const XcfLayer& layer, std::size_t tile);
  std::vector<float> CoverOf(const XcfLayer& group, const XcfStrip& strip);

  XcfTileReader reader_;
  std::vector<XcfPixel> pixels_;
  std::vector<float> cover_;
};

}  // namespace lodestone::coders
