#include "utilities/devices/explanations.hpp"

#include <cstdio>
#include <nlohmann/json.hpp>

#include "utilities/text/table.hpp"

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
                      event->declined_by,
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
    return "none: the command would fail, " + reason + ": " + operation.detail;
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

std::string Explanations::CandidateTable(const Operation& operation, DeviceLegend* legend) {
  Table table;
  for (const char* heading : {"", "who"}) table.AddColumn(heading, Table::Align::kLeft);
  for (const char* heading : {"predicted ms", "launch", "upload", "kernel", "download",
                              "fetched later", "source fetch", "queued"}) {
    table.AddColumn(heading, Table::Align::kRight);
  }
  table.AddColumn("verdict", Table::Align::kLeft);
  for (const ExplainedCandidate& candidate : operation.candidates) {
    const MagickAccelerateCandidate& raw = candidate.raw;
    std::string who = candidate.accelerator;
    if (!candidate.device.empty()) who += " " + legend->Mark(candidate.device);
    table.AddRow({raw.chosen != 0 ? "->" : "", who, Milliseconds(raw.predicted_ns),
                  Milliseconds(raw.launch_ns),
                  raw.resident != 0 ? "resident" : Milliseconds(raw.upload_ns),
                  Milliseconds(raw.kernel_ns), Milliseconds(raw.download_ns),
                  Milliseconds(raw.fetch_ns), Milliseconds(raw.source_fetch_ns),
                  Milliseconds(raw.queued_ns), Verdict(raw, candidate.detail)});
  }
  return table.ToText();
}

void Explanations::PrintReport() const {
  if (operations_.empty()) std::printf("no accelerated operation\n");
  DeviceLegend legend;
  for (std::size_t i = 0; i < operations_.size(); ++i) {
    const MagickAccelerateEvent& raw = operations_[i].raw;
    std::printf("%s%zu. %s %lux%lu to %lux%lu, Q%u%s\n   %s\n%s", i == 0 ? "" : "\n", i + 1,
                operations_[i].name.c_str(), raw.source_columns, raw.source_rows, raw.columns,
                raw.rows, raw.quantum_depth,
                raw.samples == 1 ? " grey"
                : raw.alpha != 0 ? " with alpha"
                                 : "",
                Sentence(operations_[i]).c_str(), CandidateTable(operations_[i], &legend).c_str());
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
              {"samples", raw.samples},
              {"outcome", MagickAccelerateOutcomeName(raw.outcome)},
              {"accelerator", operation.accelerator},
              {"device", operation.device},
              {"predicted_ns", raw.predicted_ns},
              {"declined_by", operation.declined_by},
              {"reason", MagickAccelerateReasonName(raw.reason)},
              {"detail", operation.detail},
              {"candidates", Json::array()}};
    for (const ExplainedCandidate& candidate : operation.candidates) {
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
