// A module file that was cut short would end the process inside the dynamic linker.
#pragma once

#include <string>

namespace lodestone::accel {

// True when the file is a shared object of which a part is missing. Whatever else may be wrong with
// it the dynamic linker says itself.
bool IsCutShort(const std::string& file);

}  // namespace lodestone::accel
