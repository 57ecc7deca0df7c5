// Damaged files for every coder that reads: an image or a clear exception, in bounded time and
// memory. Case i of a seed is always the same file.
//
//   hostile_files COUNT [SEED]
#include <sys/resource.h>

#include <algorithm>
#include <cctype>
#include <random>
#include <string_view>

#include "config.h"
#include "tests/torture/campaign.hpp"
#include "tests/torture/handles.hpp"

namespace lodestone::torture {
namespace {

struct Sample {
  std::string magick;
  Bytes bytes;
};

constexpr unsigned long kMaxColumns = 5000, kMaxPixels = 1000000;

std::vector<ImagePtr> Originals() {
  std::vector<ImagePtr> images;
  images.push_back(MakeNoise(19, 9, 1));
  images.push_back(MakeNoise(19, 9, 2, "RGBA"));
  images.push_back(MakeNoise(40, 33, 3, "I"));
  images.push_back(MakeNoise(24, 17, 4));
  SetImageType(images.back().get(), PaletteType);
  images.push_back(MakeNoise(33, 21, 5));
  SetImageType(images.back().get(), BilevelType);
  const Bytes profile(300, 0x5a);
  for (const ImagePtr& image : images) {
    SetImageAttribute(image.get(), "comment", "a comment");
    SetImageProfile(image.get(), "ICM", profile.data(), profile.size());
    SetImageProfile(image.get(), "EXIF", profile.data(), profile.size());
  }
  return images;
}

// Formats whose readers look at a file, not at a name or at the screen.
std::vector<std::string> Readers() {
  Exception exception;
  std::vector<std::string> names;
  MagickInfo** const infos = GetMagickInfoArray(exception.get());
  for (MagickInfo** info = infos; info != nullptr && *info != nullptr; ++info)
    if ((*info)->decoder != nullptr && (*info)->blob_support != 0)
      names.emplace_back((*info)->name);
  MagickFree(infos);
  return names;
}

// What each coder writes and reads again; texts and noise for those that only read.
std::vector<Sample> MakeSamples() {
  std::vector<Sample> samples;
  const std::vector<ImagePtr> images = Originals();
  for (const std::string& magick : Readers()) {
    const std::size_t before = samples.size();
    Exception exception;
    const MagickInfo* const info = GetMagickInfo(magick.c_str(), exception.get());
    for (const ImagePtr& image : images) {
      if (info->encoder == nullptr) break;
      const ImagePtr copy(CloneImage(image.get(), 0, 0, MagickTrue, exception.get()));
      Bytes bytes = Encode(magick, copy.get(), exception.get());
      if (!bytes.empty() && bytes.size() < 200000) samples.push_back({magick, std::move(bytes)});
    }
    if (samples.size() != before) continue;
    for (const std::string_view text :
         {"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='4' "
          "height='4'/>"
          "</svg>",
          "push graphic-context viewbox 0 0 9 9 fill red rectangle 1,1 5,5 pop graphic-context"})
      samples.push_back({magick, Bytes(text.begin(), text.end())});
  }
  return samples;
}

using Random = std::mt19937;

// Half of the damage is in the header, where it has the most effect.
std::size_t PlaceIn(const Bytes& bytes, Random& random) {
  const std::size_t range =
      random() % 2 != 0 ? bytes.size() : std::min<std::size_t>(bytes.size(), 64);
  return random() % range;
}

void DamageOnce(Bytes& bytes, const std::vector<Sample>& samples, Random& random) {
  if (bytes.empty()) return;
  const std::size_t place = PlaceIn(bytes, random);
  const auto at = bytes.begin() + static_cast<std::ptrdiff_t>(place);
  switch (random() % 7) {
    case 0:
      *at = static_cast<unsigned char>(random());
      break;
    case 1:
      *at ^= static_cast<unsigned char>(1u << random() % 8);
      break;
    case 2:
      bytes.insert(at, 1 + random() % 9, static_cast<unsigned char>(random()));
      break;
    case 3:
      bytes.erase(at, at + std::min<std::ptrdiff_t>(1 + random() % 9, bytes.end() - at));
      break;
    case 4:
      bytes.resize(place);
      break;
    case 5: {  // lengths and sizes at their limits
      static constexpr unsigned char kFills[] = {0x00, 0xff, 0x7f, 0x80};
      std::fill_n(at, std::min<std::ptrdiff_t>(2 << random() % 3, bytes.end() - at),
                  kFills[random() % 4]);
      break;
    }
    default: {  // a piece of another file
      const Bytes& other = samples[random() % samples.size()].bytes;
      const std::size_t from = random() % other.size();
      const std::size_t count = std::min<std::size_t>(random() % 64, other.size() - from);
      bytes.insert(at, other.begin() + static_cast<std::ptrdiff_t>(from),
                   other.begin() + static_cast<std::ptrdiff_t>(from + count));
    }
  }
}

class Files {
 public:
  explicit Files(unsigned seed) : seed_(seed) {}

