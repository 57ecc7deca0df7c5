#include "magick/core/log/log_events.hpp"

#include <algorithm>
#include <string>

#include "magick/log.h"
#include "magick/utility.h"

namespace lodestone {

namespace {

struct EventName {
  const char* name;
  unsigned long mask;
};

constexpr EventName kEventNames[] = {
    {"accelerate", AccelerateEventMask}, {"all", AllEventsMask},
    {"annotate", AnnotateEventMask},     {"blob", BlobEventMask},
    {"cache", CacheEventMask},           {"coder", CoderEventMask},
    {"configure", ConfigureEventMask},   {"deprecate", DeprecateEventMask},
    {"error", ErrorEventMask},           {"exception", ExceptionEventMask},
    {"fatalerror", FatalErrorEventMask}, {"information", InformationEventMask},
    {"locale", LocaleEventMask},         {"none", NoEventsMask},
    {"option", OptionEventMask},         {"render", RenderEventMask},
    {"resource", ResourceEventMask},     {"temporaryfile", TemporaryFileEventMask},
    {"transform", TransformEventMask},   {"user", UserEventMask},
    {"warning", WarningEventMask},       {"x11", X11EventMask},
};

struct Category {
  int base;
  const char* domain;
  unsigned long mask;  // for events; warnings and errors also go by severity
};

constexpr Category kCategories[] = {
    {ExceptionBase, "Exception", ExceptionEventMask},
    {ResourceLimitBase, "ResourceLimit", ResourceEventMask},
    {TypeBase, "Annotate", AnnotateEventMask},
    {OptionBase, "Option", OptionEventMask},
    {DelegateBase, "Delegate", NoEventsMask},
    {MissingDelegateBase, "MissingDelegate", NoEventsMask},
    {CorruptImageBase, "CorruptImage", NoEventsMask},
    {FileOpenBase, "FileOpen", NoEventsMask},
    {BlobBase, "Blob", BlobEventMask},
    {StreamBase, "Stream", NoEventsMask},
    {CacheBase, "Cache", CacheEventMask},
    {CoderBase, "Coder", CoderEventMask},
    {ModuleBase, "Module", NoEventsMask},
    {RenderBase, "Render", RenderEventMask},
    {ImageBase, "Image", NoEventsMask},
    {WandBase, "Wand", NoEventsMask},
    {TemporaryFileBase, "TemporaryFile", TemporaryFileEventMask},
    {TransformBase, "Transform", TransformEventMask},
    {XServerBase, "XServer", NoEventsMask},
    {X11Base, "X11", X11EventMask},
    {UserBase, "User", UserEventMask},
    {MonitorBase, "Monitor", NoEventsMask},
    {LocaleBase, "Locale", LocaleEventMask},
    {DeprecateBase, "Deprecate", DeprecateEventMask},
    {RegistryBase, "Registry", NoEventsMask},
    {ConfigureBase, "Configure", ConfigureEventMask},
    {AccelerateBase, "Accelerate", AccelerateEventMask},
};

const Category* FindCategory(ExceptionType type) {
  const int base = static_cast<int>(type) % 100;
  const auto found = std::find_if(std::begin(kCategories), std::end(kCategories),
                                  [base](const Category& one) { return one.base == base; });
  return found == std::end(kCategories) ? nullptr : found;
}

unsigned long SeverityMask(ExceptionType type) {
  if (type >= FatalErrorException) return FatalErrorEventMask;
  if (type >= ErrorException) return ErrorEventMask;
  if (type >= WarningException) return WarningEventMask;
  return InformationEventMask;
}

}  // namespace

unsigned long ParseEventMask(std::string_view names) {
  constexpr std::string_view kSeparators = ", ;\t\r\n";
  unsigned long mask = NoEventsMask;
  while (!names.empty()) {
    const size_t end = std::min(names.find_first_of(kSeparators), names.size());
    const std::string name(names.substr(0, end));
    for (const EventName& event : kEventNames) {
      if (LocaleCompare(name.c_str(), event.name) == 0) mask |= event.mask;
    }
    names.remove_prefix(std::min(end + 1, names.size()));
  }
  return mask;
}

bool MaskSelects(unsigned long mask, ExceptionType type) {
  if (mask == NoEventsMask) return false;
  if (static_cast<int>(type) % 100 == 0) return true;  // no category: always enabled
  const Category* category = FindCategory(type);
  unsigned long wanted = SeverityMask(type);
  if (category != nullptr) wanted |= category->mask;
  return (mask & wanted) != 0;
}

const char* DomainOf(ExceptionType type) {
  const Category* category = FindCategory(type);
  return category == nullptr ? "Unknown" : category->domain;
}

const char* SeverityOf(ExceptionType type) {
  if (type >= FatalErrorException) return "FatalError";
  if (type >= ErrorException) return "Error";
  if (type >= WarningException) return "Warning";
  return "Event";
}

}  // namespace lodestone
