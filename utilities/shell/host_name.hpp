// This machine's name.
#pragma once

#include <string>

namespace lodestone::cli {

const std::string& HostName();

}  // namespace lodestone::cli
