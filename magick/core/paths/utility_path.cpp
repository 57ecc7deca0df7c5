// File names: their parts, format prefixes, sub-image suffixes, scene numbers.
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include "magick/core/errors/barrier.hpp"
#include "magick/utility.h"

namespace {

// "magick:path[subimage]" split into its three parts.
struct FileSpec {
  std::string_view magick;
  std::string_view path;
  std::string_view subimage;  // brackets included
};

// A suffix in brackets selects scenes ("[0]", "[1,3-5]") or a region ("[100x100+5+5]").
bool LooksLikeSubimage(std::string_view inside) {
  return !inside.empty() && inside.front() != 'x' && inside.front() != 'X' &&
         inside.find_first_not_of("0123456789 ,-+xX") == std::string_view::npos;
}

FileSpec Split(std::string_view name) {
  FileSpec spec{{}, name, {}};
  const size_t colon = name.find(':');
  if (colon != std::string_view::npos) {
    const std::string_view prefix = name.substr(0, colon);
    if (prefix.find('/') == std::string_view::npos) {  // else the colon is part of a path
      spec.magick = prefix;
      spec.path = name.substr(colon + 1);
    }
  }
  if (!spec.path.empty() && spec.path.back() == ']') {
    const size_t open = spec.path.rfind('[');
    if (open != std::string_view::npos && open > 0) {
      const std::string_view inside = spec.path.substr(open + 1, spec.path.size() - open - 2);
      if (LooksLikeSubimage(inside)) {
        spec.subimage = spec.path.substr(open);
        spec.path = spec.path.substr(0, open);
      }
    }
  }
  return spec;
}

std::string_view TailOf(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

// The part before the last '/'; empty for a file in the root directory.
std::string_view HeadOf(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

// A leading dot marks a hidden file, not an extension.
size_t ExtensionDot(std::string_view tail) {
  const size_t dot = tail.rfind('.');
  return dot == 0 ? std::string_view::npos : dot;
}

std::string_view Part(const FileSpec& spec, PathType type) {
  const std::string_view tail = TailOf(spec.path);
  const size_t dot = ExtensionDot(tail);
  const bool has_dot = dot != std::string_view::npos;
  switch (type) {
    case RootPath:
      return has_dot ? spec.path.substr(0, spec.path.size() - tail.size() + dot) : spec.path;
    case HeadPath:
      return HeadOf(spec.path);
    case TailPath:
      return tail;
    case BasePath:
      return tail.substr(0, dot);
    case ExtensionPath:
      return has_dot ? tail.substr(dot + 1) : std::string_view();
    case MagickPath:
      return spec.magick;
    case SubImagePath:
      return spec.subimage;
    case FullPath:
      return spec.path;
    default:
      return {};
  }
}

void CopyOut(std::string_view text, char* destination) {
  const size_t length = text.size() < MaxTextExtent ? text.size() : MaxTextExtent - 1;
  if (length != 0) std::memmove(destination, text.data(), length);
  destination[length] = '\0';
}

// The one "%d", "%Nd" or "%0Nd" of a template; an empty view if there is none or more than one.
std::string_view SceneConversion(std::string_view text) {
  constexpr size_t kMaxWidthDigits = 3;
  std::string_view found;
  for (size_t at = text.find('%'); at != std::string_view::npos;) {
    size_t end = at + 1;
    while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end])) != 0) end++;
    if (end < text.size() && text[end] == 'd' && end - at - 1 <= kMaxWidthDigits) {
      if (!found.empty()) return {};
      found = text.substr(at, end + 1 - at);
    }
    const bool is_escaped_percent = end == at + 1 && end < text.size() && text[end] == '%';
    at = text.find('%', is_escaped_percent ? end + 1 : end);
  }
  return found;
}

std::string FormatScene(std::string_view text, std::string_view conversion, unsigned long scene) {
  std::string number = std::to_string(scene);
  const size_t width = static_cast<size_t>(std::atoi(conversion.data() + 1));
  if (number.size() < width) {
    number.insert(0, width - number.size(), conversion[1] == '0' ? '0' : ' ');
  }
  const size_t before = static_cast<size_t>(conversion.data() - text.data());
  return std::string(text.substr(0, before)) + number +
         std::string(text.substr(before + conversion.size()));
}

}  // namespace

void GetPathComponent(const char* path, PathType type, char* component) {
  if (component == nullptr) return;
  *component = '\0';
  if (path == nullptr || *path == '\0') return;
  CopyOut(Part(Split(path), type), component);
}

void AppendImageFormat(const char* format, char* filename) {
  if (!lodestone::AreGiven({format, filename})) return;
  if (format == nullptr || *format == '\0' || *filename == '\0') return;
  char text[MaxTextExtent];
  if (LocaleCompare(filename, "-") == 0) {
    MagickFormatString(text, MaxTextExtent, "%s:%s", format, filename);
  } else {
    char root[MaxTextExtent];
    GetPathComponent(filename, RootPath, root);
    MagickFormatString(text, MaxTextExtent, "%s.%s", root, format);
  }
  MagickStrlCpy(filename, text, MaxTextExtent);
}

MagickBool MagickSceneFileName(char* filename, const char* filename_template,
                               const char* scene_template, const MagickBool force,
                               unsigned long scene) {
  return lodestone::Guard(nullptr, {filename, filename_template, scene_template}, MagickFalse, [=] {
    const std::string name(filename_template);  // which may be filename itself
    const std::string_view conversion = SceneConversion(name);
    if (!conversion.empty()) {
      CopyOut(FormatScene(name, conversion, scene), filename);
      return MagickTrue;
    }
    CopyOut(name, filename);
    if (force == MagickFalse) return MagickFalse;
    const std::string_view suffix(scene_template);
    const size_t at = suffix.find("%lu");
    if (at == std::string_view::npos) return MagickFalse;
    CopyOut(name + FormatScene(suffix, suffix.substr(at, 3), scene), filename);
    return MagickTrue;
  });
}
