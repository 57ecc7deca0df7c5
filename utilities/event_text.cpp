#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>

#include "utilities/event_record.hpp"

namespace lodestone::cli {
namespace {

constexpr std::size_t kTimestampDigits = 14;
constexpr std::string_view kBlanks = " \t";
constexpr const char* kAccelerated = "accelerated";

std::string_view NextToken(std::string_view* rest) {
  const auto start = rest->find_first_not_of(kBlanks);
  if (start == std::string_view::npos) {
    *rest = {};
    return {};
  }
  const auto end = std::min(rest->find_first_of(kBlanks, start), rest->size());
  const std::string_view token = rest->substr(start, end - start);
  rest->remove_prefix(end);
  return token;
}

std::string_view Trimmed(std::string_view text) {
  const auto start = text.find_first_not_of(kBlanks);
  if (start == std::string_view::npos) return {};
  return text.substr(start, text.find_last_not_of(kBlanks) - start + 1);
}

bool IsTimestamp(std::string_view token) {
  return token.size() == kTimestampDigits &&
         std::all_of(token.begin(), token.end(), [](unsigned char c) { return std::isdigit(c); });
}

template <typename Number>
std::optional<Number> ParseWhole(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

bool ConsumePrefix(std::string_view* text, std::string_view prefix) {
  if (text->substr(0, prefix.size()) != prefix) return false;
  text->remove_prefix(prefix.size());
  return true;
}

// "scale: 47", after `accelerate ` or `normal `.
LineKind ParseTiming(std::string_view rest, const char* accelerator, EventRecord* record) {
  const auto colon = rest.rfind(':');
  if (colon == std::string_view::npos || colon == 0) return LineKind::kDamaged;
  const auto milliseconds = ParseWhole<double>(Trimmed(rest.substr(colon + 1)));
  if (!milliseconds || !(*milliseconds >= 0)) return LineKind::kDamaged;
  record->operation = rest.substr(0, colon);
  record->accelerator = accelerator;
  record->outcome = EventOutcome::kDone;
  record->milliseconds = *milliseconds;
  return LineKind::kRecord;
}

// "ScaleImage declined: cold (in words)" or, from builds that gave no reason, "ScaleImage null".
LineKind ParseRefusal(std::string_view rest, EventRecord* record) {
  const auto image = rest.find("Image ");
  if (image == std::string_view::npos || image == 0) return LineKind::kDamaged;
  record->operation = rest.substr(0, image);
  for (char& c : record->operation) {
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  rest.remove_prefix(image + std::string_view("Image ").size());
  record->refuser = kAccelerated;
  record->refusal = EventOutcome::kDeclined;
  if (rest == "null") return LineKind::kRecord;
  if (ConsumePrefix(&rest, "failed:")) {
    record->refusal = EventOutcome::kFailed;
  } else if (!ConsumePrefix(&rest, "declined:")) {
    return LineKind::kDamaged;
  }
  record->reason = Trimmed(rest.substr(0, rest.find(" (")));
  return LineKind::kRecord;
}

LineKind ParseMessage(std::string_view message, EventRecord* record) {
  if (ConsumePrefix(&message, "Using kernel: ")) {
    record->kernels = message;
    return LineKind::kKernel;
  }
  if (ConsumePrefix(&message, "accelerate ")) return ParseTiming(message, kAccelerated, record);
  if (ConsumePrefix(&message, "normal ")) return ParseTiming(message, "normal", record);
  if (ConsumePrefix(&message, "Accelerate")) return ParseRefusal(message, record);
  return LineKind::kOther;
}

}  // namespace

// timestamp elapsed user pid module function line domain severity message
LineKind ParseTextEvent(std::string_view line, EventRecord* record) {
  std::string_view rest = line;
  if (!IsTimestamp(NextToken(&rest))) return LineKind::kDamaged;
  const std::string_view elapsed = NextToken(&rest);
  const std::string_view user = NextToken(&rest);
  const auto process = ParseWhole<long>(NextToken(&rest));
  NextToken(&rest);  // module
  NextToken(&rest);  // function
  const auto source_line = ParseWhole<unsigned long>(NextToken(&rest));
  const std::string_view domain = NextToken(&rest);
  const std::string_view severity = NextToken(&rest);
  if (elapsed.find(':') == std::string_view::npos || !ParseWhole<double>(user) || !process ||
      !source_line || severity.empty()) {
    return LineKind::kDamaged;
  }
  if (domain != "Accelerate") return LineKind::kOther;
  record->process = *process;
  return ParseMessage(Trimmed(rest), record);
}

}  // namespace lodestone::cli
