// The names of the formats.
#include <cstring>

#include "coders/common/registration.hpp"
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

constexpr FormatTraits kTraits = {
    .depths = "1 to 32, 64, floating point",
    .alpha = "yes",
    .frames = "pages",
    .metadata = "ICC, EXIF, XMP, IPTC, texts",
    .limits = "4 GiB (BIGTIFF: none)",
};

void Add(const char* name, const char* description, EncoderHandler encoder, MagickHandler magick) {
  // The rest of what libtiff says is its copyright.
  static const std::string version(TIFFGetVersion(), std::strcspn(TIFFGetVersion(), "\n"));
  FormatEntry entry{name, description, "TIFF", ReadTiff, encoder, magick};
  entry.version = version.c_str();
  entry.traits = kTraits;
  RegisterFormat(entry);
}

void AddGroup4Raw() {
  FormatEntry entry{"GROUP4RAW", "CCITT Group4 RAW", "TIFF", nullptr, WriteGroup4Raw};
  entry.adjoin = false;
  entry.raw = true;
  entry.extension = IgnoreExtensionTreatment;
  entry.traits.depths = "1";
  RegisterFormat(entry);
}

}  // namespace
}  // namespace lodestone::coders

LS_CODER_ENTRY(TIFF) {
  using namespace lodestone::coders;
  Add("BIGTIFF", "Tagged Image File Format (64-bit offsets)", WriteTiff, IsBigTiff);
  Add("PTIF", "Pyramid encoded TIFF", WritePyramidTiff, nullptr);
  Add("TIF", "Tagged Image File Format", WriteTiff, nullptr);
  Add("TIFF", "Tagged Image File Format", WriteTiff, IsTiff);
  AddGroup4Raw();
}
