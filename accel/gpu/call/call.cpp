#include "accel/gpu/call/call.hpp"

#include <algorithm>
#include <memory>

#include "accel/gpu/device/buffer.hpp"
#include "accel/gpu/operations/operation_kernels.hpp"
#include "accel/operation_table.hpp"

namespace lodestone::accel::gpu {
namespace {

// Tables are small beside this.
constexpr uint64_t kAmpleBytes = uint64_t{1} << 30;

// One image as the kernels see it.
struct Side {
  SharedImage shared;
  DeviceMemory::Block blocks[2];  // the second if strips alternate
  Memory* buffers[2] = {};
  uint32_t stride_px = 0;
  bool whole = true;

  void Take(Session& session, uint64_t bytes, bool all) {
    whole = all;
    for (int i = 0; i < (all ? 1 : 2); ++i) {
      blocks[i] = session.Take(bytes);
      buffers[i] = blocks[i].get();
    }
  }
  // For the strip that begins with row `begin`.
  Plane PlaneOf(size_t strip, uint32_t begin) const {
    if (whole) return {buffers[0], stride_px, 0};
    return {buffers[strip % 2], stride_px, begin};
  }
};

class DeviceCall {
 public:
  DeviceCall(Session& session, CallPlan& plan, const MagickAccelerateWork& work,
             CallProgress& progress)
      : session_(session),
        plan_(plan),
        work_(work),
        progress_(progress),
        source_bytes_(PixelBytes(work)),
        result_bytes_(ResultPixelBytes(work)),
        second_transfer_(session, plan.staging),
        transfers_(session, plan.staging) {}
  ~DeviceCall() { session_.Drain(); }
  DeviceCall(const DeviceCall&) = delete;
  DeviceCall& operator=(const DeviceCall&) = delete;

  void Run(MagickAccelerateParts* parts) {
    Place();
    // Where memory is short, the space left for pixels must be known.
    if (!plan_.shortage.empty() || session_.FreeBytes() < kAmpleBytes) MakeTables();
    Arrange();
    Schedule();
    for (size_t i = 0; i < layout_.strips.size(); ++i) EnqueueStrip(i);
    transfers_.Finish();
    ReadEnd();
    if (destination_.shared) destination_.shared.MakeVisible(session_);
    session_.Finish(parts);
    CheckEnd();
    if (table_bytes_ > 0) plan_.tables.Keep(work_, plan_.kernels, tables_);
    parts->bytes_up += table_bytes_ + second_transfer_.bytes_up() + transfers_.bytes_up();
    parts->bytes_down += transfers_.bytes_down();
    parts->resident = work_.source.in_buffer;
    parts->strips = layout_.strips.size() > 1 ? static_cast<uint32_t>(layout_.strips.size()) : 0;
    CopyText(parts->kernels, sizeof(parts->kernels), KernelNames(work_, plan_.kernels));
  }

 private:
  // Where the images are before anything is allocated.
  void Place() {
    PlaceSide(work_.source, source_bytes_, Access::kRead, &source_);
    PlaceSide(work_.destination, result_bytes_, HasFinish(work_) ? Access::kBoth : Access::kWrite,
              &destination_);
    if (HasSecond(work_.operation)) PlaceSide(work_.second, source_bytes_, Access::kRead, &second_);
    if (work_.operation == MagickAccelerateLut3d && second_.stride_px != work_.second.columns)
      throw Problem(MagickAccelerateDeclined, MagickAccelerateUnsupported,
                    "a cube with gaps between its rows");
    placement_.second_on_device = second_.buffers[0] != nullptr;
    placement_.source_on_device = source_.buffers[0] != nullptr;
    placement_.destination_on_device = destination_.buffers[0] != nullptr;
    placement_.keeps_source = work_.source.buffer != nullptr;
    placement_.uploads_source = !source_.shared && !work_.source.in_buffer;
    placement_.downloads_result = !destination_.shared && work_.destination.data;
    uploads_second_ = HasSecond(work_.operation) && !second_.shared && !work_.second.in_buffer;
  }

