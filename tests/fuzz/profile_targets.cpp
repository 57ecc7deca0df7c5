#include <algorithm>
#include <iterator>
#include <string>

#include "magick/api.h"
#include "tests/fuzz/targets.hpp"
#include "tests/torture/handles.hpp"

namespace lodestone::fuzz {
namespace {

using torture::Exception;
using torture::ImagePtr;

// What readers of attributes ask for, and what writers of files make of profiles.
void Use(Image* image) {
  static constexpr const char* kAttributes[] = {
      "EXIF:*",      "EXIF:!", "EXIF:Orientation",  "EXIF:#0x0112",      "IPTC:*",
      "IPTC:2:120",  "8BIM:*", "8BIM:1999,2998:#1", "8BIM:2000,2998:#2", "8BIM:1,9999:name",
      "orientation", "comment"};
  for (const char* name : kAttributes) GetImageAttribute(image, name);
  for (const char* format : {"PNG", "JPEG", "TIFF", "MIFF", "WEBP", "8BIMTEXT", "IPTCTEXT"}) {
    Exception exception;
    if (GetMagickInfo(format, exception.get()) != nullptr) {
      const ImagePtr copy(CloneImage(image, 0, 0, MagickTrue, exception.get()));
      torture::Encode(format, copy.get(), exception.get());
    }
  }
}

void Run(const char* kind, const unsigned char* data, std::size_t size) {
  if (size == 0) return;
  const ImagePtr image = torture::MakeNoise(5, 4, 1);
  SetImageProfile(image.get(), kind, data, size);
  Use(image.get());
}

// As the target of a conversion, and as the source of one.
void RunIcc(const unsigned char* data, std::size_t size) {
  if (size == 0) return;
  const Bytes copy(data, data + size);
  const ImagePtr image = torture::MakeNoise(5, 4, 1);
  auto* const profile = const_cast<unsigned char*>(copy.data());
  ProfileImage(image.get(), "ICM", profile, size, MagickTrue);
  ProfileImage(image.get(), "ICM", profile, size, MagickTrue);
  Use(image.get());
}

// A text attribute of the image makes the clipping path an image.
void RunResources(const unsigned char* data, std::size_t size) {
  if (size == 0) return;
  const ImagePtr image = torture::MakeNoise(5, 4, 1);
  SetImageProfile(image.get(), "8BIM", data, size);
  ClipPathImage(image.get(), "#1", MagickTrue);
  Use(image.get());
}

std::vector<Bytes> ExifSeeds() {
  static constexpr unsigned char kExif[] = {
      'E',  'x',  'i',  'f',  0,   0,   'I', 'I', 42,  0, 8,  0, 0, 0,  // header
      3,    0,                                                          // entries
      0x12, 1,    3,    0,    1,   0,   0,   0,   6,   0, 0,  0,        // orientation
      0x0f, 1,    2,    0,    6,   0,   0,   0,   50,  0, 0,  0,        // maker
      0x69, 0x87, 4,    0,    1,   0,   0,   0,   56,  0, 0,  0,        // another directory
      0,    0,    0,    0,    'm', 'a', 'k', 'e', 'r', 0,               // end, maker
      1,    0,    0x9a, 0x82, 5,   0,   1,   0,   0,   0, 74, 0, 0, 0, 0, 0, 0, 0,  // exposure time
      1,    0,    0,    0,    125, 0,   0,   0};
  return {Bytes(std::begin(kExif), std::end(kExif))};
}

std::vector<Bytes> ResourceSeeds() {
  static constexpr unsigned char
      kResources[] = {'8', 'B', 'I', 'M', 4,   4,    0,   0,   0, 0, 0,  8,  0x1c,
                      2,   120, 0,   3,   'a', 'b',  'c',                     // caption
                      '8', 'B', 'I', 'M', 7,   0xd0, 1,   'p', 0, 0, 0,  52,  // path
                      0,   0,   0,   3,   0,   0,    0,   0,   0, 0, 0,  0,  0,
                      0,   0,   0,   0,   0,   0,    0,   0,   0, 0, 0,  0,  0,  // closed, 3
                      0,   1,   0,   64,  0,   0,    0,   64,  0, 0, 0,  64, 0,
                      0,   0,   64,  0,   0,   0,    64,  0,   0, 0, 64, 0,  0};
  return {Bytes(std::begin(kResources), std::end(kResources))};
}

// A profile without tags.
std::vector<Bytes> IccSeeds() {
  Bytes profile(132, 0);
  const auto put = [&](std::size_t at, const std::string& text) {
    std::copy(text.begin(), text.end(), profile.begin() + static_cast<std::ptrdiff_t>(at));
  };
  profile[3] = 132;
  put(8, "\x04\x20");
  put(12, "mntrRGB XYZ ");
  put(36, "acsp");
  return {profile};
}

}  // namespace

std::vector<Target> ProfileTargets() {
  const auto of = [](const char* kind) {
    return [kind](const unsigned char* data, std::size_t size) { Run(kind, data, size); };
  };
  return {
      {"profile_exif", of("EXIF"), ExifSeeds, {"Exif", "II*", "MM"}},
      {"profile_iptc", of("IPTC"), ResourceSeeds, {"8BIM", "\x1c\x02"}},
      {"profile_8bim", RunResources, ResourceSeeds, {"8BIM", "\x07\xd0", "\x0b\xb6"}},
      {"profile_xmp",
       of("XMP"),
       [] { return std::vector<Bytes>{BytesOf("<x:xmpmeta><rdf:RDF/></x:xmpmeta>")}; },
       {"<", ">", "rdf:"}},
      {"profile_icc",
       RunIcc,
       IccSeeds,
       {"acsp", "rXYZ", "gXYZ", "bXYZ", "rTRC", "curv", "para", "desc", "A2B0", "mft2", "mAB "}}};
}

}  // namespace lodestone::fuzz
