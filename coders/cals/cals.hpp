// Raster files of CALS, type 1: records of text, and a fax page of group 4 (MIL-PRF-28002).
#pragma once

#include <string>

#include "coders/common/coder.hpp"

namespace lodestone::coders {

inline constexpr std::size_t kCalsRecordBytes = 128, kCalsRecords = 16;
inline constexpr unsigned long kCalsDensity = 200;  // where a file says none

// The direction of the pixels of a row, and that of the rows relative to it, both in degrees
// counterclockwise from the right.
struct CalsRotation {
  unsigned path, progression;
  OrientationType orientation;
};
inline constexpr CalsRotation kCalsRotations[] = {
    {0, 270, TopLeftOrientation},       {180, 90, TopRightOrientation},
    {180, 270, BottomRightOrientation}, {0, 90, BottomLeftOrientation},
    {270, 90, LeftTopOrientation},      {270, 270, RightTopOrientation},
    {90, 90, RightBottomOrientation},   {90, 270, LeftBottomOrientation}};

Image* ReadCals(const ImageInfo* image_info, ExceptionInfo* exception);

}  // namespace lodestone::coders