  void PlaceSide(const MagickAcceleratePixels& pixels, size_t pixel_bytes, Access access,
                 Side* side) const {
    side->stride_px = pixels.columns;
    if (pixels.buffer) {
      side->buffers[0] = pixels.buffer->get();
      side->stride_px = pixels.buffer->StrideOf(pixels.columns);
    } else if (WorksInHostMemory(session_.facts(), plan_.options.share)) {
      side->shared = SharedImage(session_, pixels, pixel_bytes, access);
      if (!side->shared) return;
      side->buffers[0] = side->shared.buffer();
      side->stride_px = side->shared.stride_px();
    }
  }

  // Decides on strips and allocates their memory.
  void Arrange() {
    const uint64_t budget = std::min(plan_.budget_bytes, session_.FreeBytes());
    auto layout =
        PlanLayout(work_, plan_.kernels, placement_, session_.facts(), plan_.options, budget);
    if (!layout) {
      throw Problem(MagickAccelerateDeclined, MagickAccelerateDeviceMemory,
                    "even a few rows do not fit into " + std::to_string(budget) + " bytes of " +
                        session_.device());
    }
    layout_ = std::move(*layout);
    plan_.asked_bytes = layout_.TotalBytes();
    if (layout_.source_bytes > 0)
      source_.Take(session_, layout_.source_bytes, layout_.source_whole);
    if (layout_.destination_bytes > 0)
      destination_.Take(session_, layout_.destination_bytes, layout_.destination_whole);
    if (layout_.second_bytes > 0) second_.Take(session_, layout_.second_bytes, true);
    if (layout_.scratch_bytes > 0) scratch_ = session_.Take(layout_.scratch_bytes);
    if (layout_.strips.size() > 1 && (placement_.uploads_source || placement_.downloads_result))
      session_.Overlap();
  }

  void MakeTables() {
    tables_ = plan_.tables.Find(work_, plan_.kernels);
    if (tables_) return;
    tables_ = std::make_shared<const DeviceTables>(session_, work_, plan_.kernels);
    table_bytes_ = tables_->bytes();
  }

  void Schedule() {
    if (uploads_second_) UploadSecond();
    if (placement_.uploads_source) {
      std::vector<HostStrip> strips;
      for (const Strip& strip : layout_.strips)
        strips.push_back({RowsOf(work_.source, source_bytes_), strip.fresh});
      transfers_.ScheduleUploads(std::move(strips));
    }
    if (placement_.downloads_result && !HasCountedResult(work_.operation)) ScheduleDownloads();
  }

  void ScheduleDownloads() {
    HostRows rows = RowsOf(work_.destination, result_bytes_);
    if (HasCountedResult(work_.operation)) rows.row_bytes = work_.encoded->bytes;
    transfers_.ScheduleDownloads(rows, uint64_t{rows.row_bytes} * work_.destination.rows);
  }

  // All at once, before the first strip.
  void UploadSecond() {
    const Rows all{0, work_.second.rows};
    second_transfer_.ScheduleUploads({{RowsOf(work_.second, source_bytes_), all}});
    second_transfer_.Upload(0, {all, second_.buffers[0], 0}, nullptr);
  }

  void EnqueueStrip(size_t i) {
    const Strip& strip = layout_.strips[i];
    // With a monitor, no further than two strips ahead of what the device has completed.
    if (work_.progress && i >= 2) {
      session_.WaitFor(*kernels_[i - 2], double(i - 1) / double(layout_.strips.size()));
      progress_.Report(layout_.strips[i - 2].destination.end);
    }
    const Plane source = source_.PlaneOf(i, strip.needed.begin);
    const Plane destination = destination_.PlaneOf(i, strip.destination.begin);
    if (placement_.uploads_source) {
      const bool turn = !source_.whole && i >= 2;
      transfers_.Upload(i, {strip.fresh, source.buffer, source.top},
                        turn && session_.overlaps() ? kernels_[i - 2] : nullptr);
    }
    if (!tables_) MakeTables();
    if (session_.overlaps()) WaitForTransfers(i);
    EnqueueRows({session_, plan_.program, plan_.kernels, work_, *tables_, second_.PlaneOf(0, 0)},
                source, destination, scratch_.get(), strip.destination);
    kernels_.push_back(session_.timeline().Latest(Stage::kKernel));
    session_.Flush(Stage::kKernel);
    if (placement_.downloads_result) {
      if (HasCountedResult(work_.operation)) ScheduleDownloads();
      transfers_.Download({strip.destination, destination.buffer, destination.top},
                          session_.overlaps() ? kernels_[i] : nullptr);
    }
  }

