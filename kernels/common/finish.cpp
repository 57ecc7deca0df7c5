#include "kernels/common/finish.hpp"

#include <algorithm>

#include "kernels/common/targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/common/finish.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/common/vector_ops-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

using Quanta = hn::Rebind<QuantumSample, Wide>;

class Finisher {
 public:
  Finisher(const FinishView& finish, Channels channels)
      : finish_(finish), period_(SamplesOf(channels)) {
    for (std::size_t i = 0; i < kLanes; ++i) {
      const bool opacity = channels == Channels::kOpaque && i % period_ == 3;  // stays 0
      kept_[i] = (finish.keep >> i % period_ & 1) != 0 ? kAllBits : 0;
      sharpened_[i] = finish.sharpen && !opacity && kept_[i] == 0 ? kAllBits : 0;
    }
  }

  void Row(const QuantumSample* in, QuantumSample* out, std::size_t columns) const {
    const std::size_t samples = columns * period_, whole = samples / kLanes * kLanes;
    for (std::size_t i = 0; i < whole; i += kLanes) Vector(in + i, out + i);
    if (whole == samples) return;
    HWY_ALIGN QuantumSample last_in[kLanes] = {}, last[kLanes] = {};
    std::copy(in + whole, in + samples, last_in);
    std::copy(out + whole, out + samples, last);
    Vector(last_in, last);
    std::copy_n(last, samples - whole, out + whole);
  }

 private:
  static constexpr auto kAllBits = static_cast<QuantumSample>(kQuantumMax);

  void Vector(const QuantumSample* in, QuantumSample* out) const {
    const Quanta dq;
    const auto original = hn::LoadU(dq, in), result = hn::LoadU(dq, out);
    const auto kept = hn::Load(dq, kept_), sharpened = hn::Load(dq, sharpened_);
    auto finished = hn::Or(hn::And(kept, original), hn::AndNot(kept, result));
    if (finish_.sharpen)
      finished =
          hn::Or(hn::And(sharpened, Sharpened(original, result)), hn::AndNot(sharpened, finished));
    hn::StoreU(finished, dq, out);
  }

  // LS_UNSHARP.
  hn::Vec<Quanta> Sharpened(hn::Vec<Quanta> original, hn::Vec<Quanta> blurred) const {
    const Wide d;
    const auto o = ToFloat(original), b = ToFloat(blurred);
    const auto beyond = hn::Sub(o, b);
    const auto differs = hn::Ge(hn::Max(beyond, hn::Sub(b, o)), hn::Set(d, finish_.threshold));
    const auto sharp = Clamp(d, Fma(d, hn::Set(d, finish_.amount), beyond, o));
    return hn::DemoteTo(Quanta(),
                        Truncate(hn::IfThenElse(differs, hn::Add(sharp, hn::Set(d, 0.5f)), o)));
  }

  static WideVector ToFloat(hn::Vec<Quanta> quanta) {
    return hn::ConvertTo(Wide(), hn::PromoteTo(hn::Rebind<std::int32_t, Wide>(), quanta));
  }

  const FinishView& finish_;
  const std::size_t period_;  // samples of a pixel; vectors are whole pixels
  HWY_ALIGN QuantumSample kept_[kLanes], sharpened_[kLanes];
};

void FinishRows(const FinishView& finish, Channels channels, const SourceView& source,
                const DestinationView& destination, std::size_t begin, std::size_t end) {
  const Finisher finisher(finish, channels);
  for (std::size_t y = begin; y < end; ++y)
    finisher.Row(source.Row(y), destination.Row(y), destination.columns);
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lodestone::kernels {

HWY_EXPORT(FinishRows);

void FinishBand(const FinishView& finish, Channels channels, const SourceView& source,
                const DestinationView& destination, std::size_t begin, std::size_t end) {
  HWY_DYNAMIC_DISPATCH(FinishRows)(finish, channels, source, destination, begin, end);
}

}  // namespace lodestone::kernels
#endif
