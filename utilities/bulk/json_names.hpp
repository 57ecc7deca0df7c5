// File names in JSON, which need not be UTF-8: those that are not are given in hexadecimal too.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "utilities/text/json_text.hpp"

namespace lodestone::cli {

void AddName(JsonText* object, const std::string& field, const std::string& name);

// Throws std::exception when it is missing or malformed.
std::string NameIn(const nlohmann::json& object, const std::string& field);

}  // namespace lodestone::cli
