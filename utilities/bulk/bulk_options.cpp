#include "utilities/bulk/bulk_options.hpp"

#include <algorithm>
#include <functional>
#include <string_view>

#include "magick/api.h"
#include "utilities/bulk/warning_collector.hpp"
#include "utilities/image/write_images.hpp"
#include "utilities/shell/command_error.hpp"
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

BulkOptions& In(void* options) {
  return *static_cast<BulkOptions*>(options);
}

constexpr OwnOption kBulkOptions[] = {
    {"files-from", "filename", "read names of inputs from this file, or - for standard input",
     [](void* options, const OwnUse& use) { In(options).inputs.list = use.value; }},
    {"force", "", "do everything again, whatever the journal says",
     Set<BulkOptions, &BulkOptions::force>},
    {"isolated", "filename", nullptr,
     [](void* options, const OwnUse& use) {
       In(options).inputs.shard = use.value;
       In(options).isolated = true;
     }},
    {"isolated-timeout", "seconds",
     "end an input that an earlier run died of after this time (900)",
     SetCount<BulkOptions, &BulkOptions::isolated_seconds>},
    {"journal", "filename", "record of what was done (lodestone-bulk.jsonl beside the outputs)",
     Set<BulkOptions, &BulkOptions::journal>},
    {"json", "", "print the summary as JSON", Set<BulkOptions, &BulkOptions::json>},
    {"keep", "filename", nullptr, Set<BulkOptions, &BulkOptions::kept>},
    {"max-errors", "number", "stop when more inputs than this have failed",
     SetCount<BulkOptions, &BulkOptions::max_errors, 0>},
    {"output", "template", "name of an output, such as 'small/%{path}/%{base}.jpg'", nullptr},
};

void RequireFormat(const OutputName& name) {
  try {
    RequireWritable(name.Example());
  } catch (const CommandError& error) {
    throw error.WithHint("the format is that of the extension, or of a prefix such as png:");
  }
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
    RequireDistinct(Templates());
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

  std::vector<std::string> Templates() const {
    std::vector<std::string> templates;
    for (const OutputSpec& output : options_.outputs) templates.push_back(output.name.text());
    return templates;
  }

  void ParseOne() {
    const std::string& argument = arguments_[position_];
    if (argument == "(" || argument == ")") {
      ++position_;
      argument == "(" ? OpenGroup() : CloseGroup();
    } else if (const OwnOption* option = FindOwn(kBulkOptions, argument)) {
      Take(*option);
    } else if (LooksLikeOption(argument)) {
      ParseShared();
    } else {
      if (group_) throw CommandError("An input stands inside parentheses", argument);
      if (argument == "-")
        throw CommandError("Inputs are files and directories", argument)
            .WithHint("-files-from - reads their names from standard input");
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

  // An option of convert is no value either.
  void Take(const OwnOption& option) {
    const OwnUse use = TakeOwn(kBulkOptions, option, arguments_, &position_);
    if (LooksLikeOption(use.value) && FindOption(use.value.substr(1), kConvert) != nullptr)
      throw OptionAsValue(use.option, use.value);
    if (option.set != nullptr) return option.set(&options_, use);
    if (group_) {
      group_->names.push_back(use.value);
    } else {
      outside_.push_back({OutputName(use.value), {}});
    }
  }

  void ParseShared() {
    OptionUse use = ParseImageOption(arguments_, &position_, NamesOf(kBulkOptions));
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

std::vector<std::string> BulkOptions::NamesFor(const BulkInput& input) const {
  std::vector<std::string> names;
  for (const OutputSpec& output : outputs) names.push_back(output.name.For(input));
  return names;
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

ShownOptions ShownBulkOptions() {
  return ShownOf(kBulkOptions);
}

}  // namespace lodestone::cli
