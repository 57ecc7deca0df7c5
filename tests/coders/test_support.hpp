// Shared by the tests of the coders: images to write, a way to read them back, and the real gm.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "magick/api.h"
#include "tests/support/formats.hpp"
#include "tests/support/temporary_folder.hpp"

namespace lodestone::coders::test {

using lodestone::test::HasFormat;
using lodestone::test::TemporaryFolder;

using Bytes = std::vector<std::uint8_t>;

class Exception {
 public:
  Exception() { GetExceptionInfo(&info_); }
  ~Exception() { DestroyExceptionInfo(&info_); }
  Exception(const Exception&) = delete;
  Exception& operator=(const Exception&) = delete;
  ExceptionInfo* get() { return &info_; }
  ExceptionType severity() const { return info_.severity; }
  std::string Text() const;

 private:
  ExceptionInfo info_;
};

// An ImageInfo for one file name.
class Info {
 public:
  explicit Info(const std::string& filename = "");
  ~Info() { DestroyImageInfo(info_); }
  Info(const Info&) = delete;
  Info& operator=(const Info&) = delete;
  ImageInfo* get() const { return info_; }
  ImageInfo* operator->() const { return info_; }
  Info& Size(const std::string& size);
  Info& Define(const std::string& definitions);

 private:
  ImageInfo* info_;
};

class ImageHandle {
 public:
  explicit ImageHandle(Image* image = nullptr) : image_(image) {}
  ImageHandle(ImageHandle&& other) noexcept : image_(std::exchange(other.image_, nullptr)) {}
  ImageHandle& operator=(ImageHandle&& other) noexcept {
    std::swap(image_, other.image_);
    return *this;
  }
  ~ImageHandle() {
    if (image_ != nullptr) DestroyImageList(image_);
  }
  Image* get() const { return image_; }
  Image* operator->() const { return image_; }
  explicit operator bool() const { return image_ != nullptr; }
  Image* Release() { return std::exchange(image_, nullptr); }

 private:
  Image* image_;
};

Bytes ReadWholeFile(const std::string& path);
void WriteWholeFile(const std::string& path, const Bytes& bytes);
bool Exists(const std::string& path);

ImageHandle Read(const std::string& filename, Exception& exception);
ImageHandle ReadBytes(const std::string& magick, const Bytes& bytes, Exception& exception);
Bytes Write(const std::string& magick, const ImageHandle& image, const Info& info,
            Exception& exception);

// The image as red, green, blue, alpha of 16 bits each, row after row.
std::vector<std::uint16_t> Rgba16(const Image* image);

// The same of a file, from the real gm; empty if gm fails.
std::vector<std::uint16_t> GmRgba16(const std::string& arguments);

// Whether samples of files with `level` quanta a step are those that GraphicsMagick wrote, which
// cuts off what is rounded here.
template <class Samples>
bool IsRounded(const Samples& ours, const Samples& theirs, unsigned level = 257) {
  return std::equal(ours.begin(), ours.end(), theirs.begin(), theirs.end(),
                    [=](unsigned a, unsigned b) { return a == b || a == b + level; });
}

// Runs gm; returns its standard output. *status: its exit code.
Bytes RunGm(const std::string& arguments, int* status = nullptr);
bool HaveGm();

// The same of any shell command.
Bytes OutputOf(const std::string& command, int* status = nullptr);

// Whether this build reads and writes a format; those of a list that it does.
bool ReadsFormat(const char* magick);
std::vector<const char*> Present(std::initializer_list<const char*> formats);

// Tests of a format that a build may lack: they are skipped there.
template <class Base = ::testing::Test>
class FormatTest : public Base {
 protected:
  explicit FormatTest(const char* magick) : magick_(magick) {}
  void SetUp() override { SKIP_WITHOUT_FORMAT(magick_); }

 private:
  const char* magick_;
};

// A 16-bit sample of gm reduced to our quantum depth, as 16 bits again.
std::uint16_t AtOurDepth(std::uint16_t sample);
std::vector<std::uint16_t> AtOurDepth(std::vector<std::uint16_t> samples);

// Folder of test images, or empty.
std::string Corpus();
std::vector<std::string> CorpusFiles(const std::string& folder, const std::string& extension);

// Kinds of image that formats treat differently.
struct Kind {
  unsigned long columns = 1;
  unsigned long rows = 1;
  unsigned depth = 8;  // values use this many bits
  bool matte = false;
  bool gray = false;
  bool black_white = false;
  unsigned colors = 0;  // of a PseudoClass image; 0: DirectClass
  std::string Name() const;
};
ImageHandle MakeTestImage(const Kind& kind, std::uint32_t seed = 1);

// Sizes around those of vector registers and packed bits.
inline constexpr unsigned long kSizes[] = {1, 2, 3, 7, 16, 17, 255, 257};

std::string Attribute(const Image* image, const char* key);
Bytes Profile(const Image* image, const char* name);

#define SKIP_WITHOUT_GM() \
  if (!HaveGm()) GTEST_SKIP() << "the gm program is not installed"
#define SKIP_WITHOUT_CORPUS() \
  if (Corpus().empty()) GTEST_SKIP() << "LODESTONE_CORPUS names no corpus"

}  // namespace lodestone::coders::test
