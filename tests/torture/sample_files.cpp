#include "tests/torture/sample_files.hpp"

#include <algorithm>
#include <string_view>

namespace lodestone::torture {
namespace {

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

// Half of the damage is in the header, where it has the most effect.
std::size_t PlaceIn(const Bytes& bytes, Random& random) {
  const std::size_t range =
      random() % 2 != 0 ? bytes.size() : std::min<std::size_t>(bytes.size(), 64);
  return random() % range;
}

// PostScript is a program: damaged, it may run until its time is over.
bool RunsPrograms(const MagickInfo* info) {
  const std::string_view module = info->module == nullptr ? "" : info->module;
  return module == "PS" || module == "EPT";
}

template <std::size_t kSize>
std::string_view TextOf(const char (&bytes)[kSize]) {
  return {bytes, kSize - 1};
}

}  // namespace

std::vector<std::string> Readers() {
  Exception exception;
  std::vector<std::string> names;
  MagickInfo** const infos = GetMagickInfoArray(exception.get());
  for (MagickInfo** info = infos; info != nullptr && *info != nullptr; ++info)
    if ((*info)->decoder != nullptr && (*info)->blob_support != 0 && !RunsPrograms(*info))
      names.emplace_back((*info)->name);
  MagickFree(infos);
  return names;
}

std::vector<Sample> MakeSamples(const std::string& magick) {
  static const std::vector<ImagePtr> images = Originals();
  std::vector<Sample> samples;
  Exception exception;
  const MagickInfo* const info = GetMagickInfo(magick.c_str(), exception.get());
  for (const ImagePtr& image : images) {
    if (info->encoder == nullptr) break;
    const ImagePtr copy(CloneImage(image.get(), 0, 0, MagickTrue, exception.get()));
    Bytes bytes = Encode(magick, copy.get(), exception.get());
    if (!bytes.empty() && bytes.size() < 200000) samples.push_back({magick, std::move(bytes)});
  }
  if (!samples.empty()) return samples;
  for (const std::string_view text : std::initializer_list<std::string_view>{
           "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='4' "
           "height='4'/>"
           "</svg>",
           "viewbox 0 0 9 9\npush graphic-context fill red rectangle 1,1 5,5 pop graphic-context",
           // A metafile with a window and a rectangle; four pixels of DICOM.
           TextOf("\1\0\11\0\0\3\36\0\0\0\1\0\7\0\0\0\0\0\5\0\0\0\14\2\240\5\240\5"
                  "\7\0\0\0\33\4\0\4\0\4\0\0\0\0\3\0\0\0\0\0"),
           TextOf("\50\0\20\0\2\0\0\0\2\0\50\0\21\0\2\0\0\0\2\0\50\0\0\1\2\0\0\0\20\0"
                  "\50\0\1\1\2\0\0\0\14\0\340\177\20\0\10\0\0\0\1\0\2\0\3\0\4\0")})
    samples.push_back({magick, Bytes(text.begin(), text.end())});
  return samples;
}

std::vector<Sample> MakeSamples() {
  std::vector<Sample> samples;
  for (const std::string& magick : Readers()) {
    for (Sample& sample : MakeSamples(magick)) samples.push_back(std::move(sample));
  }
  return samples;
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

}  // namespace lodestone::torture
