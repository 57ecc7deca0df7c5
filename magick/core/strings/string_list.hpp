// Lists of C strings, as returned by the public interface.
#pragma once

#include <string>
#include <vector>

namespace lodestone {

// A NULL-terminated array of strings, all from MagickMalloc and owned by the caller; NULL if out of
// memory.
char** ToStringList(const std::vector<std::string>& strings);

// Frees such an array. NULL is allowed.
void FreeStringList(char** list);

}  // namespace lodestone
