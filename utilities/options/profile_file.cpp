#include "utilities/options/profile_file.hpp"

#include <cerrno>

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

}  // namespace

void AttachProfileFile(Image* image, const std::string& filename) {
  std::string path = filename;
  const char* kind = nullptr;
  if (const auto colon = filename.find(':'); colon != std::string::npos) {
    kind = KindOf(filename.substr(0, colon));
    if (kind != nullptr) path = filename.substr(colon + 1);
  }
  if (const auto dot = path.rfind('.'); kind == nullptr && dot != std::string::npos) {
    kind = KindOf(path.substr(dot + 1));
  }
  Exception exception;
  size_t length = 0;
  const MagickBuffer<unsigned char> profile(
      static_cast<unsigned char*>(FileToBlob(path.c_str(), &length, exception.get())));
  if (profile == nullptr) exception.Throw("Unable to read profile");
  if (kind == nullptr) throw CommandError("Unrecognized kind of profile", filename);
  ThrowOrPrintImage(image, ProfileImage(image, kind, profile.get(), length, MagickTrue),
                    "Unable to attach profile");
}

}  // namespace lodestone::cli
