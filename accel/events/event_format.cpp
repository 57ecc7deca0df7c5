#include <algorithm>
#include <charconv>
#include <concepts>
#include <cstdio>
#include <iterator>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "accel/events/event_log.hpp"

namespace lodestone::accel {
namespace {

std::string Capitalized(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] -= 'a' - 'A';
  return text;
}

std::string Milliseconds(std::uint64_t ns) {
  char text[40];
  std::snprintf(text, sizeof text, "%.3f", static_cast<double>(ns) * 1e-6);
  return text;
}

void AddKernels(std::vector<std::string>& messages, const std::string& kernels) {
  for (std::size_t begin = 0; begin < kernels.size();) {
    const std::size_t comma = std::min(kernels.find(',', begin), kernels.size());
    messages.push_back("Using kernel: " + kernels.substr(begin, comma - begin));
    begin = comma + 1;
  }
}

// One JSON object, formatted by hand: the JSON library takes several times as long, and calls wait
// for it.
class JsonLine {
 public:
  JsonLine() { text_.reserve(1000); }

  template <std::integral Number>
  void Add(std::string_view name, Number number) {
    AddName(name);
    char digits[24];
    text_.append(digits, std::to_chars(digits, std::end(digits), number).ptr);
  }
  void Add(std::string_view name, std::string_view string) {
    AddName(name);
    if (std::all_of(string.begin(), string.end(), IsPlain))
      ((text_ += '"') += string) += '"';
    else
      text_ += Quoted(string);
  }
  std::string Take() { return std::move(text_ += "}\n"); }

 private:
  static bool IsPlain(char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; }
  static std::string Quoted(std::string_view string) {
    return nlohmann::json(string).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }
  void AddName(std::string_view name) {
    text_ += text_.empty() ? "{\"" : ",\"";
    (text_ += name) += "\":";
  }

  std::string text_;
};

}  // namespace

std::vector<std::string> EventMessages(const MagickAccelerateEvent& event) {
  std::vector<std::string> messages;
  const std::string operation = event.operation;
  if (event.reason != MagickAccelerateNoReason) {
    std::string message = "Accelerate" + Capitalized(operation) + "Image ";
    message += MagickAccelerateOutcomeName(event.declined_by_outcome);
    message += std::string(": ") + MagickAccelerateReasonName(event.reason);
    if (event.detail[0]) message += std::string(" (") + event.detail + ")";
    messages.push_back(message);
  }
  if (event.outcome != MagickAccelerateDone) return messages;
  AddKernels(messages, event.kernels);
  messages.push_back((event.device[0] ? "accelerate " : "normal ") + operation + ": " +
                     Milliseconds(event.actual_ns));
  return messages;
}

std::string EventJson(const MagickAccelerateEvent& event) {
  JsonLine line;
  line.Add("sequence", event.sequence);
  line.Add("unix_time_ns", event.unix_time_ns);
  line.Add("process", event.process);
  line.Add("thread", event.thread);
  line.Add("operation", event.operation);
  line.Add("source_columns", event.source_columns);
  line.Add("source_rows", event.source_rows);
  line.Add("columns", event.columns);
  line.Add("rows", event.rows);
  line.Add("quantum_depth", event.quantum_depth);
  line.Add("alpha", event.alpha);
  line.Add("samples", event.samples);
  line.Add("outcome", MagickAccelerateOutcomeName(event.outcome));
  line.Add("accelerator", event.accelerator);
  line.Add("device", event.device);
  line.Add("declined_by", event.declined_by);
  line.Add("declined_by_outcome", MagickAccelerateOutcomeName(event.declined_by_outcome));
  line.Add("reason", MagickAccelerateReasonName(event.reason));
  line.Add("detail", event.detail);
  line.Add("kernels", event.kernels);
  line.Add("first", event.first);
  line.Add("resident", event.resident);
  line.Add("predicted_ns", event.predicted_ns);
  line.Add("actual_ns", event.actual_ns);
  line.Add("queue_ns", event.queue_ns);
  line.Add("compile_ns", event.compile_ns);
  line.Add("upload_ns", event.upload_ns);
  line.Add("kernel_ns", event.kernel_ns);
  line.Add("download_ns", event.download_ns);
  line.Add("bytes_up", event.bytes_up);
  line.Add("bytes_down", event.bytes_down);
  line.Add("context_ns", event.context_ns);
  line.Add("load_ns", event.load_ns);
  line.Add("test_ns", event.test_ns);
  line.Add("strips", event.strips);
  line.Add("host", event.host);
  if (event.item[0]) line.Add("item", event.item);
  return line.Take();
}

}  // namespace lodestone::accel
