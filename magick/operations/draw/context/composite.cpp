// Images within drawings.
#include "base/owner.hpp"
#include "magick/blob.h"
#include "magick/core/system/memory.hpp"
#include "magick/operations/draw/context/draw_context.hpp"
#include "magick/enum_strings.h"
#include "magick/magick.h"

namespace lodestone {
namespace {

constexpr std::size_t kLineWidth = 76;

// The image as a file in base 64; empty with *exception set if it cannot be written.
std::string Encoded(const Image& image, ExceptionInfo* exception) {
  const Owner<Image, DestroyImage> copy(CloneImage(&image, 0, 0, MagickTrue, exception));
  if (!copy) return {};
  const Owner<ImageInfo, DestroyImageInfo> info(CloneImageInfo(nullptr));
  if (!info) throw std::bad_alloc();
  std::size_t size = 0;
  const MagickPtr<void> blob(ImageToBlob(info.get(), copy.get(), &size, exception));
  if (!blob) return {};
  std::size_t length = 0;
  const MagickPtr<char> text(
      Base64Encode(static_cast<const unsigned char*>(blob.get()), size, &length));
  if (!text) throw std::bad_alloc();
  return std::string(text.get(), length);
}

void AddImage(_DrawContext* context, const char* mode, const std::string& place,
              const Image& image) {
  const std::string code = Encoded(image, &context->image->exception);
  if (code.empty()) return;
  const MagickPtr<char> type(MagickToMime(image.magick));
  if (!type) throw std::bad_alloc();
  MvgWriter& mvg = context->mvg;
  mvg.Add(std::string("image ") + mode + ' ' + place + " 'data:" + type.get() + ";base64,\n");
  for (std::size_t at = 0; at < code.size(); at += kLineWidth) {
    if (at != 0) mvg.Add("\n");
    mvg.Add(code.substr(at, kLineWidth));
  }
  mvg.Add("'\n");
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

void DrawComposite(DrawContext context, const CompositeOperator composite_operator, const double x,
                   const double y, const double width, const double height, const Image* image) {
  Continue(context, {image}, [=](_DrawContext& to) {
    if (!CheckKnown(composite_operator, &to.image->exception)) return;
    AddImage(&to, CompositeOperatorToString(composite_operator), PairsText({x, y, width, height}),
             *image);
  });
}
