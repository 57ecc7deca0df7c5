#include "accel/modules/plugin_table.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace lodestone::accel {
namespace {

// Every module has the functions up to here; later ones may be missing.
constexpr std::size_t kMinTable = offsetof(MagickAcceleratePlugin, prepare);
// Far more than any table of this interface will ever need.
constexpr std::size_t kMaxTable = 4096;

std::string MissingFunction(const MagickAcceleratePlugin& table) {
  const struct {
    const char* name;
    bool there;
  } required[] = {
      {"open", table.open != nullptr},           {"close", table.close != nullptr},
      {"describe", table.describe != nullptr},   {"plan", table.plan != nullptr},
      {"plan_free", table.plan_free != nullptr}, {"run", table.run != nullptr},
  };
  for (const auto& function : required)
    if (!function.there) return function.name;
  return "";
}

bool IsGoodName(const char* name) {
  constexpr std::size_t kMaxNameLength = sizeof(MagickAccelerateDeviceInfo{}.accelerator) - 1;
  const std::size_t length = name ? strnlen(name, kMaxNameLength + 1) : 0;
  return length >= 1 && length <= kMaxNameLength &&
         std::all_of(name, name + length, [](unsigned char c) { return c > ' ' && c < 0x7f; });
}

}  // namespace

std::string TableProblem(const MagickAcceleratePlugin* table) {
  if (!table)
    return "it does not support version " + std::to_string(MAGICK_ACCELERATE_ABI) +
           " of the interface";
  if (table->struct_size < kMinTable || table->struct_size > kMaxTable)
    return "its table has " + std::to_string(table->struct_size) + " bytes instead of " +
           std::to_string(sizeof *table);
  if (table->abi != MAGICK_ACCELERATE_ABI)
    return "its table is of version " + std::to_string(table->abi) + " of the interface, not " +
           std::to_string(MAGICK_ACCELERATE_ABI);
  if (!IsGoodName(table->name)) return "its table has no valid name";
  const MagickAcceleratePlugin complete = CompleteTable(*table);
  if (const std::string missing = MissingFunction(complete); !missing.empty())
    return "its table lacks the function " + missing;
  // They are useful only together.
  if (!complete.allocate != !complete.free || !complete.allocate != !complete.read)
    return "its table has some but not all of allocate, free and read";
  if (!complete.write != !complete.address || !complete.write != !complete.wrap)
    return "its table has some but not all of write, address and wrap";
  if (complete.write && !complete.allocate) return "its table has write, but not allocate";
  return "";
}

MagickAcceleratePlugin CompleteTable(const MagickAcceleratePlugin& table) {
  MagickAcceleratePlugin complete{};
  std::memcpy(&complete, &table, std::min(table.struct_size, sizeof complete));
  return complete;
}

}  // namespace lodestone::accel
