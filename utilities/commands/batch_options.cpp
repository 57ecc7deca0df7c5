#include "utilities/commands/batch_options.hpp"

#include <cstdio>

#include "base/printable_text.hpp"
#include "magick/api.h"
#include "utilities/shell/value_argument.hpp"

namespace lodestone::cli {
namespace {

// The names of the values 0 and 1.
struct Pair {
  const char* first;
  const char* second;
};
constexpr Pair kSwitch{"off", "on"};
constexpr Pair kEscape{"unix", "windows"};

bool IsOneOf(const Pair& names, const std::string& value) {
  return LocaleCompare(names.first, value.c_str()) == 0 ||
         LocaleCompare(names.second, value.c_str()) == 0;
}

bool IsSecond(const Pair& names, const std::string& value) {
  return LocaleCompare(names.second, value.c_str()) == 0;
}

struct BatchOption {
  const char* name;
  const Pair* names;  // of its values; nullptr: any text
  void (*set)(BatchOptions* options, const std::string& value);
};

constexpr BatchOption kOptions[] = {
    {"-echo", &kSwitch,
     [](BatchOptions* options, const std::string& value) {
       options->echo = IsSecond(kSwitch, value);
     }},
    {"-escape", &kEscape,
     [](BatchOptions* options, const std::string& value) {
       options->escape = IsSecond(kEscape, value) ? BatchEscape::kWindows : BatchEscape::kUnix;
     }},
    {"-fail", nullptr,
     [](BatchOptions* options, const std::string& value) { options->fail = value; }},
    {"-feedback", &kSwitch,
     [](BatchOptions* options, const std::string& value) {
       options->feedback = IsSecond(kSwitch, value);
     }},
    {"-pass", nullptr,
     [](BatchOptions* options, const std::string& value) { options->pass = value; }},
    {"-prompt", nullptr,
     [](BatchOptions* options, const std::string& value) {
       options->prompt = LocaleCompare("off", value.c_str()) == 0 ? "" : value;
     }},
    {"-stop-on-error", &kSwitch,
     [](BatchOptions* options, const std::string& value) {
       options->stop_on_error = IsSecond(kSwitch, value);
     }},
};

const BatchOption* Find(const std::string& name) {
  for (const BatchOption& option : kOptions)
    if (LocaleCompare(option.name, name.c_str()) == 0) return &option;
  return nullptr;
}

bool Refuse(const char* what, const std::string& text) {
  std::fflush(stdout);
  std::fprintf(stderr, "Error: %s%s\n", what, Printable(text).c_str());
  return false;
}

// Takes an option and its value, and moves *position past them.
bool Take(const Arguments& arguments, std::size_t* position, BatchOptions* options) {
  const BatchOption* const option = Find(arguments[*position]);
  if (option == nullptr) return Refuse("Unknown option: ", arguments[*position]);
  const std::string name = option->name;
  if (++*position >= arguments.size()) return Refuse("Missing value for ", name + " option");
  const std::string& value = arguments[(*position)++];
  if (option->names != nullptr && !IsOneOf(*option->names, value))
    return Refuse("Invalid value for ", name + " option: " + value);
  option->set(options, value);
  return true;
}

const char* Text(bool on) {
  return on ? kSwitch.second : kSwitch.first;
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
  std::printf("escape        : %s\n",
              options.escape == BatchEscape::kWindows ? kEscape.second : kEscape.first);
  std::printf("fail          : %s\n", options.fail.c_str());
  std::printf("feedback      : %s\n", Text(options.feedback));
  std::printf("stop-on-error : %s\n", Text(options.stop_on_error));
  std::printf("pass          : %s\n", options.pass.c_str());
  std::printf("prompt        : %s\n", options.prompt.value_or("").c_str());
}

void PrintBatchHelp() {
  std::printf(
      "\nWhere options include:\n"
      "  -echo on|off         print each command before it runs; off\n"
      "  -escape unix|windows how commands are quoted, see below; unix\n"
      "  -fail text           what -feedback prints after a failure; FAIL\n"
      "  -feedback on|off     print after each command whether it succeeded; off\n"
      "  -help                print program options\n"
      "  -pass text           what -feedback prints after a success; PASS\n"
      "  -prompt text         print this before each command; 'off' or '': nothing; without a\n"
      "                       file 'GM> '\n"
      "  -stop-on-error on|off\n"
      "                       end after the first command that fails; off\n"
      "\n"
      "Words are separated by blanks, and # begins a comment. With -escape unix, a backslash, "
      "single\n"
      "and double quotes take the meaning from what follows or is between them; with -escape "
      "windows\n"
      "double quotes do, and two of them within such a text stand for one.\n");
}

}  // namespace lodestone::cli
