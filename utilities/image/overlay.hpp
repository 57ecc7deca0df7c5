// Combining two images as composite does.
#pragma once

#include <optional>
#include <string>

#include "utilities/shell/handles.hpp"

namespace lodestone::cli {

struct OverlaySettings {
  CompositeOperator compose = OverCompositeOp;
  double dissolve = 0.0;  // per cent
  std::string geometry = {}, displace = {}, unsharp = {}, watermark = {};
  GravityType gravity = ForgetGravity;
  std::optional<long> stegano = std::nullopt;  // offset
  bool stereo = false;
  bool tile = false;
};

// Puts `change` on the first image of `base`, where `mask`, which may be nullptr, lets it through.
// Changes the pixels of `change`. Throws CommandError.
void Overlay(const OverlaySettings& settings, Image* change, const Image* mask, ImageList* base);

}  // namespace lodestone::cli
