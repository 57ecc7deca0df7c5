#include "utilities/options/options.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "utilities/options/value_doubts.hpp"
#include "utilities/shell/command_error.hpp"

namespace lodestone::cli {
namespace {

auto Tables() {
  return std::array{SettingOptions(), OperationOptions(), GeometryOptions(),  EffectOptions(),
                    WarpOptions(),    ToneOptions(),      ColorOptions(),     PrimaryOptions(),
                    RegionOptions(),  DrawingOptions(),   FrameOptions(),     SequenceOptions(),
                    ProcessOptions(), CompareOptions(),   CompositeOptions(), MontageOptions(),
                    TextOptions()};
}

std::vector<const Option*> OptionsOf(unsigned command) {
  std::vector<const Option*> options;
  for (const auto& table : Tables()) {
    for (const Option& option : table) {
      if ((option.commands & command) != 0) options.push_back(&option);
    }
  }
  std::sort(options.begin(), options.end(),
            [](const Option* a, const Option* b) { return std::strcmp(a->name, b->name) < 0; });
  return options;
}

}  // namespace

std::string OptionUse::spelled() const {
  return std::string(plus ? "+" : "-") + option->name;
}

bool IsNamed(const OptionUse& use, std::string_view name) {
  return use.option->name == name;
}

const Option* FindOption(const std::string& name, unsigned command) {
  for (const auto& table : Tables()) {
    for (const Option& option : table) {
      const bool has_it = (option.commands & command) != 0;
      if (has_it && LocaleCompare(name.c_str(), option.name) == 0) return &option;
    }
  }
  return nullptr;
}

std::vector<std::string> OptionNames(unsigned command) {
  std::vector<std::string> names;
  for (const Option* option : OptionsOf(command)) names.emplace_back(option->name);
  return names;
}

ShownOptions ShownOf(unsigned command) {
  ShownOptions shown;
  for (const Option* option : OptionsOf(command)) {
    const bool operation = option->apply != nullptr || option->apply_to_list != nullptr;
    shown.push_back(
        {option->name, option->argument, option->help, operation, option->plus_values != kNoPlus});
  }
  return shown;
}

bool LooksLikeOption(const std::string& argument) {
  if (argument.size() < 2 || argument.starts_with("-[")) return false;
  return argument[0] == '-' || argument[0] == '+';
}

unsigned CommandSetOf(const std::string& command) {
  constexpr std::pair<const char*, unsigned> kSets[] = {
      {"compare", kCompare},   {"composite", kComposite}, {"convert", kConvert},
      {"identify", kIdentify}, {"mogrify", kConvert},     {"montage", kMontage}};
  for (const auto& [name, set] : kSets) {
    if (command == name) return set;
  }
  return 0;
}

std::size_t CountValues(const Option* option, const std::string& spelled) {
  if (option == nullptr) return 0;
  return static_cast<std::size_t>(spelled[0] == '+' ? std::max(option->plus_values, 0)
                                                    : option->values);
}

OptionUse ParseOption(const Arguments& arguments, std::size_t end, unsigned command,
                      std::size_t* position, Doubts doubts, std::span<const std::string> own) {
  const std::string& spelled = arguments[*position];
  OptionUse use;
  use.option = FindOption(spelled.substr(1), command);
  use.plus = spelled[0] == '+';
  if (use.option == nullptr || (use.plus && use.option->plus_values == kNoPlus)) {
    throw CommandError("Unrecognized option", spelled).WithHint(OptionHint(spelled, command, own));
  }
  ++*position;
  const int wanted = use.plus ? use.option->plus_values : use.option->values;
  for (int i = 0; i < wanted; ++i) {
    if (*position >= end) throw MalformedArgument(spelled);
    use.values.push_back(arguments[(*position)++]);
  }
  if (use.option->check != nullptr && wanted != 0) use.option->check(use);
  if (doubts == Doubts::kPrint && !use.plus) PrintDoubts(use.option->name, use.values);
  return use;
}

bool IsProcessOption(const Option& option) {
  const auto options = ProcessOptions();
  return &option >= options.data() && &option < options.data() + options.size();
}

}  // namespace lodestone::cli
