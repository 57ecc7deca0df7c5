// The part of convert that other commands use.
#pragma once

#include "utilities/shell/command.hpp"

namespace lodestone::cli {

// Runs a convert command without writing a file; reads pixels only for operations that cannot be
// explained. False when the command only asked for information, which was printed.
bool ConvertWithoutPixels(const CommandContext& context, const Arguments& arguments);

}  // namespace lodestone::cli
