// Expands the file name patterns on a command line, as a shell would.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "magick/core/errors/barrier.hpp"
#include "magick/memory.h"
#include "base/folder_names.hpp"
#include "magick/core/strings/string_list.hpp"
#include "magick/utility.h"

namespace {

namespace fs = std::filesystem;

// Options whose argument is not a file name and so must stay as it is.
constexpr std::array kTextOptions = {"-comment", "-convolve", "-define", "-draw",
                                     "-font",    "-format",   "-label",  "-op",
                                     "-profile", "-title",    "+define", "+profile"};

// Pseudo formats that take something other than a file name.
constexpr std::array kTextFormats = {"caption", "gradient", "label", "null",
                                     "plasma",  "pattern",  "vid",   "xc"};

constexpr size_t kMaxListBytes = 1 << 20;

bool TakesText(const std::string& option) {
  return std::any_of(kTextOptions.begin(), kTextOptions.end(),
                     [&](const char* name) { return LocaleCompare(option.c_str(), name) == 0; });
}

bool IsTextFormat(const char* magick) {
  return std::any_of(kTextFormats.begin(), kTextFormats.end(),
                     [&](const char* name) { return LocaleCompare(magick, name) == 0; });
}

// The files that the pattern names, in order, each with the argument's prefix and suffix.
std::vector<std::string> FilesFor(const std::string& argument) {
  char magick[MaxTextExtent];
  char path[MaxTextExtent];
  char head[MaxTextExtent];
  char tail[MaxTextExtent];
  char subimage[MaxTextExtent];
  GetPathComponent(argument.c_str(), MagickPath, magick);
  GetPathComponent(argument.c_str(), FullPath, path);
  GetPathComponent(argument.c_str(), HeadPath, head);
  GetPathComponent(argument.c_str(), TailPath, tail);
  GetPathComponent(argument.c_str(), SubImagePath, subimage);
  std::vector<std::string> files;
  std::error_code error;
  if (IsTextFormat(magick) || IsGlob(tail) == MagickFalse || fs::exists(path, error)) return files;
  const std::string folder = std::string(path, std::strlen(path) - std::strlen(tail));
  const std::string prefix = *magick == '\0' ? std::string() : std::string(magick) + ":";
  const auto names = lodestone::FolderNames(folder.empty() ? "." : folder);
  for (const std::string& name : names.value_or(std::vector<std::string>())) {
    if (name.front() == '.' || fs::is_directory(fs::path(folder) / name, error)) continue;
    if (GlobExpression(name.c_str(), tail) == MagickFalse) continue;
    files.push_back(prefix + folder + name + subimage);
  }
  return files;
}

// The lines of the file that "@file" names; none if it cannot be read.
std::vector<std::string> LinesOf(const char* filename) {
  std::vector<std::string> lines;
  if (IsAccessibleNoLogging(filename) == MagickFalse) return lines;
  std::FILE* file = std::fopen(filename, "rb");
  if (file == nullptr) return lines;
  std::string text(kMaxListBytes, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), file));
  std::fclose(file);
  for (size_t start = 0; start < text.size();) {
    const size_t end = std::min(text.find('\n', start), text.size());
    if (end > start) lines.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return lines;
}

std::vector<std::string> Expanded(int argc, char** argv) {
  std::vector<std::string> result;
  for (int i = 0; i < argc; i++) {
    const std::string argument = argv[i];
    const bool is_option = !argument.empty() && (argument[0] == '-' || argument[0] == '+');
    std::vector<std::string> found;
    if (i > 0 && !is_option) {
      found = argument[0] == '@' ? LinesOf(argument.c_str() + 1) : FilesFor(argument);
    }
    if (found.empty()) found.push_back(argument);
    result.insert(result.end(), found.begin(), found.end());
    if (is_option && TakesText(argument) && i + 1 < argc) result.emplace_back(argv[++i]);
  }
  return result;
}

}  // namespace

MagickPassFail ExpandFilenames(int* argc, char*** argv) {
  if (argc == nullptr || argv == nullptr || *argv == nullptr) return MagickFail;
  return lodestone::Guard(nullptr, MagickFail, [=] {
    const std::vector<std::string> arguments = Expanded(*argc, *argv);
    char** list = lodestone::ToStringList(arguments);
    if (list == nullptr) return MagickFail;
    *argc = static_cast<int>(arguments.size());
    *argv = list;
    return MagickPass;
  });
}
