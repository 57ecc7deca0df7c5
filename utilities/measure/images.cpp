#include "utilities/measure/images.hpp"

#include <cstddef>
#include <cstdint>

#include "utilities/shell/command_error.hpp"
#include "utilities/shell/exception.hpp"

namespace lodestone::measure {

cli::ImageList MakeNoise(unsigned long columns, unsigned long rows) {
  cli::ImageList image(AllocateImage(nullptr));
  if (image == nullptr) throw std::bad_alloc();
  image->columns = columns;
  image->rows = rows;
  PixelPacket* pixels = SetImagePixels(image.get(), 0, 0, columns, rows);
  if (pixels == nullptr) cli::ThrowOrPrintImage(image.get(), MagickFail, "Unable to make image");
  std::uint64_t state = 88172645463325252u;
  for (std::size_t i = 0; i < std::size_t{columns} * rows; ++i) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    pixels[i].red = static_cast<Quantum>(state);
    pixels[i].green = static_cast<Quantum>(state >> 16);
    pixels[i].blue = static_cast<Quantum>(state >> 32);
    pixels[i].opacity = OpaqueOpacity;
  }
  cli::ThrowOrPrintImage(image.get(), SyncImagePixels(image.get()), "Unable to make image");
  return image;
}

cli::ImageList ReadFile(const std::string& name, bool size_alone) {
  const cli::ImageInfoHandle info = cli::CopyOf(nullptr);
  cli::SetFilename(info->filename, name);
  cli::Exception exception;
  cli::ImageList image((size_alone ? PingImage : ReadImage)(info.get(), exception.get()));
  if (image == nullptr) exception.Throw("Request did not return an image");
  return image;
}

void MoveToHost(Image* image) {
  const bool touched = GetImagePixels(image, 0, 0, 1, 1) != nullptr && SyncImagePixels(image);
  cli::ThrowOrPrintImage(image, touched ? MagickPass : MagickFail, "Unable to write pixels");
}

const PixelPacket* FetchPixels(const Image& image) {
  cli::Exception exception;
  const PixelPacket* pixels =
      AcquireImagePixels(&image, 0, 0, image.columns, image.rows, exception.get());
  if (pixels == nullptr) exception.Throw("Unable to read pixels");
  return pixels;
}

}  // namespace lodestone::measure
