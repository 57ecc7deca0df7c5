// Options that crop, turn, shift and surround images.
#include <cstdlib>
#include <cstring>
#include <utility>

#include "utilities/options/image_tasks.hpp"
#include "utilities/options/option_checks.hpp"
#include "utilities/shell/exception.hpp"

namespace lodestone::cli {
namespace {

template <Image* (*Operation)(const Image*, ExceptionInfo*)>
void ApplySimple(ImageTask* task, const OptionUse& use) {
  Replace(task, use, Operation);
}

// Placed by the image's gravity.
RectangleInfo GeometryFor(const Image* image, const OptionUse& use) {
  RectangleInfo geometry;
  GetImageGeometry(image, use.value(), MagickFalse, &geometry);
  return geometry;
}

template <Image* (*Operation)(const Image*, const RectangleInfo*, ExceptionInfo*)>
void ApplyGeometry(ImageTask* task, const OptionUse& use) {
  if (use.plus) return;
  Replace(task, use, [&](const Image* image, ExceptionInfo* exception) {
    const RectangleInfo geometry = GeometryFor(image, use);
    return Operation(image, &geometry, exception);
  });
}

void ApplyAutoOrient(ImageTask* task, const OptionUse&) {
  Replace(task, "Unable to orient image", [](const Image* image, ExceptionInfo* exception) {
    return AutoOrientImage(image, image->orientation, exception);
  });
}

void ApplyCrop(ImageTask* task, const OptionUse& use) {
  if (use.plus) return;
  ReplaceEachImage(task, [&](const Image* image) {
    Exception exception;
    Image* cropped = CloneImage(image, 0, 0, MagickTrue, exception.get());
    if (cropped == nullptr) exception.Throw("Unable to crop image");
    const MagickPassFail status = TransformImage(&cropped, use.value(), nullptr);
    ImageList result(cropped);
    ThrowOrPrintImage(cropped, status, "Unable to crop image");
    return result;
  });
}

// The offset of the geometry is what of the image is left out, not where the image goes.
void ApplyExtent(ImageTask* task, const OptionUse& use) {
  if (use.plus) return;
  Replace(task, use, [&](const Image* image, ExceptionInfo* exception) {
    RectangleInfo geometry = GeometryFor(image, use);
    if (geometry.width == 0) geometry.width = image->columns;
    if (geometry.height == 0) geometry.height = image->rows;
    geometry.x = -geometry.x;
    geometry.y = -geometry.y;
    return ExtentImage(image, &geometry, exception);
  });
}

// WIDTHxHEIGHT+OUTER+INNER
void ApplyFrame(ImageTask* task, const OptionUse& use) {
  if (use.plus) return;
  Replace(task, use, [&](const Image* image, ExceptionInfo* exception) {
    const RectangleInfo geometry = GeometryFor(image, use);
    const FrameInfo frame{image->columns + 2 * geometry.width,
                          image->rows + 2 * geometry.height,
                          static_cast<long>(geometry.width),
                          static_cast<long>(geometry.height),
                          geometry.y,
                          geometry.x};
    return FrameImage(image, &frame, exception);
  });
}

// +raise makes the image look sunken.
void ApplyRaise(ImageTask* task, const OptionUse& use) {
  ForEachImage(task, [&](Image* image) {
    const RectangleInfo geometry = GeometryFor(image, use);
    ThrowOrPrintImage(image, RaiseImage(image, &geometry, !use.plus), "Unable to raise image");
  });
}

void ApplyRoll(ImageTask* task, const OptionUse& use) {
  if (use.plus) return;
  Replace(task, use, [&](const Image* image, ExceptionInfo* exception) {
    const RectangleInfo geometry = GeometryFor(image, use);
    return RollImage(image, geometry.x, geometry.y, exception);
  });
}

// "90>" rotates only images wider than high, "90<" only those higher than wide.
void ApplyRotate(ImageTask* task, const OptionUse& use) {
  const double degrees = std::strtod(use.value(), nullptr);
  const bool if_wide = std::strchr(use.value(), '>') != nullptr;
  const bool if_high = std::strchr(use.value(), '<') != nullptr;
  ReplaceEachImage(task, [&](Image* image) {
    Exception exception;
    const bool skip =
        (if_wide && image->columns <= image->rows) || (if_high && image->columns >= image->rows);
    ImageList result(skip ? CloneImage(image, 0, 0, MagickTrue, exception.get())
                          : RotateImage(image, degrees, exception.get()));
    if (result == nullptr) exception.Throw("Unable to rotate image");
    exception.ThrowOrPrint();
    return result;
  });
}

void ApplyShear(ImageTask* task, const OptionUse& use) {
  double x_shear = 0.0, y_shear = 0.0, unused = 0.0;
  GetMagickDimension(use.value(), &x_shear, &y_shear, &unused, &unused);
  Replace(task, use, [&](const Image* image, ExceptionInfo* exception) {
    return ShearImage(image, x_shear, y_shear, exception);
  });
}

// What is left is placed at the top left by operations with a gravity.
void ApplyTrim(ImageTask* task, const OptionUse& use) {
  ForEachImage(task, [](Image* image) { image->gravity = NorthWestGravity; });
  Replace(task, use, [](const Image* image, ExceptionInfo* exception) {
    const RectangleInfo border_of_one_color{};
    return CropImage(image, &border_of_one_color, exception);
  });
}

constexpr Option kOptions[] = {
    {"auto-orient", kConvert | kCompare, 0, 0, "", "orient (rotate) image so it is upright",
     nullptr, nullptr, ApplyAutoOrient},
    {"border", kConvert, 1, 0, "geometry", "surround image with a border of color", CheckGeometry,
     nullptr, ApplyGeometry<BorderImage>},
    {"chop", kConvert, 1, 0, "geometry", "remove pixels from the image interior", CheckGeometry,
     nullptr, ApplyGeometry<ChopImage>},
    {"crop", kConvert | kMontage, 1, 0, "geometry",
     "preferred size and location of the cropped image", CheckGeometry, nullptr, ApplyCrop},
    {"extent", kConvert, 1, 0, "geometry", "place image on a canvas of the background color",
     CheckGeometry, nullptr, ApplyExtent},
    {"flip", kConvert | kMontage, 0, 0, "", "flip image in the vertical direction", nullptr,
     nullptr, ApplySimple<FlipImage>},
    {"flop", kConvert | kMontage, 0, 0, "", "flop image in the horizontal direction", nullptr,
     nullptr, ApplySimple<FlopImage>},
    {"frame", kConvert, 1, 0, "geometry", "surround image with an ornamental border", CheckGeometry,
     nullptr, ApplyFrame},
    {"raise", kConvert, 1, 1, "geometry", "lighten and darken the edges; +raise sinks them",
     CheckGeometry, nullptr, ApplyRaise},
    {"roll", kConvert, 1, 0, "geometry", "shift an image, wrapping it around", CheckGeometry,
     nullptr, ApplyRoll},
    {"rotate", kWriters, 1, 1, "degrees", "rotate the image clockwise", CheckGeometry, nullptr,
     ApplyRotate},
    {"shave", kConvert, 1, 0, "geometry", "shave pixels from the image edges", CheckGeometry,
     nullptr, ApplyGeometry<ShaveImage>},
    {"shear", kConvert, 1, 1, "degrees", "slide one edge of the image along the X or Y axis",
     CheckGeometry, nullptr, ApplyShear},
    {"trim", kConvert | kMontage, 0, 0, "", "trim image edges of one color", nullptr, nullptr,
     ApplyTrim},
};

}  // namespace

std::span<const Option> GeometryOptions() {
  return kOptions;
}

}  // namespace lodestone::cli
