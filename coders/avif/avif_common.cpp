#include "base/thread_pool.hpp"
#include "coders/avif/avif.hpp"
#include "coders/common/brands.hpp"
#include "coders/common/registration.hpp"

namespace lodestone::coders {
namespace {

unsigned int IsAvif(const unsigned char* magick, const std::size_t length) {
  return HasBrand(magick, length, {"avif", "avis"}) ? MagickTrue : MagickFalse;
}

struct Transform {
  int angle;   // anticlockwise, in quarters
  int mirror;  // -1: none, 0: upside down, 1: left and right
};

// By orientation.
constexpr Transform kTransforms[] = {{0, -1}, {0, -1}, {0, 1}, {2, -1}, {0, 0},
                                     {1, 0},  {3, -1}, {1, 1}, {1, -1}};

}  // namespace

void CheckAvif(avifResult result, ExceptionType severity) {
  if (result == AVIF_RESULT_OK) return;
  if (result == AVIF_RESULT_OUT_OF_MEMORY) throw std::bad_alloc();
  if (result == AVIF_RESULT_TRUNCATED_DATA) Fail(severity, "Unexpected end-of-file");
  Fail(severity, std::string("libavif: ") + avifResultToString(result));
}

int AvifThreads() {
  const unsigned threads = accel::ThreadLimit();
  return threads > 1 && accel::ThreadsStart(2 * threads) ? static_cast<int>(threads) : 1;
}

OrientationType OrientationOf(const avifImage& image) {
  Transform wanted = {0, -1};
  if ((image.transformFlags & AVIF_TRANSFORM_IROT) != 0) wanted.angle = image.irot.angle & 3;
  if ((image.transformFlags & AVIF_TRANSFORM_IMIR) != 0) wanted.mirror = image.imir.mode & 1;
  // A mirrored half turn is the other mirror; the same for the quarter turns.
  if (wanted.mirror >= 0 && wanted.angle >= 2) wanted = {wanted.angle - 2, 1 - wanted.mirror};
  int orientation = TopLeftOrientation;
  while (kTransforms[orientation].angle != wanted.angle ||
         kTransforms[orientation].mirror != wanted.mirror)
    ++orientation;
  return static_cast<OrientationType>(orientation);
}

void SetTransforms(OrientationType orientation, avifImage& image) {
  if (orientation <= UndefinedOrientation || orientation > LeftBottomOrientation) return;
  const Transform& transform = kTransforms[orientation];
  image.transformFlags &= ~(avifTransformFlags{AVIF_TRANSFORM_IROT} | AVIF_TRANSFORM_IMIR);
  if (transform.angle != 0) {
    image.transformFlags |= AVIF_TRANSFORM_IROT;
    image.irot.angle = static_cast<std::uint8_t>(transform.angle);
  }
  if (transform.mirror >= 0) {
    image.transformFlags |= AVIF_TRANSFORM_IMIR;
    image.imir.mode = static_cast<std::uint8_t>(transform.mirror);
  }
}

}  // namespace lodestone::coders

using namespace lodestone::coders;

LS_CODER_ENTRY(AVIF) {
  FormatEntry entry{"AVIF", "AV1 Image File Format", "AVIF", ReadAvif, WriteAvif, IsAvif};
  entry.adjoin = false;
  static const std::string version = std::string("libavif ") + avifVersion();
  entry.version = version.c_str();
  entry.traits = {"8, 10, 12", "yes", "sequences (read)", "ICC, CICP, EXIF, XMP, orientation",
                  "65536x65536"};
  RegisterFormat(entry);
}
