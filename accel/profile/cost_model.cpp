#include "accel/profile/cost_model.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <climits>
#include <cmath>
#include <optional>

#include "accel/operation_table.hpp"

namespace lodestone::accel {
namespace {

// How fast older measurements fade: each new one has at least this weight.
constexpr double kMinWeight = 1.0 / 6;
// A measurement can be too long for many reasons but too short for none, so longer ones get less
// weight.
constexpr double kMaxIncrease = 0.4, kMaxDecrease = 1.4;  // in logarithms
// Measurements of earlier processes count as this many.
constexpr std::uint16_t kRestoredCount = 4;
// A curve whose nearest point is farther away is replaced by that of a similar class with a nearer
// one.
constexpr int kReach = 2;  // octaves
// Beyond this, the cause is not the quality of the estimate.
constexpr double kMaxLogRatio = 20;

// The base estimate of a fetch, which measurements correct.
constexpr double kFetchNsPerByte = 0.1, kFetchFixedNs = 10000;

constexpr double kPlaceUnit = 1.0 / 32768;

std::int16_t ToPlace(double octaves) {
  return static_cast<std::int16_t>(std::clamp(octaves, -0.5, 0.5) / kPlaceUnit);
}

// Format in the profile: "17.0312 -0.25", in any locale.
struct Measured {
  double log2_bytes, log_ratio;
};

std::string ToText(const Measured& measured) {
  char text[64];
  constexpr int kDigits = 6;
  char* end =
      std::to_chars(text, text + 30, measured.log2_bytes, std::chars_format::fixed, kDigits).ptr;
  *end++ = ' ';
  end =
      std::to_chars(end, text + sizeof text, measured.log_ratio, std::chars_format::fixed, kDigits)
          .ptr;
  return std::string(text, end);
}

std::optional<Measured> ToMeasured(const std::string& text) {
  Measured measured{};
  const char* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, measured.log2_bytes);
  if (first.ec != std::errc() || first.ptr == end) return std::nullopt;
  const auto second = std::from_chars(first.ptr + 1, end, measured.log_ratio);
  if (second.ec != std::errc() || second.ptr != end) return std::nullopt;
  const bool sane = measured.log2_bytes >= 0 && measured.log2_bytes < 64 &&
                    std::abs(measured.log_ratio) <= kMaxLogRatio;
  return sane ? std::optional(measured) : std::nullopt;
}

double Log2(double bytes) {
  return std::log2(std::max(bytes, 1.0));
}

double RawNs(const MagickAccelerateEstimate& raw, bool kept) {
  return double(raw.launch_ns) + double(raw.upload_ns) + double(raw.kernel_ns) +
         (kept ? 0.0 : double(raw.download_ns));
}

std::uint64_t PixelsOf(const MagickAcceleratePixels& pixels) {
  return std::uint64_t{pixels.columns} * pixels.rows;
}

std::uint64_t ResultBytes(const MagickAccelerateWork& work) {
  return PixelsOf(work.destination) * ResultPixelBytes(work);
}

// The size of a work. An estimate would not do: with large fixed costs it is nearly the same for
// all small works.
double AllBytes(const MagickAccelerateWork& work) {
  return double(PixelsOf(work.source) * PixelBytes(work)) + double(ResultBytes(work));
}

Prediction Scaled(const MagickAccelerateEstimate& raw, double factor, bool kept, double fetch_ns) {
  Prediction prediction;
  prediction.launch_ns = factor * double(raw.launch_ns);
  prediction.upload_ns = factor * double(raw.upload_ns);
  prediction.kernel_ns = factor * double(raw.kernel_ns);
  (kept ? prediction.fetch_ns : prediction.download_ns) =
      kept ? fetch_ns : factor * double(raw.download_ns);
  return prediction;
}

// Distance in buckets from `bucket` to the nearest set bit; 32 when there is none.
int NearestDistance(std::uint32_t known, int bucket) {
  const std::uint32_t up = known >> bucket, down = known << (31 - bucket);
  return std::min(std::countr_zero(up), std::countl_zero(down));
}

// Index of the nearest bit at or above, or below; -1 when there is none.
int BitFrom(std::uint32_t known, int bucket) {
  const std::uint32_t up = known >> bucket;
  return up ? bucket + std::countr_zero(up) : -1;
}
int BitBelow(std::uint32_t known, int bucket) {
  const std::uint32_t down = bucket > 0 ? known << (32 - bucket) : 0;
  return down ? bucket - 1 - std::countl_zero(down) : -1;
}

// Distance between two work classes: largest for a different operation, smallest for a size one
// step larger.
constexpr unsigned kOutOfReach = 100;
unsigned Dissimilarity(const WorkClass& a, const WorkClass& b) {
  const unsigned scales = a.scale > b.scale ? a.scale - b.scale : b.scale - a.scale;
  return scales + (a.place() != b.place() ? 3 : 0) + (a.channels != b.channels ? 4 : 0) +
         (a.operation != b.operation ? 12 : 0);
}

}  // namespace

