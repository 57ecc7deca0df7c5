// lodestone identify: describes image files. Never touches a device.
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "accel/accelerate.h"
#include "base/printable_text.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/shell/exception.hpp"
#include "utilities/image/image_text.hpp"
#include "utilities/commands/information.hpp"
#include "utilities/options/command_line.hpp"
#include "utilities/options/input_files.hpp"
#include "utilities/options/options.hpp"

namespace lodestone::cli {
namespace {

void Print(const std::string& original) {
  const std::string text = TextFor(stdout, original);
  std::fwrite(text.data(), 1, text.size(), stdout);
}

// The text of a file without the end of its last line, if it is @file and can be read.
std::string FormatOf(const std::string& value) {
  if (value.substr(0, 1) != "@" || !IsAccessible(value.c_str() + 1)) return value;
  std::string text = ReadTextFile(value.substr(1));
  if (text.ends_with('\n')) text.pop_back();
  if (text.ends_with('\r')) text.pop_back();
  return text;
}

class Identifier {
 public:
  explicit Identifier(const CommandContext& context)
      : context_(context), info_(SettingsFor(context)) {}

  int Run(const Arguments& arguments);

 private:
  // Those that hold for all files, wherever they stand.
  void TakeRequests(const std::vector<Item>& items);
  // True when the option alone was the request.
  bool TakeOption(const OptionUse& use);
  void IdentifyFile(const std::string& name);
  void Describe(Image* images);
  // What -format asks for.
  void Give(const std::string& text);

  const CommandContext& context_;
  ImageInfoHandle info_;
  std::optional<std::string> format_;
  bool ping_ = true;
  unsigned long scene_ = 0;
  bool failed_ = false;
  bool found_ = false;
  bool printed_ = false;  // something was printed by -format
};

void Identifier::TakeRequests(const std::vector<Item>& items) {
  for (const Item& item : items) {
    if (item.IsInput()) continue;
    if (IsNamed(item.use, "ping")) ping_ = !item.use.plus;
    if (IsNamed(item.use, "format") && !item.use.plus && !format_)
      format_ = FormatOf(item.use.value());
  }
}

bool Identifier::TakeOption(const OptionUse& use) {
  if (PrintInformation(context_, use)) return true;
  if (use.option->set != nullptr) use.option->set(info_.get(), use);
  return false;
}

void Identifier::Give(const std::string& text) {
  if (context_.caller != nullptr) {
    if (context_.caller->text != nullptr) *context_.caller->text += text;
    return;
  }
  printed_ = printed_ || !text.empty();
  Print(text);
}

void Identifier::Describe(Image* images) {
  for (Image* image = images; image != nullptr; image = GetNextImageInList(image)) {
    if (image->scene == 0) image->scene = scene_++;
    if (format_) {
      Give(ExpandImageText(info_.get(), image, *format_));
    } else {
      Print(DescriptionText(image, info_->verbose));
    }
  }
}

void Identifier::IdentifyFile(const std::string& name) {
  const bool pixels = format_ ? NeedsPixels(*format_) : info_->verbose != 0;
  info_->ping = ping_ && !pixels;
  try {
    SetFilename(info_->filename, name);  // of %o
    const ImageList images = ReadImages(info_.get(), name);
    found_ = true;
    Describe(images.get());
  } catch (const CommandError& error) {
    if (context_.caller == nullptr) {
      PrintMessage(error);
    } else {
      GiveToHandlers(error);
    }
    failed_ = true;
  }
}

int Identifier::Run(const Arguments& arguments) {
  MagickAccelerateSetThreadMode(MagickAccelerateOff);
  const std::vector<Item> items = ParseAll(arguments, kIdentify);
  TakeRequests(items);
  for (const Item& item : items) {
    if (item.IsInput()) {
      IdentifyFile(item.input);
    } else if (TakeOption(item.use)) {
      return 0;
    }
  }
  if (!found_) throw CommandError("Request did not return an image");
  if (printed_) Print("\n");
  return failed_ ? 1 : 0;
}

int RunIdentify(const CommandContext& context, const Arguments& arguments) {
  if (arguments.empty()) RefuseNoArguments(context, kIdentifyCommand);
  return Identifier(context).Run(arguments);
}

}  // namespace

const Command kIdentifyCommand = {
    .name = "identify",
    .summary = "describe an image or image sequence",
    .run = RunIdentify,
    .synopsis = "$ [options ...] file [ [options ...] file ... ]",
    .options = Shown<kIdentify>,
    .description = "Describes images: format, size, class, depth, file size.",
    .has_banner = true,
};

}  // namespace lodestone::cli
