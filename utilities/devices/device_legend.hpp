// Short marks for long device names in tables, and their legend.
#pragma once

#include <string>
#include <vector>

namespace lodestone::cli {

class DeviceLegend {
 public:
  // "[1]" for the first device asked for, "" for the CPU, which has no device name.
  std::string Mark(const std::string& device);

  // One line per device; "" when there was none.
  std::string ToText() const;

 private:
  std::vector<std::string> devices_;
};

}  // namespace lodestone::cli
