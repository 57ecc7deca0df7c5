// Layers of Photoshop documents.
#pragma once

#include <string>

#include "coders/psd/psd_channels.hpp"

namespace lodestone::coders {

inline constexpr int kPsdTransparency = -1;  // as the number of a channel

struct PsdLayer {
  struct Part {
    int number = 0;  // of the colour, or what else it is
    ByteSpan bytes;
  };
  std::int32_t x = 0, y = 0;
  std::uint32_t columns = 0, rows = 0;
  std::vector<Part> parts;
  CompositeOperator compose = OverCompositeOp;
  unsigned opacity = 255;
  bool visible = true;
  std::string name;

  bool HasAlpha() const;
};

struct PsdLayers {
  bool any = false;
  bool alpha = false;  // the first channel of the composite that is no colour is its alpha
  std::vector<PsdLayer> layers;
};

// The name of a blend mode; of others, the usual one's.
std::string_view PsdBlendKey(CompositeOperator compose);

// Parses the part of the file that has layers and masks; those without pixels are left out.
PsdLayers TakePsdLayers(const PsdHeader& header, ByteSpan bytes);

}  // namespace lodestone::coders
