#include "utilities/commands/batch_options.hpp"

#include <cstdio>

#include "base/printable_text.hpp"
#include "magick/api.h"

namespace lodestone::cli {
namespace {

// Whether a value is one of the words between the bars of an option's argument.
bool IsOneOf(const std::string& words, const std::string& value) {
  const std::size_t bar = words.find('|');
  return LocaleCompare(words.substr(0, bar).c_str(), value.c_str()) == 0 ||
         LocaleCompare(words.substr(bar + 1).c_str(), value.c_str()) == 0;
}

bool Is(const char* word, const OwnUse& use) {
  return LocaleCompare(word, use.value.c_str()) == 0;
}

template <class Options, auto kMember>
void SetSwitch(void* options, const OwnUse& use) {
  static_cast<Options*>(options)->*kMember = Is("on", use);
}

// As in GraphicsMagick: names in upper or lower case, and messages of their own.
constexpr OwnOption kBatchOptions[] = {
    {"echo", "on|off", "print each command before it runs; off",
     SetSwitch<BatchOptions, &BatchOptions::echo>},
    {"escape", "unix|windows", "how commands are quoted, see below; unix",
     [](void* options, const OwnUse& use) {
       static_cast<BatchOptions*>(options)->escape =
           Is("windows", use) ? BatchEscape::kWindows : BatchEscape::kUnix;
     }},
    {"fail", "text", "what -feedback prints after a failure; FAIL",
     Set<BatchOptions, &BatchOptions::fail>},
    {"feedback", "on|off", "print after each command whether it succeeded; off",
     SetSwitch<BatchOptions, &BatchOptions::feedback>},
    {"help", "", "print program options", nullptr},
    {"pass", "text", "what -feedback prints after a success; PASS",
     Set<BatchOptions, &BatchOptions::pass>},
    {"prompt", "text",
     "print this before each command; 'off' or '': nothing; without a\nfile 'GM> '",
     [](void* options, const OwnUse& use) {
       static_cast<BatchOptions*>(options)->prompt = Is("off", use) ? "" : use.value;
     }},
    {"stop-on-error", "on|off", "end after the first command that fails; off",
     SetSwitch<BatchOptions, &BatchOptions::stop_on_error>},
    {"tap-mode", "on|off", "print commands and results for the Test Anything Protocol; off",
     SetSwitch<BatchOptions, &BatchOptions::tap>},
};

const OwnOption* Find(const std::string& word) {
  for (const OwnOption& option : kBatchOptions)
    if (LocaleCompare(option.name, word.c_str() + 1) == 0) return &option;
  return nullptr;
}

bool Refuse(const char* what, const std::string& text) {
  std::fflush(stdout);
  std::fprintf(stderr, "Error: %s%s\n", what, Printable(text).c_str());
  return false;
}

// Takes an option and its value, and moves *position past them.
bool Take(const Arguments& arguments, std::size_t* position, BatchOptions* options) {
  const OwnOption* const option = Find(arguments[*position]);
  if (option == nullptr) return Refuse("Unknown option: ", arguments[*position]);
  OwnUse use{std::string("-") + option->name, ""};
  if (++*position >= arguments.size()) return Refuse("Missing value for ", use.option + " option");
  use.value = arguments[(*position)++];
  const std::string words = option->argument;
  if (words.find('|') != words.npos && !IsOneOf(words, use.value))
    return Refuse("Invalid value for ", use.option + " option: " + use.value);
  option->set(options, use);
  return true;
}

const char* Text(bool on) {
  return on ? "on" : "off";
}

}  // namespace

BatchParsing ParseBatchOptions(const Arguments& arguments, BatchOptions* options,
                               std::size_t* position) {
  BatchOptions parsed = *options;
  std::size_t i = 0;
  while (i < arguments.size() && arguments[i].size() > 1 && arguments[i][0] == '-') {
    if (arguments[i] == "--") {
      ++i;
      break;
    }
    if (IsHelp(arguments[i]) || LocaleCompare("-help", arguments[i].c_str()) == 0)
      return BatchParsing::kHelp;
    if (!Take(arguments, &i, &parsed)) return BatchParsing::kFailed;
  }
  *options = parsed;
  *position = i;
  return BatchParsing::kDone;
}

void PrintBatchOptions(const BatchOptions& options) {
  std::printf("escape        : %s\n", options.escape == BatchEscape::kWindows ? "windows" : "unix");
  std::printf("fail          : %s\n", options.fail.c_str());
  std::printf("feedback      : %s\n", Text(options.feedback));
  std::printf("stop-on-error : %s\n", Text(options.stop_on_error));
  std::printf("pass          : %s\n", options.pass.c_str());
  std::printf("prompt        : %s\n", options.prompt.value_or("").c_str());
  std::printf("tap-mode      : %s\n", Text(options.tap));
}

ShownOptions ShownBatchOptions() {
  return ShownOf(kBatchOptions);
}

}  // namespace lodestone::cli
