#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>

#include "base/checked_size.hpp"
#include "base/file_descriptor.hpp"
#include "coders/miff/miff.hpp"
#include "coders/mpc/mpc.hpp"
#include "magick/confirm_access.h"

namespace lodestone::coders {
namespace {

// The pixels, of which nothing is believed before the size of the file has been seen.
class CacheFile {
 public:
  CacheFile(const std::string& name, ExceptionInfo* exception)
      : file_(Open(name, exception)), size_(SizeOf(file_)) {}

  // Fails unless there is so much more.
  void Require(std::uint64_t bytes) const {
    if (bytes > size_ - position_) FailTruncated();
  }
  void Skip(std::uint64_t bytes) {
    Require(bytes);
    position_ += bytes;
  }
  std::uint32_t Read(void* to, std::size_t length, std::uint32_t crc) {
    constexpr std::size_t kPart = std::size_t{1} << 20;
    auto* out = static_cast<std::uint8_t*>(to);
    while (length != 0) {
      const ssize_t got =
          pread(file_.get(), out, std::min(length, kPart), static_cast<off_t>(position_));
      if (got <= 0) FailTruncated();
      const auto count = static_cast<std::size_t>(got);
      crc = MpcCrc(crc, out, count);
      out += count;
      position_ += count;
      length -= count;
    }
    return crc;
  }

 private:
  static FileDescriptor Open(const std::string& name, ExceptionInfo* exception) {
    if (MagickConfirmAccess(FileReadConfirmAccessMode, name.c_str(), exception) == MagickFail)
      FailAfter(exception, FileOpenError, "Unable to open file");
    FileDescriptor file(open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!file.is_open()) Fail(FileOpenError, "Unable to open the file of the pixels: " + name);
    return file;
  }
  static std::uint64_t SizeOf(const FileDescriptor& file) {
    struct stat status;
    if (fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode))
      Fail(FileOpenError, "The pixels are no regular file");
    return static_cast<std::uint64_t>(status.st_size);
  }

  FileDescriptor file_;
  std::uint64_t size_;
  std::uint64_t position_ = 0;
};

std::uint32_t TakeNumber(ByteCursor& cursor, std::string_view name, int base) {
  if (!cursor.TakeIf(name)) Fail(CorruptImageError, "Improper image header");
  std::string text;
  for (char c = 0; (c = static_cast<char>(cursor.U8())) != '\n';) text += c;
  std::uint32_t value = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), value, base).ec != std::errc())
    Fail(CorruptImageError, "Improper image header");
  return value;
}

MpcPart TakePart(ByteCursor& cursor) {
  if (!cursor.TakeIf(MpcPreface())) {
    Fail(CacheError, "The cache was written by another program, version or build");
  }
  MpcPart part;
  part.depth = std::min<unsigned>(TakeNumber(cursor, "image-depth=", 10), QuantumDepth);
  part.has_indexes = TakeNumber(cursor, "indexes=", 10) != 0;
  part.crc = TakeNumber(cursor, "crc32=", 16);
  return part;
}

void CheckIndexes(const Image* image, const Pixels& target) {
  if (image->storage_class != PseudoClass) return;
  const std::size_t count = target.columns * image->rows;
  const bool valid = std::all_of(target.indexes, target.indexes + count,
                                 [&](IndexPacket index) { return index < image->colors; });
  if (!valid) Fail(CorruptImageError, "Colormap index exceeds the colormap");
}

void ReadPixels(const MpcPart& part, CacheFile& cache, Image* image, ExceptionInfo* exception) {
  const Pixels target = NewPixels(image, exception);
  if (part.has_indexes != (target.indexes != nullptr))
    Fail(CorruptImageError, "Improper image header");
  const std::size_t count = target.columns * image->rows;
  std::uint32_t crc = cache.Read(target.pixels, count * sizeof(PixelPacket), 0);
  if (part.has_indexes) crc = cache.Read(target.indexes, count * sizeof(IndexPacket), crc);
  if (crc != part.crc) Fail(CorruptImageError, "The pixels are damaged, or of another image");
  CheckIndexes(image, target);
  SyncPixels(image, exception);
}

void ReadOne(const ImageInfo* image_info, ByteCursor& cursor, CacheFile& cache, Image* image,
             ExceptionInfo* exception) {
  const MpcPart part = TakePart(cursor);
  TakeMiffHead(cursor, image);
  image->depth = part.depth;
  const std::size_t bytes = sizeof(PixelPacket) + (part.has_indexes ? sizeof(IndexPacket) : 0);
  const CheckedSize total = CheckedSize(image->columns) * image->rows * bytes;
  if (!total.valid()) FailTruncated();
  cache.Require(total.value());
  if (image_info->ping != MagickFalse) return cache.Skip(total.value());
  ReadPixels(part, cache, image, exception);
}

}  // namespace

Image* ReadMpc(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    ByteCursor cursor(WholeBlob(image));
    CacheFile cache(MpcCacheName(image), exception);
    while (true) {
      ReadOne(image_info, cursor, cache, image, exception);
      if (IsLastWanted(image_info, image) || cursor.AtEnd()) break;
      image = NextImage(image_info, image);
    }
  });
}

}  // namespace lodestone::coders
