#include "utilities/bulk/bulk_progress.hpp"

#include <string>
#include <system_error>

#include "utilities/shell/command_error.hpp"
#include "utilities/text/text_format.hpp"

namespace lodestone::cli {

BulkProgress::BulkProgress(const InputSources& sources) {
  if (!line_.visible() || !sources.repeatable()) return;
  try {
    counter_ = std::thread([this, sources] { CountInputs(sources); });
  } catch (const std::system_error&) {
    // The system has no more threads: nobody is told how many there will be.
  }
}

BulkProgress::~BulkProgress() {
  ending_ = true;
  if (counter_.joinable()) counter_.join();
}

void BulkProgress::CountInputs(const InputSources& sources) {
  try {
    InputList inputs(sources, InputDetails::kNameOnly);
    std::uint64_t count = 0;
    while (!ending_ && inputs.Next()) ++count;
    if (!ending_) total_ = count;
  } catch (const std::exception&) {
    // The run itself meets the same error, and tells it.
  }
}

void BulkProgress::Show(const BulkSummary& summary) {
  const std::uint64_t over = summary.done + summary.failed + summary.earlier;
  const std::uint64_t total = total_;
  ProgressState state{-1, static_cast<double>(summary.done), "images", ""};
  if (total != 0) state.share = static_cast<double>(over) / static_cast<double>(total);
  const double seconds = std::chrono::duration<double>(Clock::now() - began_).count();
  if (seconds > 0) state.text = Format("%.0f MP/s", summary.pixels * 1e-6 / seconds);
  if (summary.warned != 0) state.text += ", " + Counted(summary.warned, "warning", "warnings");
  if (summary.failed != 0) state.text += ", " + Counted(summary.failed, "error", "errors");
  line_.Show(state);
}

}  // namespace lodestone::cli
