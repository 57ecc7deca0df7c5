// How sure the ratio of two medians is, by resampling (the percentile bootstrap).
#pragma once

#include <string>
#include <vector>

namespace lodestone::cli {

inline constexpr double kConfidence = 0.95;

// With fewer values an interval says nothing: the median of all that could have been measured lies
// outside of everything measured too often.
inline constexpr std::size_t kFewestValues = 5;

// Median of one by median of the other; 0 and infinity are possible where values are 0.
struct MedianRatio {
  double ratio = 1;
  double low = 1, high = 1;  // the interval; both are `ratio` where nothing was resampled
};

// other / base; 1 where both are 0.
double RatioOf(double base, double other);

// Resampled natural logarithms of median(other) / median(base). Both sorted, neither empty. `seed`
// makes draws of different works independent; with the same one the two sides changed give the same
// draws with the other sign.
std::vector<double> ResampleLogRatios(const std::vector<double>& base,
                                      const std::vector<double>& other, const std::string& seed);

// The interval that kConfidence of the draws (logarithms) lie in, about the measured ratio.
MedianRatio IntervalOf(double ratio, std::vector<double> draws);

}  // namespace lodestone::cli
