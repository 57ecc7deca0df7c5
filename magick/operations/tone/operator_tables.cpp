#include "magick/operations/tone/operator_tables.hpp"

#include <algorithm>
#include <cmath>

#include "magick/core/pixels/depth_levels.hpp"

namespace lodestone {
namespace {

// A sample, the operator's argument, and the latter as a sample.
struct Operands {
  Quantum sample;
  double argument;
  Quantum whole;
};

using Function = double (*)(const Operands& o);

struct OperatorRow {
  QuantumOperator operation;
  Function function;
};

double LeftShifted(const Operands& o) {
  return o.whole >= QuantumDepth ? 0.0 : static_cast<Quantum>(o.sample << o.whole);
}

double RightShifted(const Operands& o) {
  return o.whole >= QuantumDepth ? 0.0 : static_cast<Quantum>(o.sample >> o.whole);
}

// Cut off, as in GraphicsMagick.
double Power(Quantum sample, double exponent) {
  return std::trunc(MaxRGBDouble * std::pow(sample / MaxRGBDouble, exponent));
}

double Logarithm(const Operands& o) {
  return MaxRGBDouble *
         (std::log(o.sample / MaxRGBDouble * o.argument + 1.0) / std::log(o.argument + 1.0));
}

double Reduced(const Operands& o) {
  return DepthLevels(std::clamp<unsigned>(o.whole, 1, QuantumDepth)).Nearest(o.sample);
}

constexpr OperatorRow kOperators[] = {
    {AddQuantumOp, [](const Operands& o) { return o.sample + o.argument; }},
    {AndQuantumOp, [](const Operands& o) -> double { return o.sample & o.whole; }},
    {AssignQuantumOp, [](const Operands& o) -> double { return o.whole; }},
    {DivideQuantumOp, [](const Operands& o) { return o.sample / o.argument; }},
    {LShiftQuantumOp, LeftShifted},
    {MultiplyQuantumOp, [](const Operands& o) { return o.sample * o.argument; }},
    {OrQuantumOp, [](const Operands& o) -> double { return o.sample | o.whole; }},
    {RShiftQuantumOp, RightShifted},
    {SubtractQuantumOp, [](const Operands& o) { return o.sample - o.argument; }},
    {ThresholdQuantumOp, [](const Operands& o) { return o.sample > o.whole ? MaxRGBDouble : 0.0; }},
    {ThresholdBlackQuantumOp,
     [](const Operands& o) -> double { return o.sample < o.whole ? 0 : o.sample; }},
    {ThresholdWhiteQuantumOp,
     [](const Operands& o) -> double { return o.sample > o.whole ? MaxRGB : o.sample; }},
    {XorQuantumOp, [](const Operands& o) -> double { return o.sample ^ o.whole; }},
    {NegateQuantumOp, [](const Operands& o) -> double { return MaxRGB - o.sample; }},
    {GammaQuantumOp, [](const Operands& o) { return Power(o.sample, 1.0 / o.argument); }},
    {DepthQuantumOp, Reduced},
    {LogQuantumOp, Logarithm},
    {MaxQuantumOp, [](const Operands& o) -> double { return std::max(o.sample, o.whole); }},
    {MinQuantumOp, [](const Operands& o) -> double { return std::min(o.sample, o.whole); }},
    {PowQuantumOp, [](const Operands& o) { return Power(o.sample, o.argument); }},
    {ThresholdBlackNegateQuantumOp,
     [](const Operands& o) -> double { return o.sample < o.whole ? MaxRGB : o.sample; }},
    {ThresholdWhiteNegateQuantumOp,
     [](const Operands& o) -> double { return o.sample > o.whole ? 0 : o.sample; }},
};

const OperatorRow* Find(QuantumOperator operation) {
  const auto* row = std::find_if(std::begin(kOperators), std::end(kOperators),
                                 [&](const OperatorRow& r) { return r.operation == operation; });
  return row == std::end(kOperators) ? nullptr : row;
}

}  // namespace

bool HasTable(QuantumOperator operation) {
  return Find(operation) != nullptr;
}

PointTable OperatorTable(QuantumOperator operation, double argument) {
  const Function function = Find(operation)->function;
  const Quantum whole = RoundDoubleToQuantum(argument);
  return MakePointTable([&](Quantum sample) { return function({sample, argument, whole}); });
}

}  // namespace lodestone
