#include "utilities/options/lists.hpp"

#include "utilities/shell/exception.hpp"
#include "utilities/shell/handles.hpp"

namespace lodestone::cli {
namespace {

// As GraphicsMagick with modules has it: formats of a module of another name.
unsigned int PrintModules(FILE* file, ExceptionInfo* exception) {
  const MagickBuffer<MagickInfo*> formats(GetMagickInfoArray(exception));
  if (formats == nullptr) return MagickFail;
  std::fputs("Magick      Module\n", file);
  std::fputs(std::string(79, '-').append("\n").c_str(), file);
  for (MagickInfo* const* format = formats.get(); *format != nullptr; ++format) {
    const char* const module = (*format)->module;
    if ((*format)->stealth || module == nullptr || LocaleCompare((*format)->name, module) == 0)
      continue;
    std::fprintf(file, "%-10s %s\n", (*format)->name, module);
  }
  return MagickPass;
}

constexpr List kLists[] = {
    {"color", ListColorInfo},     {"delegate", ListDelegateInfo},
    {"font", ListTypeInfo},       {"format", ListMagickInfo},
    {"magic", ListMagicInfo},     {"module", PrintModules},
    {"modulemap", ListModuleMap}, {"resource", ListMagickResourceInfo},
    {"type", ListTypeInfo},
};

}  // namespace

const List* FindList(const std::string& name) {
  for (const List& list : kLists) {
    const std::string plural = std::string(list.name) + "s";
    if (LocaleCompare(name.c_str(), list.name) == 0) return &list;
    if (LocaleCompare(name.c_str(), plural.c_str()) == 0) return &list;
  }
  return nullptr;
}

void PrintList(const std::string& name) {
  Exception exception;
  if (!FindList(name)->print(stdout, exception.get())) exception.Throw("Unable to list");
}

}  // namespace lodestone::cli
