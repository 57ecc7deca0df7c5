#include "utilities/module/mogrify_function.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "utilities/image/verbose_report.hpp"
#include "utilities/module/function_call.hpp"
#include "utilities/options/apply_options.hpp"
#include "utilities/options/options.hpp"
#include "utilities/shell/exception.hpp"
#include "utilities/shell/process_state.hpp"

namespace lodestone::cli {
namespace {

// Options of the process or of reading files have no effect on images.
bool WorksOnImages(const OptionUse& use) {
  const Option& option = *use.option;
  return option.apply != nullptr || option.apply_to_list != nullptr ||
         (option.set != nullptr && !IsProcessOption(option));
}

// Words that are no option of convert are passed over, as in GraphicsMagick.
std::vector<OptionUse> ParseUses(const Arguments& arguments) {
  std::vector<OptionUse> uses;
  std::size_t position = 0;
  while (position < arguments.size()) {
    const std::size_t before = position;
    const std::string& word = arguments[position];
    if (!LooksLikeOption(word) || FindOption(word.substr(1), kConvert) == nullptr) {
      ++position;
      continue;
    }
    try {
      uses.push_back(ParseOption(arguments, arguments.size(), kConvert, &position));
      if (!WorksOnImages(uses.back())) uses.pop_back();
    } catch (const CommandError& error) {
      PrintMessage(error);
      position = std::max(position, before + 1);
    }
  }
  return uses;
}

void Set(ImageInfo* info, const std::vector<OptionUse>& uses) {
  for (const OptionUse& use : uses) {
    if (use.option->set == nullptr) continue;
    try {
      use.option->set(info, use);
    } catch (const CommandError& error) {
      PrintMessage(error);
    }
  }
}

// An image out of the list around it, in whose place others are put.
class TakenOut {
 public:
  explicit TakenOut(Image* image) : before_(image->previous), after_(image->next) {
    image->previous = nullptr;
    image->next = nullptr;
  }

  void PutBack(Image* first) {
    Image* const last = GetLastImageInList(first);
    first->previous = before_;
    if (before_ != nullptr) before_->next = first;
    last->next = after_;
    if (after_ != nullptr) after_->previous = last;
  }

 private:
  Image* const before_;
  Image* const after_;
};

bool IsGiven(const std::vector<OptionUse>& uses, std::string_view name) {
  return std::any_of(uses.begin(), uses.end(),
                     [&](const OptionUse& use) { return IsNamed(use, name); });
}

// Calls change(images). What it reports or throws becomes an exception of the first of them, which
// keeps what the first one before held.
template <typename Change>
void ChangeReported(ImageList* images, Change change) {
  Exception held;
  CopyException(held.get(), &(*images)->exception);
  ExceptionTarget target(held.get());
  const MessageScope scope(&target);
  try {
    change(images);
  } catch (const std::exception& error) {
    PrintMessage(AsCommandError(error));
  }
  if (held.severity() > (*images)->exception.severity)
    CopyException(&(*images)->exception, held.get());
}

// To an image that is in no list.
MagickPassFail ApplyToOne(const ImageInfo* info, const Arguments& arguments, ImageList* image) {
  ChangeReported(image, [&](ImageList* images) {
    const ImageInfoHandle own = CopyOf(info);
    const std::vector<OptionUse> uses = ParseUses(arguments);
    Set(own.get(), uses);
    ApplyToEach(own.get(), uses, images, nullptr, Failures::kReport);
  });
  return (*image)->exception.severity == UndefinedException ? MagickPass : MagickFail;
}

void AddToScenes(Image* images, unsigned long offset) {
  for (Image* image = images; image != nullptr; image = GetNextImageInList(image))
    image->scene += offset;
}

}  // namespace

MagickPassFail MogrifyOne(const ImageInfo* info, int argc, char** argv, Image** image) {
  if (argc <= 0) return MagickFail;
  const ProcessState state;
  const Arguments arguments(argv, argv + argc);
  TakenOut place(*image);
  ImageList own(*image);
  const MagickPassFail status = ApplyToOne(info, arguments, &own);
  *image = own.release();
  place.PutBack(*image);
  return status;
}

MagickPassFail MogrifyList(const ImageInfo* info, int argc, char** argv, Image** images) {
  if (argc <= 0) return MagickPass;
  const ProcessState state;
  const Arguments arguments(argv, argv + argc);
  const std::vector<OptionUse> uses = ParseUses(arguments);
  const bool numbers = IsGiven(uses, "scene");
  ImageList waiting(GetFirstImageInList(*images)), done;
  MagickPassFail status = MagickPass;
  for (unsigned long count = 0; waiting != nullptr; count = GetImageListLength(done.get())) {
    ImageList image = TakeFirst(&waiting);
    status &= ApplyToOne(info, arguments, &image);
    if (numbers) AddToScenes(image.get(), count);
    ReportIfVerbose(info, image.get());
    Append(&done, std::move(image));
  }
  ChangeReported(&done, [&](ImageList* list) { ApplyToList(uses, list, Failures::kReport); });
  *images = done.release();
  return status;
}

}  // namespace lodestone::cli
