// Conversions of samples from one ICC profile to another: lcms2's, where the library was built with
// it.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "magick/core/metadata/cicp.hpp"
#include "magick/image.h"

namespace lodestone::icc {

using ProfileBytes = std::span<const unsigned char>;

// What the samples of a profile's pixels are.
struct Space {
  ColorspaceType colorspace;
  unsigned channels;  // 1, 3 or 4: red, green, blue, opacity, or whatever these are here
};

// False with *exception set if profiles cannot be used at all.
bool IsAvailable(const Image* image, ExceptionInfo* exception);

// The space of a profile; nothing with *exception set if it is none, or of a space that no image
// has. `which` names the profile in the message.
std::optional<Space> SpaceOf(ProfileBytes profile, const char* which, ExceptionInfo* exception);

// A profile for colours by numbers; nothing with *exception set where there can be none.
std::optional<std::vector<unsigned char>> ProfileOfNumbers(const Cicp& cicp,
                                                           ExceptionInfo* exception);

struct Conversion {
  ProfileBytes from, to;
  RenderingIntent intent;
  bool black_point_compensation;
  bool tabulate;  // a table is made beforehand and interpolated: faster for many pixels
};

// Threads: any number may convert at once.
class Transform {
 public:
  virtual ~Transform() = default;
  // Pixels without gaps, as many samples each as the spaces have channels.
  virtual void Convert(const Quantum* from, Quantum* to, std::size_t pixels) const = 0;
};

// Transforms are kept and shared. NULL with *exception set. Both profiles have a space.
std::shared_ptr<const Transform> TransformFor(const Conversion& conversion,
                                              ExceptionInfo* exception);

}  // namespace lodestone::icc
