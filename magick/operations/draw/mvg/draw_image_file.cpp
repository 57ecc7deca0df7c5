// The primitive image.
#include <cstdio>
#include <cstring>
#include <new>

#include "base/owner.hpp"
#include "magick/constitute.h"
#include "magick/operations/draw/mvg/draw_primitive.hpp"
#include "magick/list.h"
#include "magick/transform.h"
#include "magick/utility.h"

namespace lodestone {
namespace {

using ImageOwner = Owner<Image, DestroyImageList>;

// A name is that of a file, not one of GraphicsMagick's built-in images.
ImageOwner Read(const std::string& name, ExceptionInfo* exception) {
  const Owner<ImageInfo, DestroyImageInfo> info(CloneImageInfo(nullptr));
  if (!info) throw std::bad_alloc();
  info->subimage = 0;
  info->subrange = 1;
  if (LocaleNCompare(name.c_str(), "data:", 5) == 0)
    return ImageOwner(ReadInlineImage(info.get(), name.c_str(), exception));
  if (!IsAccessibleNoLogging(name.c_str()))
    throw DrawFailure{FileOpenError, "Unable to open file", name};
  MagickStrlCpy(info->filename, name.c_str(), sizeof info->filename);
  return ImageOwner(ReadImage(info.get(), exception));
}

// To the size that is written, unless a side of it is 0 or as it is.
bool Resize(const PointInfo& size, ImageOwner* image) {
  if (size.x == 0.0 || size.y == 0.0 || size.x == static_cast<double>((*image)->columns) ||
      size.y == static_cast<double>((*image)->rows))
    return true;
  char geometry[MaxTextExtent];
  std::snprintf(geometry, sizeof geometry, "%gx%g!", size.x, size.y);
  Image* resized = image->release();
  const bool done = TransformImage(&resized, nullptr, geometry) != MagickFail;
  image->reset(resized);
  return done;
}

}  // namespace

void DrawImageFile(Image* image, const DrawInfo& info, const Primitive& primitive, long x, long y) {
  ImageOwner part = Read(primitive.text, &image->exception);
  if (!part) throw DrawStopped{};
  if (!Resize(primitive.outline.points[1], &part)) throw Nonconforming{};
  if (!part->matte) SetImageOpacity(part.get(), OpaqueOpacity);
  if (info.opacity != OpaqueOpacity) SetImageOpacity(part.get(), info.opacity);
  AffineMatrix matrix = info.affine;
  matrix.tx = static_cast<double>(x);
  matrix.ty = static_cast<double>(y);
  if (DrawAffineImage(image, part.get(), &matrix) == MagickFail) throw DrawStopped{};
}

}  // namespace lodestone
