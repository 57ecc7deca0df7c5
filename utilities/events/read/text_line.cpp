#include <algorithm>
#include <cctype>
#include <charconv>
#include <ctime>
#include <optional>

#include "utilities/events/read/record.hpp"

namespace lodestone::cli {
namespace {

using Kind = ParsedLine::Kind;

constexpr std::size_t kTimestampDigits = 14;
constexpr std::string_view kBlanks = " \t";
constexpr double kNanosecondsInMillisecond = 1e6;
constexpr double kNanosecondsInSecond = 1e9;

bool IsBlank(char c) {
  return c == ' ' || c == '\t';
}

std::string_view NextToken(std::string_view* rest) {
  const auto start = std::find_if_not(rest->begin(), rest->end(), IsBlank);
  const auto end = std::find_if(start, rest->end(), IsBlank);
  const std::string_view token(start, end);
  *rest = {end, rest->end()};
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

// A non-negative number, within the plausible nanoseconds; "nan" is rejected.
std::optional<double> ParseDuration(std::string_view text, double nanoseconds) {
  const auto value = ParseWhole<double>(text);
  if (!value || !(*value >= 0 && *value <= kMaxNumber / nanoseconds)) return std::nullopt;
  return value;
}

bool ConsumePrefix(std::string_view* text, std::string_view prefix) {
  if (text->substr(0, prefix.size()) != prefix) return false;
  text->remove_prefix(prefix.size());
  return true;
}

// "scale: 47", after `accelerate ` or `normal `.
Kind ParseTiming(std::string_view rest, const char* accelerator, EventRecord* record) {
  const auto colon = rest.rfind(':');
  if (colon == std::string_view::npos || colon == 0) return Kind::kDamaged;
  const auto milliseconds =
      ParseDuration(Trimmed(rest.substr(colon + 1)), kNanosecondsInMillisecond);
  record->operation = Trimmed(rest.substr(0, colon));
  if (!milliseconds || record->operation.empty()) return Kind::kDamaged;
  record->accelerator = accelerator;
  record->outcome = EventOutcome::kDone;
  record->actual_ns = *milliseconds * kNanosecondsInMillisecond;
  return Kind::kRecord;
}

// "ScaleImage declined: cold (in words)" or, from builds that gave no reason, "ScaleImage null".
Kind ParseRefusal(std::string_view rest, EventRecord* record) {
  const auto image = rest.find("Image ");
  if (image == std::string_view::npos || image == 0) return Kind::kDamaged;
  record->operation = rest.substr(0, image);
  for (char& c : record->operation) {
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  rest.remove_prefix(image + std::string_view("Image ").size());
  record->refuser = kAccelerated;
  record->refusal = EventOutcome::kDeclined;
  if (rest == "null") return Kind::kRecord;
  if (ConsumePrefix(&rest, "failed:")) {
    record->refusal = EventOutcome::kFailed;
  } else if (!ConsumePrefix(&rest, "declined:")) {
    return Kind::kDamaged;
  }
  const auto words = std::min(rest.find(" ("), rest.size());
  record->reason = Trimmed(rest.substr(0, words));
  rest.remove_prefix(words);
  if (ConsumePrefix(&rest, " (") && !rest.empty() && rest.back() == ')') {
    record->detail = rest.substr(0, rest.size() - 1);
  }
  return Kind::kRecord;
}

Kind ParseMessage(std::string_view message, EventRecord* record) {
  if (ConsumePrefix(&message, "Using kernel: ")) {
    record->kernels = message;
    return Kind::kKernel;
  }
  if (ConsumePrefix(&message, "accelerate ")) return ParseTiming(message, kAccelerated, record);
  if (ConsumePrefix(&message, "normal ")) return ParseTiming(message, kNormal, record);
  if (ConsumePrefix(&message, "Accelerate")) return ParseRefusal(message, record);
  return Kind::kOther;
}

// "0:3.229821": minutes and seconds.
std::optional<double> ParseElapsed(std::string_view text) {
  const auto colon = text.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const auto minutes = ParseDuration(text.substr(0, colon), 60 * kNanosecondsInSecond);
  const auto seconds = ParseDuration(text.substr(colon + 1), kNanosecondsInSecond);
  if (!minutes || !seconds) return std::nullopt;
  return *minutes * 60 + *seconds;
}

// "20220428104719": local time, to the second. Unix time in 64-bit nanoseconds ends in 2262.
std::optional<std::int64_t> ParseTimestamp(std::string_view text) {
  const auto part = [&](std::size_t start, std::size_t digits) {
    return ParseWhole<int>(text.substr(start, digits)).value_or(0);
  };
  std::tm local{};
  local.tm_year = part(0, 4) - 1900;
  local.tm_mon = part(4, 2) - 1;
  local.tm_mday = part(6, 2);
  local.tm_hour = part(8, 2);
  local.tm_min = part(10, 2);
  local.tm_sec = part(12, 2);
  local.tm_isdst = -1;
  const bool is_date = local.tm_year >= 71 && local.tm_year < 362 && local.tm_mon >= 0 &&
                       local.tm_mon < 12 && local.tm_mday >= 1 && local.tm_mday <= 31 &&
                       local.tm_hour < 24 && local.tm_min < 60 && local.tm_sec <= 60;
  if (!is_date) return std::nullopt;
  return static_cast<std::int64_t>(std::mktime(&local)) * 1'000'000'000;
}

// Calendar conversions are slow, and many lines share a second.
std::optional<std::int64_t> RememberedTimestamp(std::string_view text) {
  thread_local std::string last_text;
  thread_local std::optional<std::int64_t> last;
  if (text != last_text) {
    last_text = text;
    last = ParseTimestamp(text);
  }
  return last;
}

}  // namespace

// timestamp elapsed user pid module function line domain severity message
ParsedLine ParseTextLine(std::string_view text) {
  ParsedLine line;
  std::string_view rest = text;
  const std::string_view timestamp = NextToken(&rest);
  if (!IsTimestamp(timestamp)) return line;
  const auto unix_ns = RememberedTimestamp(timestamp);
  line.elapsed_s = ParseElapsed(NextToken(&rest));
  const auto user = ParseWhole<double>(NextToken(&rest));
  const auto process = ParseWhole<std::uint64_t>(NextToken(&rest));
  NextToken(&rest);  // module
  NextToken(&rest);  // function
  const auto source_line = ParseWhole<unsigned long>(NextToken(&rest));
  const std::string_view domain = NextToken(&rest);
  const std::string_view severity = NextToken(&rest);
  if (!unix_ns || !line.elapsed_s || !user || !process || !source_line || severity.empty())
    return line;
  line.kind = Kind::kOther;
  if (domain != "Accelerate") return line;
  line.record.process = *process;
  line.record.end_ns = *unix_ns;
  line.kind = ParseMessage(Trimmed(rest), &line.record);
  return line;
}

}  // namespace lodestone::cli
