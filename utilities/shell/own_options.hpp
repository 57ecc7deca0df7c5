// The options that a command has for itself: one table drives parsing, hints and help.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "utilities/shell/command_error.hpp"

namespace lodestone::cli {

using Arguments = std::vector<std::string>;

// One of them as it stands on the command line.
struct OwnUse {
  std::string option;  // with its sign
  std::string value;
};

struct OwnOption {
  const char* name;      // without its sign
  const char* argument;  // "" for none
  const char* help;      // lines; nullptr: not for users, no help text has it
  // Enters it into what a command was asked for; see Set. nullptr: only another form of the command
  // has it, which may have been meant.
  void (*set)(void* request, const OwnUse& use);
  bool any_value = false;  // also an empty one, or the name of an option
};

inline constexpr bool kAnyValue = true;

using OwnOptions = std::span<const OwnOption>;

// Makes a switch true, stores a text, adds to texts. The type is named because GCC 12 takes members
// of the same name for one if their types are of anonymous namespaces.
template <class Request, auto kMember>
void Set(void* request, const OwnUse& use) {
  auto& field = static_cast<Request*>(request)->*kMember;
  using Field = std::remove_reference_t<decltype(field)>;
  if constexpr (std::is_same_v<Field, bool>) {
    field = true;
  } else if constexpr (std::is_same_v<Field, Arguments>) {
    field.push_back(use.value);
  } else {
    field = use.value;
  }
}

// A decimal number of digits alone, at least `least`; anything else is a MalformedArgument of the
// option.
std::uint64_t ParseCount(const std::string& option, const std::string& text,
                         std::uint64_t least = 1);

template <class Request, auto kMember, std::uint64_t kLeast = 1>
void SetCount(void* request, const OwnUse& use) {
  static_cast<Request*>(request)->*kMember = ParseCount(use.option, use.value, kLeast);
}

// Seconds above 0, decimals allowed; anything else is a MalformedArgument of the option.
double ParseSeconds(const std::string& option, const std::string& text);

template <class Request, auto kMember>
void SetSeconds(void* request, const OwnUse& use) {
  static_cast<Request*>(request)->*kMember = ParseSeconds(use.option, use.value);
}

// Whether it is -help, --help or -?; whether the first argument is.
bool IsHelp(const std::string& argument);
bool AsksForHelp(const Arguments& arguments);

// The option that a word is, or nullptr.
const OwnOption* FindOwn(OwnOptions options, const std::string& word);

// That option at arguments[*position], which is moved past it and its value. No value, and unless
// it may be any an empty one or one that is itself an option, is a MalformedArgument.
OwnUse TakeOwn(OwnOptions options, const OwnOption& option, const Arguments& arguments,
               std::size_t* position);

// Words that are no options.
enum class Words {
  kNone,   // there are none
  kLast,   // the first one ends the options
  kAmong,  // wherever they stand
};

// Whether it begins with a sign, and is not "-", the standard input.
bool HasSign(const std::string& word);

// Enters the options among the arguments into a request. Returns the words. Throws CommandError.
// `is_option`: which words have to be options, where words are among them.
Arguments ParseOwn(OwnOptions options, const Arguments& arguments, Words words, void* request,
                   bool (*is_option)(const std::string& word) = HasSign);

// For an argument that begins with a sign and is none of these; the hint is what may have been
// meant.
CommandError UnrecognizedOption(const std::string& spelled, OwnOptions options);

// Their names, without signs, as far as they may have been meant.
std::vector<std::string> NamesOf(OwnOptions options);

// Of words without signs: for a name that is none of them, the one that may have been meant, also
// by "name=value"; or "".
std::string MeantOption(const std::string& spelled, std::span<const std::string> names);

// The same for words that are no options, such as commands.
std::string MeantWord(const std::string& word, std::span<const std::string> words);

// For the value of an option: an option was taken for it.
CommandError OptionAsValue(const std::string& option, const std::string& value);

}  // namespace lodestone::cli
