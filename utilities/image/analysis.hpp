// What GraphicsMagick's process module "analyze" finds.
#pragma once

#include "magick/api.h"

namespace lodestone::cli {

// Sets the texts BrightnessMean, BrightnessStddev, SaturationMean and SaturationStddev, of HSL in
// quantum steps, and TopLeftColor, TopRightColor, BottomLeftColor and BottomRightColor. Throws
// CommandError.
void StoreAnalysis(Image* image);

}  // namespace lodestone::cli
