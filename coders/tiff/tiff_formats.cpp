// The names of the formats.
#include <cstring>

#include "coders/common/modules.hpp"
#include "coders/tiff/tiff.hpp"

namespace lodestone::coders {
namespace {

template <std::size_t kSize>
bool BeginsWith(const unsigned char* bytes, const std::size_t length, const char (&mark)[kSize]) {
  return length >= kSize - 1 && std::memcmp(bytes, mark, kSize - 1) == 0;
}

unsigned int IsTiff(const unsigned char* magick, const std::size_t length) {
  return BeginsWith(magick, length, "MM\0\x2a") || BeginsWith(magick, length, "II\x2a\0");
}

unsigned int IsBigTiff(const unsigned char* magick, const std::size_t length) {
  return BeginsWith(magick, length, "MM\0\x2b\0\x08\0\0") ||
         BeginsWith(magick, length, "II\x2b\0\x08\0\0\0");
}

}  // namespace

void RegisterTiffImage() {
  // The rest of what libtiff says is its copyright.
  static const std::string version(TIFFGetVersion(), std::strcspn(TIFFGetVersion(), "\n"));
  const auto add = [](const char* name, const char* description, EncoderHandler encoder,
                      MagickHandler magick) {
    FormatEntry entry{name, description, "TIFF", ReadTiff, encoder, magick};
    entry.version = version.c_str();
    RegisterFormat(entry);
  };
  add("BIGTIFF", "Tagged Image File Format (64-bit offsets)", WriteTiff, IsBigTiff);
  add("PTIF", "Pyramid encoded TIFF", WritePyramidTiff, nullptr);
  add("TIF", "Tagged Image File Format", WriteTiff, nullptr);
  add("TIFF", "Tagged Image File Format", WriteTiff, IsTiff);
  FormatEntry fax{"GROUP4RAW", "CCITT Group4 RAW", "TIFF", nullptr, WriteGroup4Raw};
  fax.adjoin = false;
  fax.raw = true;
  fax.extension = IgnoreExtensionTreatment;
  RegisterFormat(fax);
}

}  // namespace lodestone::coders
