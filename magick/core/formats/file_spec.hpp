// "FORMAT:name.extension[frames]", and which format a file is in.
#pragma once

#include "magick/core/blob/blob_input.hpp"
#include "magick/image.h"
#include "magick/magick.h"

namespace lodestone {

// Moves "FORMAT:" from the file name to magick (and sets affirm), unless a file of that name
// exists.
void ApplyPrefix(ImageInfo* info);

// The same, for reading: moves "FORMAT:" from the file name to magick (and sets affirm), "[frames]"
// to tile, subimage and subrange, "[geometry]" to tile. If a file of exactly that name exists, the
// name is left alone. Returns false with *exception set if what is in the brackets is neither.
bool ApplyFileSpec(ImageInfo* info, ExceptionInfo* exception);

// Sets magick to the extension of the file name if that names a format, which need not be built in,
// and not one that only a prefix selects. Not if affirm is set. Returns whether it did.
bool ApplyExtension(ImageInfo* info);

// The format that the extension names and that is read only if a prefix asks for it; else null.
const MagickInfo* FormatOfPrefixAlone(const ImageInfo& info);

// The format `magick` if it can be written; else null, with an exception that says why.
const MagickInfo* FindEncoder(const char* magick, const char* filename, ExceptionInfo* exception);

// Sets magick to the format that the first bytes indicate. A format from a prefix stays if it
// cannot be recognized by content, as raw samples cannot; so does one from a prefix or an extension
// that only names tell from others, as camera files from TIFF. Returns false if the content is not
// recognized.
bool ApplyContent(ImageInfo* info, BlobInput& input);

// True if the format of `info` was requested by a prefix and cannot be recognized by content, or is
// refused: the rest of the name is no file to be opened.
bool ObeysPrefix(const ImageInfo* info);

}  // namespace lodestone