CostModel::CostModel() : curves_(std::make_unique<std::array<Curve, WorkClass::kCount>>()) {}

int CostModel::BucketOf(double log2_bytes) {
  return std::clamp(static_cast<int>(std::lround(log2_bytes)) - kFirstOctave, 0, kBuckets - 1);
}

// Linear interpolation between the points, constant beyond the ends.
double CostModel::At(const Curve& curve, double log2_bytes) {
  struct Place {
    double x, y;
  };
  const auto read = [&](int bucket) {
    const Point point = curve.points[bucket].load(std::memory_order_relaxed);
    return Place{bucket + kFirstOctave + point.place * kPlaceUnit, point.log_ratio};
  };
  const std::uint32_t known = curve.known.load(std::memory_order_acquire);
  const int bucket = BucketOf(log2_bytes);
  int high = BitFrom(known, bucket), low = BitBelow(known, bucket);
  if (high == bucket && read(high).x <= log2_bytes) {
    low = high;
    high = bucket + 1 < kBuckets ? BitFrom(known, bucket + 1) : -1;
  }
  if (high < 0 || low < 0) return read(std::max(high, low)).y;
  const Place a = read(low), b = read(high);
  if (b.x <= a.x) return b.y;
  return a.y + (b.y - a.y) * std::clamp((log2_bytes - a.x) / (b.x - a.x), 0.0, 1.0);
}

// The curve of the most similar class, preferably one with measurements near this size.
const CostModel::Curve* CostModel::BestCurve(const WorkClass& wanted, double log2_bytes) const {
  const int bucket = BucketOf(log2_bytes);
  const Curve& own = (*curves_)[wanted.index()];
  if (NearestDistance(own.known.load(std::memory_order_acquire), bucket) <= kReach) return &own;
  const Curve* best = nullptr;
  unsigned least = UINT_MAX;
  for (unsigned group = 0; group < known_scales_.size(); ++group) {
    for (std::uint32_t scales = known_scales_[group].load(std::memory_order_acquire); scales;
         scales &= scales - 1) {
      const unsigned index = group * WorkClass::kScales + unsigned(std::countr_zero(scales));
      const Curve& curve = (*curves_)[index];
      const std::uint32_t known = curve.known.load(std::memory_order_acquire);
      const WorkClass other = WorkClass::FromIndex(index);
      if (!known ||
          (other.operation == WorkClass::kFetch) != (wanted.operation == WorkClass::kFetch))
        continue;
      const unsigned distance = Dissimilarity(wanted, other) +
                                (NearestDistance(known, bucket) <= kReach ? 0 : kOutOfReach);
      if (distance >= least) continue;
      least = distance;
      best = &curve;
    }
  }
  return best;
}

double CostModel::Factor(const WorkClass& work_class, double bytes) const {
  const double log2_bytes = Log2(bytes);
  const Curve* curve = BestCurve(work_class, log2_bytes);
  return curve ? std::exp(At(*curve, log2_bytes)) : 1.0;
}

double FetchEstimateNs(std::uint64_t bytes) {
  return kFetchFixedNs + kFetchNsPerByte * double(bytes);
}

Prediction Uncorrected(const MagickAccelerateWork& work, const MagickAccelerateEstimate& raw,
                       bool kept) {
  return Scaled(raw, 1, kept, FetchEstimateNs(ResultBytes(work)));
}

Prediction CostModel::Predict(const MagickAccelerateWork& work, const MagickAccelerateEstimate& raw,
                              bool kept) const {
  return Scaled(raw, Factor(ClassOf(work, kept), AllBytes(work)), kept,
                kept ? FetchNs(ResultBytes(work)) : 0);
}

double CostModel::FetchNs(std::uint64_t bytes) const {
  return FetchEstimateNs(bytes) * Factor(FetchClass(), double(bytes));
}

void CostModel::Learn(const MagickAccelerateWork& work, const MagickAccelerateEstimate& raw,
                      bool kept, std::uint64_t actual_ns, Evidence evidence) {
  LearnRatio(ClassOf(work, kept), AllBytes(work), RawNs(raw, kept), double(actual_ns), evidence);
}

void CostModel::LearnFetch(std::uint64_t bytes, std::uint64_t actual_ns, Evidence evidence) {
  LearnRatio(FetchClass(), double(bytes), FetchEstimateNs(bytes), double(actual_ns), evidence);
}

void CostModel::LearnRatio(const WorkClass& work_class, double bytes, double raw_ns,
                           double actual_ns, Evidence evidence) {
  if (raw_ns < 1 || actual_ns < 1) return;
  const double log2_bytes = Log2(bytes), log_ratio = std::log(actual_ns / raw_ns);
  if (std::abs(log_ratio) > kMaxLogRatio) return;
  const int bucket = BucketOf(log2_bytes);
  const double place = std::clamp(log2_bytes - bucket - kFirstOctave, -0.5, 0.5);
  Curve& curve = (*curves_)[work_class.index()];
  Point old = curve.points[bucket].load(), next;
  do {
    next = Moved(old.count > 0 ? old : Guess(work_class, log2_bytes), place, log_ratio, evidence);
  } while (!curve.points[bucket].compare_exchange_weak(old, next));
  curve.unsaved |= 1u << bucket;
  MarkKnown(work_class.index(), bucket);
}

