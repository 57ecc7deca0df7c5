// lodestone montage: sheets of thumbnails.
//
// The options before inputs change those images, the ones after all inputs the sheets. Settings of
// the sheets hold wherever they stand.
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>
#include <vector>

#include "base/owner.hpp"
#include "utilities/commands/information.hpp"
#include "utilities/image/verbose_report.hpp"
#include "utilities/image/write_images.hpp"
#include "utilities/options/apply_options.hpp"
#include "utilities/options/command_line.hpp"
#include "utilities/options/input_files.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/shell/exception.hpp"
#include "utilities/shell/progress_line.hpp"

namespace lodestone::cli {
namespace {

using MontageInfoHandle = Owner<MontageInfo, DestroyMontageInfo>;

// Numbers of the files that each input name stands for.
struct Scenes {
  long first = 0, last = 0;
};

Scenes ParseScenes(const OptionUse& use) {
  Scenes scenes;
  if (use.plus) return scenes;
  scenes.first = scenes.last = std::strtol(use.value(), nullptr, 10);
  (void)std::sscanf(use.value(), "%ld-%ld", &scenes.first, &scenes.last);
  return scenes;
}

void TakeMode(const char* mode, MontageInfo* sheet) {
  const bool frame = LocaleCompare(mode, "frame") == 0;
  StoreText(&sheet->frame, frame ? "15x15+3+3" : nullptr);
  sheet->shadow = frame;
  if (frame) return;
  sheet->border_width = 0;
  if (LocaleCompare(mode, "concatenate") == 0) StoreText(&sheet->geometry, "+0+0");
}

struct TextSetting {
  std::string_view option;
  char* MontageInfo::*text;
};
constexpr TextSetting kTexts[] = {
    {"font", &MontageInfo::font},         {"frame", &MontageInfo::frame},
    {"geometry", &MontageInfo::geometry}, {"texture", &MontageInfo::texture},
    {"tile", &MontageInfo::tile},         {"title", &MontageInfo::title}};

void TakeText(const OptionUse& use, MontageInfo* sheet) {
  for (const TextSetting& setting : kTexts)
    if (setting.option == use.option->name)
      StoreText(&(sheet->*setting.text), use.plus ? nullptr : use.value());
}

// Those that hold for images and sheets were set in `info`.
void TakeSetting(const OptionUse& use, const ImageInfo& info, MontageInfo* sheet) {
  const std::string_view name = use.option->name;
  TakeText(use, sheet);
  sheet->background_color = info.background_color;
  sheet->border_color = info.border_color;
  sheet->matte_color = info.matte_color;
  sheet->pointsize = info.pointsize;
  if (name == "borderwidth") {
    sheet->border_width = use.plus ? 0 : std::strtoul(use.value(), nullptr, 10);
  } else if (name == "fill") {
    sheet->fill = info.pen;
  } else if (name == "stroke") {
    QueryColorDatabase(use.plus ? "none" : use.value(), &sheet->stroke, nullptr);
  } else if (name == "gravity") {
    sheet->gravity = use.plus ? ForgetGravity : StringToGravityType(use.value());
  } else if (name == "mode" && !use.plus) {
    TakeMode(use.value(), sheet);
  } else if (name == "shadow") {
    sheet->shadow = !use.plus;
  }
}

class SheetMaker {
 public:
  explicit SheetMaker(const CommandContext& context)
      : context_(context),
        info_(SettingsFor(context)),
        sheet_(CloneMontageInfo(info_.get(), nullptr)) {
    if (sheet_ == nullptr) throw std::bad_alloc();
  }

  void Take(const Item& item);
  void Write(const std::string& output);

 private:
  void TakeOption(const OptionUse& use);
  void Read(const std::string& input);
  void EndGroup();
  void Apply(ImageList* images);
  ImageList MakeSheets();

  const CommandContext& context_;
  ImageInfoHandle info_;
  MontageInfoHandle sheet_;
  Scenes scenes_;
  std::vector<OptionUse> uses_;
  ImageList group_;   // read since the last option
  ImageList images_;  // of completed groups
  ProgressLine progress_;
};

void SheetMaker::Take(const Item& item) {
  if (!item.IsInput()) {
    EndGroup();
    TakeOption(item.use);
    return;
  }
  for (long scene = scenes_.first; scene <= scenes_.last; ++scene) {
    char name[MaxTextExtent];
    SetFilename(name, item.input);
    if (scenes_.first != scenes_.last)
      MagickSceneFileName(name, item.input.c_str(), ".%lu", MagickTrue,
                          static_cast<unsigned long>(scene));
    Read(name);
  }
}

void SheetMaker::TakeOption(const OptionUse& use) {
  if (use.option->set != nullptr) use.option->set(info_.get(), use);
  TakeSetting(use, *info_, sheet_.get());
  if (IsNamed(use, "scenes")) scenes_ = ParseScenes(use);
  uses_.push_back(use);
}

// Formats without a size of their own are read in that of a tile.
void SheetMaker::Read(const std::string& input) {
  progress_.Show("reading " + input);
  if (info_->size == nullptr) StoreText(&info_->size, sheet_->geometry);
  Append(&group_, ReadImages(info_.get(), input));
}

void SheetMaker::EndGroup() {
  if (group_ == nullptr) return;
  Apply(&group_);
  Append(&images_, std::move(group_));
}

void SheetMaker::Apply(ImageList* images) {
  if (!uses_.empty()) {
    ApplyToImages(info_.get(), uses_, images);
    ReportIfVerbose(info_.get(), images->get());
  }
  uses_.clear();
}

ImageList SheetMaker::MakeSheets() {
  Exception exception;
  progress_.Show("montage");
  ImageList sheets(MontageImages(images_.get(), sheet_.get(), exception.get()));
  if (sheets == nullptr) exception.Throw("Request did not return an image");
  exception.ThrowOrPrint();
  images_.reset();
  return sheets;
}

void SheetMaker::Write(const std::string& output) {
  EndGroup();
  if (images_ == nullptr) throw CommandError("Request did not return an image");
  SetFilename(sheet_->filename, output);
  ImageList sheets = MakeSheets();
  Apply(&sheets);
  SetFilename(sheets->magick_filename, output);
  progress_.Clear();
  WriteOutput(info_.get(), sheets.get(), output);
  DescribeToCaller(context_, info_.get(), sheets.get());
}

int RunMontage(const CommandContext& context, const Arguments& arguments) {
  if (arguments.empty()) RefuseNoArguments(context, kMontageCommand);
  if (PrintInformationIn(context, arguments, kMontage)) return 0;
  SheetMaker maker(context);
  for (const Item& item : ParseItems(arguments, kMontage)) maker.Take(item);
  maker.Write(arguments.back());
  return 0;
}

}  // namespace

const Command kMontageCommand = {
    .name = "montage",
    .summary = "create a composite image (in a grid) from separate images",
    .run = RunMontage,
    .synopsis = "$ [options ...] file [ [options ...] file ...]",
    .options = Shown<kMontage>,
    .description =
        "Makes sheets of thumbnails. Options before images change those images, the ones\n"
        "after all of them the sheets.",
    .has_banner = true,
};

}  // namespace lodestone::cli
