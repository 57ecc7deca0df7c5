#include "utilities/image/write_images.hpp"

#include "utilities/image/verbose_report.hpp"
#include "utilities/shell/exception.hpp"
#include "utilities/shell/handles.hpp"

namespace lodestone::cli {

void WriteOutput(const ImageInfo* info, Image* images, const std::string& output) {
  char name[MaxTextExtent];
  SetFilename(name, output);
  MagickTrimMemory();  // no later operation could reuse it
  Exception exception;
  if (!WriteImages(info, images, name, exception.get())) {
    GetImageException(images, exception.get());
    exception.Throw("Unable to write image");
  }
  exception.ThrowOrPrint();
  ReportIfVerbose(info, images);
}

}  // namespace lodestone::cli
