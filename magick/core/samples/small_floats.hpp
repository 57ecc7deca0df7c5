// Floating point numbers of 16 and 24 bits, converted and rounded as GraphicsMagick does.
#pragma once

#include <cstdint>

#include "base/coder_api.hpp"

LS_CODER_API_BEGIN
namespace lodestone {

// Too large ones become the largest number, or, with 16 bits, one of its exponent; too small ones
// lose the leading one of their mantissa.
std::uint32_t Float16Bits(float value);
std::uint32_t Float24Bits(float value);

// There are no infinities: the largest exponent is like the others.
float FromFloat16(std::uint32_t bits);
float FromFloat24(std::uint32_t bits);

}  // namespace lodestone
LS_CODER_API_END
