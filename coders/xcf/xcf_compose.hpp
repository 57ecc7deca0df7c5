// Canvases of layers.
#pragma once

#include "coders/xcf/xcf_modes.hpp"

namespace lodestone::coders {

// Fills the pixels of the image, as large as the canvas, with the visible layers on top of one
// another, on nothing.
void ComposeXcf(const XcfDocument& document, const std::vector<XcfLayer>& layers, Image* image,
                ExceptionInfo* exception);

// Whether one look at the layers tells that nothing of such a canvas is transparent.
bool CoversXcfCanvas(const XcfHeader& header, const std::vector<XcfLayer>& layers);

// Whether samples are proportional to the light of a profile; images become sRGB instead.
bool HasXcfLight(const XcfDocument& document);

}  // namespace lodestone::coders
