// Which records can be compared with each other.
#pragma once

#include <string>

#include "utilities/events/read/record.hpp"

namespace lodestone::cli {

// Of the larger of the two images, in millions of pixels; 0 when the log does not state it.
double Megapixels(const EventGeometry& geometry);

// "5640x3172 to 1410x793", "640x480" where both are equal; "" when the log does not state it.
std::string SizeText(const EventGeometry& geometry);

// "reduce by 2 and more", "reduce", "enlarge" or "same size".
std::string ShapeText(const EventGeometry& geometry);

// The class of calls of about the same cost: "reduce by 2 and more, 10 to 100 MP"; "" when the log
// does not state it.
std::string ClassText(const EventGeometry& geometry);

// Whether the call was the first of its operation in its process, or had to get a device or a
// program ready. Such calls say nothing about later ones.
bool IsCold(const EventRecord& record);

}  // namespace lodestone::cli
