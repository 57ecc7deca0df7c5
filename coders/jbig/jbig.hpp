// JBIG (ITU-T T.82): pages of black and white, in one resolution or several. No other code sees
// JBIG-KIT.
#pragma once

// Its own header does not say so.
extern "C" {
#include <jbig.h>
}

#include "coders/common/byte_cursor.hpp"

namespace lodestone::coders {

// JBIG-KIT ends the process where it gets no memory: fails unless there is as much.
class JbigMemory {
 public:
  explicit JbigMemory(std::uint64_t bytes);

 private:
  MemoryClaim claim_;
};

Image* ReadJbig(const ImageInfo* image_info, ExceptionInfo* exception);
unsigned int WriteJbig(const ImageInfo* image_info, Image* image);

}  // namespace lodestone::coders
