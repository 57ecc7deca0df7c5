// The pixels of layers and masks.
#pragma once

#include "coders/xcf/xcf.hpp"

namespace lodestone::coders {

// Samples of sRGB, 0 to 1 being black to white; floating-point files have others too.
struct XcfPixel {
  float red = 0, green = 0, blue = 0, alpha = 0;
};

// Decodes tiles, for one thread.
class XcfTileReader {
 public:
  explicit XcfTileReader(const XcfDocument& document);

  // A tile of the plane, as columns and rows of it are.
  struct Size {
    std::uint32_t columns = 0, rows = 0;
  };
  static Size SizeOf(const XcfPlane& plane, std::size_t tile);

  // Fills columns * rows elements.
  void ReadPixels(const XcfPlane& plane, std::size_t tile, XcfPixel* pixels);
  // Multiplies by the samples of a mask.
  void Cover(const XcfPlane& mask, std::size_t tile, float* cover);

 private:
  ByteSpan Unpack(const XcfPlane& plane, std::size_t tile);
  XcfPixel ReadColor(const std::uint8_t* at) const;  // opaque

  const XcfDocument& document_;
  float (*sample_)(const std::uint8_t* bytes);
  std::vector<std::uint8_t> bytes_;
};

}  // namespace lodestone::coders
