// The published digests: a text file for each version of the list, with a column for each quantum
// depth.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "utilities/conform/cases.hpp"

namespace lodestone::conform {

// Digests of one depth by the names of cases.
using Digests = std::map<std::string, std::string>;

// Of every list's text, whatever its version.
inline constexpr std::string_view kListBeginning = "lodestone conformance list ";

// "list-3.txt"
std::string ListFileName();

// The installed file of this program's list, or that of its build tree. Throws CommandError when
// there is none.
std::string FindList();

// Reads and checks a file: of this list, with all digests of this depth, and of exactly these
// cases. Throws CommandError, which names the file and what is wrong.
Digests ReadList(const std::string& name, const std::vector<Case>& cases);

// What a file has of the depth that this program does not compute, of a list of any version; none
// if there is no such file.
Digests DigestsOfOtherDepth(const std::string& name);

// The text of such a file. `others`: of the other depth, as far as they are known.
std::string ListText(const std::vector<Case>& cases, const Digests& digests, const Digests& others);

}  // namespace lodestone::conform
