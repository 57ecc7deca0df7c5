#include "utilities/options/input_files.hpp"

#include <glob.h>
#include <sys/stat.h>

#include "utilities/shell/command_error.hpp"
#include "utilities/shell/exception.hpp"

namespace lodestone::cli {
namespace {

bool Exists(const std::string& name) {
  struct stat status;
  return stat(name.c_str(), &status) == 0;
}

// "@list", and patterns of files, as GraphicsMagick has them: "a[01].png" is one, "a.gif[01]" names
// a frame.
std::vector<std::string> ExpandedAsArgument(const std::string& name) {
  std::string program = "gm", copy = name;
  char* given[] = {program.data(), copy.data(), nullptr};
  int count = 2;
  char** list = given;
  if (!ExpandFilenames(&count, &list) || list == given) return {name};
  const std::vector<std::string> names(list + 1, list + count);
  for (int i = 0; i < count; ++i) MagickFree(list[i]);
  MagickFree(list);
  return names;
}

std::vector<std::string> Globbed(const std::string& name) {
  std::vector<std::string> names;
  glob_t matches{};
  if (glob(name.c_str(), GLOB_TILDE, nullptr, &matches) == 0) {
    names.assign(matches.gl_pathv, matches.gl_pathv + matches.gl_pathc);
  }
  globfree(&matches);
  if (names.empty()) names.push_back(name);
  return names;
}

}  // namespace

std::vector<std::string> ExpandInputName(const std::string& name) {
  const std::vector<std::string> names = ExpandedAsArgument(name);
  // Patterns of folders, too.
  const bool expanded = names.size() != 1 || names[0] != name;
  if (expanded || name.find_first_of("*?") == std::string::npos || Exists(name)) return names;
  return Globbed(name);
}

ImageList ReadImages(const ImageInfo* info, const std::string& name) {
  const ImageInfoHandle read_info = CopyOf(info);
  SetFilename(read_info->filename, name);
  Exception exception;
  ImageList images(read_info->ping ? PingImage(read_info.get(), exception.get())
                                   : ReadImage(read_info.get(), exception.get()));
  if (images == nullptr) exception.Throw("Request did not return an image");
  exception.ThrowOrPrint();
  return images;
}

std::string ReadTextFile(const std::string& name) {
  Exception exception;
  size_t length = 0;
  const MagickBuffer<char> text(
      static_cast<char*>(FileToBlob(name.c_str(), &length, exception.get())));
  if (text == nullptr) exception.Throw("Unable to open file");
  return std::string(text.get(), length);
}

std::string TextOrFile(const std::string& value) {
  if (!value.starts_with('@')) return value;
  std::string text = ReadTextFile(value.substr(1));
  while (text.ends_with('\n') || text.ends_with('\r')) text.pop_back();
  return text;
}

}  // namespace lodestone::cli
