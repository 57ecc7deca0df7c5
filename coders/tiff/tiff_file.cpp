// libtiff's files on our streams, and its messages as ours.
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <limits>

#include "base/owner.hpp"
#include "coders/tiff/tiff.hpp"
#include "magick/log.h"
#include "magick/resource.h"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

constexpr std::uint64_t kNowhere = std::numeric_limits<std::uint64_t>::max();

TiffStream& StreamOf(thandle_t handle) {
  return *static_cast<TiffStream*>(handle);
}

tmsize_t ReadProc(thandle_t handle, void* data, tmsize_t length) {
  if (length <= 0) return 0;
  return static_cast<tmsize_t>(StreamOf(handle).Read(data, static_cast<std::size_t>(length)));
}

tmsize_t WriteProc(thandle_t handle, void* data, tmsize_t length) {
  if (length <= 0) return 0;
  return static_cast<tmsize_t>(StreamOf(handle).Write(data, static_cast<std::size_t>(length)));
}

toff_t SeekProc(thandle_t handle, toff_t offset, int whence) {
  return StreamOf(handle).Seek(offset, whence);
}

int CloseProc(thandle_t) {
  return 0;
}

toff_t SizeProc(thandle_t handle) {
  return StreamOf(handle).size();
}

int MapProc(thandle_t handle, void** base, toff_t* size) {
  const std::uint8_t* data = StreamOf(handle).Map();
  if (data == nullptr) return 0;
  *base = const_cast<std::uint8_t*>(data);  // only read
  *size = StreamOf(handle).size();
  return 1;
}

void UnmapProc(thandle_t, void*, toff_t) {}

std::uint64_t Target(std::uint64_t position, std::uint64_t size, std::uint64_t offset, int whence) {
  std::uint64_t base = 0;
  if (whence == SEEK_CUR) base = position;
  if (whence == SEEK_END) base = size;
  return base + offset;  // negative offsets wrap around, which is right
}

std::size_t Copy(const std::uint8_t* from, std::uint64_t size, std::uint64_t& position, void* to,
                 std::size_t length) {
  if (position >= size) return 0;
  const std::size_t count =
      static_cast<std::size_t>(std::min<std::uint64_t>(length, size - position));
  std::memcpy(to, from + position, count);
  position += count;
  return count;
}

// What the memory limit leaves; 0: there is no limit.
magick_int64_t MemoryLeft() {
  const magick_int64_t limit = GetMagickResourceLimit(MemoryResource);
  if (limit < 0) return 0;
  return std::max<magick_int64_t>(limit - GetMagickResource(MemoryResource), 1);
}

void Format(char* text, std::size_t size, const char* format, va_list values) {
  std::vsnprintf(text, size, format, values);
  const std::size_t length = std::strlen(text);
  if (length != 0 && text[length - 1] == '.') text[length - 1] = '\0';
}

}  // namespace

std::size_t TiffMemory::Read(void* data, std::size_t length) {
  return Copy(data_, length_, position_, data, length);
}

std::uint64_t TiffMemory::Seek(std::uint64_t offset, int whence) {
  return position_ = Target(position_, length_, offset, whence);
}

bool TiffOutput::Move() {
  if (position_ == blob_position_) return true;
  if (SeekBlob(image_, base_ + static_cast<magick_off_t>(position_), SEEK_SET) < 0) return false;
  blob_position_ = position_;
  return true;
}

std::size_t TiffOutput::Read(void* data, std::size_t length) {
  if (!Move()) return 0;
  const std::size_t count = ReadBlob(image_, length, data);
  position_ = blob_position_ += count;
  return count;
}

std::size_t TiffOutput::Write(const void* data, std::size_t length) {
  if (!Move()) return 0;
  const std::size_t count = WriteBlob(image_, length, data);
  position_ = blob_position_ += count;
  size_ = std::max(size_, position_);
  return count;
}

std::uint64_t TiffOutput::Seek(std::uint64_t offset, int whence) {
  return position_ = Target(position_, size_, offset, whence);
}

std::size_t TiffBuffer::Read(void* data, std::size_t length) {
  return Copy(bytes_.data(), bytes_.size(), position_, data, length);
}

