// Shared by the parts of the JPEG XL coder; no other code sees libjxl.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <span>
#include <vector>

#include <jxl/decode.h>
#include <jxl/encode.h>
#include <jxl/memory_manager.h>
#include <jxl/parallel_runner.h>
#include <jxl/version.h>

#include "base/owner.hpp"
#include "coders/common/coder.hpp"

namespace lodestone::coders {

using JxlDecoderOwner = Owner<JxlDecoder, JxlDecoderDestroy>;
using JxlEncoderOwner = Owner<JxlEncoder, JxlEncoderDestroy>;

// Memory of libjxl, as far as it asks for it here, counts against the memory limit.
const JxlMemoryManager* JxlLimitedMemory();

// Runs libjxl's tasks on the threads of this library, whose number is limited.
class JxlWorkers {
 public:
  // `report` is called between tasks, on the thread that called libjxl; what it throws ends the
  // coding, and is thrown again by Rethrow.
  explicit JxlWorkers(std::function<void()> report = {}) : report_(std::move(report)) {}
  static JxlParallelRetCode Run(void* self, void* jxl, JxlParallelRunInit init,
                                JxlParallelRunFunction function, std::uint32_t begin,
                                std::uint32_t end);
  void Rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  bool Report();

  std::function<void()> report_;
  std::exception_ptr failure_;
};

// What a file says before its pixels.
struct JxlHeader {
  JxlBasicInfo info = {};
  bool complete = false;                 // the last frame was seen
  std::vector<std::uint32_t> durations;  // of the frames that are shown, in ticks
  std::vector<std::uint8_t> icc;         // empty for sRGB
  std::vector<std::uint8_t> exif, xmp;   // boxes as they are

  bool alpha() const { return info.alpha_bits != 0; }
  bool gray() const { return info.num_color_channels == 1; }
};

// jxl_header.cpp: reads all of the file but its pixels. Limits are checked by means of `image`,
// which gets the size.
JxlHeader ReadJxlHeader(std::span<const std::uint8_t> file, Image* image);

Image* ReadJxl(const ImageInfo* image_info, ExceptionInfo* exception);
unsigned int WriteJxl(const ImageInfo* image_info, Image* image);

}  // namespace lodestone::coders
