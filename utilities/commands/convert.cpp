// lodestone convert: GraphicsMagick's grammar and order of evaluation.
//
// The command line is a sequence of groups, each some options followed by inputs, and ends with
// options without inputs. A setting takes effect where it stands. The options of a group change the
// images of that group; the final ones change all images.
#include "utilities/commands/convert.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "utilities/options/apply_options.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/commands/convert_progress.hpp"
#include "utilities/image/verbose_report.hpp"
#include "utilities/image/write_images.hpp"
#include "utilities/commands/information.hpp"
#include "utilities/options/command_line.hpp"
#include "utilities/options/options.hpp"
#include "utilities/options/shrink_on_load.hpp"

namespace lodestone::cli {
namespace {

// Whether every operation on pixels can be explained without reading them.
bool NeedsHeadersOnly(const std::vector<Item>& items) {
  return std::all_of(items.begin(), items.end(), [](const Item& item) {
    return item.IsInput() ||
           (item.use.option->apply_to_list == nullptr &&
            (item.use.option->apply == nullptr || item.use.option->effect != OptionEffect::kAny));
  });
}

std::size_t CountInputs(const std::vector<Item>& items) {
  return static_cast<std::size_t>(
      std::count_if(items.begin(), items.end(), [](const Item& item) { return item.IsInput(); }));
}

// The number of images that options are applied to: those of each group, and all of them at the
// end.
std::size_t CountApplications(const std::vector<Item>& items) {
  std::size_t applications = 0, group = 0;
  bool applies = false;
  bool reading = false;
  for (const Item& item : items) {
    if (!item.IsInput()) {
      if (std::exchange(reading, false)) {
        if (std::exchange(applies, false)) applications += group;
        group = 0;
      }
      applies = applies || item.use.option->apply != nullptr;
    } else {
      reading = true;
      ++group;
    }
  }
  if (applies) applications += reading ? group : CountInputs(items);
  return applications;
}

enum class Purpose { kConvert, kExplain };

class Converter {
 public:
  Converter(const CommandContext& context, const std::vector<Item>& items, Purpose purpose);

  void Take(const Item& item);
  void Finish();
  void Write(const std::string& output);

 private:
  void TakeOption(const OptionUse& use);
  void EndGroup();
  void Apply(ImageList* images);

  const CommandContext& context_;
  const Purpose purpose_;
  const Reading reading_;
  ImageInfoHandle info_;
  ImageList images_;             // of completed groups
  ImageList group_;              // read since the last option
  std::vector<OptionUse> uses_;  // of the current group
  std::vector<OptionUse> last_;  // those after all inputs
  ConvertProgress progress_;
};

Converter::Converter(const CommandContext& context, const std::vector<Item>& items, Purpose purpose)
    : context_(context),
      purpose_(purpose),
      reading_(purpose == Purpose::kExplain && NeedsHeadersOnly(items) ? Reading::kHeader
                                                                       : Reading::kWhole),
      info_(SettingsFor(context)),
      progress_(CountInputs(items), CountApplications(items)) {
  for (const Item& item : items) {
    if (!item.IsInput()) {
      last_.push_back(item.use);
    } else {
      last_.clear();
    }
  }
}

void Converter::Take(const Item& item) {
  if (!item.IsInput()) {
    EndGroup();
    TakeOption(item.use);
    return;
  }
  progress_.Reading(item.input);
  Append(&group_, ReadImagesFor(info_.get(), item.input, uses_, last_, reading_));
}

void Converter::TakeOption(const OptionUse& use) {
  if (use.option->set != nullptr) use.option->set(info_.get(), use);
  uses_.push_back(use);
}

void Converter::Apply(ImageList* images) {
  if (purpose_ == Purpose::kExplain) {
    std::erase_if(uses_,
                  [](const OptionUse& use) { return use.option->effect == OptionEffect::kWrite; });
  }
  if (*images != nullptr && !uses_.empty()) {
    ApplyToImages(info_.get(), uses_, images, [&] { progress_.Working(); });
    ReportIfVerbose(info_.get(), images->get());
  }
  uses_.clear();
}

void Converter::EndGroup() {
  if (group_ == nullptr) return;
  Apply(&group_);
  Append(&images_, std::move(group_));
}

void Converter::Finish() {
  if (group_ != nullptr) {
    EndGroup();
  } else {
    Apply(&images_);
  }
  if (images_ == nullptr) throw CommandError("Request did not return an image");
}

void Converter::Write(const std::string& output) {
  progress_.Writing(output);
  WriteOutput(info_.get(), images_.get(), output);
  DescribeToCaller(context_, info_.get(), images_.get());
}

void Run(const CommandContext& context, const Arguments& arguments, Purpose purpose) {
  const std::vector<Item> items = ParseItems(arguments, kConvert);
  Converter converter(context, items, purpose);
  for (const Item& item : items) converter.Take(item);
  converter.Finish();
  if (purpose == Purpose::kConvert) converter.Write(arguments.back());
}

int RunConvert(const CommandContext& context, const Arguments& arguments) {
  if (arguments.empty()) RefuseNoArguments(context, kConvertCommand);
  if (PrintInformationIn(context, arguments, kConvert)) return 0;
  Run(context, arguments, Purpose::kConvert);
  return 0;
}

constexpr HelpPart kConvertNotes[] = {
    {"",
     "The input format follows from a prefix (png:image), else from the content of 'file', else\n"
     "from the extension; the output format from the prefix or extension. 'file' may be '-' for\n"
     "standard input or output, and 'file[0]' names one of several images in a file."},
};

}  // namespace

const Command kConvertCommand = {
    .name = "convert",
    .summary = "convert an image or sequence of images",
    .run = RunConvert,
    .synopsis = "$ [options ...] file [ [options ...] file ...] [options ...] file",
    .options = Shown<kConvert>,
    .more = kConvertNotes,
    .description = "Reads images, applies operations, writes the result.",
    .has_banner = true,
};

bool ConvertWithoutPixels(const CommandContext& context, const Arguments& arguments) {
  if (arguments.empty()) throw CommandError("Missing an image filename");
  if (PrintInformationIn(context, arguments, kConvert)) return false;
  Run(context, arguments, Purpose::kExplain);
  return true;
}

}  // namespace lodestone::cli
