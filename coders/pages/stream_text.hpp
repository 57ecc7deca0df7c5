// What is written alike in PDF and PostScript.
#pragma once

#include <string>

#include "base/coder_api.hpp"
#include "coders/common/byte_cursor.hpp"

LS_CODER_API_BEGIN
namespace lodestone::coders {

// With up to four decimals, whatever the locale.
std::string NumberText(double value);
std::string HexText(ByteSpan bytes);
// The text in parentheses, with what they need before them.
std::string LiteralText(std::string_view text);

// Takes the next character of UTF-8; bytes that are none count as Latin-1.
char32_t NextCharacter(std::string_view& text);

}  // namespace lodestone::coders
LS_CODER_API_END
