#include "magick/core/strings/string_list.hpp"

#include <cstddef>

#include "magick/memory.h"
#include "magick/utility.h"

namespace lodestone {

char** ToStringList(const std::vector<std::string>& strings) {
  char** list = static_cast<char**>(MagickMalloc((strings.size() + 1) * sizeof(char*)));
  if (list == nullptr) return nullptr;
  for (size_t i = 0; i < strings.size(); i++) {
    list[i] = AllocateString(strings[i].c_str());
    if (list[i] == nullptr) {
      FreeStringList(list);
      return nullptr;
    }
  }
  list[strings.size()] = nullptr;
  return list;
}

void FreeStringList(char** list) {
  if (list == nullptr) return;
  for (char** string = list; *string != nullptr; string++) MagickFree(*string);
  MagickFree(list);
}

}  // namespace lodestone
