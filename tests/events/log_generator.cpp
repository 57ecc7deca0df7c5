#include "tests/events/log_generator.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <ctime>
#include <sstream>

#include "utilities/text/text_format.hpp"

namespace lodestone::test {
namespace {

using cli::EventOutcome;
using cli::EventRecord;
using cli::Format;

const char* OutcomeName(EventOutcome outcome) {
  return outcome == EventOutcome::kDone       ? "done"
         : outcome == EventOutcome::kDeclined ? "declined"
                                              : "failed";
}

std::string Whole(double number) {
  return Format("%.0f", number);
}

}  // namespace

std::string Describe(const EventRecord& r) {
  std::ostringstream out;
  out.precision(17);
  const auto& g = r.geometry;
  const auto& p = r.parts;
  out << r.operation << '|' << g.source_columns << 'x' << g.source_rows << " to " << g.columns
      << 'x' << g.rows << '|' << r.quantum_depth << ' ' << r.samples << ' ' << r.alpha << '|'
      << r.end_ns << ' ' << r.process << ' ' << r.thread << ' ' << r.host << ' ' << r.item << '|'
      << r.accelerator << '|' << r.device << '|' << r.kernels << '|' << OutcomeName(r.outcome)
      << ' ' << r.actual_ns << ' ' << r.predicted_ns << '|' << p.queue_ns << ' ' << p.context_ns
      << ' ' << p.load_ns << ' ' << p.compile_ns << ' ' << p.test_ns << ' ' << p.upload_ns << ' '
      << p.kernel_ns << ' ' << p.download_ns << '|' << r.bytes_up << ' ' << r.bytes_down << '|'
      << r.first << r.resident << ' ' << r.strips << '|' << OutcomeName(r.refusal) << '|'
      << r.refuser << '|' << r.refuser_device << '|' << r.reason << '|' << r.detail;
  return out.str();
}

std::string LogGenerator::Name() {
  static const char* const kPieces[] = {"scale", "Resize", "-", "\"", "\\",         "/",  "\u00e9",
                                        " ",     ",",      "x", "{",  "\U0001F600", "}]", "42"};
  std::string name = "n";
  for (std::uint64_t i = Below(6); i > 0; --i) name += kPieces[Below(std::size(kPieces))];
  return name;
}

// Of all possible magnitudes.
double LogGenerator::Number() {
  if (Below(5) == 0) return 0;
  return std::floor(std::pow(10, static_cast<double>(Below(1590)) / 100));
}

EventRecord LogGenerator::JsonRecord() {
  EventRecord r;
  r.operation = Name();
  r.geometry = {Below(20000), Below(20000), Below(20000), Below(20000)};
  r.quantum_depth = Perhaps() ? 8 : 16;
  r.samples = Perhaps() ? 1 : 4;
  r.alpha = Perhaps();
  r.end_ns = static_cast<std::int64_t>(Below(9'000'000'000'000'000'000));
  r.process = Below(5'000'000);
  r.thread = Below(5'000'000);
  r.host = Perhaps() ? Name() : "";
  r.item = Perhaps() ? Name() : "";
  r.outcome = static_cast<EventOutcome>(Below(3));
  r.accelerator = r.outcome == EventOutcome::kDone ? Name() : cli::kNoAccelerator;
  r.device = Perhaps() ? "platform:GPU:" + Name() : "";
  r.kernels = Perhaps() ? Name() + "," + Name() : "";
  r.actual_ns = Number();
  r.predicted_ns = Number();
  r.parts = {Number(), Number(), Number(), Number(), Number(), Number(), Number(), Number()};
  r.bytes_up = Number();
  r.bytes_down = Number();
  r.first = Perhaps();
  r.resident = Perhaps();
  r.strips = static_cast<unsigned>(Below(10));
  if (Perhaps()) return r;
  r.refusal = Perhaps() ? EventOutcome::kDeclined : EventOutcome::kFailed;
  r.reason = Name();
  r.detail = Name() + " " + Name();
  if (Below(3) == 0) {
    r.refuser = cli::kAnyDevice;
  } else {
    (Perhaps() ? r.refuser_device = "a:CPU:" : r.refuser) += Name();
  }
  return r;
}

std::string LogGenerator::Quoted(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\' || (code < 0x80 && Below(10) == 0)) {
      quoted += c == '/' && Perhaps() ? "\\/" : Format("\\u%04X", code);
    } else {
      quoted += c;
    }
  }
  return quoted + '"';
}

