// Pages of PDF files as images, drawn by poppler.
#include <string>

#include <poppler.h>

#include "coders/cairo/canvas.hpp"
#include "coders/cairo/gobject.hpp"
#include "coders/common/profiles.hpp"
#include "coders/common/registration.hpp"
#include "coders/common/whole_input.hpp"
#include "coders/pages/drawing_time.hpp"
#include "coders/pdf/pdf.hpp"

namespace lodestone::coders {
namespace {

// The bytes of a file, which end where reading does not go on.
struct Input {
  GMemoryInputStream base;
  DrawingTime* reading;  // of the page that is drawn, or null

  static GType Type() {
    static const GType type = g_type_register_static_simple(
        G_TYPE_MEMORY_INPUT_STREAM, "LodestonePdfInput", sizeof(GMemoryInputStreamClass),
        [](void* self, void*) { G_INPUT_STREAM_CLASS(self)->read_fn = Read; }, sizeof(Input),
        nullptr, static_cast<GTypeFlags>(0));
    return type;
  }
  static GOwner<Input> New(std::span<const std::uint8_t> file) {
    GOwner<Input> input(static_cast<Input*>(g_object_new(Type(), nullptr)));
    g_memory_input_stream_add_data(&input->base, file.data(), static_cast<gssize>(file.size()),
                                   nullptr);
    return input;
  }

 private:
  static gssize Read(GInputStream* self, void* buffer, gsize count, GCancellable* cancellable,
                     GError** error) {
    DrawingTime* const reading = reinterpret_cast<Input*>(self)->reading;
    if (reading != nullptr && !reading->GoesOn()) return 0;
    const void* const parent = g_type_class_peek(G_TYPE_MEMORY_INPUT_STREAM);
    return G_INPUT_STREAM_CLASS(const_cast<void*>(parent))
        ->read_fn(self, buffer, count, cancellable, error);
  }
};

[[noreturn]] void FailWith(const GOwner<GError>& error, bool has_password) {
  if (error != nullptr && g_error_matches(error.get(), POPPLER_ERROR, POPPLER_ERROR_ENCRYPTED)) {
    Fail(CorruptImageError, has_password ? "The file is encrypted, with another password"
                                         : "The file is encrypted: -authenticate PASSWORD");
  }
  Fail(CorruptImageError,
       std::string("poppler: ") + (error == nullptr ? "unknown error" : error->message));
}

GOwner<PopplerDocument> Open(const ImageInfo* image_info, Input* input, std::size_t length) {
  // As a stream: poppler 22 crashes if the password for bytes is wrong.
  GError* found = nullptr;
  GOwner<PopplerDocument> document(
      poppler_document_new_from_stream(G_INPUT_STREAM(input), static_cast<goffset>(length),
                                       image_info->authenticate, nullptr, &found));
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
      return SpecializedSizeOf(std::floor(points * density / kPointsPerInch + 0.5));
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

  void Draw(const ImageInfo* image_info, Input* input, Image* image,
            ExceptionInfo* exception) const {
    CodingProgress(CodingProgress::Task::kLoading, image, exception).Tick(0);
    CairoCanvas canvas(image);
    const Quantum opacity = image->matte != MagickFalse ? TransparentOpacity : OpaqueOpacity;
    canvas.Fill({MaxRGB, MaxRGB, MaxRGB, opacity});
    cairo_scale(canvas.context(), static_cast<double>(image->columns) / width_,
                static_cast<double>(image->rows) / height_);
    DrawingTime reading(image_info, "pdf", image, exception);
    input->reading = &reading;
    poppler_page_render(page_.get(), canvas.context());
    input->reading = nullptr;
    reading.Rethrow();
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
    const GOwner<Input> input = Input::New(file.bytes());
    const GOwner<PopplerDocument> document = Open(image_info, input.get(), file.bytes().size());
    const int pages = poppler_document_get_n_pages(document.get());
    if (pages <= 0) Fail(CorruptImageError, "The file has no pages");
    const FrameRange range = WantedFrames(image_info, static_cast<std::size_t>(pages));
    for (std::size_t number = range.first; number < range.end; ++number) {
      if (number != range.first) image = NextImage(image_info, image);
      const Page page(document.get(), number);
      page.Describe(image_info, number, image);
      if (image_info->ping == MagickFalse) page.Draw(image_info, input.get(), image, exception);
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
