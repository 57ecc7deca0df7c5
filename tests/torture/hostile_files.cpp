// Damaged files for every coder that reads: an image or a clear exception, in bounded time and
// memory. Case i of a seed is always the same file.
//
//   hostile_files COUNT [SEED]
#include <sys/resource.h>

#include <algorithm>

#include "config.h"
#include "tests/torture/campaign.hpp"
#include "tests/torture/sample_files.hpp"

namespace lodestone::torture {
namespace {

constexpr unsigned long kMaxColumns = 5000, kMaxPixels = 1000000;

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
