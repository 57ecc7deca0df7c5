#include "magick/core/strings/number_list.hpp"

#include <cstring>

#include "magick/core/strings/text_number.hpp"

namespace lodestone {

std::size_t ParseNumbers(const char* text, const char* separators, std::span<double> numbers) {
  std::size_t count = 0;
  while (count < numbers.size()) {
    const char* end = text;
    const double number = ParseDouble(text, &end);
    if (end == text) break;
    numbers[count++] = number;
    const std::size_t between = std::strspn(end, separators);
    if (between == 0) break;
    text = end + between;
  }
  return count;
}

}  // namespace lodestone
