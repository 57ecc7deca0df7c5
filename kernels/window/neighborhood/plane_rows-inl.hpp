// Rows of a bordered source as one plane of floats for each sample, and one of intensities, each
// prepared once while a window moves down the image.
#if defined(LODESTONE_PLANE_ROWS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef LODESTONE_PLANE_ROWS_INL
#undef LODESTONE_PLANE_ROWS_INL
#else
#define LODESTONE_PLANE_ROWS_INL
#endif

#include <algorithm>

#include "kernels/common/aligned_array.hpp"
#include "kernels/common/pixel_lanes-inl.hpp"
#include "kernels/window/neighborhood/intensity.h"
#include "kernels/window/source_rows-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

// Red, green, blue and opacity, as functions.h numbers them, and then this one.
constexpr std::size_t kIntensityPlane = 4, kPlanes = 5;

// What the last plane is: the intensity, or the luma of intensity.h.
enum class Light { kIntensity, kLuma };

class PlaneRows {
 public:
  // At most `rows` rows of `columns` virtual columns at a time. A vector may begin at the last one.
  PlaneRows(const BorderedSource& source, std::size_t rows, std::size_t columns,
            Light light = Light::kIntensity)
      : light_(light),
        grey_(source.channels == Channels::kGrey),
        columns_(columns),
        rows_(static_cast<std::ptrdiff_t>(rows)),
        pitch_((columns + 2 * kMaxLanes - 1) / kMaxLanes * kMaxLanes),
        read_(source, 1, columns, kChannels * kMaxLanes),
        data_(NewAligned<float>(rows * kPlanes * pitch_)) {
    std::fill_n(data_.get(), rows * kPlanes * pitch_, 0.0f);
  }

  // The next rows start at virtual row y, with virtual columns from `left` on.
  void Start(std::ptrdiff_t y, std::ptrdiff_t left) {
    next_ = y;
    left_ = left;
    read_.Start(y, left, left + static_cast<std::ptrdiff_t>(columns_));
  }
  // Prepares the rows up to y.
  void MakeUpTo(std::ptrdiff_t y) {
    for (; next_ <= y; ++next_) {
      read_.MakeUpTo(next_);
      const QuantumSample* in = read_.At(next_, left_);
      grey_ ? MakeGrey(in, next_) : MakeColors(in, next_);
    }
  }
  // Virtual column x of a plane of row y. Grey rows have one plane, and no opacity.
  HWY_INLINE const float* At(std::size_t plane, std::ptrdiff_t y, std::ptrdiff_t x) const {
    const std::size_t shared = plane == kOpacity ? kOpacity : 0;
    return Plane(grey_ ? shared : plane, y) + (x - left_);
  }

 private:
  HWY_INLINE float* Plane(std::size_t plane, std::ptrdiff_t y) const {
    const auto place = static_cast<std::size_t>((y % rows_ + rows_) % rows_);
    return data_.get() + (place * kPlanes + plane) * pitch_;
  }

  void MakeGrey(const QuantumSample* in, std::ptrdiff_t y) {
    float* const to = Plane(0, y);
    for (std::size_t x = 0; x < columns_; x += hn::Lanes(Lanes()))
      hn::Store(ToReal(hn::LoadU(Narrow(), in + x)).lanes, Lanes(), to + x);
  }

  void MakeColors(const QuantumSample* in, std::ptrdiff_t y) {
    for (std::size_t x = 0; x < columns_; x += hn::Lanes(Lanes())) {
      hn::Vec<Narrow> v[kChannels];
      hn::LoadInterleaved4(Narrow(), in + x * kChannels, v[0], v[1], v[2], v[3]);
      const std::size_t places[] = {kRed, kGreen, kBlue, kOpacity};
      for (std::size_t plane = 0; plane < kChannels; ++plane)
        hn::Store(ToReal(v[places[plane]]).lanes, Lanes(), Plane(plane, y) + x);
      const auto light = light_ == Light::kLuma ? Luma(v[kRed], v[kGreen], v[kBlue])
                                                : Intensity(v[kRed], v[kGreen], v[kBlue]);
      hn::Store(light, Lanes(), Plane(kIntensityPlane, y) + x);
    }
  }

  static HWY_INLINE hn::Vec<Whole> Parts(hn::Vec<Narrow> samples, int parts) {
    return hn::Mul(hn::PromoteTo(Whole(), samples), hn::Set(Whole(), parts));
  }
  static HWY_INLINE hn::Vec<Lanes> Intensity(hn::Vec<Narrow> red, hn::Vec<Narrow> green,
                                             hn::Vec<Narrow> blue) {
    const auto sum = hn::Add(hn::Add(Parts(red, LS_RED_PARTS), Parts(green, LS_GREEN_PARTS)),
                             Parts(blue, LS_BLUE_PARTS));
    return hn::ConvertTo(Lanes(), hn::ShiftRight<LS_INTENSITY_SHIFT>(sum));
  }
  static HWY_INLINE hn::Vec<Lanes> Luma(hn::Vec<Narrow> red, hn::Vec<Narrow> green,
                                        hn::Vec<Narrow> blue) {
    const auto colors = hn::Add(Parts(red, LS_LUMA_RED_PARTS), Parts(green, LS_LUMA_GREEN_PARTS));
    const auto rest = hn::Add(Parts(blue, LS_LUMA_BLUE_PARTS), hn::Set(Whole(), LS_LUMA_HALF));
    return hn::ConvertTo(Lanes(), hn::ShiftRight<LS_LUMA_SHIFT>(hn::Add(colors, rest)));
  }

  const Light light_;
  const bool grey_;
  const std::size_t columns_;
  const std::ptrdiff_t rows_;
  const std::size_t pitch_;
  SourceRows<QuantumSample> read_;
  const AlignedArray<float> data_;
  std::ptrdiff_t next_ = 0, left_ = 0;
};

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#endif
