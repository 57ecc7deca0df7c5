#include <cstring>

#include "coders/common/registration.hpp"
#include "coders/gif/gif.hpp"

namespace lodestone::coders {
namespace {

unsigned int IsGif(const unsigned char* magick, const std::size_t length) {
  return length >= 4 && std::memcmp(magick, "GIF8", 4) == 0;
}

}  // namespace

std::string GifXmpTrailer() {
  std::string trailer(1, '\1');
  for (int value = 255; value >= 0; --value) trailer += static_cast<char>(value);
  return trailer;
}

LS_CODER_ENTRY(GIF) {
  FormatEntry entry{"GIF", "CompuServe graphics interchange format", "GIF", ReadGif, WriteGif,
                    IsGif};
  entry.version = "version 89a";
  entry.traits = {"8 (palette)", "1 bit", "animation", "ICC, XMP, comment", "65535x65535"};
  RegisterFormat(entry);
  entry.name = "GIF87";
  entry.version = "version 87a";
  entry.adjoin = false;
  entry.traits = {"8 (palette)", "", "", "", "65535x65535"};
  RegisterFormat(entry);
}

}  // namespace lodestone::coders
