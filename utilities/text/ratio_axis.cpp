#include "utilities/text/ratio_axis.hpp"

#include <algorithm>
#include <cmath>

#include "utilities/text/svg.hpp"
#include "utilities/text/text_format.hpp"

namespace lodestone::cli {
namespace {

constexpr double kMaxPowers = 12;

double PowerOf(double ratio) {
  return std::clamp(std::log2(ratio), -kMaxPowers, kMaxPowers);
}

}  // namespace

void RatioAxis::Include(double ratio) {
  low_ = std::min(low_, std::floor(PowerOf(ratio)));
  high_ = std::max(high_, std::ceil(PowerOf(ratio)));
}

double RatioAxis::X(double ratio) const {
  return left_ + width_ * (PowerOf(ratio) - low_) / (high_ - low_);
}

std::string RatioAxis::Draw(double top, double bottom) const {
  std::string text;
  const double step = std::ceil((high_ - low_) / 10);
  for (double power = std::ceil(low_ / step) * step; power <= high_; power += step) {
    const double x = X(std::exp2(power));
    text += SvgPath(Format("M%.1f %.1fV%.1f", x, top + 4, bottom), "line");
    text +=
        SvgText(x, top, power == 0 ? "row" : "",
                power < 0 ? Format("1/%.0f", std::exp2(-power)) : Format("%.0f", std::exp2(power)),
                "middle");
  }
  return text;
}

}  // namespace lodestone::cli
