// ICC profiles of linear light.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/coder_api.hpp"
#include "coders/common/byte_cursor.hpp"
#include "coders/common/primaries.hpp"

LS_CODER_API_BEGIN
namespace lodestone::coders {

// Of grey if `gray`. Empty if the chromaticities mean no colours.
std::vector<std::uint8_t> LinearProfile(const Primaries& primaries, bool gray);

// By its curve of red or of grey.
bool IsLinearProfile(ByteSpan icc);

// Columns: its red, green and blue as XYZ. Nothing if it does not say so, as that of grey.
std::optional<ColorMatrix> ColorantsOf(ByteSpan icc);

}  // namespace lodestone::coders
LS_CODER_API_END
