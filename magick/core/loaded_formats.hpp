// Questions to the registry of file formats that load no coder.
#pragma once

#include "magick/magick.h"

namespace lodestone {

// True if a loaded format that this decoder reads can be recognized by content.
bool IsDecoderRecognized(DecoderHandler decoder);

}  // namespace lodestone
