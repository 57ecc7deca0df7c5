// Encapsulated PostScript in one file with a preview in TIFF, as programs for DOS and Windows
// wanted.
#include <limits>

#include "base/owner.hpp"
#include "coders/common/embedded.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/registration.hpp"
#include "magick/core/system/memory.hpp"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

constexpr std::string_view kSignature = "\305\320\323\306";
constexpr std::uint32_t kHeaderBytes = 30;
constexpr unsigned kNoChecksum = 0xffff;

struct Section {
  std::uint32_t offset = 0, length = 0;

  ByteSpan In(ByteSpan file) const {
    ByteCursor cursor(file);
    cursor.Seek(offset);
    return cursor.Take(length);
  }
};

bool ReadsPostScript() {
  const MagickInfo* const format = GetMagickInfo("PS", nullptr);
  return format != nullptr && format->decoder != nullptr;
}

// The PostScript if it can be drawn, else the preview.
void ReadSections(const ImageInfo* image_info, Image* image, ExceptionInfo* exception) {
  const ByteSpan file = WholeBlob(image);
  ByteCursor cursor(file);
  if (!cursor.TakeIf(kSignature)) Fail(CorruptImageError, "Improper image header");
  const auto section = [&] {
    const std::uint32_t offset = cursor.U32Le();
    return Section{offset, cursor.U32Le()};
  };
  const Section postscript = section();
  section();  // a metafile
  const Section tiff = section();
  if (postscript.length != 0 && ReadsPostScript())
    return ReadEmbedded(image_info, "PS", postscript.In(file), image, exception);
  if (tiff.length == 0)
    Fail(CoderError, "The file has no preview in TIFF, and PostScript is read by the module ps");
  ReadEmbedded(image_info, "TIFF", tiff.In(file), image, exception);
}

Image* ReadEpt(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    ReadSections(image_info, image, exception);
  });
}

struct Written {
  MagickPtr<void> data;
  std::size_t length = 0;
  ByteSpan bytes() const { return {static_cast<const std::uint8_t*>(data.get()), length}; }
};

Written FileOf(const ImageInfo* image_info, Image* image, const char* magick,
               CompressionType compression) {
  ExceptionInfo* const exception = &image->exception;
  const Owner<Image, DestroyImage> copy(CloneImage(image, 0, 0, MagickTrue, exception));
  const Owner<ImageInfo, DestroyImageInfo> info(CloneImageInfo(image_info));
  if (copy == nullptr || info == nullptr) throw std::bad_alloc();
  for (char* name : {info->magick, copy->magick}) MagickStrlCpy(name, magick, MaxTextExtent);
  info->file = nullptr;
  info->compression = compression;
  Written file;
  file.data.reset(ImageToBlob(info.get(), copy.get(), &file.length, exception));
  if (file.data == nullptr) FailAfter(exception, CoderError, "Unable to write image");
  if (file.length > std::numeric_limits<std::uint32_t>::max() / 2)
    Fail(CoderError, "File is too large for the format");
  return file;
}

const char* PostScriptOf(const ImageInfo* image_info) {
  if (LocaleCompare(image_info->magick, "EPT2") == 0) return "EPS2";
  if (LocaleCompare(image_info->magick, "EPT3") == 0) return "EPS3";
  return image_info->compression == JPEGCompression ? "EPS2" : "EPS";
}

unsigned int WriteEpt(const ImageInfo* image_info, Image* image) {
  return Encode(image_info, image, [&] {
    const Written postscript =
        FileOf(image_info, image, PostScriptOf(image_info), image_info->compression);
    const Written tiff = FileOf(image_info, image, "TIFF", RLECompression);
    const auto length = [](const Written& file) { return static_cast<std::uint32_t>(file.length); };
    ByteSink header;
    header.Text(kSignature);
    for (const std::uint32_t value : {kHeaderBytes, length(postscript), 0u, 0u,
                                      kHeaderBytes + length(postscript), length(tiff)})
      header.U32Le(value);
    header.U16Le(kNoChecksum);
    header.Flush(image);
    for (const Written* file : {&postscript, &tiff})
      WriteBytes(image, file->bytes().data(), file->length);
  });
}

unsigned int IsEpt(const unsigned char* magick, const std::size_t length) {
  const std::string_view start(reinterpret_cast<const char*>(magick), length);
  return start.starts_with(kSignature) ? MagickTrue : MagickFalse;
}

}  // namespace

void RegisterEptImage() {
  FormatEntry entry{
      "EPT", "Encapsulated PostScript with MS-DOS TIFF preview", "EPT", ReadEpt, WriteEpt, IsEpt};
  entry.adjoin = false;
  entry.traits = {"1, 2, 4, 8", "", "", "label (written), resolution", ""};
  RegisterFormat(entry);
  entry.magick = nullptr;
  entry.name = "EPT2";
  entry.description = "Level II Encapsulated PostScript with MS-DOS TIFF preview";
  RegisterFormat(entry);
  entry.name = "EPT3";
  entry.description = "Level III Encapsulated PostScript with MS-DOS TIFF preview";
  RegisterFormat(entry);
}

}  // namespace lodestone::coders
