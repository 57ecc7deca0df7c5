#include <cstring>

#include "coders/common/registration.hpp"
#include "coders/webp/webp.hpp"

namespace lodestone::coders {
namespace {

unsigned int IsWebp(const unsigned char* magick, const std::size_t length) {
  return length >= 12 && std::memcmp(magick, "RIFF", 4) == 0 &&
         std::memcmp(magick + 8, "WEBP", 4) == 0;
}

const char* Version() {
  static const std::string version = [] {
    const int number = WebPGetEncoderVersion();
    return "libwebp " + std::to_string(number >> 16) + "." + std::to_string(number >> 8 & 255) +
           "." + std::to_string(number & 255);
  }();
  return version.c_str();
}

}  // namespace

LS_CODER_ENTRY(WEBP) {
  FormatEntry entry{"WEBP", "WebP Image Format", "WEBP", ReadWebp, WriteWebp, IsWebp};
  entry.version = Version();
  entry.traits = {"8", "yes", "animation", "ICC, EXIF, XMP", "16383x16383"};
  RegisterFormat(entry);
}

}  // namespace lodestone::coders
