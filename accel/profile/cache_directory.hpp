// Where compiled device programs are kept between processes.
#pragma once

#include <string>

namespace lodestone::accel {

struct CacheDirectory {
  std::string path;     // exists and is writable, or ""
  std::string problem;  // why path is "", for the user
};

// MAGICK_OPENCL_CACHE_DIR, else XDG_CACHE_HOME/lodestone, else HOME/.cache/lodestone; created if
// absent, readable by this user only.
CacheDirectory FindCacheDirectory();

}  // namespace lodestone::accel
