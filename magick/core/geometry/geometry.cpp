// Geometry strings: "WIDTHxHEIGHT+X+Y" with the flags % ! < > @ ^.
#include <cctype>
#include <cmath>
#include <cstring>

#include "base/saturate.hpp"
#include "magick/core/errors/required.hpp"
#include "magick/core/geometry/geometry_numbers.hpp"
#include "magick/image.h"
#include "magick/core/strings/text_number.hpp"
#include "magick/utility.h"

namespace {

using lodestone::GeometryNumbers;
using lodestone::ParseDouble;
using lodestone::Saturated;

int FlagOf(char c) {
  switch (c) {
    case '%':
      return PercentValue;
    case '!':
      return AspectValue;
    case '<':
      return LessValue;
    case '>':
      return GreaterValue;
    case '@':
      return AreaValue;
    case '^':
      return MinimumValue;
    default:
      return NoValue;
  }
}

// Splits the flags, which may stand anywhere, from the numbers. False if a character belongs to
// neither or the text is too long.
bool SplitFlags(const char* text, char (&numbers)[MaxTextExtent], int* flags) {
  size_t used = 0;
  for (; *text != '\0'; text++) {
    const int flag = FlagOf(*text);
    if (flag != NoValue) {
      *flags |= flag;
    } else if (std::strchr("0123456789.+-xX", *text) != nullptr) {
      if (used + 1 >= MaxTextExtent) return false;
      numbers[used++] = *text;
    } else if (std::isspace(static_cast<unsigned char>(*text)) == 0) {
      return false;
    }
  }
  numbers[used] = '\0';
  return true;
}

bool IsCross(char c) {
  return c == 'x' || c == 'X';
}
bool IsSign(char c) {
  return c == '+' || c == '-';
}

// Reads one signed offset; its own sign and the sign of the number multiply.
void ReadOffset(const char** text, int value_flag, int negative_flag, double* offset, int* flags) {
  if (!IsSign(**text)) return;
  const bool negative = **text == '-';
  const char* start = *text + 1;
  const char* end = start;
  const double value = ParseDouble(start, &end);
  *text = end;
  if (end == start) return;
  *offset = negative ? -value : value;
  *flags |= value_flag | (negative ? negative_flag : NoValue);
}

bool ReadNumbers(const char* text, int* flags, GeometryNumbers* numbers) {
  if (!IsSign(*text) && !IsCross(*text)) {
    const char* start = text;
    numbers->width = ParseDouble(start, &text);
    if (text == start) return *text == '\0';
    *flags |= WidthValue;
  }
  if (IsCross(*text)) {
    const char* start = ++text;
    numbers->height = ParseDouble(start, &text);
    if (text != start) *flags |= HeightValue;
  } else if ((*flags & WidthValue) != 0 && ((*flags & AreaValue) == 0 || *text != '\0')) {
    numbers->height = numbers->width;
    *flags |= HeightValue;
  }
  ReadOffset(&text, XValue, XNegative, &numbers->x, flags);
  ReadOffset(&text, YValue, YNegative, &numbers->y, flags);
  return *text == '\0';
}

// Rounds half up, saturating; sizes are never negative.
unsigned long ToSize(double value) {
  return Saturated<unsigned long>(std::floor(value + 0.5));
}

long ToOffset(double value) {
  return Saturated<long>(std::ceil(value - 0.5));
}

}  // namespace

bool lodestone::ReadGeometry(const char* geometry, int* flags, GeometryNumbers* numbers) {
  *flags = NoValue;
  if (geometry == nullptr) return true;
  char text[MaxTextExtent];
  if (SplitFlags(geometry, text, flags)) return ReadNumbers(text, flags, numbers);
  *flags = NoValue;
  return false;
}

int GetGeometry(const char* geometry, long* x, long* y, unsigned long* width,
                unsigned long* height) {
  if (!lodestone::AreGiven({x, y, width, height})) return NoValue;
  int flags = NoValue;
  GeometryNumbers numbers;
  if (!lodestone::ReadGeometry(geometry, &flags, &numbers)) return flags;
  if ((flags & XValue) != 0) *x = ToOffset(numbers.x);
  if ((flags & YValue) != 0) *y = ToOffset(numbers.y);
  if ((flags & WidthValue) != 0) *width = ToSize(numbers.width);
  if ((flags & HeightValue) != 0) *height = ToSize(numbers.height);
  return flags;
}

int GetMagickDimension(const char* str, double* width, double* height, double* xoff, double* yoff) {
  if (str == nullptr) return 0;
  double ignored = 0.0;
  const auto place = [&](double* wanted) -> double& { return wanted ? *wanted : ignored; };
  const char* end = str;
  place(width) = ParseDouble(str, &end);
  if (end == str) return 0;
  if (*end == '%') end++;
  if (!IsCross(*end)) return 1;
  const char* start = ++end;
  place(height) = ParseDouble(start, &end);
  if (end == start) return 1;
  if (!IsSign(*end)) return 2;
  start = end;
  place(xoff) = ParseDouble(start, &end);
  if (end == start) return 2;
  if (!IsSign(*end)) return 3;
  start = end;
  place(yoff) = ParseDouble(start, &end);
  return end == start ? 3 : 4;
}

MagickBool IsGeometry(const char* geometry) {
  long x = 0;
  long y = 0;
  unsigned long width = 0;
  unsigned long height = 0;
  return GetGeometry(geometry, &x, &y, &width, &height) != NoValue ? MagickTrue : MagickFalse;
}
