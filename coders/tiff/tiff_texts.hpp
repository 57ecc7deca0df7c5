// Text fields, and the attributes of an image that they are.
#pragma once

#include <tiffio.h>

#include <cstdint>

namespace lodestone::coders {

struct TiffText {
  std::uint32_t tag;
  const char* attribute;
};

inline constexpr TiffText kTiffTexts[] = {
    {TIFFTAG_ARTIST, "artist"},
    {TIFFTAG_COPYRIGHT, "copyright"},
    {TIFFTAG_DATETIME, "timestamp"},
    {TIFFTAG_DOCUMENTNAME, "document"},
    {TIFFTAG_HOSTCOMPUTER, "hostcomputer"},
    {TIFFTAG_IMAGEDESCRIPTION, "comment"},
    {TIFFTAG_MAKE, "make"},
    {TIFFTAG_MODEL, "model"},
    {TIFFTAG_PAGENAME, "label"},
    {TIFFTAG_SOFTWARE, "software"},
};

}  // namespace lodestone::coders
