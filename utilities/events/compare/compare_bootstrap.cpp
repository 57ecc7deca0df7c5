#include "utilities/events/compare/compare_bootstrap.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace lodestone::cli {
namespace {

using Random = std::mt19937_64;

constexpr std::size_t kDraws = 2000;

class Beta {
 public:
  Beta(double a, double b) : a_(a), b_(b) {}
  double operator()(Random& random) {
    const double x = a_(random);
    return x / (x + b_(random));
  }

 private:
  std::gamma_distribution<double> a_, b_;
};

// Medians of as many values drawn with replacement. The k-th smallest of n uniform random numbers
// has the beta distribution of k and n + 1 - k, so n draws are not needed.
class MedianResampler {
 public:
  explicit MedianResampler(const std::vector<double>& sorted)
      : sorted_(sorted),
        odd_(sorted.size() % 2 == 1),
        half_(static_cast<double>(sorted.size() / 2)),
        lower_middle_(odd_ ? half_ + 1 : half_, half_ + 1) {}

  double operator()(Random& random) {
    const double below = lower_middle_(random);
    if (odd_) return ValueAt(below);
    // The smallest of the upper `half_` numbers.
    const double rest = std::uniform_real_distribution<double>()(random);
    const double above = below + (1 - below) * (1 - std::pow(rest, 1 / half_));
    return (ValueAt(below) + ValueAt(above)) / 2;
  }

 private:
  double ValueAt(double place) const {
    const auto index = static_cast<std::size_t>(place * static_cast<double>(sorted_.size()));
    return sorted_[std::min(index, sorted_.size() - 1)];
  }

  const std::vector<double>& sorted_;
  const bool odd_;
  const double half_;
  Beta lower_middle_;
};

}  // namespace

double RatioOf(double base, double other) {
  return base == other ? 1 : other / base;
}

std::vector<double> ResampleLogRatios(const std::vector<double>& base,
                                      const std::vector<double>& other, const std::string& seed) {
  // Whichever is the base, the same side draws first.
  const bool swapped = other < base;
  MedianResampler one(swapped ? other : base), two(swapped ? base : other);
  std::seed_seq sequence(seed.begin(), seed.end());
  Random random(sequence);
  std::vector<double> draws(kDraws);
  for (double& draw : draws) {
    const double first = one(random), second = two(random);
    draw = std::log(swapped ? RatioOf(second, first) : RatioOf(first, second));
  }
  return draws;
}

MedianRatio IntervalOf(double ratio, std::vector<double> draws) {
  if (draws.empty()) return {ratio, ratio, ratio};
  std::sort(draws.begin(), draws.end());
  // The same number of draws is cut off at both ends. They may be infinite, so no interpolation.
  const auto out =
      static_cast<std::size_t>((1 - kConfidence) / 2 * static_cast<double>(draws.size()));
  return {ratio, std::exp(draws[out]), std::exp(draws[draws.size() - 1 - out])};
}

}  // namespace lodestone::cli
