#include "utilities/text/json_text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>

namespace lodestone::cli {
namespace {

constexpr double kMaxWhole = 1e15;

bool IsPlain(char c) {
  return c >= ' ' && c < 0x7F && c != '"' && c != '\\';
}

std::string Quoted(std::string_view text) {
  if (std::all_of(text.begin(), text.end(), IsPlain)) return '"' + std::string(text) + '"';
  using Json = nlohmann::json;
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

void JsonText::Begin(std::string_view name) {
  if (!members_.empty()) members_ += ',';
  members_ += '"';
  members_ += name;
  members_ += "\":";
}

JsonText& JsonText::AddText(std::string_view name, std::string_view text) {
  Begin(name);
  members_ += Quoted(text);
  return *this;
}

JsonText& JsonText::AddNumber(std::string_view name, double number) {
  Begin(name);
  char text[32];
  const bool whole = number == std::floor(number) && std::fabs(number) < kMaxWhole;
  const auto result =
      whole ? std::to_chars(text, text + sizeof text, static_cast<std::int64_t>(number))
            : std::to_chars(text, text + sizeof text, number);
  members_ += std::isfinite(number) ? std::string_view(text, result.ptr) : "null";
  return *this;
}

JsonText& JsonText::AddFlag(std::string_view name, bool flag) {
  Begin(name);
  members_ += flag ? "true" : "false";
  return *this;
}

JsonText& JsonText::AddObject(std::string_view name, const JsonText& object) {
  Begin(name);
  members_ += object.Object();
  return *this;
}

JsonText& JsonText::AddList(std::string_view name, const std::vector<JsonText>& objects) {
  Begin(name);
  members_ += '[';
  for (const JsonText& object : objects) {
    if (members_.back() != '[') members_ += ',';
    members_ += object.Object();
  }
  members_ += ']';
  return *this;
}

JsonText& JsonText::AddTexts(std::string_view name, const std::vector<std::string>& texts) {
  Begin(name);
  members_ += '[';
  for (const std::string& text : texts) {
    if (members_.back() != '[') members_ += ',';
    members_ += Quoted(text);
  }
  members_ += ']';
  return *this;
}

JsonText& JsonText::AddCounts(std::string_view name, std::string_view key,
                              const std::map<std::string, std::uint64_t>& counts) {
  std::vector<JsonText> objects;
  for (const auto& [text, count] : counts) {
    objects.emplace_back().AddText(key, text).AddNumber("count", static_cast<double>(count));
  }
  return AddList(name, objects);
}

bool IsUtf8(std::string_view text) {
  if (std::all_of(text.begin(), text.end(), IsPlain)) return true;
  try {
    nlohmann::json(text).dump();
    return true;
  } catch (const nlohmann::json::type_error&) {
    return false;
  }
}

}  // namespace lodestone::cli
