#include <algorithm>
#include <cstring>
#include <stdexcept>

#include <OpenEXR/OpenEXRConfig.h>

#include "coders/common/registration.hpp"
#include "coders/openexr/exr.hpp"

namespace lodestone::coders {
namespace {

constexpr ExrCompression kCompressions[] = {{"none", Imf::NO_COMPRESSION, NoCompression},
                                            {"rle", Imf::RLE_COMPRESSION, RLECompression},
                                            {"zip", Imf::ZIP_COMPRESSION, ZipCompression},
                                            {"zips", Imf::ZIPS_COMPRESSION, ZipCompression},
                                            {"piz", Imf::PIZ_COMPRESSION, UndefinedCompression},
                                            {"pxr24", Imf::PXR24_COMPRESSION, UndefinedCompression},
                                            {"b44", Imf::B44_COMPRESSION, UndefinedCompression},
                                            {"b44a", Imf::B44A_COMPRESSION, UndefinedCompression},
                                            {"dwaa", Imf::DWAA_COMPRESSION, UndefinedCompression},
                                            {"dwab", Imf::DWAB_COMPRESSION, UndefinedCompression}};

unsigned int IsExr(const unsigned char* magick, const std::size_t length) {
  return length >= 4 && std::memcmp(magick, "\x76\x2f\x31\x01", 4) == 0 ? MagickTrue : MagickFalse;
}

}  // namespace

bool ExrInput::read(char target[], int count) {
  const auto wanted = static_cast<std::uint64_t>(std::max(count, 0));
  if (position_ > bytes_.size() || wanted > bytes_.size() - position_)
    throw std::runtime_error("Unexpected end-of-file");
  if (wanted != 0) std::memcpy(target, bytes_.data() + position_, wanted);
  position_ += wanted;
  return position_ < bytes_.size();
}

void ExrOutput::write(const char source[], int count) {
  const auto length = static_cast<std::uint64_t>(std::max(count, 0));
  if (bytes_.size() < position_ + length) bytes_.resize(position_ + length);
  if (length != 0) std::memcpy(bytes_.data() + position_, source, length);
  position_ += length;
}

std::span<const ExrCompression> ExrCompressions() {
  return kCompressions;
}

}  // namespace lodestone::coders

using namespace lodestone::coders;

LS_CODER_ENTRY(OPENEXR) {
  FormatEntry entry{"EXR", "OpenEXR", "OPENEXR", ReadExr, WriteExr, IsExr};
  entry.adjoin = false;
  entry.version = "libOpenEXR " OPENEXR_VERSION_STRING;
  entry.traits = {"half, float (clipped to 0..1)", "yes", "parts (read)",
                  "chromaticities, resolution, comment", ""};
  RegisterFormat(entry);
}
