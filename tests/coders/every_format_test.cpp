// What holds for every format of the registry, also for those that are added later.

#include <algorithm>
#include <cstring>
#include <string>

#include "tests/coders/format_checks.hpp"

namespace lodestone::coders::test {
namespace {

// Read only: the tests of these make their files themselves and damage those.
const std::vector<std::string> kOnlyRead = {
    "3FR", "ARW",   "CR2", "CR3", "CRW", "DCR", "DNG", "ERF", "K25", "KDC",  // rawphoto_test.cpp
    "MEF", "MRW",   "NEF", "ORF", "PEF", "RAF", "RW2", "SR2", "SRF", "X3F",
    "SVG", "SVGZ",                               // svg_test.cpp
    "JPX",                                       // jp2_test.cpp
    "PIX",                                       // simple_formats_test.cpp
    "XCF",                                       // xcf_test.cpp
    "ORA",                                       // ora_test.cpp
    "JNX", "MAC",   "RLA", "RLE", "SFW", "TIM",  // read_only_test.cpp
    "DCM", "DICOM",                              // dcm_test.cpp
    "WMF"};                                      // wmf_test.cpp

// Whether there are files of it: others are descriptions of images.
bool HasSamples(const MagickInfo* format) {
  return format->note != nullptr && std::strstr(format->note, "depths") != nullptr;
}

// Raw samples and facsimiles of group 3 do not; those of Photo CD and slow-scan television are
// fixed.
bool StatesSize(const MagickInfo* format) {
  const std::string name = format->name;
  return format->raw == MagickFalse && name != "FAX" && name != "G3" && name != "PCD" &&
         name != "PCDS" && name != "HRZ";
}

// UYVY holds pairs of pixels.
ImageHandle SampleFor(const MagickInfo* format) {
  const std::string name = format->name;
  const unsigned long columns = name == "UYVY" || name == "PAL" ? 20 : 19;
  ImageHandle image = MakeTestImage({columns, 11, 8});
  SetImageAttribute(image.get(), "comment", "a comment");
  return image;
}

std::vector<const MagickInfo*> FormatsOfFiles() {
  Exception exception;
  MagickInfo** all = GetMagickInfoArray(exception.get());
  std::vector<const MagickInfo*> formats;
  for (MagickInfo** each = all; each != nullptr && *each != nullptr; ++each) {
    const std::string module = (*each)->module;
    const bool needs_tiff = module == "CALS" || module == "EPT";
    if (HasSamples(*each) && (!needs_tiff || HasFormat("TIFF"))) formats.push_back(*each);
  }
  MagickFree(all);
  return formats;
}

// Those that are read and written, with the bytes of an image.
template <class Check>
void WithFileOfEach(const Check& check) {
  int checked = 0;
  for (const MagickInfo* format : FormatsOfFiles()) {
    if (format->encoder == nullptr || format->decoder == nullptr) continue;
    SCOPED_TRACE(format->name);
    Exception exception;
    const ImageHandle image = SampleFor(format);
    const Bytes bytes = Write(format->name, image, Info(), exception);
    ASSERT_FALSE(bytes.empty()) << exception.Text();
    check(format, bytes);
    ++checked;
  }
  EXPECT_GT(checked, 15);
}

TEST(EveryFormat, IsWrittenTheSameAgain) {
  WithFileOfEach([](const MagickInfo* format, const Bytes& bytes) {
    Exception exception;
    const ImageHandle image = SampleFor(format);
    EXPECT_TRUE(bytes == Write(format->name, image, Info(), exception));
  });
}

TEST(EveryFormat, KeepsTheSize) {
  WithFileOfEach([](const MagickInfo* format, const Bytes& bytes) {
    if (!StatesSize(format)) return;
    Exception exception;
    const ImageHandle image = ReadBytes(format->name, bytes, exception);
    ASSERT_TRUE(image) << exception.Text();
    EXPECT_EQ(image->columns, 19u);
    EXPECT_EQ(image->rows, 11u);
  });
}

// Damaged programs may run until their time is over: ps_read_test.cpp gives them less.
bool HoldsPrograms(const MagickInfo* format) {
  const std::string module = format->module == nullptr ? "" : format->module;
  return module == "PS" || module == "EPT";
}

TEST(EveryFormat, WithstandsDamage) {
  WithFileOfEach([](const MagickInfo* format, const Bytes& bytes) {
    if (!HoldsPrograms(format)) CheckDamage(format->name, bytes);
  });
}

TEST(EveryFormat, KeepsToTheLimits) {
  WithFileOfEach([](const MagickInfo* format, const Bytes& bytes) {
    if (format->raw == MagickFalse) CheckLimit(format->name, bytes);
    if (!StatesSize(format)) return;
    const magick_int64_t before = GetMagickResourceLimit(PixelsResource);
    SetMagickResourceLimit(PixelsResource, 19 * 11);
    Exception accepted;
    EXPECT_TRUE(ReadBytes(format->name, bytes, accepted)) << accepted.Text();
    SetMagickResourceLimit(PixelsResource, before);
  });
}

TEST(EveryFormat, ThatIsOnlyReadHasATestOfDamage) {
  for (const MagickInfo* format : FormatsOfFiles()) {
    if (format->encoder != nullptr || format->decoder == nullptr) continue;
    EXPECT_NE(std::find(kOnlyRead.begin(), kOnlyRead.end(), format->name), kOnlyRead.end())
        << format->name;
  }
}

}  // namespace
}  // namespace lodestone::coders::test
