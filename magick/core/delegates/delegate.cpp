// The list of programs that no one starts.
#include "magick/delegate.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "base/on_first_use.hpp"
#include "base/owner.hpp"
#include "magick/core/errors/barrier.hpp"
#include "magick/core/system/memory.hpp"
#include "magick/utility.h"

namespace lodestone {
namespace {

struct DelegateList {
  std::mutex mutex;
  DelegateInfo* first = nullptr;
};

// Never destroyed, as other threads may still use it when the process ends.
DelegateList& List() {
  static constinit OnFirstUse<DelegateList> list;
  return list.Get();
}

bool Same(const char* a, const char* b) {
  return a == nullptr || b == nullptr ? a == b : LocaleCompare(a, b) == 0;
}

bool IsAny(const char* format) {
  return Same(format, "*");
}

bool Fits(const DelegateInfo& entry, const char* decode, const char* encode) {
  if (entry.mode > 0) return Same(entry.decode, decode);
  if (entry.mode < 0) return Same(entry.encode, encode);
  const bool decodes = Same(entry.decode, decode), encodes = Same(entry.encode, encode);
  return (decodes && (encodes || IsAny(encode))) || (encodes && IsAny(decode));
}

void MoveToFront(DelegateList& list, DelegateInfo* entry) {
  if (entry == list.first) return;
  entry->previous->next = entry->next;
  if (entry->next != nullptr) entry->next->previous = entry->previous;
  entry->previous = nullptr;
  entry->next = list.first;
  list.first->previous = entry;
  list.first = entry;
}

void Free(DelegateInfo* entry) {
  if (entry == nullptr) return;
  MagickFree(entry->path);
  MagickFree(entry->decode);
  MagickFree(entry->encode);
  MagickFree(entry->commands);
  MagickFree(entry);
}

char* Copy(const char* text) {
  char* copy = AllocateString(text == nullptr ? "" : text);
  if (copy == nullptr) throw std::bad_alloc();
  return copy;
}

using EntryOwner = Owner<DelegateInfo, Free>;

EntryOwner CopyOf(const DelegateInfo& given) {
  EntryOwner entry(static_cast<DelegateInfo*>(MagickMalloc(sizeof(DelegateInfo))));
  if (entry == nullptr) throw std::bad_alloc();
  *entry = DelegateInfo{};
  entry->mode = given.mode;
  entry->stealth = given.stealth;
  entry->signature = MagickSignature;
  if (given.path != nullptr) entry->path = Copy(given.path);
  entry->decode = Copy(given.decode);
  entry->encode = Copy(given.encode);
  if (given.commands != nullptr) entry->commands = Copy(given.commands);
  return entry;
}

DelegateInfo* Set(const DelegateInfo& given) {
  EntryOwner entry = CopyOf(given);
  DelegateList& list = List();
  const std::lock_guard lock(list.mutex);
  DelegateInfo** next = &list.first;
  for (; *next != nullptr; next = &(*next)->next) {
    DelegateInfo* other = *next;
    entry->previous = other;
    if (other->mode != entry->mode || !Same(other->decode, entry->decode) ||
        !Same(other->encode, entry->encode)) {
      continue;
    }
    std::swap(other->commands, entry->commands);
    return list.first;
  }
  *next = entry.release();
  return list.first;
}

const DelegateInfo* Get(const char* decode, const char* encode) {
  DelegateList& list = List();
  const std::lock_guard lock(list.mutex);
  if (IsAny(decode) && IsAny(encode)) return list.first;
  for (DelegateInfo* entry = list.first; entry != nullptr; entry = entry->next) {
    if (!Fits(*entry, decode, encode)) continue;
    MoveToFront(list, entry);
    return entry;
  }
  return nullptr;
}

// The first line.
std::string FirstCommand(const DelegateInfo& entry) {
  const std::string_view commands = entry.commands == nullptr ? "" : entry.commands;
  return std::string(commands.substr(0, commands.find_first_of("\r\n")));
}

int ScreenWidth() {
  constexpr int kDefaultWidth = 79;
  const char* columns = std::getenv("COLUMNS");
  return columns == nullptr ? kDefaultWidth : std::max(std::atoi(columns) - 1, kDefaultWidth / 2);
}

// In lines that end at spaces where there are some, all below the first.
void PrintCommand(std::string_view command, int indent, FILE* file) {
  const auto room = static_cast<std::size_t>(std::max(ScreenWidth() - indent, 1));
  bool first = true;
  do {
    std::size_t length = command.size();
    if (length > room) {
      const std::size_t space = command.rfind(' ', room);
      length = space == std::string_view::npos || space == 0 ? room : space;
    }
    std::fprintf(file, "%*s%.*s\n", first ? 0 : indent, "", static_cast<int>(length),
                 command.data());
    command.remove_prefix(length);
    first = false;
  } while (!command.empty());
}

void Print(const DelegateInfo& entry, FILE* file) {
  const bool heads = entry.previous == nullptr || !Same(entry.path, entry.previous->path);
  if (heads) {
    if (entry.previous != nullptr) std::fputc('\n', file);
    if (entry.path != nullptr) std::fprintf(file, "Path: %.1024s\n\n", entry.path);
    std::fprintf(file, "Delegate             Command\n%s\n", std::string(79, '-').c_str());
  }
  if (entry.stealth) return;
  const int indent =
      std::fprintf(file, "%8s%c=%c%-8.8s  ", entry.decode, entry.mode <= 0 ? '<' : ' ',
                   entry.mode >= 0 ? '>' : ' ', entry.encode);
  PrintCommand(FirstCommand(entry), indent, file);
}

const char* PostscriptDelegate(const ImageInfo* info) {
  if (info->monochrome) return "gs-mono";
  switch (info->type) {
    case BilevelType:
      return "gs-mono";
    case GrayscaleType:
      return "gs-gray";
    case PaletteType:
      return "gs-palette";
    case GrayscaleMatteType:
    case PaletteMatteType:
    case TrueColorMatteType:
      return "gs-color+alpha";
    case ColorSeparationType:
      return "gs-cmyk";
    case ColorSeparationMatteType:
      return "gs-cmyka";
    default:
      return "gs-color";
  }
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

MagickPassFail InitializeDelegateInfo(void) {
  return MagickPass;
}

void DestroyDelegateInfo(void) {
  DelegateList& list = List();
  const std::lock_guard lock(list.mutex);
  while (list.first != nullptr) Free(std::exchange(list.first, list.first->next));
}

DelegateInfo* SetDelegateInfo(DelegateInfo* delegate_info) {
  if (delegate_info == nullptr || delegate_info->signature != MagickSignature) return nullptr;
  return Guard(nullptr, nullptr, [&] { return Set(*delegate_info); });
}

const DelegateInfo* GetDelegateInfo(const char* decode, const char* encode, ExceptionInfo*) {
  return Guard(nullptr, nullptr, [&] { return Get(decode, encode); });
}

const DelegateInfo* GetPostscriptDelegateInfo(const ImageInfo* image_info, unsigned int* antialias,
                                              ExceptionInfo* exception) {
  if (image_info == nullptr || antialias == nullptr) return nullptr;
  const char* name = PostscriptDelegate(image_info);
  const bool smooth = image_info->antialias && std::strcmp(name, "gs-mono") != 0;
  *antialias = smooth ? 4 : 1;
  return GetDelegateInfo(name, nullptr, exception);
}

char* GetDelegateCommand(const ImageInfo* image_info, Image* image, const char* decode,
                         const char* encode, ExceptionInfo* exception) {
  if (image_info == nullptr || image == nullptr) return nullptr;
  return Guard(exception, nullptr, [&]() -> char* {
    const DelegateInfo* entry = GetDelegateInfo(decode, encode, exception);
    if (entry == nullptr) {
      Throw(exception, DelegateError, "No tag found", decode != nullptr ? decode : encode);
      return nullptr;
    }
    char* command = TranslateText(image_info, image, FirstCommand(*entry).c_str());
    // GraphicsMagick's word for an entry without commands too.
    if (command == nullptr) {
      Throw(exception, ResourceLimitError, "Memory allocation failed",
            entry->commands != nullptr ? entry->commands
            : decode != nullptr        ? decode
                                       : encode);
    }
    return command;
  });
}

MagickPassFail InvokeDelegate(ImageInfo* image_info, Image* image, const char* decode,
                              const char* encode, ExceptionInfo* exception) {
  if (image_info == nullptr || image == nullptr) return MagickFail;
  const bool known = GetDelegateInfo(decode, encode, exception) != nullptr;
  Throw(exception, DelegateError, known ? "Delegate failed" : "No tag found",
        decode != nullptr ? decode : encode);
  return MagickFail;
}

MagickPassFail InvokePostscriptDelegate(const unsigned int, const char* command,
                                        ExceptionInfo* exception) {
  Throw(exception, DelegateError, "Failed to find Ghostscript (not installed?).", command);
  return MagickFail;
}

MagickPassFail ListDelegateInfo(FILE* file, ExceptionInfo* exception) {
  return Guard(exception, MagickFail, [&] {
    FILE* const to = file == nullptr ? stdout : file;
    DelegateList& list = List();
    const std::lock_guard lock(list.mutex);
    for (const DelegateInfo* entry = list.first; entry != nullptr; entry = entry->next)
      Print(*entry, to);
    std::fflush(to);
    return MagickPass;
  });
}
