#include "utilities/options/lists.hpp"

#include "utilities/shell/exception.hpp"

namespace lodestone::cli {
namespace {

constexpr List kLists[] = {
    {"color", ListColorInfo},
    {"delegate", ListDelegateInfo},
    {"font", ListTypeInfo},
    {"format", ListMagickInfo},
    {"magic", ListMagicInfo},
    {"modulemap", ListModuleMap},
    {"resource", ListMagickResourceInfo},
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
