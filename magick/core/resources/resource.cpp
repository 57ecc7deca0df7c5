// Resource limits and usage. Lock-free, so that they also work in a forked child.
#include "magick/resource.h"

#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <mutex>
#include <string>

#include "base/thread_pool.hpp"
#include "magick/core/enums/enum_range.hpp"
#include "magick/log.h"
#include "magick/core/errors/error.hpp"
#include "magick/core/resources/limit_reason.hpp"
#include "magick/core/resources/resource_defaults.hpp"
#include "magick/utility.h"

namespace {

constexpr magick_int64_t kKi = 1024;
constexpr magick_int64_t kMi = kKi * kKi;
constexpr magick_int64_t kGi = kMi * kKi;

// Defaults that do not depend on the machine.
constexpr magick_int64_t kDefaultFiles = 256;
constexpr magick_int64_t kDefaultPixels = kGi;
constexpr magick_int64_t kDefaultWidth = kMi;
constexpr magick_int64_t kDefaultHeight = kMi;
constexpr magick_int64_t kDefaultRead = 16 * kGi;
constexpr magick_int64_t kDefaultWrite = std::numeric_limits<magick_int64_t>::max();  // no limit

struct Resource {
  const char* name;
  const char* variable;  // environment
  const char* subject;   // of messages
  const char* unit;      // "" for plain counts
  bool is_sum;           // limits total use, not each request
  magick_int64_t minimum;
  std::atomic<magick_int64_t> limit{0};
  std::atomic<magick_int64_t> in_use{0};
  std::atomic<magick_int64_t> most{0};  // that was in use, or asked for at once and granted
};

constexpr int kLastResource = lodestone::RangeOf(ResourceType{}).last;
constexpr size_t kResources = kLastResource + 1;

Resource* Table() {
  static constinit Resource table[kResources] = {
      {"Undefined", "", "", "", false, 0},
      {"Disk", "MAGICK_LIMIT_DISK", "Disk space", "B", true, 0},
      {"Files", "MAGICK_LIMIT_FILES", "Temporary file", "", true, 0},
      {"Map", "MAGICK_LIMIT_MAP", "Memory map", "B", true, 0},
      {"Memory", "MAGICK_LIMIT_MEMORY", "Memory", "B", true, 0},
      {"Pixels", "MAGICK_LIMIT_PIXELS", "Image pixel", "P", false, 1},
      {"Threads", "OMP_NUM_THREADS", "Thread", "", false, 1},
      {"Width", "MAGICK_LIMIT_WIDTH", "Image pixel width", "P", false, 1},
      {"Height", "MAGICK_LIMIT_HEIGHT", "Image pixel height", "P", false, 1},
      {"Read", "MAGICK_LIMIT_READ", "Read", "B", false, 1},
      {"Write", "MAGICK_LIMIT_WRITE", "Write", "B", false, 1},
  };
  return table;
}

bool IsResource(ResourceType type) {
  return type != UndefinedResource && lodestone::IsKnown(type);
}

bool StoreLimit(ResourceType type, magick_int64_t limit) {
  Resource& resource = Table()[type];
  if (limit < resource.minimum) return false;
  resource.limit.store(limit);
  if (type == ThreadsResource) {
    constexpr magick_int64_t kMaxThreads = 65536;
    lodestone::accel::SetThreadLimit(
        static_cast<unsigned>(limit < kMaxThreads ? limit : kMaxThreads));
  }
  return true;
}

void SetDefaults() {
  const magick_int64_t memory = lodestone::MachineMemory();
  StoreLimit(MemoryResource, memory / 4 * 3);
  StoreLimit(MapResource, memory * 2);
  StoreLimit(DiskResource, memory * 4);
  StoreLimit(FileResource, kDefaultFiles);
  StoreLimit(PixelsResource, kDefaultPixels);
  StoreLimit(WidthResource, kDefaultWidth);
  StoreLimit(HeightResource, kDefaultHeight);
  StoreLimit(ReadResource, kDefaultRead);
  StoreLimit(WriteResource, kDefaultWrite);
  // Not through StoreLimit: the thread pool's own figure needs no limit.
  Table()[ThreadsResource].limit.store(lodestone::accel::ThreadLimit());
}

// The first variable with a limit that cannot be understood.
std::atomic<const char*> unreadable_variable{nullptr};

// MagickSizeStrToInt64 takes what it understands of a text: non-numbers are 0, and more than there
// can be is all there can be.
bool IsLimit(const char* text) {
  constexpr char kLetters[] = ".0123456789kKmMgGtTpPeEiIbB";
  if (LocaleCompare(text, "unlimited") == 0) return true;
  return *text >= '0' && *text <= '9' && text[std::strspn(text, kLetters)] == '\0' &&
         MagickSizeStrToInt64(text, kKi) != std::numeric_limits<magick_int64_t>::max();
}

void ReadLimit(ResourceType type, const char* text) {
  if (IsLimit(text) && StoreLimit(type, MagickSizeStrToInt64(text, kKi))) return;
  const char* none = nullptr;
  unreadable_variable.compare_exchange_strong(none, Table()[type].variable);
}

void ReadEnvironment() {
  for (int number = DiskResource; number <= kLastResource; number++) {
    const auto type = static_cast<ResourceType>(number);
    const char* text = std::getenv(Table()[type].variable);
    if (text == nullptr) continue;
    if (type != ThreadsResource) {
      ReadLimit(type, text);
    } else if (const magick_int64_t threads = MagickSizeStrToInt64(text, kKi); threads > 0) {
      StoreLimit(type, threads);  // the variable is OpenMP's, which has other forms, too
    }
  }
}

Resource& Get(ResourceType type) {
  static constinit std::once_flag once;
  std::call_once(once, [] {
    SetDefaults();
    ReadEnvironment();
  });
  return Table()[type];
}

void FormatAmount(const Resource& resource, magick_int64_t amount, char* text) {
  if (*resource.unit == '\0') {
    FormatString(text, "%ld", static_cast<long>(amount));
  } else {
    FormatSize(amount, text);
    MagickStrlCat(text, resource.unit, MaxTextExtent);
  }
}

void LogChange(const Resource& resource, const char* what, magick_uint64_t size) {
  if (IsEventLogging() == MagickFalse) return;
  LogMagickEvent(ResourceEvent, GetMagickModule(), "%s %s%lu, in use %ld of %ld", resource.name,
                 what, static_cast<unsigned long>(size), static_cast<long>(resource.in_use.load()),
                 static_cast<long>(resource.limit.load()));
}

void NoteUse(Resource& resource, magick_int64_t amount) {
  magick_int64_t most = resource.most.load();
  while (amount > most && !resource.most.compare_exchange_weak(most, amount)) continue;
}

// Whether no request exceeds the limit by itself.
bool Grant(Resource& resource, magick_uint64_t size) {
  if (size > static_cast<magick_uint64_t>(resource.limit.load())) return false;
  NoteUse(resource, static_cast<magick_int64_t>(size));
  return true;
}

// Adds to the amount in use, unless that would exceed the limit.
bool Take(Resource& resource, magick_uint64_t size) {
  magick_int64_t used = resource.in_use.load();
  do {
    const magick_int64_t limit = resource.limit.load();
    if (used > limit || size > static_cast<magick_uint64_t>(limit - used)) return false;
  } while (!resource.in_use.compare_exchange_weak(used, used + static_cast<magick_int64_t>(size)));
  NoteUse(resource, used + static_cast<magick_int64_t>(size));
  return true;
}

}  // namespace

