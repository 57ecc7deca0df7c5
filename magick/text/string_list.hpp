// Lists of C strings as the public interface hands them out.
#pragma once

#include <string>
#include <vector>

namespace lodestone {

// A NULL-terminated array of strings, all from MagickMalloc and owned by the caller; NULL when
// memory is short.
char** ToStringList(const std::vector<std::string>& strings);

// Frees such an array. NULL is fine.
void FreeStringList(char** list);

}  // namespace lodestone
