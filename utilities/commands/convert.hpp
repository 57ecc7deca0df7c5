// What other commands use of convert.
#pragma once

#include "utilities/shell/command.hpp"

namespace lodestone::cli {

// Goes through a convert command but writes no file, and reads pixels only for operations that are
// not explained. False when the command only asked for information, which was printed.
bool ConvertWithoutPixels(const CommandContext& context, const Arguments& arguments);

}  // namespace lodestone::cli