std::string lodestone::LimitReason(ResourceType type, const std::string& wanted) {
  const Resource& resource = Get(type);
  char limit[MaxTextExtent];
  FormatAmount(resource, resource.limit.load(), limit);
  return std::string(resource.subject) + " limit exceeded (see -limit " + resource.name +
         "): " + wanted + (wanted.empty() ? "" : ", ") + "the limit is " + limit;
}

bool lodestone::HasDefaultPixelLimit() {
  return GetMagickResourceLimit(PixelsResource) == kDefaultPixels;
}

bool lodestone::CheckLimitVariables(ExceptionInfo* exception) {
  InitializeMagickResources();
  const char* const variable = unreadable_variable;
  if (variable == nullptr) return true;
  const char* const value = std::getenv(variable);
  const std::string text = std::string(variable) + "=" + (value == nullptr ? "" : value);
  Throw(exception, OptionError, "Unrecognized limit", text.c_str());
  return false;
}

void InitializeMagickResources(void) {
  Get(UndefinedResource);
}

void DestroyMagickResources(void) {
  if (IsEventLogging() == MagickFalse) return;
  for (int type = DiskResource; type <= kLastResource; ++type) {
    const Resource& resource = Get(static_cast<ResourceType>(type));
    if (resource.most == 0) continue;
    LogMagickEvent(ResourceEvent, GetMagickModule(), "%s at most %ld of %ld", resource.name,
                   static_cast<long>(resource.most.load()),
                   static_cast<long>(resource.limit.load()));
  }
}

