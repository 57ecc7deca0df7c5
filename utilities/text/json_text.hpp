// Writes JSON objects directly as text, for outputs of millions of them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lodestone::cli {

class JsonText {
 public:
  // Names need no escaping; values may hold anything, and invalid UTF-8 is replaced.
  JsonText& AddText(std::string_view name, std::string_view text);
  // Whole numbers without a decimal point; null if not finite.
  JsonText& AddNumber(std::string_view name, double number);
  JsonText& AddFlag(std::string_view name, bool flag);
  JsonText& AddObject(std::string_view name, const JsonText& object);
  JsonText& AddList(std::string_view name, const std::vector<JsonText>& objects);
  JsonText& AddTexts(std::string_view name, const std::vector<std::string>& texts);
  // A list of {key: text, "count": number}.
  JsonText& AddCounts(std::string_view name, std::string_view key,
                      const std::map<std::string, std::uint64_t>& counts);

  std::string Object() const { return "{" + members_ + "}"; }

 private:
  void Begin(std::string_view name);

  std::string members_;
};

// False for bytes that JSON cannot hold.
bool IsUtf8(std::string_view text);

}  // namespace lodestone::cli
