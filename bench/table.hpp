// A report as Markdown tables that are also readable as plain text.
#pragma once

#include <string>

#include "bench/report.hpp"

namespace lodestone::bench {

std::string Markdown(const Report& report);

}  // namespace lodestone::bench
