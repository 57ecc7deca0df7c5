// Options and profiles of the tests of WebP.
#pragma once

#include "tests/coders/test_support.hpp"

namespace lodestone::coders::test {

inline constexpr const char* kLossless = "webp:lossless=true,webp:exact=true";

inline Bytes Text(const std::string& text) {
  return Bytes(text.begin(), text.end());
}

inline const Bytes kExif =
    Text(std::string("Exif\0\0II*\0\10\0\0\0\1\0\22\1\3\0\1\0\0\0\6\0\0\0\0\0\0\0", 32));

inline void SetProfiles(const ImageHandle& image, const Bytes& icc, const Bytes& xmp) {
  SetImageProfile(image.get(), "ICM", icc.data(), icc.size());
  SetImageProfile(image.get(), "EXIF", kExif.data(), kExif.size());
  SetImageProfile(image.get(), "XMP", xmp.data(), xmp.size());
}

}  // namespace lodestone::coders::test
