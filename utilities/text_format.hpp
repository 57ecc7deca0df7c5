// printf into a string of whatever length it takes.
#pragma once

#include <string>

namespace lodestone::cli {

__attribute__((format(printf, 1, 2))) std::string Format(const char* format, ...);

}  // namespace lodestone::cli
