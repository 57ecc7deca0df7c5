#include <cstring>

#include "coders/common/compression_loss.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/registration.hpp"
#include "coders/miff/miff.hpp"
#include "magick/colorspace.h"
#include "magick/core/metadata/profiles.hpp"
#include "magick/profile.h"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

struct Profile {
  std::string name;
  const unsigned char* data = nullptr;
  std::size_t length = 0;
};

// Old readers expect the ICC and then the IPTC profile first.
std::vector<Profile> ProfilesOf(const Image* image) {
  std::vector<Profile> profiles;
  for (const auto& [name, keyword] : {std::pair("ICM", "icc"), {"IPTC", "iptc"}}) {
    Profile profile{keyword};
    profile.data = GetImageProfile(image, name, &profile.length);
    if (profile.data != nullptr) profiles.push_back(profile);
  }
  for (std::size_t i = 0; const auto profile = ProfileAt(image, i); ++i) {
    const bool done = std::ranges::any_of(
        std::initializer_list<const char*>{"ICC", "ICM", "IPTC", "8BIM"},
        [&](const char* other) { return LocaleCompare(profile->name, other) == 0; });
    if (!done && profile->length != 0)
      profiles.push_back({profile->name, profile->data, profile->length});
  }
  return profiles;
}

// What is written as another compression is written without.
CompressionType CompressionOf(const ImageInfo* image_info, Image* image) {
  const CompressionType wanted = image_info->compression != UndefinedCompression
                                     ? image_info->compression
                                     : image->compression;
  const bool known = wanted == RLECompression || wanted == ZipCompression ||
                     (wanted == BZipCompression && HaveBzip2());
  const CompressionType used = known ? wanted : NoCompression;
  WarnOfAbsentCompression("MIFF", image, image_info->compression, used, &image->exception);
  return used;
}

void PutSample(Quantum value, unsigned bytes, ByteSink& sink) {
  if (bytes == 1) return sink.U8(ByteFromQuantum(value));
  sink.U16Be(ShortFromQuantum(value));
}

void PutColormap(const Image* image, unsigned bytes, ByteSink& sink) {
  if (image->storage_class != PseudoClass) return;
  for (std::size_t i = 0; i < image->colors; ++i) {
    PutSample(image->colormap[i].red, bytes, sink);
    PutSample(image->colormap[i].green, bytes, sink);
    PutSample(image->colormap[i].blue, bytes, sink);
  }
}

// One row as the file has it.
void FillRow(const MiffLayout& layout, const ConstPixels& source, std::size_t y,
             std::vector<std::uint8_t>& row) {
  if (!layout.palette) {
    ExportRow({layout.channels, layout.bytes}, source.Row(y), source.IndexRow(y), source.columns,
              layout.matte, row.data());
    return;
  }
  ByteSink sink;
  for (std::size_t x = 0; x < source.columns; ++x) {
    const IndexPacket index = source.IndexRow(y)[x];
    layout.bytes == 1 ? sink.U8(index) : sink.U16Be(index);
    if (layout.matte) {
      PutSample(static_cast<Quantum>(MaxRGB - source.Row(y)[x].opacity), layout.bytes, sink);
    }
  }
  row.swap(sink.bytes());
}

// Grey has three samples, since the header says nothing of it.
MiffLayout LayoutToWrite(const Image* image, unsigned long depth) {
  MiffLayout layout = MiffLayoutOf(image, depth);
  if (!layout.palette && IsGrayColorspace(image->colorspace))
    layout.channels = layout.matte ? Channels::kRgba : Channels::kRgb;
  return layout;
}

void WriteOne(const ImageInfo* image_info, Image* first, Image* image) {
  ToMiffColors(image_info, image);
  const CompressionType compression = CompressionOf(image_info, image);
  const unsigned long depth = MiffSampleBytes(image->depth) * 8;
  ByteSink sink;
  PutMiffHead(first, image, compression, depth, sink);
  sink.Flush(first);

  const MiffLayout layout = LayoutToWrite(image, depth);
  const ConstPixels source = AllPixels(image, &image->exception);
  std::vector<std::uint8_t> row(layout.PixelBytes() * image->columns);
  const auto rows =
      MakeMiffRows(compression, image_info->quality, first, layout.PixelBytes(), image->columns);
  CodingProgress progress(CodingProgress::Task::kSaving, image, &image->exception);
  for (std::size_t y = 0; y < image->rows; ++y) {
    FillRow(layout, source, y, row);
    rows->Put(row.data());
    progress.Tick(y);
  }
  rows->Finish();
}

unsigned int IsMiff(const unsigned char* magick, const std::size_t length) {
  ByteCursor cursor(ByteSpan(magick, length));
  return cursor.TakeIf("id=ImageMagick") || cursor.TakeIf("Id=ImageMagick") ? MagickTrue
                                                                            : MagickFalse;
}

}  // namespace

void ToMiffColors(const ImageInfo* image_info, Image* image) {
  const bool cmyk =
      image_info->colorspace == CMYKColorspace ||
      (image_info->colorspace == UndefinedColorspace && image->colorspace == CMYKColorspace);
  if (!cmyk) return ToRgb(image);
  if (image->colorspace == CMYKColorspace) return;
  if (TransformColorspace(image, CMYKColorspace) == MagickFail) {
    Fail(CoderError, "Unable to convert the colorspace to CMYK");
  }
}

void PutMiffHead(const Image* first, Image* image, CompressionType compression, unsigned long depth,
                 ByteSink& sink) {
  const std::vector<Profile> profiles = ProfilesOf(image);
  std::string keywords;
  for (const Profile& profile : profiles) {
    keywords += "profile-" + profile.name + "=" + std::to_string(profile.length) + "\n";
  }
  sink.Text(MakeMiffHeader(image, first, compression, depth, keywords));
  sink.Text("\f\n:\032");
  if (image->montage != nullptr) {
    if (image->directory != nullptr) sink.Text(image->directory);
    sink.U8(0);
  }
  for (const Profile& profile : profiles) sink.Bytes({profile.data, profile.length});
  PutColormap(image, static_cast<unsigned>(depth / 8), sink);
}

unsigned int WriteMiff(const ImageInfo* image_info, Image* first) {
  return Encode(image_info, first, [&] {
    for (Image* image = first; image != nullptr; image = image->next) {
      WriteOne(image_info, first, image);
      if (image_info->adjoin == MagickFalse) break;
    }
  });
}

unsigned int WriteMiffOf(const ImageInfo* image_info, Image* image,
                         const std::function<MadeImage()>& make) {
  try {
    const MadeImage made = make();
    const unsigned int written = WriteMiff(image_info, made.get());
    if (made->exception.severity > image->exception.severity)
      CopyException(&image->exception, &made->exception);
    return written;
  } catch (const Failure& failure) {
    Report(&image->exception, failure, image->filename);
  } catch (const std::bad_alloc&) {
    Report(&image->exception, ResourceLimitError, "Memory allocation failed", image->filename);
  }
  return MagickFail;
}

void RegisterMiffImage() {
  FormatEntry entry{"MIFF", "Magick Image File Format", "MIFF", ReadMiff, WriteMiff, IsMiff};
  entry.traits = {"8, 16, 32", "yes", "images", "profiles, texts", ""};
  RegisterFormat(entry);
}

}  // namespace lodestone::coders
