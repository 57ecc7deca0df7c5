#include "utilities/options/apply_options.hpp"

#include <algorithm>

#include "utilities/options/whole_frames.hpp"
#include "utilities/shell/command_error.hpp"

namespace lodestone::cli {
namespace {

ImageTask MakeTask(const ImageInfo* info) {
  ImageTask task;
  task.info = info;
  task.draw.reset(CloneDrawInfo(info, nullptr));
  if (task.draw == nullptr) throw std::bad_alloc();
  GetQuantizeInfo(&task.reduction);
  return task;
}

template <typename Step>
void Try(Failures failures, Step step) {
  if (failures == Failures::kThrow) return step();
  try {
    step();
  } catch (const std::exception& error) {
    PrintMessage(AsCommandError(error));
  }
}

}  // namespace

void ApplyToEach(const ImageInfo* info, const std::vector<OptionUse>& uses, ImageList* images,
                 const std::function<void()>& before_each, Failures failures) {
  if (std::none_of(uses.begin(), uses.end(),
                   [](const OptionUse& use) { return use.option->apply != nullptr; })) {
    return;
  }
  Try(failures, [&] { MakeResizedFramesWhole(uses, images); });
  ImageList done;
  while (*images != nullptr) {
    if (before_each) before_each();
    ImageTask task = MakeTask(info);
    task.image = TakeFirst(images);
    for (const OptionUse& use : uses) {
      if (use.option->apply != nullptr) Try(failures, [&] { use.option->apply(&task, use); });
    }
    Try(failures, [&] { LeaveRegion(&task); });
    Append(&done, std::move(task.image));
  }
  *images = std::move(done);
}

void ApplyToList(const std::vector<OptionUse>& uses, ImageList* images, Failures failures) {
  for (const OptionUse& use : uses) {
    if (use.option->apply_to_list != nullptr)
      Try(failures, [&] { use.option->apply_to_list(images, use); });
  }
}

void ApplyToImages(const ImageInfo* info, const std::vector<OptionUse>& uses, ImageList* images,
                   const std::function<void()>& before_each) {
  ApplyToEach(info, uses, images, before_each);
  ApplyToList(uses, images);
}

}  // namespace lodestone::cli
