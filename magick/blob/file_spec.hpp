// "FORMAT:name.extension[frames]", and which format a file is in.
#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "magick/blob/blob_input.hpp"
#include "magick/image.h"

namespace lodestone {

// First and last frame of each part of a text such as "0,3-5", in order; nothing if it is none.
using FrameRanges = std::vector<std::pair<unsigned long, unsigned long>>;
std::optional<FrameRanges> ParseFrames(std::string_view text);

// Moves "FORMAT:" from the file name to magick (and sets affirm), "[frames]" to tile, subimage and
// subrange. A file of exactly that name is taken for what it is.
void ApplyFileSpec(ImageInfo* info);

// Sets magick to the extension of the file name if that is a known format, unless affirm is set.
// Returns true if it did.
bool ApplyExtension(ImageInfo* info);

// Sets magick to the format that the first bytes belong to. A format from a prefix stays if it
// cannot be told by content, as raw samples cannot. Returns false if the content tells nothing.
bool ApplyContent(ImageInfo* info, BlobInput& input);

// True if the format of `info` was asked for by name and cannot be told by content.
bool ObeysPrefix(const ImageInfo* info);

}  // namespace lodestone
