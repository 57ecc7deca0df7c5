// lodestone composite: puts one image on another.
//
// The first input is the change image, the second the base image, the third a mask of the change
// image. The options before an input change that image, those after all inputs the base image.
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "utilities/commands/information.hpp"
#include "utilities/image/overlay.hpp"
#include "utilities/image/verbose_report.hpp"
#include "utilities/image/write_images.hpp"
#include "utilities/options/apply_options.hpp"
#include "utilities/options/command_line.hpp"
#include "utilities/options/input_files.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/shell/progress_line.hpp"

namespace lodestone::cli {
namespace {

std::string TextOf(const OptionUse& use) {
  return use.plus ? "" : use.value();
}

// +option: as if it were not given.
void TakeSetting(const OptionUse& use, OverlaySettings* settings) {
  const std::string_view name = use.option->name;
  if (name == "compose") {
    settings->compose = use.plus ? CopyCompositeOp : StringToCompositeOperator(use.value());
  } else if (name == "displace") {
    settings->displace = TextOf(use);
    if (!use.plus) settings->compose = DisplaceCompositeOp;
  } else if (name == "dissolve") {
    settings->dissolve = use.plus ? 0.0 : std::strtod(use.value(), nullptr);
    if (!use.plus) settings->compose = DissolveCompositeOp;
  } else if (name == "unsharp") {
    settings->unsharp = TextOf(use);
    settings->compose = ThresholdCompositeOp;
  } else if (name == "watermark") {
    settings->watermark = TextOf(use);
    if (!use.plus) settings->compose = ModulateCompositeOp;
  } else if (name == "geometry") {
    settings->geometry = TextOf(use);
  } else if (name == "gravity") {
    settings->gravity = use.plus ? ForgetGravity : StringToGravityType(use.value());
  } else if (name == "stegano") {
    settings->stegano.reset();
    if (!use.plus) settings->stegano = std::strtol(use.value(), nullptr, 10);
  } else if (name == "stereo") {
    settings->stereo = !use.plus;
  } else if (name == "tile") {
    settings->tile = !use.plus;
  }
}

class Compositor {
 public:
  explicit Compositor(const CommandContext& context)
      : context_(context), info_(SettingsFor(context)) {}

  void Take(const Item& item);
  void Write(const std::string& output);

 private:
  void TakeOption(const OptionUse& use);
  void Apply(ImageList* images);
  void Combine();

  const CommandContext& context_;
  ImageInfoHandle info_;
  OverlaySettings settings_;
  std::vector<OptionUse> uses_;  // since the last input
  ImageList change_, base_, mask_;
  ProgressLine progress_;
};

void Compositor::Take(const Item& item) {
  if (!item.IsInput()) return TakeOption(item.use);
  if (mask_ != nullptr) throw CommandError("Input images already specified", item.input);
  ImageList* const slot = change_ == nullptr ? &change_ : base_ == nullptr ? &base_ : &mask_;
  progress_.Show("reading " + item.input);
  *slot = ReadImages(info_.get(), item.input);
  Apply(slot);
}

void Compositor::TakeOption(const OptionUse& use) {
  if (use.option->set != nullptr) use.option->set(info_.get(), use);
  TakeSetting(use, &settings_);
  if (IsNamed(use, "noop")) Combine();
  uses_.push_back(use);
}

void Compositor::Apply(ImageList* images) {
  if (!uses_.empty()) {
    ApplyToImages(info_.get(), uses_, images);
    ReportIfVerbose(info_.get(), images->get());
  }
  uses_.clear();
}

// The next input is then the change image of the result.
void Compositor::Combine() {
  if (base_ == nullptr) throw CommandError("Request did not return an image");
  progress_.Show("compositing");
  if (change_ != nullptr) Overlay(settings_, change_.get(), mask_.get(), &base_);
  change_.reset();
  mask_.reset();
}

void Compositor::Write(const std::string& output) {
  if (base_ == nullptr) throw CommandError("Request did not return an image");
  Apply(&base_);
  Combine();
  progress_.Clear();
  WriteOutput(info_.get(), base_.get(), output);
  DescribeToCaller(context_, info_.get(), base_.get());
}

int RunComposite(const CommandContext& context, const Arguments& arguments) {
  if (arguments.empty()) RefuseNoArguments(context, kCompositeCommand);
  if (PrintInformationIn(context, arguments, kComposite)) return 0;
  Compositor compositor(context);
  for (const Item& item : ParseItems(arguments, kComposite)) compositor.Take(item);
  compositor.Write(arguments.back());
  return 0;
}

}  // namespace

const Command kCompositeCommand = {
    .name = "composite",
    .summary = "composite images together",
    .run = RunComposite,
    .synopsis =
        "$ [options ...] image [options ...] composite\n"
        "  [ [options ...] mask ] [options ...] composite",
    .options = Shown<kComposite>,
    .description =
        "Puts the first image on the second, where a third lets it through. Options\n"
        "before an image change that image, those after all of them the second.",
    .has_banner = true,
};

}  // namespace lodestone::cli
