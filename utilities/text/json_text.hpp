// JSON objects written as text at once, for outputs of millions of them.
#pragma once

#include <string>
#include <string_view>

namespace lodestone::cli {

class JsonText {
 public:
  // Names are plain; texts may hold anything, bytes that are no UTF-8 are replaced.
  JsonText& AddText(std::string_view name, std::string_view text);
  // Whole numbers without a point; null if not finite.
  JsonText& AddNumber(std::string_view name, double number);
  JsonText& AddFlag(std::string_view name, bool flag);
  JsonText& AddObject(std::string_view name, const JsonText& object);

  std::string Object() const { return "{" + members_ + "}"; }

 private:
  void Begin(std::string_view name);

  std::string members_;
};

}  // namespace lodestone::cli
