// Where symbolic links lead.
#pragma once

#include <string>

namespace lodestone {

// The file that a chain of symbolic links leads to, so that renaming another file to it does not
// replace a link; it need not exist. A name that is no link stays as it is, and so does one of a
// chain without an end.
std::string ResolveLinks(const std::string& name);

}  // namespace lodestone