  void Begin() {
    const rlimit memory{rlim_t{8} << 30, rlim_t{8} << 30};
    if (!kSanitized) setrlimit(RLIMIT_AS, &memory);
    const rlimit file_size{rlim_t{1} << 28, rlim_t{1} << 28};
    setrlimit(RLIMIT_FSIZE, &file_size);
    setenv("MAGICK_ACCELERATE", "off", 1);
    InitializeMagick(nullptr);
    samples_ = MakeSamples();
    SetMagickResourceLimit(WidthResource, kMaxColumns);
    SetMagickResourceLimit(HeightResource, kMaxColumns);
    SetMagickResourceLimit(PixelsResource, kMaxPixels);
  }

  Verdict Try(std::size_t number) {
    Sample sample = MakeFile(number);
    Exception exception;
    const ImagePtr image = Decode(sample.magick, sample.bytes, exception.get());
    if (!image)
      return exception.IsClear() ? Survived() : Lost(sample.magick + ": no image, no reason");
    for (const Image* each = image.get(); each != nullptr; each = each->next)
      if (const std::string wrong = Inconsistency(each); !wrong.empty())
        return Lost(sample.magick + ": " + wrong);
    return Survived();
  }

 private:
#ifdef LS_WITH_ASAN
  static constexpr bool kSanitized = true;
#else
  static constexpr bool kSanitized = false;
#endif

  Sample MakeFile(std::size_t number) const {
    Random random(seed_ * 1000003u + static_cast<unsigned>(number));
    Sample sample = samples_[number % samples_.size()];
    if (random() % 32 == 0) sample.magick = samples_[random() % samples_.size()].magick;
    const unsigned damages = 1 + random() % 6;
    for (unsigned i = 0; i < damages; ++i) DamageOnce(sample.bytes, samples_, random);
    if (sample.bytes.empty()) sample.bytes.push_back(0);
    return sample;
  }

  static std::string Inconsistency(const Image* image) {
    if (image->columns == 0 || image->rows == 0) return "an image without pixels";
    if (image->columns > kMaxColumns || image->rows > kMaxColumns ||
        std::size_t{image->columns} * image->rows > kMaxPixels)
      return "an image beyond the limits";
    Exception exception;
    const Pixels pixels = PixelsOf(image, exception.get());
    if (pixels.empty()) return exception.IsClear() ? "" : "pixels cannot be had";
    if (image->storage_class != PseudoClass) return "";
    const IndexPacket* const indexes = AccessImmutableIndexes(image);
    if (indexes == nullptr) return "a palette without indexes";
    const bool within = std::all_of(indexes, indexes + pixels.size(),
                                    [image](IndexPacket i) { return i < image->colors; });
    return within ? "" : "an index beyond the palette";
  }

  const unsigned seed_;
  std::vector<Sample> samples_;
};

}  // namespace
}  // namespace lodestone::torture

int main(int argc, char** argv) {
  using namespace lodestone::torture;
  const Arguments arguments = ReadArguments(argc, argv, 1000);
  Files files(arguments.seed);
  Campaign campaign;
  campaign.fault = "hostile files";
  campaign.cases = arguments.count;
  campaign.seconds = 30;
  campaign.begin = [&] { files.Begin(); };
  campaign.run = [&](std::size_t i) { return files.Try(i); };
  campaign.describe = [&](std::size_t) { return "seed " + std::to_string(arguments.seed); };
  campaign.at_a_time = 5000;
  return Run(campaign).lost == 0 ? 0 : 1;
}
