#include "accel/gpu/problem.hpp"

#include <cstring>

namespace lodestone::accel::gpu {

void CopyText(char* field, size_t size, const std::string& text) {
  if (text.size() < size) {
    std::memcpy(field, text.c_str(), text.size() + 1);
    return;
  }
  std::memcpy(field, text.data(), size - 4);
  std::memcpy(field + size - 4, "...", 4);
}

}  // namespace lodestone::accel::gpu
