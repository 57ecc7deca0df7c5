#include "base/huge_pages.hpp"
#include "base/on_first_use.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdint>
#include <limits>
#include <map>
#include <string>

namespace lodestone {
namespace {

constexpr std::size_t kFewest = 2;         // huge pages of a block that is worth it
constexpr std::size_t kPlentyFactor = 2;   // others may take some at the same time
constexpr std::size_t kMaxReport = 16384;  // bytes of a report that are looked at

std::string_view TakeWord(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  const std::string_view word = line.substr(0, line.find(' '));
  line.remove_prefix(word.size());
  return word;
}

std::size_t NumberOf(std::string_view word) {
  std::size_t number = 0;
  std::from_chars(word.data(), word.data() + word.size(), number);
  return number;
}

// Of the numbers of blocks in a line.
std::size_t HugePagesOf(std::string_view counts, std::size_t small_pages) {
  std::size_t huge = 0;
  for (std::size_t pages = 1; !counts.empty(); pages *= 2) {
    const std::size_t blocks = NumberOf(TakeWord(counts));
    if (pages >= small_pages) huge += blocks * (pages / small_pages);
  }
  return huge;
}

std::size_t PageBytes() {
  return static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

std::string ReadReport(const char* path) {
  std::string text(kMaxReport, '\0');
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};
  const ssize_t length = read(file, text.data(), text.size());
  close(file);
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(length, 0)));
  return text;
}

std::size_t FindHugePageBytes() {
  const std::string folder = "/sys/kernel/mm/transparent_hugepage/";
  const std::string enabled = ReadReport((folder + "enabled").c_str());
  if (enabled.empty() || enabled.find("[never]") != std::string::npos) return 0;
  const std::size_t size = NumberOf(ReadReport((folder + "hpage_pmd_size").c_str()));
  if (!std::has_single_bit(size) || size < PageBytes()) return 0;
  const std::string order =
      ReadReport("/sys/module/page_reporting/parameters/page_reporting_order");
  return ReturnsFreeBlocks(order, size / PageBytes()) ? 0 : size;
}

// 0 if there are no huge pages on demand, or none that are worth it.
std::size_t HugePageBytes() {
  struct Found {
    std::size_t bytes = FindHugePageBytes();
  };
  static constinit OnFirstUse<Found> found;
  return found.Get().bytes;
}

bool IsWorthHugePages(std::size_t bytes) {
  const std::size_t huge = HugePageBytes();
  if (huge == 0 || bytes < kFewest * huge) return false;
  const std::size_t free = FreeHugePages(ReadReport("/proc/buddyinfo"), huge / PageBytes());
  return free / kPlentyFactor > bytes / huge;
}

void* Map(std::size_t bytes) {
  void* data = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return data == MAP_FAILED ? nullptr : data;
}

// Begins at a multiple of `alignment`.
void* MapAligned(std::size_t bytes, std::size_t alignment) {
  const std::size_t page = PageBytes();
  if (bytes > std::numeric_limits<std::size_t>::max() - alignment - page) return nullptr;
  auto* const data = static_cast<char*>(Map(bytes + alignment));
  if (data == nullptr) return nullptr;
  const std::size_t before = (0 - reinterpret_cast<std::uintptr_t>(data)) % alignment;
  const std::size_t used = (before + bytes + page - 1) / page * page;
  if (before != 0) munmap(data, before);
  if (used < bytes + alignment) munmap(data + used, bytes + alignment - used);
  return data + before;
}

}  // namespace

std::size_t FreeHugePages(std::string_view buddyinfo, std::size_t small_pages) {
  std::map<std::string_view, std::size_t> nodes;
  while (!buddyinfo.empty()) {  // "Node 0, zone   Normal   3   1   0 ..."
    std::string_view line = buddyinfo.substr(0, buddyinfo.find('\n'));
    buddyinfo.remove_prefix(std::min(line.size() + 1, buddyinfo.size()));
    const std::string_view node = line.substr(0, line.find(','));
    line.remove_prefix(node.size());
    for (int word = 0; word < 3; ++word) TakeWord(line);
    nodes[node] += HugePagesOf(line, small_pages);
  }
  std::size_t fewest = nodes.empty() ? 0 : std::numeric_limits<std::size_t>::max();
  for (const auto& [node, pages] : nodes) fewest = std::min(fewest, pages);
  return fewest;
}

bool ReturnsFreeBlocks(std::string_view reporting_order, std::size_t small_pages) {
  if (reporting_order.empty() || reporting_order[0] == '-') return false;
  return NumberOf(reporting_order) <= static_cast<std::size_t>(std::bit_width(small_pages)) - 1;
}

void* MapPages(std::size_t bytes) {
  if (!IsWorthHugePages(bytes)) return Map(bytes);
  void* const data = MapAligned(bytes, HugePageBytes());
  // It is only a hint.
  if (data != nullptr) (void)madvise(data, bytes, MADV_HUGEPAGE);
  return data;
}

}  // namespace lodestone
