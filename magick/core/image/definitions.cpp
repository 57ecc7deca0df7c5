// Definitions for coders: "format:key=value" options of ImageInfo.
#include <algorithm>
#include <map>
#include <string>
#include <string_view>

#include "magick/core/errors/barrier.hpp"
#include "magick/image.h"
#include "magick/core/metadata/metadata.hpp"
#include "magick/utility.h"

namespace {

using lodestone::Guard;

// By "format:key" in lower case.
using Definitions = std::map<std::string, std::string>;

Definitions* DefinitionsOf(const ImageInfo* image_info) {
  return static_cast<Definitions*>(image_info->definitions);
}

std::string KeyOf(std::string_view text) {
  std::string key(text);
  LocaleLower(key.data());
  return key;
}

void Store(ImageInfo* image_info, std::string_view key, std::string_view value) {
  if (image_info->definitions == nullptr) image_info->definitions = new Definitions;
  (*DefinitionsOf(image_info))[KeyOf(key)] = std::string(value);
}

// Calls body with each item of a comma-separated list, surrounding white space removed.
template <typename Body>
void ForEachItem(std::string_view list, Body body) {
  constexpr std::string_view kSpace = " \t\r\n";
  while (!list.empty()) {
    const size_t end = std::min(list.find(','), list.size());
    std::string_view item = list.substr(0, end);
    list.remove_prefix(std::min(end + 1, list.size()));
    const size_t start = item.find_first_not_of(kSpace);
    if (start == std::string_view::npos) continue;
    item = item.substr(start, item.find_last_not_of(kSpace) + 1 - start);
    body(item);
  }
}

bool IsNumber(std::string_view item) {
  return item.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

bool lodestone::CloneDefinitions(const ImageInfo& from, ImageInfo* to) {
  to->definitions = nullptr;
  if (from.definitions == nullptr) return true;
  return Guard(nullptr, false, [&] {
    to->definitions = new Definitions(*DefinitionsOf(&from));
    return true;
  });
}

void lodestone::DestroyDefinitions(ImageInfo* image_info) {
  delete DefinitionsOf(image_info);
  image_info->definitions = nullptr;
}

MagickPassFail AddDefinition(ImageInfo* image_info, const char* magick, const char* key,
                             const char* value, ExceptionInfo* exception) {
  if (!lodestone::AreGiven({image_info, magick, key}, exception)) return MagickFail;
  const bool stored = Guard(exception, false, [=] {
    Store(image_info, std::string(magick) + ":" + key, value == nullptr ? "" : value);
    return true;
  });
  return stored ? MagickPass : MagickFail;
}

MagickPassFail AddDefinitions(ImageInfo* image_info, const char* options,
                              ExceptionInfo* exception) {
  if (!lodestone::AreGiven({image_info, options}, exception)) return MagickFail;
  size_t bad_items = 0;
  const bool stored = Guard(exception, false, [&] {
    std::string last;  // key of the value before
    ForEachItem(options, [&](std::string_view item) {
      if (!last.empty() && IsNumber(item)) {
        DefinitionsOf(image_info)->at(last).append(",").append(item);
        return;
      }
      const size_t equals = std::min(item.find('='), item.size());
      if (equals == 0) {
        bad_items++;
        return;
      }
      const std::string key = KeyOf(item.substr(0, equals));
      Store(image_info, key, item.substr(std::min(equals + 1, item.size())));
      last = equals < item.size() ? key : "";
    });
    return true;
  });
  if (bad_items != 0) ThrowException(exception, OptionError, "Definition without a name", options);
  return stored && bad_items == 0 ? MagickPass : MagickFail;
}

MagickPassFail RemoveDefinitions(const ImageInfo* image_info, const char* options) {
  if (!lodestone::AreGiven({image_info, options})) return MagickFail;
  Definitions* definitions = DefinitionsOf(image_info);
  if (definitions == nullptr) return MagickFail;
  return Guard(nullptr, MagickFail, [=] {
    bool all_found = true;
    ForEachItem(options, [&](std::string_view item) {
      if (item == "*") {
        definitions->clear();
      } else {
        all_found = definitions->erase(KeyOf(item)) != 0 && all_found;
      }
    });
    return all_found ? MagickPass : MagickFail;
  });
}

const char* AccessDefinition(const ImageInfo* image_info, const char* magick, const char* key) {
  if (!lodestone::AreGiven({image_info, magick, key})) return nullptr;
  const Definitions* definitions = DefinitionsOf(image_info);
  if (definitions == nullptr) return nullptr;
  return Guard(nullptr, nullptr, [=]() -> const char* {
    const auto found = definitions->find(KeyOf(std::string(magick) + ":" + key));
    return found == definitions->end() ? nullptr : found->second.c_str();
  });
}
