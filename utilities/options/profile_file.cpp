#include "utilities/options/profile_file.hpp"

#include <cstring>
#include <iterator>
#include <new>
#include <vector>

#include "base/owner.hpp"
#include "utilities/options/input_files.hpp"
#include "utilities/options/option_checks.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/shell/exception.hpp"
#include "utilities/shell/handles.hpp"

namespace lodestone::cli {
namespace {

struct ProfileKind {
  const char* spelling;
  const char* name;
};

constexpr ProfileKind kKinds[] = {{"icc", "ICM"},   {"icm", "ICM"},   {"iptc", "IPTC"},
                                  {"8bim", "IPTC"}, {"exif", "EXIF"}, {"app1", "EXIF"},
                                  {"xmp", "XMP"}};

const char* KindOf(const std::string& spelling) {
  for (const auto& kind : kKinds) {
    if (LocaleCompare(kind.spelling, spelling.c_str()) == 0) return kind.name;
  }
  return nullptr;
}

// IPTC records as a resource of Photoshop, which is how images hold them.
std::vector<unsigned char> AsResource(const unsigned char* records, size_t length) {
  constexpr unsigned char kHeader[] = {'8', 'B', 'I', 'M', 4, 4, 0, 0};
  std::vector<unsigned char> resource(std::begin(kHeader), std::end(kHeader));
  for (const int shift : {24, 16, 8, 0})
    resource.push_back(static_cast<unsigned char>(length >> shift));
  resource.insert(resource.end(), records, records + length);
  if (length % 2 != 0) resource.push_back(0);
  return resource;
}

bool IsBareIptc(const char* kind, const unsigned char* profile, size_t length) {
  constexpr unsigned char kRecordMark = 0x1C;
  return std::strcmp(kind, "IPTC") == 0 && length != 0 && profile[0] == kRecordMark;
}

void Attach(Image* image, const char* kind, const unsigned char* profile, size_t length) {
  // The library only reads what it is to copy.
  ThrowOrPrintImage(
      image, ProfileImage(image, kind, const_cast<unsigned char*>(profile), length, MagickTrue),
      "Unable to attach profile");
}

void AttachProfilesOf(const ImageInfo* info, Image* image, const std::string& filename) {
  const ImageList from = ReadImages(info, filename);
  const Owner<void, DeallocateImageProfileIterator> iterator(
      AllocateImageProfileIterator(from.get()));
  if (iterator == nullptr && from->profiles != nullptr) throw std::bad_alloc();
  if (iterator == nullptr) throw CommandError("No profile in this file", filename);
  const char* name = nullptr;
  const unsigned char* profile = nullptr;
  size_t length = 0;
  while (NextImageProfile(iterator.get(), &name, &profile, &length) != MagickFail)
    Attach(image, name, profile, length);
}

}  // namespace

void AttachProfileFile(const ImageInfo* info, Image* image, const std::string& filename) {
  image->black_point_compensation = IsDefined(info, "profile", "black-point-compensation");
  std::string path = filename;
  const char* kind = nullptr;
  if (const auto colon = filename.find(':'); colon != std::string::npos) {
    kind = KindOf(filename.substr(0, colon));
    if (kind != nullptr) path = filename.substr(colon + 1);
  }
  if (const auto dot = path.rfind('.'); kind == nullptr && dot != std::string::npos) {
    kind = KindOf(path.substr(dot + 1));
  }
  if (kind == nullptr) return AttachProfilesOf(info, image, filename);
  Exception exception;
  size_t length = 0;
  const MagickBuffer<unsigned char> profile(
      static_cast<unsigned char*>(FileToBlob(path.c_str(), &length, exception.get())));
  if (profile == nullptr) exception.Throw("Unable to read profile");
  if (IsBareIptc(kind, profile.get(), length)) {
    const std::vector<unsigned char> resource = AsResource(profile.get(), length);
    Attach(image, kind, resource.data(), resource.size());
  } else {
    Attach(image, kind, profile.get(), length);
  }
}

}  // namespace lodestone::cli
