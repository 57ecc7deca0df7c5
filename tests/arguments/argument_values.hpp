// Arguments for any public function: one that makes sense, and many that do not.
#pragma once

#include <climits>
#include <cstddef>
#include <cstdio>
#include <iterator>
#include <limits>
#include <type_traits>

#include "accel/accelerate.h"
#include "magick/api.h"
#include "wand/magick_wand_types.h"

namespace lodestone::test {

// Number 0 is the value that makes sense; of pointers, this is NULL.
inline constexpr unsigned kNull = 1;

// Memory behind pointers, all 0. Functions that take ownership may do so: each call has its own,
// and nobody frees what is left.
void* NewRoom();

// Written to the current folder, which ImageInfo names.
void WriteSmallFile();

// How many values there are of pointers to objects.
template <typename T>
inline constexpr unsigned kObjects = 2;
template <>
inline constexpr unsigned kObjects<Image> = 7;
template <>
inline constexpr unsigned kObjects<DrawInfo> = 3;
template <>
inline constexpr unsigned kObjects<ImageInfo> = 3;
template <>
inline constexpr unsigned kObjects<MontageInfo> = 3;
template <>
inline constexpr unsigned kObjects<MagickWand> = 3;

// A value of a type whose objects have to be made. Images have pixels (0), none (2), a palette and
// a blob to read (3), another colour space and a blob to write (4), numbers in their fields that
// are none (5), or a size that their pixels do not have (6). Settings have sensible numbers (0) or
// such that are none (2). Magick wands have an image (0) or none (2).
inline constexpr unsigned kNonsense = 2;
template <typename T>
T* New(unsigned) {
  return static_cast<T*>(NewRoom());
}
template <>
Image* New(unsigned number);
template <>
Image** New(unsigned number);
template <>
void* New(unsigned);  // a file
template <>
BlobInfo* New(unsigned);
template <>
DrawInfo* New(unsigned number);
template <>
_DrawContext* New(unsigned);
template <>
DrawingWand* New(unsigned);
template <>
ExceptionInfo* New(unsigned);
template <>
FILE* New(unsigned);
template <>
ImageInfo* New(unsigned number);
template <>
MagickAccelerateEventQueue* New(unsigned);
template <>
MagickInfo* New(unsigned);
template <>
MagickWand* New(unsigned number);
template <>
MontageInfo* New(unsigned number);
template <>
PixelWand* New(unsigned);
template <>
const PixelWand** New(unsigned);
template <>
QuantizeInfo* New(unsigned);
template <>
ViewInfo* New(unsigned);

template <typename Result, typename... Parameters>
Result DoNothing(Parameters...) {
  return Result();
}
template <typename Result, typename... Parameters>
auto NewFunction(Result (*)(Parameters...)) {
  return &DoNothing<Result, Parameters...>;
}

inline constexpr std::size_t kTexts = 5;
const char* TextValue(unsigned number);

template <typename T>
inline constexpr T kReals[] = {T{1},
                               T{0},
                               T{-1},
                               std::numeric_limits<T>::max(),
                               std::numeric_limits<T>::lowest(),
                               std::numeric_limits<T>::quiet_NaN(),
                               std::numeric_limits<T>::infinity(),
                               -std::numeric_limits<T>::infinity(),
                               std::numeric_limits<T>::denorm_min(),
                               T(3e9),  // more than an unsigned int holds, less than a long
                               T(1e-9),
                               T(1e19)};  // more than a long holds

// Sizes are those of a small file (see New<void>) and of a part of the image.
template <typename T>
inline constexpr T kIntegers[] = {T{sizeof(T) == 8 && std::is_unsigned_v<T> ? 16 : 1}, T{0},
                                  std::numeric_limits<T>::max(), std::numeric_limits<T>::min(),
                                  static_cast<T>(std::numeric_limits<T>::max() / 2 + 1)};

inline constexpr int kEnumerators[] = {1, 0, 9999, INT_MIN};

// How many values there are beyond the sensible one.
template <typename T>
constexpr unsigned OddValues() {
  using Target = std::remove_cv_t<std::remove_pointer_t<T>>;
  if constexpr (std::is_floating_point_v<T>) return std::size(kReals<T>) - 1;
  if constexpr (std::is_integral_v<T>) return std::size(kIntegers<T>) - 1;
  if constexpr (std::is_enum_v<T>) return std::size(kEnumerators) - 1;
  if constexpr (std::is_same_v<T, const char*>) return kTexts - 1;
  return std::is_pointer_v<T> ? kObjects<Target> - 1 : 0;
}

template <typename T>
T Value(unsigned number) {
  using Target = std::remove_cv_t<std::remove_pointer_t<T>>;
  if constexpr (std::is_floating_point_v<T>) {
    return kReals<T>[number];
  } else if constexpr (std::is_integral_v<T>) {
    return kIntegers<T>[number];
  } else if constexpr (std::is_enum_v<T>) {
    return static_cast<T>(kEnumerators[number]);
  } else if constexpr (std::is_same_v<T, const char*>) {
    return TextValue(number);
  } else if constexpr (!std::is_pointer_v<T>) {
    return T{};
  } else if (number == kNull) {
    return nullptr;
  } else if constexpr (std::is_function_v<Target>) {
    return NewFunction(T{});
  } else {
    return New<Target>(number);
  }
}

}  // namespace lodestone::test
