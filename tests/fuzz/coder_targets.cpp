#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iterator>

#include "magick/api.h"
#include "tests/fuzz/targets.hpp"
#include "tests/torture/sample_files.hpp"

namespace lodestone::fuzz {
namespace {

using torture::Exception;
using torture::ImagePtr;
using torture::InfoFor;
using torture::InfoPtr;

// What every caller may rely on. A fuzzer reports the abort.
void Check(const Image* image, const Exception& exception) {
  if (image == nullptr && !exception.IsClear()) std::abort();
  for (; image != nullptr; image = image->next) {
    Exception found;
    if (image->columns == 0 || image->rows == 0) std::abort();
    const auto pixels = torture::PixelsOf(image, found.get());
    if (pixels.empty() && !found.IsClear()) std::abort();
    if (pixels.empty() || image->storage_class != PseudoClass) continue;
    const IndexPacket* const indexes = AccessImmutableIndexes(image);
    if (indexes == nullptr ||
        !std::all_of(indexes, indexes + pixels.size(),
                     [image](IndexPacket index) { return index < image->colors; }))
      std::abort();
  }
}

// Samples without a header have the size that the caller gives.
InfoPtr InfoToRead(const MagickInfo* format) {
  InfoPtr info = InfoFor(format->name);
  if (format->raw != MagickFalse) {
    CloneString(&info->size, "17x9");
    info->depth = 8;
  }
  return info;
}

void WriteBack(const MagickInfo* format, Image* image) {
  Exception exception;
  size_t length = 0;
  const InfoPtr info = InfoFor(format->name);
  MagickStrlCpy(image->magick, format->name, MaxTextExtent);
  void* const blob = ImageToBlob(info.get(), image, &length, exception.get());
  if (blob == nullptr && !exception.IsClear()) std::abort();
  MagickFree(blob);
}

void Run(const MagickInfo* format, const unsigned char* data, std::size_t size) {
  if (size == 0) return;
  Exception exception, pinged;
  const InfoPtr info = InfoToRead(format);
  const ImagePtr header(PingBlob(info.get(), data, size, pinged.get()));
  const ImagePtr image(BlobToImage(info.get(), data, size, exception.get()));
  Check(image.get(), exception);
  if (image != nullptr && format->encoder != nullptr) WriteBack(format, image.get());
}

std::vector<Bytes> Seeds(const std::string& magick) {
  std::vector<Bytes> seeds;
  for (torture::Sample& sample : torture::MakeSamples(magick))
    seeds.push_back(std::move(sample.bytes));
  return seeds;
}

// Images that come with the library: their readers look at no bytes. scripts/formats-table has the
// same list.
bool HasNoInput(const std::string& magick) {
  static constexpr const char* kNames[] = {"GRANITE", "LOGO", "NETSCAPE", "ROSE"};
  return std::find(std::begin(kNames), std::end(kNames), magick) != std::end(kNames);
}

// Marks of chunks, boxes, tags and the like.
const std::vector<std::string> kWords = {"IHDR",
                                         "IDAT",
                                         "PLTE",
                                         "tRNS",
                                         "iCCP",
                                         "zTXt",
                                         "acTL",
                                         "fcTL",
                                         "fdAT",
                                         "IEND",  // PNG
                                         "\xff\xd8",
                                         "\xff\xc0",
                                         "\xff\xc2",
                                         "\xff\xc4",
                                         "\xff\xda",
                                         "\xff\xdb",
                                         "\xff\xe1",
                                         "Exif",
                                         "II*",
                                         "MM",
                                         "8BIM",
                                         "8BPS",
                                         "Lr16",
                                         "RIFF",
                                         "VP8 ",
                                         "VP8L",
                                         "VP8X",
                                         "ANIM",
                                         "ANMF",
                                         "GIF89a",
                                         "NETSCAPE2.0",
                                         "ftyp",
                                         "meta",
                                         "iloc",
                                         "iprp",
                                         "jP  ",
                                         "jp2h",
                                         "ihdr",
                                         "colr",
                                         "\xff\x4f",
                                         "SIMPLE",
                                         "NAXIS",
                                         "BITPIX",
                                         "id=ImageMagick",
                                         "class=PseudoClass",
                                         "colors=",
                                         "columns=",
                                         "rows=",
                                         "depth=",
                                         "compression=Zip",
                                         "P7",
                                         "MAXVAL",
                                         "TUPLTYPE",
                                         "ENDHDR",
                                         "#define",
                                         "static",
                                         "/* XPM */",
                                         "<svg",
                                         "<use",
                                         "xlink:href",
                                         "<?xml",
                                         "SDPX",
                                         "\x80\x2a\x5f\xd7",
                                         "\xffWPC",
                                         "rpelcnt: ",
                                         "qoif",
                                         "LBLSIZE=",
                                         "miIN",
                                         "miMA",
                                         "gimp xcf v011",
                                         "DXT5",
                                         "DX10",
                                         "PK\5\6",
                                         "mergedimage.png"};

}  // namespace

std::vector<Target> CoderTargets() {
  std::vector<Target> targets;
  for (const std::string& magick : torture::Readers()) {
    if (HasNoInput(magick)) continue;
    targets.push_back({"coder_" + magick,
                       [magick](const unsigned char* data, std::size_t size) {
                         Run(GetMagickInfo(magick.c_str(), nullptr), data, size);
                       },
                       [magick] { return Seeds(magick); }, kWords});
  }
  return targets;
}

}  // namespace lodestone::fuzz
