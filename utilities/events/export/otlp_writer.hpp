// Records of event logs as trace spans of OpenTelemetry, in the JSON encoding of its protocol.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <string_view>
#include <vector>

#include "utilities/events/read/record.hpp"
#include "utilities/text/json_text.hpp"

namespace lodestone::cli {

// Writes a TracesData object a line, as collectors read from files: up to kMaxSpans consecutive
// calls of one process. Each call is a span; how long its parts took are attributes, since logs do
// not say when they ran; an accelerator that did not run it is an event of the span. Calls on one
// item of one process are one trace, those without an item too. Ids depend on the records alone,
// so the same log gives the same spans.
class OtlpWriter {
 public:
  using Output = std::function<void(std::string_view)>;

  // Of all that is written.
  static constexpr std::string_view kBeginning =
      R"({"resourceSpans":[{"resource":{"attributes":[{"key":"service.name",)"
      R"("value":{"stringValue":"lodestone"}})";

  OtlpWriter(std::string release, Output output)
      : release_(std::move(release)), output_(std::move(output)) {}

  void Add(const EventRecord& record);
  // Once, at the end.
  void Finish() { Flush(); }

  std::uint64_t calls() const { return calls_; }
  std::uint64_t refusals() const { return refusals_; }  // records without a call: left out
  std::uint64_t unplaced() const { return unplaced_; }  // records without a time: left out

 private:
  static constexpr std::size_t kMaxSpans = 512;

  void Flush();

  std::string release_;
  Output output_;
  std::string host_;  // of the spans
  std::uint64_t process_ = 0;
  std::vector<JsonText> spans_;
  std::uint64_t calls_ = 0, refusals_ = 0, unplaced_ = 0;
};

}  // namespace lodestone::cli
