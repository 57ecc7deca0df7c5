#include "utilities/explanations.hpp"

#include <cstdio>
#include <nlohmann/json.hpp>

#include "utilities/device_legend.hpp"
#include "utilities/table.hpp"

namespace lodestone::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string Milliseconds(std::uint64_t ns) {
  return ns == 0 ? "-" : FormatMilliseconds(static_cast<double>(ns) * 1e-6);
}

Json ToJson(const MagickAccelerateCandidate& raw) {
  return Json{{"outcome", MagickAccelerateOutcomeName(raw.outcome)},
              {"reason", MagickAccelerateReasonName(raw.reason)},
              {"chosen", raw.chosen != 0},
              {"resident", raw.resident != 0},
              {"predicted_ns", raw.predicted_ns},
              {"source_fetch_ns", raw.source_fetch_ns},
              {"launch_ns", raw.launch_ns},
              {"upload_ns", raw.upload_ns},
              {"kernel_ns", raw.kernel_ns},
              {"download_ns", raw.download_ns},
              {"fetch_ns", raw.fetch_ns},
              {"queued_ns", raw.queued_ns}};
}

std::string Verdict(const MagickAccelerateCandidate& raw, const std::string& detail) {
  if (raw.chosen != 0) return "would do it";
  const std::string reason = MagickAccelerateReasonName(raw.reason);
  return detail.empty() ? reason : reason + ": " + detail;
}

}  // namespace

void Explanations::Handle(const MagickAccelerateEvent* event,
                          const MagickAccelerateCandidate* candidates, std::size_t count,
                          void* context) {
  Operation operation{event->operation,
                      event->accelerator,
                      event->device,
                      event->passed_over,
                      event->detail,
                      *event,
                      {}};
  for (std::size_t i = 0; i < count; ++i) {
    const MagickAccelerateCandidate& candidate = candidates[i];
    operation.candidates.push_back(
        {candidate.accelerator, candidate.device, candidate.detail, candidate});
  }
  static_cast<Explanations*>(context)->operations_.push_back(std::move(operation));
}

std::string Explanations::Sentence(const Operation& operation) {
  const MagickAccelerateEvent& raw = operation.raw;
  const std::string reason = MagickAccelerateReasonName(raw.reason);
  if (raw.outcome != MagickAccelerateDone) {
    return "nobody: the command would fail, " + reason + ": " + operation.detail;
  }
  std::string text = operation.accelerator;
  if (!operation.device.empty()) text += " on " + operation.device;
  text += ", predicted " + Milliseconds(raw.predicted_ns) + " ms";
  if (!operation.device.empty() || raw.reason == MagickAccelerateNoReason) return text;
  if (raw.reason == MagickAccelerateCold) {
    return text + "; cold: would run on the CPU while the device warms up";
  }
  return text + "; " + reason + (operation.detail.empty() ? "" : ": " + operation.detail);
}

void Explanations::PrintReport() const {
  if (operations_.empty()) std::printf("no operation that could be accelerated\n");
  DeviceLegend legend;
  int number = 0;
  for (const Operation& operation : operations_) {
    const MagickAccelerateEvent& raw = operation.raw;
    std::printf("%s%d. %s %lux%lu to %lux%lu, Q%u%s\n   %s\n", number == 0 ? "" : "\n", number + 1,
                operation.name.c_str(), raw.source_columns, raw.source_rows, raw.columns, raw.rows,
                raw.quantum_depth, raw.alpha != 0 ? " with alpha" : "",
                Sentence(operation).c_str());
    ++number;
    Table table;
    for (const char* heading : {"", "who"}) table.AddColumn(heading, Table::Align::kLeft);
    for (const char* heading : {"predicted ms", "launch", "upload", "kernel", "download",
                                "fetched later", "source fetch", "queued"}) {
      table.AddColumn(heading, Table::Align::kRight);
    }
    table.AddColumn("verdict", Table::Align::kLeft);
    for (const Candidate& candidate : operation.candidates) {
      const MagickAccelerateCandidate& part = candidate.raw;
      table.AddRow({part.chosen != 0 ? "->" : "",
                    candidate.device.empty()
                        ? candidate.accelerator
                        : candidate.accelerator + " " + legend.Mark(candidate.device),
                    Milliseconds(part.predicted_ns), Milliseconds(part.launch_ns),
                    part.resident != 0 ? "resident" : Milliseconds(part.upload_ns),
                    Milliseconds(part.kernel_ns), Milliseconds(part.download_ns),
                    Milliseconds(part.fetch_ns), Milliseconds(part.source_fetch_ns),
                    Milliseconds(part.queued_ns), Verdict(part, candidate.detail)});
    }
    std::fputs(table.ToText().c_str(), stdout);
  }
  std::printf("%s", legend.ToText().c_str());
}

void Explanations::PrintJson() const {
  Json document{{"operations", Json::array()}};
  for (const Operation& operation : operations_) {
    const MagickAccelerateEvent& raw = operation.raw;
    Json json{{"operation", operation.name},
              {"source_columns", raw.source_columns},
              {"source_rows", raw.source_rows},
              {"columns", raw.columns},
              {"rows", raw.rows},
              {"quantum_depth", raw.quantum_depth},
              {"alpha", raw.alpha},
              {"outcome", MagickAccelerateOutcomeName(raw.outcome)},
              {"accelerator", operation.accelerator},
              {"device", operation.device},
              {"predicted_ns", raw.predicted_ns},
              {"passed_over", operation.passed_over},
              {"reason", MagickAccelerateReasonName(raw.reason)},
              {"detail", operation.detail},
              {"candidates", Json::array()}};
    for (const Candidate& candidate : operation.candidates) {
      Json part{{"accelerator", candidate.accelerator}, {"device", candidate.device}};
      part.update(ToJson(candidate.raw));
      part["detail"] = candidate.detail;
      json["candidates"].push_back(part);
    }
    document["operations"].push_back(json);
  }
  const auto text = document.dump(2, ' ', false, Json::error_handler_t::replace);
  std::printf("%s\n", text.c_str());
}

}  // namespace lodestone::cli
