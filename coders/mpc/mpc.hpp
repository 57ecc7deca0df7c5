// MPC: an image as the memory of this build has it. The file has a head as in MIFF; beside it, with
// the extension "cache", lie the pixels. Only the build that wrote them can read them.
#pragma once

#include <string>

#include "coders/common/coder.hpp"

namespace lodestone::coders {

// What a head of this build begins with.
std::string MpcPreface();

// The file of the pixels of the image that is read or written. Fails if it has no name.
std::string MpcCacheName(const Image* image);

// What precedes the pixels of one image.
struct MpcPart {
  unsigned depth = QuantumDepth;
  bool has_indexes = false;
  std::uint32_t crc = 0;  // of pixels and indexes
};
std::uint32_t MpcCrc(std::uint32_t crc, const void* data, std::size_t length);

Image* ReadMpc(const ImageInfo* image_info, ExceptionInfo* exception);
unsigned int WriteMpc(const ImageInfo* image_info, Image* image);

}  // namespace lodestone::coders
