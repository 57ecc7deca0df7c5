// The registry of file formats.
#include "magick/magick.h"

#include <pthread.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <map>
#include <mutex>
#include <new>
#include <string>
#include <vector>

#include "base/nested_mutex.hpp"
#include "base/on_first_use.hpp"
#include "magick/core/errors/barrier.hpp"
#include "magick/core/modules/coder_modules.hpp"
#include "magick/core/formats/known_formats.hpp"
#include "magick/core/system/memory.hpp"
#include "magick/core/formats/static_modules.hpp"
#include "magick/magic.h"
#include "magick/utility.h"
#include "magick/version.h"

using lodestone::Guard;

namespace {

// Nested: registering the built-in formats adds them.
constinit lodestone::NestedMutex registry_mutex;

// A child process would wait for ever for a thread that it does not have, which may have been
// loading a coder.
void BeforeFork() {
  registry_mutex.lock();
}
void AfterFork() {
  registry_mutex.unlock();
}
[[maybe_unused]] const int kForkRegistered = pthread_atfork(BeforeFork, AfterFork, AfterFork);

// Formats by name in upper case. The built-in ones are added on first use, those of loadable coders
// when one of them, or all formats, are asked for.
class Registry {
 public:
  static Registry& Get() {
    static constinit lodestone::OnFirstUse<Registry> registry;
    return registry.Get();
  }

  MagickInfo* Find(const std::string& name) {
    const std::lock_guard lock(registry_mutex);
    AddBuiltIn();
    MagickInfo* const loaded = FindLoaded(name);
    if (loaded != nullptr && loaded->decoder != nullptr) return loaded;
    // The coder of a format that is only written may read it too.
    const char* coder = lodestone::CoderOfFormat(name.c_str());
    if (coder == nullptr) return loaded;
    lodestone::LoadCoder(coder);
    return FindLoaded(name);
  }
  void Add(const std::string& name, MagickInfo* format) {
    const std::lock_guard lock(registry_mutex);
    AddBuiltIn();
    MagickInfo*& place = formats_[name];
    if (place != format) MagickFree(place);
    place = format;
    Link();
  }
  bool Remove(const std::string& name) {
    const std::lock_guard lock(registry_mutex);
    const auto found = formats_.find(name);
    if (found == formats_.end()) return false;
    MagickFree(found->second);
    formats_.erase(found);
    Link();
    return true;
  }
  // All formats, for which all coders are loaded.
  template <class Visitor>
  void Visit(Visitor visitor) {
    const std::lock_guard lock(registry_mutex);
    AddBuiltIn();
    for (const char* coder : lodestone::LoadableCoders()) lodestone::LoadCoder(coder);
    VisitLoaded(visitor);
  }
  // The built-in formats, and those whose coder has been loaded before.
  template <class Visitor>
  void VisitLoaded(Visitor visitor) {
    const std::lock_guard lock(registry_mutex);
    AddBuiltIn();
    for (const auto& [name, format] : formats_) {
      if (!visitor(format)) return;
    }
  }

 private:
  MagickInfo* FindLoaded(const std::string& name) {
    const auto found = formats_.find(name);
    return found == formats_.end() ? nullptr : found->second;
  }

  // Every format is linked to its neighbours, as in GraphicsMagick; the order never depends on use.
  void Link() {
    MagickInfo* previous = nullptr;
    for (const auto& [name, format] : formats_) {
      format->previous = previous;
      if (previous != nullptr) previous->next = format;
      previous = format;
    }
    if (previous != nullptr) previous->next = nullptr;
  }

  void AddBuiltIn() {
    if (has_built_in_ || is_adding_) return;
    is_adding_ = true;
    try {
      lodestone::RegisterStaticModules();
      if (lodestone::RegisterLinkedCoders != nullptr) lodestone::RegisterLinkedCoders();
    } catch (...) {
      is_adding_ = false;  // out of memory: the next call tries again
      throw;
    }
    has_built_in_ = true;
  }

