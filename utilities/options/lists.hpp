// What -list prints.
#pragma once

#include <cstdio>
#include <string>

#include "magick/api.h"

namespace lodestone::cli {

struct List {
  const char* name;  // in the singular
  unsigned int (*print)(FILE* file, ExceptionInfo* exception);
};

// By its name in singular or plural, in upper or lower case; or null.
const List* FindList(const std::string& name);

// Prints a list that exists. Throws CommandError.
void PrintList(const std::string& name);

}  // namespace lodestone::cli
