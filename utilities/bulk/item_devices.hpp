// What the items of a run were computed on, by the library's events. One at a time.
#pragma once

#include <string>
#include <vector>

namespace lodestone::cli {

class ItemDevices {
 public:
  ItemDevices();
  ~ItemDevices();
  ItemDevices(const ItemDevices&) = delete;
  ItemDevices& operator=(const ItemDevices&) = delete;

  // Of the calls that this thread made since it last asked: names of devices, "cpu".
  static std::vector<std::string> Take();
};

}  // namespace lodestone::cli
