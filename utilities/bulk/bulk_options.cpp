#include "utilities/bulk/bulk_options.hpp"

#include <algorithm>
#include <cstdio>
#include <functional>
#include <string_view>

#include "magick/api.h"
#include "utilities/bulk/warning_collector.hpp"
#include "utilities/image/write_images.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/shell/count_argument.hpp"
#include "utilities/shell/value_argument.hpp"
#include "base/sha256.hpp"

namespace lodestone::cli {
namespace {

constexpr char kJournalName[] = "lodestone-bulk.jsonl";

// Options of convert that make no sense for many inputs.
constexpr std::string_view kNotForBulk[] = {"list", "ping", "write"};

// Those without an influence on the outputs.
constexpr std::string_view kWithoutInfluence[] = {"accelerate", "accelerate-log", "debug",  "limit",
                                                  "log",        "monitor",        "verbose"};

bool IsOneOf(std::string_view name, const auto& names) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

struct OwnOption {
  const char* name;
  const char* argument;  // "" for none
  const char* help;      // null for what is no user's
  void (*set)(BulkOptions* options, const std::string& value);
};

constexpr OwnOption kOwnOptions[] = {
    {"files-from", "filename", "read names of inputs from this file, or - for standard input",
     [](BulkOptions* options, const std::string& value) { options->inputs.list = value; }},
    {"force", "", "do everything again, whatever the journal says",
     [](BulkOptions* options, const std::string&) { options->force = true; }},
    {"isolated", "filename", nullptr,
     [](BulkOptions* options, const std::string& value) {
       options->inputs.shard = value;
       options->isolated = true;
     }},
    {"isolated-timeout", "seconds",
     "end an input that an earlier run died of after this time (900)",
     [](BulkOptions* options, const std::string& value) {
       options->isolated_seconds = ParseCount("-isolated-timeout", value);
     }},
    {"journal", "filename", "record of what was done (lodestone-bulk.jsonl beside the outputs)",
     [](BulkOptions* options, const std::string& value) { options->journal = value; }},
    {"json", "", "print the summary as JSON",
     [](BulkOptions* options, const std::string&) { options->json = true; }},
    {"keep", "filename", nullptr,
     [](BulkOptions* options, const std::string& value) { options->kept.push_back(value); }},
    {"max-errors", "number", "stop when more inputs than this have failed",
     [](BulkOptions* options, const std::string& value) {
       options->max_errors = ParseCount("-max-errors", value, 0);
     }},
    {"output", "template", "name of an output, such as 'small/%{path}/%{base}.jpg'", nullptr},
};

const OwnOption* FindOwnOption(const std::string& argument) {
  for (const OwnOption& option : kOwnOptions) {
    if (argument == std::string("-") + option.name) return &option;
  }
  return nullptr;
}

void RequireFormat(const OutputName& name) {
  try {
    RequireWritable(name.Example());
  } catch (const CommandError& error) {
    throw error.WithHint("the format is that of the extension, or of a prefix such as png:");
  }
}

std::vector<std::string> OwnNames() {
  std::vector<std::string> names;
  for (const OwnOption& option : kOwnOptions)
    if (option.help != nullptr) names.emplace_back(option.name);
  return names;
}

class Parser {
 public:
  Parser(const Arguments& arguments, Inputs inputs) : arguments_(arguments), inputs_(inputs) {}

  BulkOptions Parse() {
    while (position_ < arguments_.size()) {
      const std::size_t inputs = options_.inputs.names.size(), begin = position_;
      ParseOne();
      if (options_.inputs.names.size() != inputs) continue;
      options_.arguments.insert(options_.arguments.end(), arguments_.begin() + Difference(begin),
                                arguments_.begin() + Difference(position_));
    }
    if (group_) throw CommandError("A parenthesis is not closed");
    options_.outputs.insert(options_.outputs.begin(), outside_.begin(), outside_.end());
    if (options_.outputs.empty()) throw CommandError("Missing an output", "-output");
    if (inputs_ == Inputs::kRequired && options_.inputs.none()) {
      throw CommandError("Missing an image filename");
    }
    for (const OutputSpec& output : options_.outputs) RequireFormat(output.name);
    const std::string usual_journal = options_.outputs[0].name.folder() + "/" + kJournalName;
    if (options_.journal.empty()) options_.journal = usual_journal;
    options_.kept.insert(options_.kept.end(), {usual_journal, options_.journal});
    if (!options_.inputs.list.empty()) options_.kept.push_back(options_.inputs.list);
    return std::move(options_);
  }

 private:
  static std::ptrdiff_t Difference(std::size_t position) {
    return static_cast<std::ptrdiff_t>(position);
  }

  struct Group {
    std::vector<std::string> names;
    std::vector<OptionUse> uses;
  };

