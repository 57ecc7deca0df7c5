#include "utilities/options/option_checks.hpp"

#include "utilities/shell/exception.hpp"

namespace lodestone::cli {

void CheckGeometry(const OptionUse& use) {
  if (!IsGeometry(use.value())) throw MalformedArgument(use.spelled());
}

void CheckColor(const OptionUse& use) {
  PixelPacket color;
  Exception exception;
  if (!QueryColorDatabase(use.value(), &color, exception.get())) {
    throw CommandError("Unrecognized color", use.value());
  }
}

}  // namespace lodestone::cli