  std::map<std::string, MagickInfo*> formats_;
  bool has_built_in_ = false;
  bool is_adding_ = false;
};

bool Recognizes(const MagickInfo& format, const unsigned char* magick, size_t length) {
  return format.magick != nullptr && format.magick(magick, length) != MagickFalse;
}

// The format of these first bytes, if its coder, which the table of signatures names, accepts them.
const char* RecognizedByCoderToLoad(const unsigned char* magick, size_t length) {
  char name[MaxTextExtent];
  if (GetMagickFileFormat(magick, length, name, sizeof name, nullptr) == MagickFail) return nullptr;
  const MagickInfo* format = Registry::Get().Find(name);
  return format != nullptr && Recognizes(*format, magick, length) ? format->name : nullptr;
}

// Formats that cannot be read or written, and why, for people that look for them in the list.
void PrintMissing(FILE* file) {
  std::fputs("\nNot available:\n", file);
  for (const char* coder : lodestone::LoadableCoders()) {
    const std::string problem = lodestone::WhyNoModule(coder);
    if (problem.empty()) continue;
    std::fprintf(file, "  %s: %s\n", lodestone::FormatsOfCoder(coder), problem.c_str());
  }
  for (const lodestone::RefusedFormats& refused : lodestone::FormatsWithoutCoder()) {
    std::fprintf(file, "  %s: %s\n", refused.names, refused.reason);
  }
}

std::string UpperCase(const char* text) {
  std::string upper(text);
  for (char& c : upper) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return upper;
}

const char* ClassLetter(CoderClass coder_class) {
  switch (coder_class) {
    case BrokenCoderClass:
      return "B";
    case StableCoderClass:
      return "S";
    case PrimaryCoderClass:
      return "P";
    default:
      return "U";
  }
}

void PrintFormat(FILE* file, const MagickInfo& format) {
  std::fprintf(file, "%9s %s  %c%c%c  %s", format.name, ClassLetter(format.coder_class),
               format.decoder != nullptr ? 'r' : '-', format.encoder != nullptr ? 'w' : '-',
               format.encoder != nullptr && format.adjoin != MagickFalse ? '+' : '-',
               format.description == nullptr ? "" : format.description);
  if (format.version != nullptr) std::fprintf(file, " (%s)", format.version);
  std::fputc('\n', file);
  if (format.note != nullptr) std::fprintf(file, "            %s\n", format.note);
}

}  // namespace

bool lodestone::IsDecoderRecognized(DecoderHandler decoder) {
  bool recognized = false;
  Registry::Get().VisitLoaded([&](const MagickInfo* format) {
    recognized = format->decoder == decoder && format->magick != nullptr;
    return !recognized;
  });
  return recognized;
}

const MagickInfo* GetMagickInfo(const char* name, ExceptionInfo* exception) {
  return Guard(exception, nullptr, [&]() -> const MagickInfo* {
    if (name != nullptr && *name != '*') {
      return Registry::Get().Find(UpperCase(name));
    }
    const MagickInfo* first = nullptr;
    Registry::Get().Visit([&](const MagickInfo* format) {
      first = format;
      return false;
    });
    return first;
  });
}

MagickInfo** GetMagickInfoArray(ExceptionInfo* exception) {
  return Guard(exception, nullptr, [&] {
    std::vector<MagickInfo*> formats;
    Registry::Get().Visit([&](MagickInfo* format) {
      formats.push_back(format);
      return true;
    });
    formats.push_back(nullptr);
    auto** array = static_cast<MagickInfo**>(MagickMalloc(formats.size() * sizeof(MagickInfo*)));
    if (array == nullptr) throw std::bad_alloc();
    std::copy(formats.begin(), formats.end(), array);
    return array;
  });
}

MagickInfo* RegisterMagickInfo(MagickInfo* magick_info) {
  if (magick_info == nullptr || magick_info->name == nullptr) return nullptr;
  return Guard(nullptr, nullptr, [&] {
    Registry::Get().Add(UpperCase(magick_info->name), magick_info);
    return magick_info;
  });
}

