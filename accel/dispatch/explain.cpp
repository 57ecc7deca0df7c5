#include "accel/dispatch/explain.hpp"

#include <memory>
#include <vector>

#include "accel/events/call_record.hpp"
#include "accel/dispatch/plan.hpp"
#include "accel/operation_table.hpp"
#include "accel/profile/learning.hpp"

namespace lodestone::accel {
namespace {

struct Handler {
  MagickAccelerateExplainHandler function = nullptr;
  void* context = nullptr;
};
thread_local Handler thread_handler;

std::uint64_t Nanoseconds(double ns) {
  return static_cast<std::uint64_t>(ns);
}

// As it concerns work i of the set.
MagickAccelerateCandidate ToPublic(const Candidate& candidate, const Candidate* chosen,
                                   std::size_t i) {
  MagickAccelerateCandidate out{};
  out.struct_size = sizeof out;
  out.accelerator = candidate.accelerator().accelerator().c_str();
  out.device = candidate.accelerator().device().c_str();
  out.outcome = candidate.verdict.outcome;
  out.reason = candidate.verdict.parts.reason;
  out.detail = candidate.verdict.parts.detail;
  out.chosen = &candidate == chosen;
  out.resident = candidate.IsResident(i);
  out.predicted_ns = candidate.work_ns(i);
  out.source_fetch_ns = i == 0 ? candidate.source_fetch_ns : 0;
  out.queued_ns = candidate.wait_ns;
  if (candidate.predictions.empty()) return out;
  const Prediction& prediction = candidate.predictions[i];
  out.launch_ns = Nanoseconds(prediction.launch_ns);
  out.upload_ns = Nanoseconds(prediction.upload_ns);
  out.kernel_ns = Nanoseconds(prediction.kernel_ns);
  out.download_ns = Nanoseconds(prediction.download_ns);
  out.fetch_ns = Nanoseconds(prediction.fetch_ns);
  return out;
}

// An image that earlier explained calls would have left on a device.
struct SupposedCopy {
  std::weak_ptr<const void> image;
  std::weak_ptr<PluginDevice> device;
  bool in_host;  // it was in host memory too; only otherwise are later writes there noticed
};
thread_local std::vector<SupposedCopy> supposed_copies;

// Images are where the calls explained so far would have left them.
class SupposedPlaces final : public ImagePlaces {
 public:
  bool IsOn(const DevicePixels& pixels, const PluginDevice& device) const override {
    return ImagePlaces::IsOn(pixels, device) || Find(pixels).get() == &device;
  }
  std::uint64_t FetchNs(const DevicePixels& pixels) const override {
    const std::shared_ptr<PluginDevice> device = pixels.nowhere() ? Find(pixels) : nullptr;
    return device ? static_cast<std::uint64_t>(FetchNsFrom(*device, pixels.bytes()))
                  : ImagePlaces::FetchNs(pixels);
  }

  static void Suppose(const DevicePixels& pixels, const std::shared_ptr<PluginDevice>& device) {
    std::erase_if(supposed_copies, [&](const SupposedCopy& copy) {
      const auto image = copy.image.lock();
      return !image || image == pixels.identity().lock();
    });
    supposed_copies.push_back({pixels.identity(), device, pixels.in_host()});
  }

 private:
  static std::shared_ptr<PluginDevice> Find(const DevicePixels& pixels) {
    for (const SupposedCopy& copy : supposed_copies)
      if (copy.image.lock() == pixels.identity().lock() && copy.in_host == pixels.in_host())
        return copy.device.lock();
    return nullptr;
  }
};

// The event of work i, which was not run, and every candidate.
void Send(const MagickAccelerateWork& work, const Plan& plan, std::size_t i) {
  CallRecord record(NameOf(work));
  const Candidate* const chosen = plan.order().empty() ? nullptr : plan.order().front();
  record.SetSizes(work.source.columns, work.source.rows, work.destination.columns,
                  work.destination.rows);
  record.SetChannels(work.channels);
  if (chosen) {
    record.SetDoneBy(chosen->accelerator());
    record.SetPredicted(chosen->work_ns(i));
  }
  record.SetDeclinedBy(plan.declined_by(), plan.declined());
  std::vector<MagickAccelerateCandidate> all{ToPublic(plan.cpu(), chosen, i)};
  for (const Candidate& device : plan.devices()) all.push_back(ToPublic(device, chosen, i));
  const Attempt attempt = chosen ? Attempt() : plan.declined();
  MagickAccelerateEvent event = record.Finish(attempt);
  event.actual_ns = 0;
  thread_handler.function(&event, all.data(), all.size(), thread_handler.context);
}

}  // namespace

bool Explaining() {
  return thread_handler.function != nullptr;
}

Attempt Explain(const WorkSet& set) {
  const SupposedPlaces places;
  Plan plan(set, places, MagickAccelerateGetMode(), Plan::Devices::kAll);
  plan.Order();
  plan.ReleaseDevices();
  const auto device = plan.order().empty() ? nullptr : plan.order().front()->device;
  for (std::size_t i = 0; i < set.works.size(); ++i) {
    const WorkImages* images = set.ImagesOf(i);
    if (images && device && device->KeepsImages()) {
      SupposedPlaces::Suppose(*images->source.pixels, device);
      SupposedPlaces::Suppose(*images->destination.pixels, device);
    }
    Send(set.works[i], plan, i);
  }
  return {};
}

}  // namespace lodestone::accel

void MagickAccelerateSetThreadExplain(MagickAccelerateExplainHandler handler, void* context) {
  lodestone::accel::thread_handler = {handler, context};
  lodestone::accel::supposed_copies.clear();
}
