// The characters that X11's formats of text have for pixels, in order of use.
#pragma once

#include <string_view>

namespace lodestone::coders {

inline constexpr std::string_view kPixelDigits =
    " .XoO+@#$%&*=-;:>,<1234567890qwertyuipasdfghjklzxcvbnmMNBVCZASDFGHJKLPIUYTREWQ!~^/()_`'][{}|";

}  // namespace lodestone::coders