  void ReadEnd() {
    if (!EndingOf(work_)) return;
    const HostBlock to{reinterpret_cast<unsigned char*>(end_.data()), sizeof(end_), sizeof(end_),
                       1};
    session_.timeline().Add(
        Stage::kDownload, session_.queue(Stage::kKernel).Download(*scratch_.get(), 0, to, nullptr));
  }

  void CheckEnd() const {
    const Ending ending = EndingOf(work_);
    if (const char* const why = ending ? ending(work_, end_) : nullptr)
      throw Problem(MagickAccelerateDeclined, MagickAccelerateUnsupported, why);
  }

  // The next kernels need the rows of this strip, and memory for their result.
  void WaitForTransfers(size_t i) {
    const Event* waits[3];
    size_t count = 0;
    if (const Event* up = second_transfer_.LatestUpload(); up && i == 0) waits[count++] = up;
    if (const Event* up = transfers_.LatestUpload()) waits[count++] = up;
    if (placement_.downloads_result && !destination_.whole && i >= 2)
      waits[count++] = transfers_.DownloadOf(i - 2);
    if (count > 0) session_.queue().WaitFor({waits, count});
  }

  Session& session_;
  CallPlan& plan_;
  const MagickAccelerateWork& work_;
  CallProgress& progress_;
  const size_t source_bytes_, result_bytes_;  // of a pixel
  TableCache::Tables tables_;                 // packed while the first strip is uploaded
  uint64_t table_bytes_ = 0;                  // uploaded for this call
  Side source_, destination_, second_;
  Placement placement_;
  Layout layout_;
  DeviceMemory::Block scratch_;
  EndNumbers end_{};
  std::vector<const Event*> kernels_;  // the last of each strip
  bool uploads_second_ = false;
  // They end before the memory that they use.
  Transfers second_transfer_, transfers_;
};

}  // namespace

void CallProgress::Report(uint64_t rows_done) {
  if (!work_.progress) return;
  reported_ = std::max(reported_, rows_done);
  if (work_.progress(work_.progress_context, reported_, work_.destination.rows)) return;
  throw Problem(reported_ == 0 ? MagickAccelerateDeclined : MagickAccelerateFailed,
                MagickAccelerateCancelled, "cancelled by the progress monitor");
}

bool TryCall(const DeviceShare& share, CallPlan& plan, const MagickAccelerateWork& work,
             CallProgress& progress, MagickAccelerateParts* parts) {
  Session session(share, parts->timed);
  session.Expect(plan.expected_ns);
  plan.asked_bytes = 0;
  try {
    DeviceCall(session, plan, work, progress).Run(parts);
  } catch (const Problem& problem) {
    if (problem.reason() != MagickAccelerateDeviceMemory) throw;
    if (plan.shortage.empty()) plan.shortage = problem.detail();
    if (plan.asked_bytes > 0) return false;
    throw Problem(MagickAccelerateDeclined, problem.reason(), plan.shortage);
  }
  return true;
}

void ReadImage(Session& session, Staging* staging, const MagickAcceleratePixels& pixels,
               size_t pixel_bytes, MagickAccelerateParts* parts) {
  const HostRows rows = RowsOf(pixels, pixel_bytes);
  Transfers transfers(session, staging);
  transfers.ScheduleDownloads(rows, uint64_t{rows.row_bytes} * pixels.rows);
  const MagickAccelerateBuffer& from = *pixels.buffer;
  transfers.Download({{0, pixels.rows}, from.get(), 0, 0, from.stride_bytes}, nullptr);
  transfers.Finish();
  session.Finish(parts);
  parts->bytes_down += transfers.bytes_down();
}

void WriteImage(Session& session, Staging* staging, const MagickAcceleratePixels& pixels,
                size_t pixel_bytes, MagickAccelerateParts* parts) {
  Transfers transfers(session, staging);
  const Rows all{0, pixels.rows};
  transfers.ScheduleUploads({{RowsOf(pixels, pixel_bytes), all}});
  transfers.Upload(0, {all, pixels.buffer->get(), 0}, nullptr);
  session.Finish(parts);
  parts->bytes_up += transfers.bytes_up();
}

}  // namespace lodestone::accel::gpu