  void ParseOne() {
    const std::string& argument = arguments_[position_];
    if (argument == "(" || argument == ")") {
      ++position_;
      argument == "(" ? OpenGroup() : CloseGroup();
    } else if (const OwnOption* option = FindOwnOption(argument)) {
      ParseOwn(*option);
      ++position_;
    } else if (LooksLikeOption(argument)) {
      ParseShared();
    } else {
      if (group_) throw CommandError("An input stands inside parentheses", argument);
      options_.inputs.names.push_back(argument);
      ++position_;
    }
  }

  void OpenGroup() {
    if (group_) throw CommandError("Parentheses stand inside parentheses");
    group_.emplace();
  }

  void CloseGroup() {
    if (!group_) throw CommandError("A parenthesis is not opened");
    if (group_->names.empty()) throw CommandError("Parentheses contain no output", "-output");
    for (const std::string& name : group_->names) {
      options_.outputs.push_back({OutputName(name), group_->uses});
    }
    group_.reset();
  }

  void ParseOwn(const OwnOption& option) {
    std::string value;
    if (option.argument[0] != '\0') value = ValueOfOwn();
    if (option.set != nullptr) return option.set(&options_, value);
    if (group_) {
      group_->names.push_back(value);
    } else {
      outside_.push_back({OutputName(value), {}});
    }
  }

  // Which is no option, neither of bulk nor of convert.
  std::string ValueOfOwn() {
    const std::string& option = arguments_[position_];
    const std::string& value = ValueAfter(arguments_, &position_, {});
    const bool is_shared =
        LooksLikeOption(value) && FindOption(value.substr(1), kConvert) != nullptr;
    if (is_shared || FindOwnOption(value) != nullptr) throw OptionAsValue(option, value);
    return value;
  }

  void ParseShared() {
    OptionUse use = ParseImageOption(arguments_, &position_, OwnNames());
    (group_ ? group_->uses : options_.common).push_back(std::move(use));
  }

  const Arguments& arguments_;
  const Inputs inputs_;
  std::size_t position_ = 0;
  BulkOptions options_;
  std::vector<OutputSpec> outside_;  // outputs with the common options alone
  std::optional<Group> group_;
};

void AddTo(Sha256* digest, const std::string& text) {
  // With the zero at its end, so that neighbours are told apart.
  digest->Update(reinterpret_cast<const std::uint8_t*>(text.c_str()), text.size() + 1);
}

void AddTo(Sha256* digest, const std::vector<OptionUse>& uses) {
  for (const OptionUse& use : uses) {
    if (IsOneOf(use.option->name, kWithoutInfluence)) continue;
    AddTo(digest, use.spelled());
    for (const std::string& value : use.values) AddTo(digest, value);
  }
}

}  // namespace

std::string BulkOptions::Settings() const {
  Sha256 digest;
  AddTo(&digest, GetMagickVersion(nullptr));
  AddTo(&digest, common);
  for (const OutputSpec& output : outputs) {
    AddTo(&digest, "-output");
    AddTo(&digest, output.name.text());
    AddTo(&digest, output.uses);
  }
  return digest.Finish(0).substr(0, 32);
}

OptionUse ParseImageOption(const Arguments& arguments, std::size_t* position,
                           std::span<const std::string> own) {
  const std::string& spelled = arguments[*position];
  OptionUse use = ParseOption(arguments, arguments.size(), kConvert, position, Doubts::kPrint, own);
  if (IsOneOf(use.option->name, kNotForBulk)) {
    throw CommandError("This option is not for several images", spelled);
  }
  return use;
}

BulkOptions ParseBulkOptions(const Arguments& arguments, Inputs inputs) {
  WarningCollector warnings(CurrentMessageTarget());
  const MessageScope scope(&warnings);
  BulkOptions options = Parser(arguments, inputs).Parse();
  options.warnings = warnings.TakeTexts();
  return options;
}

// Of a list that can be read only once, the second input tells.
void RequireNamesFor(const BulkOptions& options) {
  const auto nameless = std::ranges::find_if(
      options.outputs, [](const OutputSpec& output) { return !output.name.names_inputs(); });
  if (nameless == options.outputs.end() || !options.inputs.repeatable()) return;
  InputList inputs(options.inputs, InputDetails::kNameOnly);
  const auto first = inputs.Next();
  while (const auto next = inputs.Next()) {
    if (next->name == first->name) continue;
    throw CommandError("All inputs would have the same output", nameless->name.text())
        .WithHint("a placeholder, such as %{base}, gives each a name of its own");
  }
}

void PrintBulkOptions() {
  for (const OwnOption& option : kOwnOptions) {
    if (option.help == nullptr) continue;
    PrintOption(option.name, option.argument, option.help);
  }
}

}  // namespace lodestone::cli
