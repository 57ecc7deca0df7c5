#include "utilities/shell/ordinary_output.hpp"

#include "utilities/shell/command_error.hpp"

namespace lodestone::cli {

void RequireFollowed(const OutputPlace& place) {
  const OutputError& error = place.error();
  if (!error.reason.empty()) throw CommandError(error.reason, place.Describe(), error.number);
}

void RequireOrdinary(const OutputPlace& place) {
  RequireFollowed(place);
  if (!place.valid()) {
    throw CommandError("Unable to open file", place.Describe(), place.error().number);
  }
  if (place.is_special()) throw CommandError("The output is not a regular file", place.Describe());
}

std::ofstream OpenOrdinary(const std::string& name) {
  RequireOrdinary(OutputPlace(name));
  return std::ofstream(name, std::ios::binary | std::ios::trunc);
}

}  // namespace lodestone::cli
