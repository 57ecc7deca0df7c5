// How long a work will take on one accelerator: its own estimate, corrected by measurements of
// earlier runs.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

#include "accel/profile/device_profile.hpp"
#include "accel/profile/work_class.hpp"

namespace lodestone::accel {

// A run in parts, already corrected.
struct Prediction {
  double launch_ns = 0, upload_ns = 0, kernel_ns = 0, download_ns = 0;  // of the run itself
  double fetch_ns = 0;  // a result that stays on the device is fetched later

  double run_ns() const { return launch_ns + upload_ns + kernel_ns + download_ns; }
  double total_ns() const { return run_ns() + fetch_ns; }
};

// How reliable a measurement is.
enum class Evidence { kSingleCall, kBestOfSeveral };

// The raw estimate as a prediction, where nothing can be learned.
Prediction Uncorrected(const MagickAccelerateWork& work, const MagickAccelerateEstimate& raw,
                       bool kept);

// For fetching a result from a device without measurements.
double FetchEstimateNs(std::uint64_t bytes);

// Thread-safe without locks; predicting and learning take well below a microsecond.
class CostModel {
 public:
  CostModel();
  CostModel(const CostModel&) = delete;
  CostModel& operator=(const CostModel&) = delete;

  // Loads what the profile has, and saves to it from now on. `prefix` distinguishes several models
  // in one profile. Call once.
  void Attach(std::shared_ptr<DeviceProfile> profile, const std::string& prefix);

  // kept: the result stays on the device.
  Prediction Predict(const MagickAccelerateWork& work, const MagickAccelerateEstimate& raw,
                     bool kept) const;
  // For fetching a result of this many bytes from the device.
  double FetchNs(std::uint64_t bytes) const;

  // Learns from a warm run of `work`. One bad measurement moves the model only a little.
  void Learn(const MagickAccelerateWork& work, const MagickAccelerateEstimate& raw, bool kept,
             std::uint64_t actual_ns, Evidence evidence = Evidence::kSingleCall);
  void LearnFetch(std::uint64_t bytes, std::uint64_t actual_ns,
                  Evidence evidence = Evidence::kSingleCall);

  // True once there are measurements of the operation, from this process or another.
  bool Knows(MagickAccelerateOperation operation) const;

  // Deletes what was learned about one work class.
  void Forget(const WorkClass& work_class);

  // Puts new measurements into the profile, without saving it.
  void Store();

 private:
  // Images of 256 bytes to a terabyte, one bucket per octave.
  static constexpr int kBuckets = 32, kFirstOctave = 8;
  // Logarithm of actual to raw time at a position within the bucket, and the number of
  // measurements.
  struct Point {
    float log_ratio = 0;
    std::int16_t place = 0;  // octaves from the bucket's middle, in 2^-15
    std::uint16_t count = 0;
  };
  static_assert(sizeof(Point) == 8);
  struct Curve {
    std::array<std::atomic<Point>, kBuckets> points{};
    std::atomic<std::uint32_t> known{0}, unsaved{0};  // one bit per bucket
  };

  static int BucketOf(double log2_bytes);
  static double At(const Curve& curve, double log2_bytes);
  const Curve* BestCurve(const WorkClass& wanted, double log2_bytes) const;
  double Factor(const WorkClass& work_class, double bytes) const;
  void LearnRatio(const WorkClass& work_class, double bytes, double raw_ns, double actual_ns,
                  Evidence evidence);
  Point Guess(const WorkClass& work_class, double log2_bytes) const;
  static Point Moved(const Point& old, double place, double log_ratio, Evidence evidence);
  void MarkKnown(unsigned work_class, int bucket);
  std::string NameOf(const WorkClass& work_class, int bucket) const;
  void Restore(const std::string& name, const std::string& text);

  const std::unique_ptr<std::array<Curve, WorkClass::kCount>> curves_;
  // One bit per scale, for each index without its scale: lets a search skip empty curves.
  std::array<std::atomic<std::uint32_t>, WorkClass::kCount / WorkClass::kScales> known_scales_{};
  std::shared_ptr<DeviceProfile> profile_;
  std::string prefix_;
};

}  // namespace lodestone::accel
