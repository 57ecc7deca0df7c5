#include "utilities/bulk/json_names.hpp"

#include <nlohmann/json.hpp>

namespace lodestone::cli {
namespace {

constexpr char kHexDigits[] = "0123456789abcdef";

std::string Hex(const std::string& text) {
  std::string hex;
  for (const char c : text) {
    hex += kHexDigits[static_cast<unsigned char>(c) >> 4];
    hex += kHexDigits[static_cast<unsigned char>(c) & 15];
  }
  return hex;
}

std::string FromHex(const std::string& hex) {
  std::string text;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    text += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  }
  return text;
}

}  // namespace

void AddName(JsonText* object, const std::string& field, const std::string& name) {
  object->AddText(field, name);
  if (!IsUtf8(name)) object->AddText(field + "_hex", Hex(name));
}

std::string NameIn(const nlohmann::json& object, const std::string& field) {
  const auto hex = object.find(field + "_hex");
  return hex != object.end() ? FromHex(hex->get<std::string>())
                             : object.at(field).get<std::string>();
}

}  // namespace lodestone::cli