std::size_t TiffBuffer::Write(const void* data, std::size_t length) {
  try {
    if (position_ > bytes_.max_size() - length) return 0;
    const std::size_t end = static_cast<std::size_t>(position_) + length;
    if (end > bytes_.size()) bytes_.resize(end);
    std::memcpy(bytes_.data() + position_, data, length);
    position_ = end;
    return length;
  } catch (...) {
    return 0;
  }
}

std::uint64_t TiffBuffer::Seek(std::uint64_t offset, int whence) {
  return position_ = Target(position_, bytes_.size(), offset, whence);
}

TiffFile::TiffFile(TiffStream& stream, const char* filename, const char* mode,
                   const TiffWarnings& warnings)
    : warnings_(warnings), severity_(mode[0] == 'r' ? CorruptImageError : CoderError) {
  const Owner<TIFFOpenOptions, TIFFOpenOptionsFree> options(TIFFOpenOptionsAlloc());
  if (options == nullptr) throw std::bad_alloc();
  TIFFOpenOptionsSetErrorHandlerExtR(options.get(), OnError, this);
  TIFFOpenOptionsSetWarningHandlerExtR(options.get(), OnWarning, this);
  TIFFOpenOptionsSetMaxSingleMemAlloc(options.get(), static_cast<tmsize_t>(MemoryLeft()));
  tiff_ = TIFFClientOpenExt(filename, mode, &stream, ReadProc, WriteProc, SeekProc, CloseProc,
                            SizeProc, MapProc, UnmapProc, options.get());
  if (tiff_ == nullptr) FailWith("Unable to open file");
}

TiffFile::~TiffFile() {
  TIFFClose(tiff_);
}

void TiffFile::FailWith(const char* reason, std::source_location where) const {
  if (no_memory_) throw std::bad_alloc();
  Fail(severity_, error_[0] == '\0' ? reason : error_, where);
}

std::string TiffFile::TakeError() {
  const std::string error = error_;
  error_[0] = '\0';
  return error;
}

int TiffFile::OnError(TIFF*, void* file, const char*, const char* format, va_list values) {
  TiffFile& self = *static_cast<TiffFile*>(file);
  if (errno == ENOMEM) self.no_memory_ = true;
  if (self.error_[0] == '\0') Format(self.error_, sizeof self.error_, format, values);
  return 1;
}

int TiffFile::OnWarning(TIFF*, void* file, const char* module, const char* format, va_list values) {
  const TiffFile& self = *static_cast<TiffFile*>(file);
  char text[512];
  Format(text, sizeof text, format, values);
  if (self.warnings_.exception != nullptr) {
    Report(self.warnings_.exception, CoderWarning, text, self.warnings_.filename);
  } else {
    LogMagickEvent(CoderEvent, GetMagickModule(), "%s: %s", module == nullptr ? "TIFF" : module,
                   text);
  }
  return 1;
}

TiffWarnings WarningsFor(const ImageInfo* image_info, ExceptionInfo* exception,
                         const char* filename) {
  const bool report = TiffDefinitionIs(image_info, "report-warnings", "TRUE");
  return {report ? exception : nullptr, filename};
}

const char* TiffDefinition(const ImageInfo* image_info, const char* key) {
  return AccessDefinition(image_info, "tiff", key);
}

bool TiffDefinitionIs(const ImageInfo* image_info, const char* key, const char* value) {
  const char* given = TiffDefinition(image_info, key);
  return given != nullptr && LocaleCompare(given, value) == 0;
}

std::uint64_t TiffChunkBytesMax() {
  constexpr std::uint64_t kMaxBytes = std::uint64_t{64} << 20;
  const auto left = static_cast<std::uint64_t>(MemoryLeft());
  return left == 0 ? kMaxBytes : std::min(kMaxBytes, left / 2);
}

TiffAlpha TiffAlphaByName(const char* name) {
  for (const TiffAlpha alpha :
       {TiffAlpha::kUnspecified, TiffAlpha::kAssociated, TiffAlpha::kUnassociated}) {
    if (LocaleCompare(name, NameOf(alpha)) == 0) return alpha;
  }
  return TiffAlpha::kNone;
}

const char* NameOf(TiffAlpha alpha) {
  switch (alpha) {
    case TiffAlpha::kUnspecified:
      return "Unspecified";
    case TiffAlpha::kAssociated:
      return "Associated";
    case TiffAlpha::kUnassociated:
      return "Unassociated";
    case TiffAlpha::kNone:
      break;
  }
  return "";
}

}  // namespace lodestone::coders