// A new point starts from the current prediction, which a single call can hardly outweigh.
CostModel::Point CostModel::Guess(const WorkClass& work_class, double log2_bytes) const {
  const Curve* curve = BestCurve(work_class, log2_bytes);
  if (!curve) return {};
  const double place = log2_bytes - BucketOf(log2_bytes) - kFirstOctave;
  return {static_cast<float>(At(*curve, log2_bytes)), ToPlace(place), 1};
}

CostModel::Point CostModel::Moved(const Point& old, double place, double log_ratio,
                                  Evidence evidence) {
  double weight = std::max(kMinWeight, 1.0 / (old.count + 1.0));
  double change = log_ratio - old.log_ratio;
  if (evidence == Evidence::kBestOfSeveral)
    weight = 1;
  else if (old.count > 0)
    change = std::clamp(change, -kMaxDecrease, kMaxIncrease);
  const double old_place = old.place * kPlaceUnit;
  return {static_cast<float>(old.log_ratio + weight * change),
          ToPlace(old_place + weight * (place - old_place)),
          static_cast<std::uint16_t>(std::min<int>(old.count + 1, kRestoredCount * 4))};
}

void CostModel::MarkKnown(unsigned work_class, int bucket) {
  (*curves_)[work_class].known |= 1u << bucket;
  known_scales_[work_class / WorkClass::kScales] |= 1u << work_class % WorkClass::kScales;
}

bool CostModel::Knows(MagickAccelerateOperation operation) const {
  constexpr unsigned kGroups = WorkClass::kChannels * WorkClass::kPlaces;
  const auto first = known_scales_.begin() + operation * kGroups;
  return std::any_of(first, first + kGroups, [](const auto& scales) { return scales != 0; });
}

void CostModel::Forget(const WorkClass& work_class) {
  Curve& curve = (*curves_)[work_class.index()];
  const std::uint32_t known = curve.known.exchange(0);
  for (int bucket = 0; bucket < kBuckets; ++bucket) {
    curve.points[bucket] = Point{};
    if (profile_ && known >> bucket & 1)
      profile_->Erase(ProfileSection::kCorrections, NameOf(work_class, bucket));
  }
  curve.unsaved = 0;
  known_scales_[work_class.index() / WorkClass::kScales] &= ~(1u << work_class.scale);
}

std::string CostModel::NameOf(const WorkClass& work_class, int bucket) const {
  return prefix_ + work_class.name() + "/" + std::to_string(bucket + kFirstOctave);
}

void CostModel::Attach(std::shared_ptr<DeviceProfile> profile, const std::string& prefix) {
  profile_ = std::move(profile);
  prefix_ = prefix;
  for (const std::string& name : profile_->Names(ProfileSection::kCorrections)) {
    const auto value = profile_->Text(ProfileSection::kCorrections, name);
    if (value && name.starts_with(prefix_)) Restore(name.substr(prefix_.size()), *value);
  }
}

// "resize/alpha/-2/pinned/kept/17": the last is the octave.
void CostModel::Restore(const std::string& name, const std::string& text) {
  const auto slash = name.rfind('/');
  const std::optional<Measured> measured = ToMeasured(text);
  if (slash == std::string::npos || !measured) return;
  const auto work_class = WorkClass::FromName(name.substr(0, slash));
  const int bucket = BucketOf(measured->log2_bytes);
  if (!work_class || name != work_class->name() + "/" + std::to_string(bucket + kFirstOctave))
    return;
  Curve& curve = (*curves_)[work_class->index()];
  if (curve.points[bucket].load().count != 0) return;  // this process has newer measurements
  const double place = measured->log2_bytes - bucket - kFirstOctave;
  curve.points[bucket] = {static_cast<float>(measured->log_ratio), ToPlace(place), kRestoredCount};
  MarkKnown(work_class->index(), bucket);
}

void CostModel::Store() {
  if (!profile_) return;
  for (unsigned i = 0; i < WorkClass::kCount; ++i) {
    Curve& curve = (*curves_)[i];
    const std::uint32_t unsaved = curve.unsaved.exchange(0);
    for (int bucket = 0; unsaved >> bucket; ++bucket) {
      if (!(unsaved >> bucket & 1)) continue;
      const Point point = curve.points[bucket].load();
      profile_->SetText(
          ProfileSection::kCorrections, NameOf(WorkClass::FromIndex(i), bucket),
          ToText({bucket + kFirstOctave + point.place * kPlaceUnit, point.log_ratio}));
    }
  }
}

}  // namespace lodestone::accel
