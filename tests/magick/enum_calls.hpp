// Public functions that take an enumeration, each with its required result for a value outside the
// enumeration.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "accel/accelerate.h"
#include "tests/magick/support.hpp"

namespace lodestone::test {

struct Call {
  const char* function;
  int last;  // value of the enumeration
  std::function<void(int value)> expect_refused;
};

inline std::ostream& operator<<(std::ostream& stream, const Call& call) {
  return stream << call.function;
}

inline ImagePtr Source() {
  return RandomImage(9, 7, Kind::kOpaque, 1);
}

// Grouped by how they report errors.
std::vector<Call> CallsThatGiveImages();
std::vector<Call> CallsThatFail();
std::vector<Call> CallsThatName();
std::vector<Call> CallsWithoutException();
std::vector<Call> CallsAboutExceptions();
std::vector<Call> CallsThatDraw();

// No exception to report: `call` returns what is wrong as text.
template <class Enum>
Call Gives(const char* function, Enum last, const char* expected,
           std::function<std::string(Enum)> call) {
  return {function, last, [=](int value) { EXPECT_EQ(expected, call(static_cast<Enum>(value))); }};
}

}  // namespace lodestone::test
