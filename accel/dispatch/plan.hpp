// Which accelerators may run a set of works, and in which order they are tried. The dispatcher runs
// a plan; an explanation only reports it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "accel/modules/registry.hpp"
#include "accel/pixels/work_images.hpp"
#include "accel/profile/cost_model.hpp"

namespace lodestone::accel {

// How a device would run a work, and where it was told that the pixels would be.
struct PlacedPlan {
  WorkPlan plan;
  SourcePlace source;
  bool second_in_buffer;

  // Whether they are there.
  bool IsOf(const MagickAccelerateWork& work) const {
    return PlaceOf(work.source) == source && (work.second.in_buffer != 0) == second_in_buffer;
  }
};

struct Candidate {
  std::shared_ptr<PluginDevice> device;  // null: the CPU
  Attempt verdict;  // done if it may run now; after Order only the choice's is up to date
  std::vector<PlacedPlan> plans;        // of a device: one for each work if it supports them all
  std::vector<Prediction> predictions;  // one for each work; empty if they cannot be predicted
  std::uint64_t source_fetch_ns = 0;    // downloading the source to the host first
  bool resident = false;                // the source is already on the device
  bool keeps_images = false;            // the source and the results will be
  // Until it begins: what is queued there, and on the device that the source is fetched from.
  std::uint64_t wait_ns = 0;
  // Time from the choice until it ends.
  std::uint64_t finish_ns = UINT64_MAX;

  Accelerator& accelerator() const;
  // Stable name of the device, "" for the CPU.
  const std::string& name() const { return accelerator().device(); }
  // Time of the works from `first` on: a result that stays on the device is fetched later.
  std::uint64_t call_ns(std::size_t first = 0) const;
  // By how much other calls there wait for it: on the CPU they wait for its part of the threads.
  std::uint64_t queued_ns(std::size_t first) const;
  // Of one of them.
  std::uint64_t work_ns(std::size_t i) const;
  // Whether the source is on the device when this one begins.
  bool IsResident(std::size_t i) const { return resident || (keeps_images && i > 0); }
};

// Where the pixels of the images are, for predictions.
class ImagePlaces {
 public:
  virtual ~ImagePlaces() = default;
  virtual bool IsOn(const DevicePixels& pixels, const PluginDevice& device) const {
    return pixels.IsOn(device);
  }
  // Predicted time to download them to the host.
  virtual std::uint64_t FetchNs(const DevicePixels& pixels) const { return pixels.FetchNs(); }
};

class Plan {
 public:
  // kNecessary: devices are checked, and predicted, only where the choice depends on it.
  enum class Devices { kNecessary, kAll };

  // Chooses under a mode. Builds and tests nothing, and discovers devices only under `require` and
  // when asked for all.
  Plan(const WorkSet& set, const ImagePlaces& places, MagickAccelerateMode mode, Devices devices);
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;

  // Devices stay open until then.
  void ReleaseDevices();

  // Sorts the candidates into the order in which they are tried, given what is queued now.
  void Order();
  // In that order; the first is the choice. Empty: no accelerator may run it.
  const std::vector<const Candidate*>& order() const { return order_; }

  const Candidate& cpu() const { return cpu_; }
  // The devices that match the selection, as far as they were checked; those that may not run now
  // have a reason. Under `require` best first.
  const std::vector<Candidate>& devices() const { return devices_; }

  // Why the first device that could have run the work did not, and its name, "" if the reason is
  // not about one device. Later reasons matter less: devices are tried best first.
  const Attempt& declined() const { return declined_; }
  const std::string& declined_by() const { return declined_by_; }
  void Decline(const std::string& device, const Attempt& reason);

  // A device might have run the work had it been warm.
  bool is_cold() const { return is_cold_; }

 private:
  void LookAtAutoDevices();
  void LookAtRequiredDevices();
  void OrderAuto();
  void OrderRequired();
  // Done if the device may run all works.
  Attempt PlanOn(Candidate& candidate) const;
  void Predict(Candidate& candidate, const MagickAccelerateWork& work,
               const MagickAccelerateEstimate& estimate) const;
  MagickAccelerateWork Placed(const Candidate& candidate, std::size_t i) const;

  const WorkSet set_;
  const Images* const source_;  // null as the set's images
  const ImagePlaces& places_;
  const MagickAccelerateMode mode_;
  const Devices extent_;
  Registry::Hold running_;
  Candidate cpu_;
  std::vector<Candidate> devices_;
  std::vector<const Candidate*> order_;
  Attempt declined_;
  std::string declined_by_;
  bool is_cold_ = false;
};

}  // namespace lodestone::accel
