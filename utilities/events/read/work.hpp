// Which records are of works that can be compared.
#pragma once

#include <string>

#include "utilities/events/read/record.hpp"

namespace lodestone::cli {

// Of the larger of the two images, in millions of pixels; 0 when the log does not say.
double Megapixels(const EventGeometry& geometry);

// "5640x3172 to 1410x793", "640x480" where both are alike; "" when the log does not say.
std::string SizeText(const EventGeometry& geometry);

// "reduce by 2 and more", "reduce", "enlarge" or "same size".
std::string ShapeText(const EventGeometry& geometry);

// What works of about the same cost have in common: "reduce by 2 and more, 10 to 100 MP"; "" when
// the log does not say.
std::string ClassText(const EventGeometry& geometry);

// Whether the call was the first of its kind in its process, or had a device or a program to get
// ready. Such calls say nothing about those that come later.
bool IsCold(const EventRecord& record);

}  // namespace lodestone::cli