std::string LogGenerator::JsonLine(const EventRecord& r) {
  const bool nobody = r.accelerator == cli::kNoAccelerator;
  const std::string who = r.refuser == cli::kAnyDevice ? "" : r.refuser + r.refuser_device;
  std::vector<std::string> fields = {
      "\"operation\":" + Quoted(r.operation),
      "\"source_columns\":" + std::to_string(r.geometry.source_columns),
      "\"source_rows\":" + std::to_string(r.geometry.source_rows),
      "\"columns\":" + std::to_string(r.geometry.columns),
      "\"rows\":" + std::to_string(r.geometry.rows),
      "\"quantum_depth\":" + std::to_string(r.quantum_depth),
      "\"samples\" : " + std::to_string(r.samples),
      r.alpha ? "\"alpha\":true" : "\"alpha\":0",
      "\"unix_time_ns\":" + std::to_string(r.end_ns),
      "\"process\":" + std::to_string(r.process),
      "\"thread\":" + std::to_string(r.thread),
      "\"outcome\":" + Quoted(OutcomeName(r.outcome)),
      "\"accelerator\":" + Quoted(nobody ? "" : r.accelerator),
      "\"device\": " + Quoted(r.device),
      "\"kernels\":" + Quoted(r.kernels),
      "\"actual_ns\":" + Whole(r.actual_ns),
      "\"predicted_ns\":" + Whole(r.predicted_ns) + ".0",
      "\"queue_ns\":" + Whole(r.parts.queue_ns),
      "\"context_ns\":" + Whole(r.parts.context_ns),
      "\"load_ns\":" + Whole(r.parts.load_ns),
      "\"compile_ns\":" + Whole(r.parts.compile_ns),
      "\"test_ns\":" + Whole(r.parts.test_ns),
      "\"upload_ns\":" + Whole(r.parts.upload_ns),
      "\"kernel_ns\":" + Whole(r.parts.kernel_ns),
      "\"download_ns\":" + Whole(r.parts.download_ns),
      "\"bytes_up\":" + Whole(r.bytes_up),
      "\"bytes_down\":" + Whole(r.bytes_down),
      Format("\"first\":%d", r.first),
      Format("\"resident\":%s", r.resident ? "true" : "false"),
      "\"strips\":" + std::to_string(r.strips),
      "\"host\":" + Quoted(r.host),
      "\"item\":" + Quoted(r.item),
      "\"sequence\":7",
      "\"declined_by\":" + Quoted(who),
      "\"declined_by_outcome\":" + Quoted(OutcomeName(r.refusal)),
      "\"reason\":" + Quoted(r.has_refusal() ? r.reason : "none"),
      "\"detail\":" + Quoted(r.detail),
      "\"later\":{\"operation\":\"x\",\"actual_ns\":-1,\"list\":[1,{\"first\":null},\"}\"]}",
      "\"list\":[\"operation\",-5,[[]],{}],\"nothing\":null"};
  std::shuffle(fields.begin(), fields.end(), random_);
  std::string line = Perhaps() ? "  {" : "{";
  const char* separator = "";
  for (const std::string& field : fields) {
    line += separator + field;
    separator = Perhaps() ? "," : " ,\t";
  }
  return line + "}";
}

EventRecord LogGenerator::TextRecord(std::uint64_t process, std::int64_t start_ns) {
  static const char* const kOperations[] = {"scale", "resize", "motion-blur", "two words"};
  static const char* const kKernels[] = {"", "ScaleFilter", "HorizontalFilter,VerticalFilter"};
  EventRecord r;
  r.process = process;
  r.end_ns = start_ns + static_cast<std::int64_t>(Below(3'600'000'000)) * 1000;
  r.operation = kOperations[Below(std::size(kOperations))];
  if (Below(3) == 0) {
    r.refuser = cli::kAccelerated;
    r.refusal = Perhaps() ? EventOutcome::kDeclined : EventOutcome::kFailed;
    r.reason = Perhaps() ? "" : "too-small";
    if (r.reason.empty()) r.refusal = EventOutcome::kDeclined;
    if (!r.reason.empty() && Perhaps()) r.detail = "in words (of somebody): 5 ms";
    return r;
  }
  r.accelerator = Perhaps() ? cli::kAccelerated : cli::kNormal;
  if (r.accelerator == cli::kAccelerated) r.kernels = kKernels[Below(std::size(kKernels))];
  r.actual_ns = 1000 * static_cast<double>(Below(100'000'000));
  return r;
}

std::string LogGenerator::TextLines(const EventRecord& r, std::int64_t start_ns) {
  const std::time_t second = r.end_ns / 1'000'000'000;
  char stamp[32];
  std::strftime(stamp, sizeof stamp, "%Y%m%d%H%M%S", std::localtime(&second));
  const double elapsed_s = static_cast<double>((r.end_ns - start_ns) / 1000) / 1e6;
  const int minutes = static_cast<int>(elapsed_s / 60);
  const std::string start =
      Format("%s %d:%-9.6f 1.672 %llu opencl.c Function 744 Accelerate Event ", stamp, minutes,
             elapsed_s - 60.0 * minutes, static_cast<unsigned long long>(r.process));
  const std::string end = Perhaps() ? "\n" : "\r\n";
  std::string lines;
  if (r.has_refusal()) {
    std::string name = r.operation;
    name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
    lines = start + "Accelerate" + name + "Image ";
    lines += r.reason.empty() ? "null" : OutcomeName(r.refusal) + (": " + r.reason);
    return lines + (r.detail.empty() ? "" : " (" + r.detail + ")") + end;
  }
  std::istringstream kernels(r.kernels);
  for (std::string kernel; std::getline(kernels, kernel, ',');) {
    lines += start + "Using kernel: " + kernel + end;
  }
  return lines + start + (r.accelerator == cli::kAccelerated ? "accelerate " : "normal ") +
         r.operation + ": " + Format("%.3f", r.actual_ns / 1e6) + end;
}

}  // namespace lodestone::test
