#include "utilities/shell/ordinary_output.hpp"

#include "utilities/shell/command_error.hpp"

namespace lodestone::cli {

void RequireOrdinary(const OutputPlace& place) {
  const OutputError& error = place.error();
  const std::string reason = error.reason.empty() ? "Unable to open file" : error.reason;
  if (!place.valid()) throw CommandError(reason, place.Describe(), error.number);
  if (place.is_special()) throw CommandError("The output is not a regular file", place.Describe());
}

std::ofstream OpenOrdinary(const std::string& name) {
  RequireOrdinary(OutputPlace(name));
  return std::ofstream(name, std::ios::binary | std::ios::trunc);
}

}  // namespace lodestone::cli
