// CIE L*a*b* to sRGB. libtiff's own conversion does not adapt the white of D50 to that of screens.
#include "coders/common/lab.hpp"
#include "coders/tiff/tiff_pixels.hpp"

namespace lodestone::coders {
namespace {

// a* and b* are signed, or, in the variant of ICC profiles, have their zero in the middle.
double Opponent(std::uint16_t value, bool wide, bool icc) {
  if (icc) return wide ? value / 256.0 - 128.0 : value - 128.0;
  return wide ? static_cast<std::int16_t>(value) / 256.0 : static_cast<std::int8_t>(value);
}

}  // namespace

bool IsTiffLab(const TiffLayout& layout) {
  const bool lab =
      layout.photometric == PHOTOMETRIC_CIELAB || layout.photometric == PHOTOMETRIC_ICCLAB;
  const bool plain = layout.format.IsPlain(8) || layout.format.IsPlain(16);
  return lab && plain && !layout.separate && layout.samples >= 3;
}

void StoreTiffLab(const TiffLayout& layout, const std::uint16_t* numbers, std::size_t count,
                  PixelPacket* pixels) {
  const bool wide = layout.format.bits == 16;
  const bool icc = layout.photometric == PHOTOMETRIC_ICCLAB;
  const double white = !wide ? 255.0 : icc ? 65280.0 : 65535.0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint16_t* lab = numbers + i * layout.samples;
    StoreLab({lab[0] * 100.0 / white, Opponent(lab[1], wide, icc), Opponent(lab[2], wide, icc)},
             pixels[i]);
  }
}

}  // namespace lodestone::coders