// The name is stored after the structure, so that one MagickFree releases both.
MagickInfo* SetMagickInfo(const char* name) {
  if (name == nullptr) return nullptr;
  const size_t length = std::char_traits<char>::length(name) + 1;
  void* memory = MagickMallocCleared(sizeof(MagickInfo) + length);
  if (memory == nullptr) return nullptr;
  MagickInfo* format = new (memory) MagickInfo{};
  char* copy = reinterpret_cast<char*>(format + 1);
  std::copy_n(name, length, copy);
  LocaleUpper(copy);
  format->name = copy;
  format->adjoin = MagickTrue;
  format->blob_support = MagickTrue;
  format->thread_support = MagickTrue;
  format->coder_class = StableCoderClass;
  format->extension_treatment = HintExtensionTreatment;
  format->signature = MagickSignature;
  return format;
}

MagickPassFail UnregisterMagickInfo(const char* name) {
  if (name == nullptr) return MagickFail;
  return Guard(nullptr, MagickFail, [&]() -> MagickPassFail {
    return Registry::Get().Remove(UpperCase(name)) ? MagickPass : MagickFail;
  });
}

const char* GetImageMagick(const unsigned char* magick, const size_t length) {
  return Guard(nullptr, {magick}, nullptr, [&] {
    const char* name = nullptr;
    Registry::Get().VisitLoaded([&](const MagickInfo* format) {
      // Content does not tell these from others: only their names do.
      if (format->extension_treatment == ObeyExtensionTreatment) return true;
      if (!Recognizes(*format, magick, length)) return true;
      name = format->name;
      return false;
    });
    return name != nullptr ? name : RecognizedByCoderToLoad(magick, length);
  });
}

// Only other systems have prefixes that mean drives or protocols.
MagickBool IsMagickConflict(const char*) {
  return MagickFalse;
}

MagickPassFail ListModuleMap(FILE* file, ExceptionInfo* exception) {
  return Guard(exception, MagickFail, [&]() -> MagickPassFail {
    FILE* out = file == nullptr ? stdout : file;
    std::fprintf(out, "<?xml version=\"1.0\"?>\n<!-- %s -->\n", GetMagickCopyright());
    std::fputs("<!-- Magick Module Alias Map (modules.mgk) -->\n<modulemap>\n", out);
    Registry::Get().Visit([&](const MagickInfo* format) {
      if (format->module != nullptr && LocaleCompare(format->name, format->module) != 0)
        std::fprintf(out, "  <module magick=\"%s\" name=\"%s\" />\n", format->name, format->module);
      return true;
    });
    std::fputs("</modulemap>\n", out);
    std::fflush(out);
    return MagickPass;
  });
}

MagickPassFail ListMagickInfo(FILE* file, ExceptionInfo* exception) {
  return Guard(exception, MagickFail, [&]() -> MagickPassFail {
    if (file == nullptr) file = stdout;
    std::fputs("   Format L  Mode  Description\n", file);
    std::fputs(std::string(80, '-').append("\n").c_str(), file);
    Registry::Get().Visit([&](const MagickInfo* format) {
      if (format->stealth == MagickFalse) PrintFormat(file, *format);
      return true;
    });
    std::fputs(
        "\nMeaning of 'L': P=Primary, S=Stable, U=Unstable, B=Broken\n"
        "Mode: r=read, w=write, +=several frames in one file\n",
        file);
    PrintMissing(file);
    return std::fflush(file) == 0 ? MagickPass : MagickFail;
  });
}

char* MagickToMime(const char* magick) {
  struct Known {
    const char* format;
    const char* mime;
  };
  static constexpr Known kKnown[] = {{"bmp", "image/bmp"},       {"gif", "image/gif"},
                                     {"jpeg", "image/jpeg"},     {"jpg", "image/jpeg"},
                                     {"pdf", "application/pdf"}, {"png", "image/png"},
                                     {"svg", "image/svg+xml"},   {"tif", "image/tiff"},
                                     {"tiff", "image/tiff"},     {"webp", "image/webp"}};
  char mime[MaxTextExtent];
  FormatString(mime, "image/x-%s", magick);
  LocaleLower(mime);
  for (const Known& known : kKnown) {
    if (LocaleCompare(magick, known.format) == 0) FormatString(mime, "%s", known.mime);
  }
  return AllocateString(mime);
}
