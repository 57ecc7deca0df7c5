// Shared by the parts of the OpenEXR coder; no other code sees its library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <new>
#include <span>
#include <string>
#include <vector>

#include <OpenEXR/ImfCompression.h>
#include <OpenEXR/ImfIO.h>

#include "coders/common/coder.hpp"

namespace lodestone::coders {

// Rows that are read or written at once: no block of the format has more.
inline constexpr std::size_t kExrBandRows = 256;

// A file in memory, as the library reads it.
class ExrInput : public Imf::IStream {
 public:
  explicit ExrInput(std::span<const std::uint8_t> bytes) : IStream("input"), bytes_(bytes) {}
  bool read(char target[], int count) override;
  std::uint64_t tellg() override { return position_; }
  void seekg(std::uint64_t position) override { position_ = position; }

 private:
  std::span<const std::uint8_t> bytes_;
  std::uint64_t position_ = 0;
};

class ExrOutput : public Imf::OStream {
 public:
  ExrOutput() : OStream("output") {}
  void write(const char source[], int count) override;
  std::uint64_t tellp() override { return position_; }
  void seekp(std::uint64_t position) override { position_ = position; }
  const std::vector<std::uint8_t>& bytes() const { return bytes_; }

 private:
  std::vector<std::uint8_t> bytes_;
  std::uint64_t position_ = 0;
};

// The library reports by exceptions of its own.
template <typename Body>
void WithExr(ExceptionType severity, const Body& body) {
  try {
    body();
  } catch (const Failure&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& problem) {
    Fail(severity, problem.what());
  }
}

// Names of -define exr:compression.
struct ExrCompression {
  const char* name;
  Imf::Compression method;
  CompressionType type;  // of images
};
std::span<const ExrCompression> ExrCompressions();

// exr_header.cpp: checks all sizes that a file claims against the limits, before the library
// allocates anything of that size.
void CheckExrHeaders(std::span<const std::uint8_t> file);

Image* ReadExr(const ImageInfo* image_info, ExceptionInfo* exception);
unsigned int WriteExr(const ImageInfo* image_info, Image* image);

}  // namespace lodestone::coders
