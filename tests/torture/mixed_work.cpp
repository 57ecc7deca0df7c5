#include "tests/torture/mixed_work.hpp"

#include <sys/mman.h>

#include <iterator>

#include "tests/torture/campaign.hpp"

namespace lodestone::torture {
namespace {

constexpr const char* kFormats[] = {"PNM", "PNG", "JPEG", "GIF", "BMP", "MIFF", "TIFF", "WEBP"};

using Images = std::vector<ImagePtr>;
using Work = ImagePtr (*)(const Images& images, ExceptionInfo* exception);

ImagePtr Clone(const ImagePtr& image, ExceptionInfo* exception) {
  return ImagePtr(CloneImage(image.get(), 0, 0, MagickTrue, exception));
}

// The image, or none and the reason for that.
ImagePtr Changed(ImagePtr image, MagickPassFail status, ExceptionInfo* exception) {
  if (status == MagickPass) return image;
  CopyException(exception, &image->exception);
  return nullptr;
}

ImagePtr Scale(const Images& images, ExceptionInfo* exception) {
  return ImagePtr(ScaleImage(images[0].get(), 11, 7, exception));
}
ImagePtr Resize(const Images& images, ExceptionInfo* exception) {
  return ImagePtr(ResizeImage(images[1].get(), 31, 9, LanczosFilter, 1.0, exception));
}
ImagePtr Blur(const Images& images, ExceptionInfo* exception) {
  return ImagePtr(BlurImage(images[2].get(), 0.0, 1.0, exception));
}
ImagePtr Turn(const Images& images, ExceptionInfo* exception) {
  return ImagePtr(RotateImage(images[0].get(), 90.0, exception));
}
ImagePtr Mirror(const Images& images, ExceptionInfo* exception) {
  return ImagePtr(FlipImage(images[1].get(), exception));
}
ImagePtr CutOut(const Images& images, ExceptionInfo* exception) {
  const RectangleInfo part{9, 8, 3, 2};
  return ImagePtr(CropImage(images[0].get(), &part, exception));
}
ImagePtr Negated(const Images& images, ExceptionInfo* exception) {
  ImagePtr image = Clone(images[0], exception);
  if (!image) return nullptr;
  const MagickPassFail status = NegateImage(image.get(), MagickFalse);
  return Changed(std::move(image), status, exception);
}
ImagePtr Written(const Images& images, ExceptionInfo* exception) {
  ImagePtr image = Clone(images[1], exception);
  PixelPacket* const pixels =
      image ? GetImagePixelsEx(image.get(), 0, 0, 5, 5, exception) : nullptr;
  if (pixels == nullptr) return nullptr;
  for (int i = 0; i < 25; ++i) pixels[i].red = static_cast<Quantum>(i);
  return SyncImagePixelsEx(image.get(), exception) == MagickFail ? nullptr : std::move(image);
}
ImagePtr Composed(const Images& images, ExceptionInfo* exception) {
  ImagePtr image = Clone(images[0], exception);
  if (!image) return nullptr;
  const MagickPassFail status = CompositeImage(image.get(), OverCompositeOp, images[1].get(), 2, 1);
  return Changed(std::move(image), status, exception);
}
ImagePtr Drawn(const Images& images, ExceptionInfo* exception) {
  ImagePtr image = Clone(images[0], exception);
  if (!image) return nullptr;
  DrawInfo* const info = CloneDrawInfo(nullptr, nullptr);
  if (info != nullptr) CloneString(&info->primitive, "fill red rectangle 2,2 9,8 line 0,0 20,12");
  if (info == nullptr || info->primitive == nullptr) {
    ThrowException(exception, ResourceLimitError, "No memory for the drawing", nullptr);
    DestroyDrawInfo(info);
    return nullptr;
  }
  const MagickPassFail drawn = DrawImage(image.get(), info);
  DestroyDrawInfo(info);
  return Changed(std::move(image), drawn, exception);
}
ImagePtr Reduced(const Images& images, ExceptionInfo* exception) {
  ImagePtr image = Clone(images[2], exception);
  QuantizeInfo info;
  GetQuantizeInfo(&info);
  info.number_colors = 8;
  info.dither = MagickFalse;
  if (!image) return nullptr;
  const MagickPassFail status = QuantizeImage(&info, image.get());
  return Changed(std::move(image), status, exception);
}
ImagePtr Described(const Images& images, ExceptionInfo* exception) {
  ImagePtr image = Clone(images[2], exception);
  if (!image) return nullptr;
  const Bytes profile(500, 7);
  const bool stored =
      SetImageAttribute(image.get(), "comment", "of a thread") == MagickPass &&
      SetImageProfile(image.get(), "EXIF", profile.data(), profile.size()) == MagickPass;
  if (!stored) return Changed(std::move(image), MagickFail, exception);
  size_t length = 0;
  const bool right = GetImageProfile(image.get(), "EXIF", &length) != nullptr && length == 500 &&
                     GetImageAttribute(image.get(), "comment") != nullptr;
  return right ? std::move(image) : nullptr;
}

struct NamedWork {
  const char* name;
  Work run;
};
constexpr NamedWork kWorks[] = {
    {"scale", Scale},        {"resize", Resize}, {"blur", Blur},        {"rotate", Turn},
    {"flip", Mirror},        {"crop", CutOut},   {"negate", Negated},   {"write pixels", Written},
    {"composite", Composed}, {"draw", Drawn},    {"quantize", Reduced}, {"attributes", Described}};
static_assert(std::size(kWorks) == MixedWork::kChanges);

}  // namespace

MixedWork::MixedWork() {
  constexpr unsigned long kColumns = 24, kRows = 16;
  for (unsigned seed = 1; seed <= 3; ++seed)
    images_.push_back(MakeNoise(kColumns, kRows, seed, seed == 2 ? "RGBA" : "RGB"));
  Exception exception;
  for (const char* format : kFormats) {
    const ImagePtr image = Clone(images_[0], exception.get());
    files_.push_back(Encode(format, image.get(), exception.get()));
  }
}

std::size_t MixedWork::size() const {
  return std::size(kWorks) + 2 * std::size(kFormats);
}

const char* MixedWork::Name(std::size_t piece) const {
  return piece < std::size(kWorks) ? kWorks[piece].name : kFormats[(piece - std::size(kWorks)) / 2];
}

ImagePtr MixedWork::Change(std::size_t piece, ExceptionInfo* exception) const {
  return kWorks[piece].run(images_, exception);
}

std::uint64_t MixedWork::Do(std::size_t piece, std::string* why) const {
  Exception exception;
  ImagePtr image;
  if (piece < std::size(kWorks)) {
    image = Change(piece, exception.get());
  } else {
    const std::size_t format = (piece - std::size(kWorks)) / 2;
    Bytes bytes = files_[format];
    if (bytes.empty()) return 1;  // this build does not write it
    if (piece % 2 != 0) {
      const ImagePtr copy = Clone(images_[0], exception.get());
      if (copy) bytes = Encode(kFormats[format], copy.get(), exception.get());
    }
    if (!bytes.empty()) image = Decode(kFormats[format], bytes, exception.get());
  }
  const std::uint64_t digest = image ? DigestOf(image.get()) : 0;
  if (digest == 0 && why != nullptr) *why = exception.Text();
  return digest;
}

std::vector<std::uint64_t> ResultsOfFreshProcess() {
  constexpr std::size_t kPieces = std::size(kWorks) + 2 * std::size(kFormats);
  constexpr std::size_t kBytes = kPieces * sizeof(std::uint64_t);
  void* const shared =
      mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return {};
  auto* const digests = static_cast<std::uint64_t*>(shared);
  RunAlone(
      [digests] {
        InitializeMagick(nullptr);
        const MixedWork work;
        for (std::size_t i = 0; i < kPieces; ++i) digests[i] = work.Do(i, nullptr);
      },
      60);
  std::vector<std::uint64_t> results(digests, digests + kPieces);
  munmap(shared, kBytes);
  return results;
}

}  // namespace lodestone::torture
