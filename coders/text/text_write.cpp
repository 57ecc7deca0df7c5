#include <cstdio>
#include <cstdlib>

#include "base/owner.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/registration.hpp"
#include "coders/text/text.hpp"
#include "magick/color.h"
#include "magick/core/system/memory.hpp"
#include "magick/describe.h"
#include "magick/memory.h"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

std::string Tuple(const PixelPacket& pixel, unsigned depth, bool matte, bool hex) {
  char text[MaxTextExtent];
  GetColorTuple(&pixel, depth, matte ? MagickTrue : MagickFalse, hex ? MagickTrue : MagickFalse,
                text);
  return text;
}

void WritePixels(const ImageInfo* image_info, Image* first, Image* image) {
  ToRgb(image);
  const unsigned depth = image->depth <= 8 ? 8 : 16;
  const bool matte = image->matte != MagickFalse;
  if (AccessDefinition(image_info, "txt", "with-im-header") != nullptr) {
    WriteText(first, "# ImageMagick pixel enumeration: " + std::to_string(image->columns) + "," +
                         std::to_string(image->rows) + "," + std::to_string(depth) + ",rgb" +
                         (matte ? "a" : " ") + "\n");
  }
  const ConstPixels source = AllPixels(image, &image->exception);
  CodingProgress progress(CodingProgress::Task::kSaving, image, &image->exception);
  for (std::size_t y = 0; y < image->rows; ++y) {
    std::string row;
    for (std::size_t x = 0; x < image->columns; ++x) {
      const PixelPacket& pixel = source.Row(y)[x];
      row += std::to_string(x) + "," + std::to_string(y) + ": " +
             Tuple(pixel, depth, matte, false) + " " + Tuple(pixel, depth, matte, true) + "\n";
    }
    WriteText(first, row);
    progress.Tick(y);
  }
}

std::string Formatted(const ImageInfo* image_info, Image* image, const char* format) {
  const MagickPtr<char> text(TranslateText(image_info, image, format));
  return text == nullptr ? "" : std::string(text.get()) + "\n";
}

// Descriptions name the file that was read, not the one that is written.
class OriginalName {
 public:
  explicit OriginalName(Image* image) : image_(image), before_(image->filename) {
    MagickStrlCpy(image->filename, image->magick_filename, MaxTextExtent);
  }
  ~OriginalName() { MagickStrlCpy(image_->filename, before_.c_str(), MaxTextExtent); }
  OriginalName(const OriginalName&) = delete;
  OriginalName& operator=(const OriginalName&) = delete;

 private:
  Image* image_;
  std::string before_;
};

std::string Description(const ImageInfo* image_info, Image* image) {
  const OriginalName name(image);
  const char* format = AccessDefinition(image_info, "info", "format");
  if (format != nullptr) return Formatted(image_info, image, format);
  char* text = nullptr;
  std::size_t length = 0;
  Owner<FILE, std::fclose> stream(open_memstream(&text, &length));
  if (stream == nullptr) throw std::bad_alloc();
  const MagickPassFail described = DescribeImage(image, stream.get(), image_info->verbose);
  stream.reset();  // completes the text
  const Owner<char, std::free> owner(text);
  if (described == MagickFail) FailAfter(&image->exception, CoderError, "Unable to describe image");
  return {text, length};
}

}  // namespace

unsigned int WriteText(const ImageInfo* image_info, Image* first) {
  return Encode(image_info, first, [&] {
    for (Image* image = first; image != nullptr; image = image->next) {
      WritePixels(image_info, first, image);
      if (image_info->adjoin == MagickFalse) break;
    }
  });
}

unsigned int WriteInfo(const ImageInfo* image_info, Image* first) {
  return Encode(image_info, first, [&] {
    for (Image* image = first; image != nullptr; image = image->next) {
      CodingProgress(CodingProgress::Task::kSaving, image, &image->exception).Tick(0);
      WriteText(first, Description(image_info, image));
      if (image_info->adjoin == MagickFalse) break;
    }
  });
}

void RegisterTextImage() {
  FormatEntry text{"TEXT", "ASCII Text", "TXT", ReadText, WriteText};
  text.traits = {"8, 16", "yes", "images", "", ""};
  text.raw = true;
  RegisterFormat(text);
  text.name = "TXT";
  text.raw = false;
  RegisterFormat(text);
  FormatEntry info{"INFO", "Image descriptive information and statistics", "INFO", nullptr,
                   WriteInfo};
  info.extension = IgnoreExtensionTreatment;
  RegisterFormat(info);
}

}  // namespace lodestone::coders
