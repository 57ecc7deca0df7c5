#include "utilities/shell/host_name.hpp"

#include <climits>
#include <unistd.h>

namespace lodestone::cli {

const std::string& HostName() {
  static const std::string& name = *new std::string([] {
    char text[HOST_NAME_MAX + 1] = "";
    return gethostname(text, sizeof text) == 0 ? std::string(text) : std::string("unknown");
  }());
  return name;
}

}  // namespace lodestone::cli