MagickPassFail AcquireMagickResource(const ResourceType type, const magick_uint64_t size) {
  if (!IsResource(type)) return MagickFail;
  Resource& resource = Get(type);
  const bool granted = resource.is_sum ? Take(resource, size) : Grant(resource, size);
  LogChange(resource, granted ? "+" : "refused +", size);
  return granted ? MagickPass : MagickFail;
}

void LiberateMagickResource(const ResourceType type, const magick_uint64_t size) {
  if (!IsResource(type)) return;
  Resource& resource = Get(type);
  if (!resource.is_sum) return;
  resource.in_use.fetch_sub(static_cast<magick_int64_t>(size));
  LogChange(resource, "-", size);
}

magick_int64_t GetMagickResource(const ResourceType type) {
  return IsResource(type) ? Get(type).in_use.load() : 0;
}

magick_int64_t GetMagickResourceLimit(const ResourceType type) {
  return IsResource(type) ? Get(type).limit.load() : 0;
}

MagickPassFail SetMagickResourceLimit(const ResourceType type, const magick_int64_t limit) {
  if (!IsResource(type)) return MagickFail;
  Get(type);
  return StoreLimit(type, limit) ? MagickPass : MagickFail;
}

MagickPassFail ListMagickResourceInfo(FILE* file, ExceptionInfo* exception) {
  (void)exception;
  if (file == nullptr) file = stdout;
  std::fprintf(file, "Resource Limits (Q%d, %zu bits/pixel, %zubit address)\n", QuantumDepth,
               8 * sizeof(PixelPacket), 8 * sizeof(void*));
  std::fprintf(file, "----------------------------------------------------\n");
  for (int type = DiskResource; type <= kLastResource; type++) {
    const Resource& resource = Get(static_cast<ResourceType>(type));
    char limit[MaxTextExtent];
    FormatAmount(resource, resource.limit.load(), limit);
    std::fprintf(file, "%8s: %10s (%s)\n", resource.name, limit, resource.variable);
  }
  std::fprintf(file,
               "\n  IEC Binary Ranges:\n"
               "    Ki = \"kibi\" (2^10)\n"
               "    Mi = \"mebi\" (2^20)\n"
               "    Gi = \"gibi\" (2^30)\n"
               "    Ti = \"tebi\" (2^40)\n"
               "    Pi = \"pebi\" (2^50)\n"
               "    Ei = \"exbi\" (2^60)\n\n");
  return std::fflush(file) == 0 ? MagickPass : MagickFail;
}
