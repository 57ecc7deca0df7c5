#include "kernels/common/finish.hpp"

#include <algorithm>

#include "kernels/common/targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/common/finish.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/common/pixel_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

#include "kernels/common/luma.h"

using Quanta = hn::Rebind<QuantumSample, Wide>;

class Finisher {
 public:
  Finisher(const MagickAccelerateFinish& finish, Channels channels)
      : finish_(finish), period_(SamplesOf(channels)) {
    for (std::size_t i = 0; i < kLanes; ++i) {
      const bool opacity = channels == Channels::kOpaque && i % period_ == 3;  // stays 0
      kept_[i] = (finish.keep >> i % period_ & 1) != 0 ? kAllBits : 0;
      sharpened_[i] = finish.sharpen != 0 && !opacity && kept_[i] == 0 ? kAllBits : 0;
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
    if (finish_.sharpen != 0)
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

  const MagickAccelerateFinish& finish_;
  const std::size_t period_;  // samples of a pixel; vectors are whole pixels
  HWY_ALIGN QuantumSample kept_[kLanes], sharpened_[kLanes];
};

// Sharpens by the luma.
class LumaFinisher {
 public:
  LumaFinisher(const MagickAccelerateFinish& finish, Channels channels)
      : finish_(finish), samples_(SamplesOf(channels)) {}

  void Row(const QuantumSample* in, QuantumSample* out, std::size_t columns) const {
    const std::size_t lanes = hn::Lanes(Lanes());
    std::size_t x = 0;
    for (; x + lanes <= columns; x += lanes) Pixels(in + x * samples_, out + x * samples_);
    if (x == columns) return;
    HWY_ALIGN QuantumSample last_in[kMaxLanes * kChannels] = {}, last[kMaxLanes * kChannels] = {};
    const std::size_t rest = (columns - x) * samples_;
    std::copy_n(in + x * samples_, rest, last_in);
    std::copy_n(out + x * samples_, rest, last);
    Pixels(last_in, last);
    std::copy_n(last, rest, out + x * samples_);
  }

 private:
  void Pixels(const QuantumSample* in, QuantumSample* out) const {
    if (samples_ == 1)
      Grey(in, out);
    else
      Colors(in, out);
  }

  void Grey(const QuantumSample* in, QuantumSample* out) const {
    if ((finish_.keep & 1) != 0) {
      hn::StoreU(hn::LoadU(Narrow(), in), Narrow(), out);
      return;
    }
    const LsReal sample = ToReal(hn::LoadU(Narrow(), in));
    hn::StoreU(Changed(sample, Change(sample, ToReal(hn::LoadU(Narrow(), out)))), Narrow(), out);
  }

  void Colors(const QuantumSample* in, QuantumSample* out) const {
    hn::Vec<Narrow> from[kChannels], made[kChannels];
    hn::LoadInterleaved4(Narrow(), in, from[0], from[1], from[2], from[3]);
    hn::LoadInterleaved4(Narrow(), out, made[0], made[1], made[2], made[3]);
    const LsLumaChange change = Change(LumaOf(from), LumaOf(made));
    LS_UNROLL
    for (std::size_t i = 0; i < kChannels; ++i) {
      if ((finish_.keep >> i & 1) != 0)
        made[i] = from[i];
      else if (i != kOpacity)
        made[i] = Changed(ToReal(from[i]), change);
    }
    hn::StoreInterleaved4(made[0], made[1], made[2], made[3], Narrow(), out);
  }

  static LsReal LumaOf(const hn::Vec<Narrow>* s) {
    return LsLuma(ToReal(s[kRed]), ToReal(s[kGreen]), ToReal(s[kBlue]));
  }
  LsLumaChange Change(LsReal luma, LsReal blurred) const {
    return LsLumaChangeOf(luma, blurred, finish_.sharpen, finish_.amount, finish_.threshold);
  }
  static hn::Vec<Narrow> Changed(LsReal color, const LsLumaChange& change) {
    return Stored(LsFused(color, change.factor, change.added));
  }

  const MagickAccelerateFinish& finish_;
  const std::size_t samples_;  // of a pixel
};

template <class Kind>
void FinishRowsAs(const MagickAccelerateFinish& finish, Channels channels, const SourceView& source,
                  const DestinationView& destination, std::size_t begin, std::size_t end) {
  const Kind finisher(finish, channels);
  for (std::size_t y = begin; y < end; ++y)
    finisher.Row(source.Row(y), destination.Row(y), destination.columns);
}

void FinishRows(const MagickAccelerateFinish& finish, Channels channels, const SourceView& source,
                const DestinationView& destination, std::size_t begin, std::size_t end) {
  if (finish.sharpen <= LS_SHARPEN_SAMPLES)
    FinishRowsAs<Finisher>(finish, channels, source, destination, begin, end);
  else
    FinishRowsAs<LumaFinisher>(finish, channels, source, destination, begin, end);
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lodestone::kernels {

HWY_EXPORT(FinishRows);

void FinishBand(const MagickAccelerateFinish& finish, Channels channels, const SourceView& source,
                const DestinationView& destination, std::size_t begin, std::size_t end) {
  HWY_DYNAMIC_DISPATCH(FinishRows)(finish, channels, source, destination, begin, end);
}

}  // namespace lodestone::kernels
#endif
