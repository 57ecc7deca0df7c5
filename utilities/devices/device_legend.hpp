// Short marks for the long names of devices in tables, and what they stand for.
#pragma once

#include <string>
#include <vector>

namespace lodestone::cli {

class DeviceLegend {
 public:
  // "[1]" for the first device asked for, "" for the nameless native path.
  std::string Mark(const std::string& device);

  // A line a device; "" when there was none.
  std::string ToText() const;

 private:
  std::vector<std::string> devices_;
};

}  // namespace lodestone::cli
