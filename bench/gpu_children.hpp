// Measurements in processes of their own: a first call happens once per process.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "utilities/measure/process.hpp"

namespace lodestone::bench {

// NAME=VALUE for every variable that sets a cache folder of the library or a driver.
std::vector<std::string> CacheVariables(const measure::TemporaryFolder& folder);

// This program, or the one of that name that was built with it.
std::filesystem::path OwnProgram(const std::string& name = "");

// Runs the program with `words` and these variables, and returns the JSON that it prints. When it
// fails, throws std::runtime_error with its output.
nlohmann::json RunForJson(const std::filesystem::path& program,
                          const std::vector<std::string>& words,
                          const std::vector<std::string>& variables);

}  // namespace lodestone::bench
