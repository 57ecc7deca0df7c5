#include "utilities/bulk/item_maker.hpp"

#include <algorithm>
#include <utility>

#include "utilities/image/reduced_frames.hpp"
#include "utilities/image/verbose_report.hpp"
#include "utilities/options/apply_options.hpp"
#include "utilities/options/input_files.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/shell/exception.hpp"

namespace lodestone::cli {
namespace {

// Settings that matter only for writing.
constexpr std::string_view kWriteSettings[] = {"adjoin", "compress", "interlace", "quality"};

bool IsWriteSetting(const OptionUse& use) {
  return std::find(std::begin(kWriteSettings), std::end(kWriteSettings), use.option->name) !=
         std::end(kWriteSettings);
}

std::string ReadSettings(const std::vector<OptionUse>& uses) {
  std::string text;
  for (const OptionUse& use : uses) {
    if (use.option->set == nullptr || IsWriteSetting(use)) continue;
    text += use.spelled() + '\0';
    for (const std::string& value : use.values) text += value + '\0';
  }
  return text;
}

void Set(ImageInfo* info, const std::vector<OptionUse>& uses) {
  for (const OptionUse& use : uses) {
    if (use.option->set != nullptr) use.option->set(info, use);
  }
}

ImageList Clone(Image* images) {
  Exception exception;
  ImageList copy(CloneImageList(images, exception.get()));
  if (copy == nullptr) exception.Throw("Unable to copy image");
  return copy;
}

// The format that the name asks for, else the image's own.
Encoded Encode(const ImageInfo* settings, Image* images, const std::string& name) {
  const ImageInfoHandle info = CopyOf(settings);
  SetFilename(info->filename, name);
  info->magick[0] = '\0';
  Exception exception;
  if (!SetImageInfo(info.get(), SETMAGICK_WRITE, exception.get())) {
    exception.Throw("Unable to write image");
  }
  const char* magick = info->magick[0] == '\0' ? images->magick : info->magick;
  const MagickInfo* format = GetMagickInfo(magick, exception.get());
  if (GetNextImageInList(images) != nullptr &&
      (format == nullptr || format->adjoin == MagickFalse)) {
    throw CommandError(
        "The input holds several images and its output only one, unless bulk gives "
        "each a name with %{scene}",
        name);
  }
  const ImageList reduced = ReducedForFile(info.get(), images);
  if (reduced != nullptr) images = reduced.get();
  Encoded encoded{info->filename, nullptr, 0};
  MagickStrlCpy(images->magick, magick, sizeof(images->magick));
  SetFilename(images->filename, encoded.name);
  encoded.data.reset(
      static_cast<char*>(ImageToBlob(info.get(), images, &encoded.length, exception.get())));
  if (encoded.data == nullptr) exception.Throw("Unable to write image");
  GetImageException(images, exception.get());  // what the writer warned of
  exception.ThrowOrPrint();
  return encoded;
}

}  // namespace

ItemMaker::ItemMaker(const BulkOptions& options) : common_(options.common) {
  const ImageInfoHandle common_info = CopyOf(options.info);
  Set(common_info.get(), options.settings);
  Set(common_info.get(), common_);
  for (const OutputSpec& spec : options.outputs) {
    Output output{spec.name, CopyOf(common_info.get()), spec.uses, common_,
                  ReadSettings(spec.uses)};
    Set(output.info.get(), spec.uses);
    output.uses.insert(output.uses.end(), spec.uses.begin(), spec.uses.end());
    outputs_.push_back(std::move(output));
  }
}

ItemMaker::Plan ItemMaker::PlanFor(const BulkInput& input) const {
  Plan plan;
  for (const Output& output : outputs_) {
    const LoadedSize size = SizeAfterLoading(output.info.get(), input.name, output.uses);
    const auto alike = std::find_if(plan.begin(), plan.end(), [&](const Sharing& each) {
      return each.outputs[0]->reading == output.reading && each.size == size;
    });
    if (alike == plan.end()) {
      plan.push_back({{&output}, size});
    } else {
      alike->outputs.push_back(&output);
    }
  }
  return plan;
}

std::uint64_t ItemMaker::EstimateBytes(const Plan& plan) {
  // The decoded image, one being made from it, and what encoders need.
  constexpr std::uint64_t kImages = 3;
  std::uint64_t pixels = 0;
  for (const Sharing& sharing : plan) pixels = std::max<std::uint64_t>(pixels, sharing.size.pixels);
  return pixels * sizeof(PixelPacket) * kImages;
}

MadeItem ItemMaker::Make(const BulkInput& input, const Plan& plan) const {
  MadeItem item;
  for (const Sharing& sharing : plan) MakeShared(input, sharing, &item);
  return item;
}

void ItemMaker::MakeShared(const BulkInput& input, const Sharing& sharing, MadeItem* item) const {
  const Output& first = *sharing.outputs[0];
  ImageList shared = ReadImagesFor(first.info.get(), input.name, first.uses, {}, Reading::kWhole);
  item->pixels = static_cast<double>(shared->magick_columns) * shared->magick_rows;
  ApplyToImages(first.info.get(), common_, &shared);
  for (const Output* output : sharing.outputs) {
    ImageList images = output == sharing.outputs.back() ? std::move(shared) : Clone(shared.get());
    ApplyToImages(output->info.get(), output->own, &images);
    ReportIfVerbose(output->info.get(), images.get());
    if (!output->name.names_scenes()) {
      item->outputs.push_back(Encode(output->info.get(), images.get(), output->name.For(input)));
      continue;
    }
    for (unsigned long scene = 0; images != nullptr; ++scene) {
      const ImageList image = TakeFirst(&images);
      item->outputs.push_back(
          Encode(output->info.get(), image.get(), output->name.For(input, scene)));
    }
  }
}

}  // namespace lodestone::cli
