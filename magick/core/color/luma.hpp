// Weights of red, green and blue in luma. kernels/common/luma_weights.h has those of kernels.
#pragma once

namespace lodestone {

inline constexpr double kLuma601[] = {0.299, 0.587, 0.114};
inline constexpr double kLuma709[] = {0.2126, 0.7152, 0.0722};

// ImageMagick's, with more digits.
inline constexpr double kImageMagickLuma601[] = {0.298839, 0.586811, 0.114350};
inline constexpr double kImageMagickLuma709[] = {0.212656, 0.715158, 0.072186};

}  // namespace lodestone
