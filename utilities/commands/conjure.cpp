// lodestone conjure: runs scripts in MSL.
#include <algorithm>
#include <string_view>

#include "utilities/commands/information.hpp"
#include "utilities/options/options.hpp"
#include "utilities/options/script.hpp"
#include "utilities/shell/command.hpp"

namespace lodestone::cli {
namespace {

// Any other word with a sign is the name of a text for the script.
bool IsOwn(std::string_view name) {
  constexpr std::string_view kNames[] = {"debug", "help", "log", "verbose", "version"};
  return std::ranges::find(kNames, name) != std::end(kNames);
}

// Or a wish that must not pass unheard, and is refused.
bool IsOption(std::string_view name) {
  return IsOwn(name) || name == "sandbox";
}

ShownOptions ShownConjureOptions() {
  ShownOptions options = ShownOf(kConvert);
  std::erase_if(options, [](const ShownOption& option) { return !IsOwn(option.name); });
  return options;
}

int RunConjure(const CommandContext& context, const Arguments& arguments) {
  if (arguments.empty()) RefuseNoArguments(context, kConjureCommand);
  const ImageInfoHandle info = SettingsFor(context);
  const ImageList texts(AllocateImage(info.get()));
  if (texts == nullptr) throw std::bad_alloc();
  std::size_t position = 0;
  bool ran = false;
  while (position < arguments.size()) {
    const std::string& word = arguments[position];
    const Option* const option =
        LooksLikeOption(word) ? FindOption(word.substr(1), kConvert) : nullptr;
    if (option != nullptr && IsOption(option->name)) {
      const OptionUse use = ParseOption(arguments, arguments.size(), kConvert, &position);
      if (PrintInformation(context, use)) return 0;
      option->set(info.get(), use);
    } else if (LooksLikeOption(word)) {
      if (++position == arguments.size()) throw MalformedArgument(word);
      SetScriptText(texts.get(), word.substr(1), arguments[position++]);
    } else {
      SetScriptText(texts.get(), "filename", word);
      RunScript(info.get(), texts.get(), word);
      ran = true;
      ++position;
    }
  }
  if (!ran) throw CommandError("Missing a script");
  return 0;
}

constexpr HelpPart kConjureNotes[] = {
    {"", "-key value, for any other key, is what %[key] stands for in the script."},
};

}  // namespace

const Command kConjureCommand = {
    .name = "conjure",
    .summary = "run a script in MSL, GraphicsMagick's scripting language",
    .run = RunConjure,
    .synopsis = "$ [options ...] file [ [options ...] file ...]",
    .options = ShownConjureOptions,
    .more = kConjureNotes,
    .has_banner = true,
};

}  // namespace lodestone::cli
