#include "kernels/average/average_cpu.hpp"

#include <algorithm>
#include <cstdint>

#include "kernels/common/targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/average/average_cpu.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Sums = hn::CappedTag<std::int32_t, 16>;
using Reals = hn::RebindToFloat<Sums>;
using Narrow = hn::Rebind<QuantumSample, Sums>;

// Samples whose sums stay in the nearest cache while one image after another is added.
constexpr std::size_t kPiece = 1024;

// sum / divisor for sums below 2^31: the quotient of floats is wrong by less than 1, which shows in
// the remainder.
class Divider {
 public:
  explicit Divider(std::int32_t divisor)
      : divisor_(divisor), inverse_(1.0f / static_cast<float>(divisor)) {}

  HWY_INLINE hn::Vec<Sums> operator()(hn::Vec<Sums> sum) const {
    const Sums d;
    const auto divisor = hn::Set(d, divisor_), zero = hn::Zero(d);
    const auto guess =
        hn::ConvertTo(d, hn::Mul(hn::ConvertTo(Reals(), sum), hn::Set(Reals(), inverse_)));
    const auto rest = hn::Sub(sum, hn::Mul(guess, divisor));
    // The truths are -1.
    const auto too_many = hn::VecFromMask(d, hn::Lt(rest, zero));
    const auto too_few = hn::AndNot(hn::VecFromMask(d, hn::Lt(rest, divisor)), hn::Set(d, -1));
    return hn::Sub(hn::Add(guess, too_many), too_few);
  }

 private:
  std::int32_t divisor_;
  float inverse_;
};

void AveragePieces(std::span<const QuantumSample* const> rows, std::size_t count,
                   QuantumSample* to) {
  const Sums d;
  const std::size_t lanes = hn::Lanes(d), whole = count / lanes * lanes;
  const auto images = static_cast<std::int32_t>(rows.size());
  const Divider divide(images);
  HWY_ALIGN std::int32_t sums[kPiece];
  for (std::size_t begin = 0; begin < whole; begin += kPiece) {
    const std::size_t length = std::min(kPiece, whole - begin);
    std::fill_n(sums, length, images / 2);
    for (const QuantumSample* const row : rows)
      for (std::size_t i = 0; i < length; i += lanes)
        hn::Store(
            hn::Add(hn::Load(d, sums + i), hn::PromoteTo(d, hn::LoadU(Narrow(), row + begin + i))),
            d, sums + i);
    for (std::size_t i = 0; i < length; i += lanes)
      hn::StoreU(hn::DemoteTo(Narrow(), divide(hn::Load(d, sums + i))), Narrow(), to + begin + i);
  }
  for (std::size_t i = whole; i < count; ++i) {
    std::int32_t sum = images / 2;
    for (const QuantumSample* const row : rows) sum += row[i];
    to[i] = static_cast<QuantumSample>(sum / images);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lodestone::kernels {

HWY_EXPORT(AveragePieces);

void AverageRows(std::span<const QuantumSample* const> rows, std::size_t count, QuantumSample* to) {
  HWY_DYNAMIC_DISPATCH(AveragePieces)(rows, count, to);
}

}  // namespace lodestone::kernels
#endif
