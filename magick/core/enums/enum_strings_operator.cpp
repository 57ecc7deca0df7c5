// Names of operators on samples.
#include "magick/core/enums/enum_table.hpp"
#include "magick/enum_strings.h"

namespace {

using lodestone::EnumName;

constexpr EnumName kOperators[] = {
    {"undefined", UndefinedQuantumOp},
    {"add", AddQuantumOp},
    {"and", AndQuantumOp},
    {"assign", AssignQuantumOp},
    {"divide", DivideQuantumOp},
    {"lshift", LShiftQuantumOp},
    {"multiply", MultiplyQuantumOp},
    {"or", OrQuantumOp},
    {"rshift", RShiftQuantumOp},
    {"subtract", SubtractQuantumOp},
    {"threshold", ThresholdQuantumOp},
    {"threshold-black", ThresholdBlackQuantumOp},
    {"threshold-white", ThresholdWhiteQuantumOp},
    {"xor", XorQuantumOp},
    {"noise-gaussian", NoiseGaussianQuantumOp},
    {"noise-impulse", NoiseImpulseQuantumOp},
    {"noise-laplacian", NoiseLaplacianQuantumOp},
    {"noise-multiplicative", NoiseMultiplicativeQuantumOp},
    {"noise-poisson", NoisePoissonQuantumOp},
    {"noise-uniform", NoiseUniformQuantumOp},
    {"negate", NegateQuantumOp},
    {"gamma", GammaQuantumOp},
    {"depth", DepthQuantumOp},
    {"log", LogQuantumOp},
    {"max", MaxQuantumOp},
    {"min", MinQuantumOp},
    {"pow", PowQuantumOp},
    {"noise-random", NoiseRandomQuantumOp},
    {"threshold-black-negate", ThresholdBlackNegateQuantumOp},
    {"threshold-white-negate", ThresholdWhiteNegateQuantumOp},
    {"set", AssignQuantumOp},
    {"left-shift", LShiftQuantumOp},
    {"right-shift", RShiftQuantumOp},
    {"gaussian-noise", NoiseGaussianQuantumOp},
    {"impulse-noise", NoiseImpulseQuantumOp},
    {"laplacian-noise", NoiseLaplacianQuantumOp},
    {"multiplicative-noise", NoiseMultiplicativeQuantumOp},
    {"poisson-noise", NoisePoissonQuantumOp},
    {"uniform-noise", NoiseUniformQuantumOp},
    {"random-noise", NoiseRandomQuantumOp},
};
static_assert(lodestone::NamesAll<QuantumOperator>(kOperators));

}  // namespace

QuantumOperator StringToQuantumOperator(const char* option) {
  return lodestone::ValueOf(kOperators, option, UndefinedQuantumOp);
}

const char* QuantumOperatorToString(const QuantumOperator quantum_operator) {
  return lodestone::NameOf(kOperators, quantum_operator);
}
