// lodestone identify: describes image files. Never touches a device.
#include <cstdio>

#include "accel/accelerate.h"
#include "utilities/shell/command_error.hpp"
#include "utilities/shell/exception.hpp"
#include "utilities/image/image_text.hpp"
#include "utilities/commands/information.hpp"
#include "utilities/options/input_files.hpp"
#include "utilities/options/options.hpp"

namespace lodestone::cli {
namespace {

void Print(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
}

class Identifier {
 public:
  explicit Identifier(const CommandContext& context)
      : context_(context), info_(CloneImageInfo(nullptr)) {}

  int Run(const Arguments& arguments);

 private:
  // True when the option alone was the request.
  bool TakeOption(const OptionUse& use);
  void IdentifyFile(const std::string& name);
  void Describe(Image* images);

  const CommandContext& context_;
  ImageInfoHandle info_;
  std::vector<OptionUse> settings_;
  std::string format_;
  bool has_format_ = false;
  bool ping_ = true;
  unsigned long scene_ = 0;
  bool failed_ = false;
  bool found_ = false;
  bool printed_ = false;  // something was printed by -format
};

bool Identifier::TakeOption(const OptionUse& use) {
  if (PrintInformation(context_, use)) return true;
  const std::string name = use.option->name;
  if (use.option->set != nullptr) use.option->set(info_.get(), use);
  if (name == "format") {
    has_format_ = !use.plus;
    format_ = use.value();
    if (format_.substr(0, 1) == "@") format_ = ReadTextFile(format_.substr(1));
  }
  if (name == "ping") ping_ = !use.plus;
  if (use.option->apply != nullptr) settings_.push_back(use);
  return false;
}

void Identifier::Describe(Image* images) {
  for (Image* image = images; image != nullptr; image = GetNextImageInList(image)) {
    image->scene = scene_++;
    if (has_format_) {
      const std::string text = ExpandImageText(info_.get(), image, format_);
      printed_ = printed_ || !text.empty();
      Print(text);
    } else {
      Print(DescriptionText(image, info_->verbose));
    }
  }
}

void Identifier::IdentifyFile(const std::string& name) {
  const bool pixels = has_format_ ? NeedsPixels(format_) : info_->verbose != 0;
  info_->ping = ping_ && !pixels;
  try {
    ImageList images = ReadImages(info_.get(), name);
    ApplyToImages(info_.get(), settings_, &images);
    found_ = true;
    Describe(images.get());
  } catch (const CommandError& error) {
    PrintMessage(error.what(), error.description(), error.error_number());
    failed_ = true;
  }
}

int Identifier::Run(const Arguments& arguments) {
  MagickAccelerateSetThreadMode(MagickAccelerateOff);
  std::size_t position = 0;
  while (position < arguments.size()) {
    if (LooksLikeOption(arguments[position])) {
      if (TakeOption(ParseOption(arguments, arguments.size(), kIdentify, &position))) return 0;
      continue;
    }
    for (const std::string& name : ExpandInputName(arguments[position++])) IdentifyFile(name);
  }
  if (!found_) throw CommandError("Request did not return an image");
  if (printed_) Print("\n");
  return failed_ ? 1 : 0;
}

}  // namespace

void IdentifyUsage(const CommandContext& context) {
  PrintBanner();
  std::printf("Usage: %s [options ...] file [ [options ...] file ... ]\n",
              context.Spelled().c_str());
  PrintOptions(kIdentify);
}

int RunIdentify(const CommandContext& context, const Arguments& arguments) {
  if (arguments.empty()) {
    IdentifyUsage(context);
    throw CommandError("Improper arguments supplied, please see manual");
  }
  return Identifier(context).Run(arguments);
}

}  // namespace lodestone::cli
