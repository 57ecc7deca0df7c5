// Numbers in the arguments of options.
#pragma once

#include <string>
#include <vector>

#include "utilities/options/options.hpp"

namespace lodestone::cli {

// A sample, 0 to MaxRGB, or a percentage of MaxRGB if a per cent sign follows.
double ParseSample(const char* text);

// The number that `text` begins with, else MalformedArgument of the option.
double ParseNumber(const std::string& option, const std::string& text);

// MalformedArgument of the option unless `text` begins with a number.
void CheckNumber(const std::string& text, const OptionUse& use);

// Finite numbers separated by commas or spaces, of one of the arguments. Throws CommandError.
std::vector<double> ParseElements(const OptionUse& use, std::size_t argument = 0);

// Rows of a square matrix with as many elements.
unsigned SquareOrder(const std::vector<double>& elements);

// SquareOrder of an option's numbers. Throws CommandError if they are no square.
unsigned CheckSquare(const OptionUse& use);

}  // namespace lodestone::cli
