// Images as text: their pixels (TXT), or what is known about them (INFO).
#pragma once

#include "coders/common/coder.hpp"

namespace lodestone::coders {

Image* ReadText(const ImageInfo* image_info, ExceptionInfo* exception);
unsigned int WriteText(const ImageInfo* image_info, Image* image);
unsigned int WriteInfo(const ImageInfo* image_info, Image* image);

}  // namespace lodestone::coders
