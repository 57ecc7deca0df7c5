// What the quantum operators make of a sample.
#pragma once

#include "magick/operator.h"
#include "magick/operations/colorspace/point.hpp"

namespace lodestone {

// False for operators that add noise, and for values that are none.
bool HasTable(QuantumOperator operation);

// The table of an operator that has one, with its argument.
PointTable OperatorTable(QuantumOperator operation, double argument);

}  // namespace lodestone
