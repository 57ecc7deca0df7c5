// Confidence interval of the ratio of two medians, by resampling (the percentile bootstrap).
#pragma once

#include <string>
#include <vector>

namespace lodestone::cli {

inline constexpr double kConfidence = 0.95;

// With fewer values an interval is meaningless: the true median lies outside the range of the
// measured values too often.
inline constexpr std::size_t kMinValues = 5;

// Ratio of two medians; 0 and infinity are possible where values are 0.
struct MedianRatio {
  double ratio = 1;
  double low = 1, high = 1;  // the interval; both are `ratio` where nothing was resampled
};

// other / base; 1 where both are 0.
double RatioOf(double base, double other);

// Resampled natural logarithms of median(other) / median(base). Both sorted, neither empty. `seed`
// makes the draws of different operations independent; swapping the two sides with the same seed
// gives the same draws with the opposite sign.
std::vector<double> ResampleLogRatios(const std::vector<double>& base,
                                      const std::vector<double>& other, const std::string& seed);

// The interval around the measured ratio that contains kConfidence of the draws (logarithms).
MedianRatio IntervalOf(double ratio, std::vector<double> draws);

}  // namespace lodestone::cli
