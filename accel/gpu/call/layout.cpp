#include "accel/gpu/call/layout.hpp"

#include <algorithm>

#include "accel/gpu/operations/operation_kernels.hpp"
#include "accel/operation_table.hpp"

namespace lodestone::accel::gpu {
namespace {

// Calls to the progress monitor for a large image. Each is one more launch, and a wait.
constexpr uint64_t kProgressSteps = 8;

// Each strip is a few commands.
constexpr uint64_t kMaxSteps = 512;

uint64_t Sum(uint64_t a, uint64_t b) {
  uint64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

class Planner {
 public:
  Planner(const MagickAccelerateWork& work, const KernelPlan& plan, const Placement& placement,
          const DeviceFacts& facts, uint64_t budget_bytes)
      : work_(work),
        plan_(plan),
        placement_(placement),
        allocation_bytes_(facts.allocation_bytes),
        budget_bytes_(budget_bytes) {
    source_row_bytes_ = uint64_t{work.source.columns} * PixelBytes(work);
    destination_row_bytes_ = uint64_t{work.destination.columns} * ResultPixelBytes(work);
  }

  uint32_t FirstStripRows(uint64_t strip_bytes) const {
    const uint64_t height = work_.destination.rows;
    const uint64_t from = source_row_bytes_ * work_.source.rows,
                   to = destination_row_bytes_ * height;
    const uint64_t up = placement_.uploads_source ? from : 0;
    const uint64_t down = placement_.downloads_result ? to : 0;
    const auto steps_for = [&](uint64_t bytes) {
      return bytes / std::max<uint64_t>(strip_bytes, 1);
    };
    uint64_t steps = std::min(kMaxSteps, steps_for(std::max(up, down)));
    if (work_.progress)
      steps = std::max(steps, std::min(kProgressSteps, steps_for(std::max(from, to))));
    if (steps <= 1) return work_.destination.rows;
    const uint64_t rows = (height + steps - 1) / steps;
    const uint64_t unit = RowUnitOf(work_), full = (rows + unit - 1) / unit * unit;
    return static_cast<uint32_t>(std::min(full, height));
  }

  // With strips of this many rows.
  std::optional<Layout> Try(uint32_t rows) {
    Layout layout;
    MakeStrips(rows, &layout);
    // The last strip has fewer rows than the others, but does not necessarily need less memory.
    const Rows last = layout.strips.back().destination;
    layout.scratch_bytes = std::max(ScratchBytes(work_, plan_, rows),
                                    ScratchBytes(work_, plan_, last.end - last.begin));
    if (HasSecond(work_.operation) && !placement_.second_on_device)
      layout.second_bytes = uint64_t{work_.second.columns} * work_.second.rows * PixelBytes(work_);
    for (const bool source_whole : {true, false}) {
      for (const bool destination_whole : {true, false}) {
        if ((!source_whole && placement_.source_on_device) ||
            (!destination_whole && placement_.destination_on_device))
          continue;
        layout.source_whole = source_whole;
        layout.destination_whole = destination_whole;
        SetSizes(rows, &layout);
        if (!Fits(layout)) continue;
        SetFresh(&layout);
        return layout;
      }
    }
    return std::nullopt;
  }

 private:
  void MakeStrips(uint32_t step, Layout* layout) {
    most_needed_ = 0;
    const uint32_t height = work_.destination.rows;
    for (Rows rows{0, 0}; rows.begin < height; rows.begin = rows.end) {
      rows.end = rows.begin + std::min(step, height - rows.begin);
      const Rows needed = SourceRowsOf(work_, rows);
      if (needed.begin >= needed.end || needed.end > work_.source.rows) {
        throw Problem(MagickAccelerateDeclined, MagickAccelerateUnsupported,
                      "the taps of row " + std::to_string(rows.begin) +
                          " and following lie outside the input");
      }
      layout->strips.push_back({rows, needed, needed});
      most_needed_ = std::max(most_needed_, needed.end - needed.begin);
    }
  }

  void SetSizes(uint32_t rows, Layout* layout) const {
    layout->source_bytes =
        placement_.source_on_device
            ? 0
            : source_row_bytes_ * (layout->source_whole ? work_.source.rows : most_needed_);
    layout->destination_bytes =
        placement_.destination_on_device
            ? 0
            : destination_row_bytes_ * (layout->destination_whole ? work_.destination.rows : rows);
  }

  bool Fits(const Layout& layout) const {
    return std::max({layout.source_bytes, layout.destination_bytes, layout.scratch_bytes,
                     layout.second_bytes}) <= allocation_bytes_ &&
           layout.TotalBytes() <= budget_bytes_;
  }

  // Later strips need no source rows before those that earlier ones needed. Borders that repeat the
  // image wrap around.
  static bool IsMonotonic(const Layout& layout) {
    return std::is_sorted(
        layout.strips.begin(), layout.strips.end(),
        [](const Strip& a, const Strip& b) { return a.needed.begin < b.needed.begin; });
  }

  // A source held whole on the device is uploaded once.
  void SetFresh(Layout* layout) const {
    if (!layout->source_whole) return;
    const bool from_top = placement_.keeps_source || !IsMonotonic(*layout);
    uint32_t there = 0;
    for (Strip& strip : layout->strips) {
      const uint32_t begin = from_top ? there : std::max(there, strip.needed.begin);
      strip.fresh = {begin, std::max(begin, strip.needed.end)};
      there = strip.fresh.end;
    }
    if (placement_.keeps_source) layout->strips.back().fresh.end = work_.source.rows;
  }

  const MagickAccelerateWork& work_;
  const KernelPlan& plan_;
  const Placement& placement_;
  const uint64_t allocation_bytes_, budget_bytes_;
  uint64_t source_row_bytes_ = 0, destination_row_bytes_ = 0;
  uint32_t most_needed_ = 0;
};

}  // namespace

uint64_t Layout::TotalBytes() const {
  uint64_t total = Sum(scratch_bytes, second_bytes);
  for (int i = 0; i < (source_whole ? 1 : 2); ++i) total = Sum(total, source_bytes);
  for (int i = 0; i < (destination_whole ? 1 : 2); ++i) total = Sum(total, destination_bytes);
  return total;
}

std::optional<Layout> PlanLayout(const MagickAccelerateWork& work, const KernelPlan& plan,
                                 const Placement& placement, const DeviceFacts& facts,
                                 const DeviceOptions& options, uint64_t budget_bytes) {
  Planner planner(work, plan, placement, facts, budget_bytes);
  for (uint32_t rows = planner.FirstStripRows(options.strip_bytes);; rows = (rows + 1) / 2) {
    auto layout = planner.Try(rows);
    if (layout || rows == 1 || RowUnitOf(work) == kUncut) return layout;
  }
}

}  // namespace lodestone::accel::gpu
