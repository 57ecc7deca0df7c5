// Pages of PDF files as images, drawn by poppler.
#include <string>

#include <poppler.h>

#include "coders/cairo/canvas.hpp"
#include "coders/common/profiles.hpp"
#include "coders/common/registration.hpp"
#include "coders/common/whole_input.hpp"
#include "coders/pdf/pdf.hpp"

namespace lodestone::coders {
namespace {

struct GObjectRelease {
  void operator()(void* object) const { g_object_unref(object); }
  void operator()(GError* error) const { g_error_free(error); }
};
template <class T>
using GOwner = std::unique_ptr<T, GObjectRelease>;

[[noreturn]] void FailWith(const GOwner<GError>& error, bool has_password) {
  if (error != nullptr && g_error_matches(error.get(), POPPLER_ERROR, POPPLER_ERROR_ENCRYPTED)) {
    Fail(CorruptImageError, has_password ? "The file is encrypted, with another password"
                                         : "The file is encrypted: -authenticate PASSWORD");
  }
  Fail(CorruptImageError,
       std::string("poppler: ") + (error == nullptr ? "unknown error" : error->message));
}

GOwner<PopplerDocument> Open(const ImageInfo* image_info, std::span<const std::uint8_t> file) {
  // As a stream: poppler 22 crashes if the password for bytes is wrong.
  const auto length = static_cast<gssize>(file.size());
  const GOwner<GInputStream> stream(
      g_memory_input_stream_new_from_data(file.data(), length, nullptr));
  GError* found = nullptr;
  GOwner<PopplerDocument> document(poppler_document_new_from_stream(
      stream.get(), length, image_info->authenticate, nullptr, &found));
  const GOwner<GError> error(found);
  if (document == nullptr) FailWith(error, image_info->authenticate != nullptr);
  return document;
}

// The page's size in points becomes that of the image, rounded as by Ghostscript.
class Page {
 public:
  Page(PopplerDocument* document, std::size_t number)
      : page_(poppler_document_get_page(document, static_cast<int>(number))) {
    if (page_ == nullptr) Fail(CorruptImageError, "Unable to read the page");
    poppler_page_get_size(page_.get(), &width_, &height_);
    if (!std::isfinite(width_) || !std::isfinite(height_) || width_ <= 0.0 || height_ <= 0.0)
      Fail(CorruptImageError, "Negative or zero image size");
  }

  void Describe(const ImageInfo* image_info, std::size_t number, Image* image) const {
    const DotsPerInch dots = DensityOf(image_info);
    const auto side = [](double points, double density) {
      return SideOf(std::floor(points * density / kCairoPointsPerInch + 0.5));
    };
    image->columns = side(width_, dots.x);
    image->rows = side(height_, dots.y);
    CheckLimits(image);
    image->scene = number;
    image->depth = 8;
    image->x_resolution = dots.x;
    image->y_resolution = dots.y;
    image->units = PixelsPerInchResolution;
    image->matte = image_info->type == TrueColorMatteType ? MagickTrue : MagickFalse;
  }

  void Draw(const ImageInfo* image_info, Image* image, ExceptionInfo* exception) const {
    CairoCanvas canvas(image, TimeLimitOf(image_info, "pdf"), exception);
    const Quantum opacity = image->matte != MagickFalse ? TransparentOpacity : OpaqueOpacity;
    canvas.Fill({MaxRGB, MaxRGB, MaxRGB, opacity});
    cairo_scale(canvas.context(), static_cast<double>(image->columns) / width_,
                static_cast<double>(image->rows) / height_);
    poppler_page_render(page_.get(), canvas.context());
    canvas.Store(image, exception);
  }

 private:
  GOwner<PopplerPage> page_;
  double width_ = 0.0, height_ = 0.0;
};

Image* ReadPdf(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    const WholeInput file(image);
    const GOwner<PopplerDocument> document = Open(image_info, file.bytes());
    const int pages = poppler_document_get_n_pages(document.get());
    if (pages <= 0) Fail(CorruptImageError, "The file has no pages");
    const FrameRange range = WantedFrames(image_info, static_cast<std::size_t>(pages));
    for (std::size_t number = range.first; number < range.end; ++number) {
      if (number != range.first) image = NextImage(image_info, image);
      const Page page(document.get(), number);
      page.Describe(image_info, number, image);
      if (image_info->ping == MagickFalse) page.Draw(image_info, image, exception);
    }
  });
}

unsigned int IsPdf(const unsigned char* magick, const std::size_t length) {
  constexpr std::string_view kMark = "%PDF-";
  const std::string_view start(reinterpret_cast<const char*>(magick), length);
  return start.starts_with(kMark) ? MagickTrue : MagickFalse;
}

}  // namespace
}  // namespace lodestone::coders

using namespace lodestone::coders;

LS_CODER_ENTRY(PDF) {
  static const std::string version = std::string("libpoppler ") + poppler_get_version();
  RegisterPdfFormats(ReadPdf, IsPdf, version.c_str());
}
