// The names of known file formats, whether or not a coder for them is built in.
#pragma once

namespace lodestone {

// True if a file with this extension (case-insensitive) is of a known format. Only the registry
// says whether it can be read or written.
bool IsKnownFormat(const char* extension);

}  // namespace lodestone
