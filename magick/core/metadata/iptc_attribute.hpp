// Attributes that are read from the IPTC profile, with the resources of Photoshop.
#pragma once

#include <optional>
#include <string>

#include "magick/core/metadata/byte_reader.hpp"

namespace lodestone {

// "IPTC:dataset:record", such as "IPTC:2:120": the text of the first such record.
std::optional<std::string> IptcAttribute(ByteReader profile, const std::string& key);

// "8BIM:first,last", "8BIM:first,last:name", "8BIM:first,last:#number", each also followed by a
// newline and a format: the first resource, or the one of that name or number, with an id in the
// range. Paths (ids between 1999 and 2999) become an SVG image of the size given, or, in any other
// format, a PostScript procedure.
std::optional<std::string> ResourceAttribute(ByteReader profile, const std::string& key,
                                             unsigned long columns, unsigned long rows);

}  // namespace lodestone
