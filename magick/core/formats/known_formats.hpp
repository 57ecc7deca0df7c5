// Formats that are not built in: those of loadable coders, and those that have none, with the
// reason.
#pragma once

#include <string>
#include <vector>

#include "magick/magick.h"

namespace lodestone {

// True if a file with this extension (case-insensitive) is of a known format. Only the registry
// says whether it can be read or written.
bool IsKnownFormat(const char* extension);

// The coder module that has this format (case-insensitive), or null.
const char* CoderOfFormat(const char* name);

// The formats of a coder module, separated by spaces.
const char* FormatsOfCoder(const char* module);

// All coder modules.
std::vector<const char*> LoadableCoders();

// Why a coder module has not been loaded, and how to get it; empty if it has been.
std::string WhyNoModule(const char* module);

// Whether names with this prefix are no files, and there is no coder for them.
bool IsRefusedPrefix(const char* name);

// Why there is no coder for a known format, and what to do about it; empty if nothing is known.
std::string WhyNoCoder(const char* name);

// Formats that are known but never have a coder here, with the reason: "PS PS2 EPS", "...".
struct RefusedFormats {
  const char* names;
  const char* reason;
};
std::vector<RefusedFormats> FormatsWithoutCoder();

// True if a loaded format (none is loaded for this) that this decoder reads can be recognized by
// content.
bool IsDecoderRecognized(DecoderHandler decoder);

}  // namespace lodestone
