#include "coders/common/whole_input.hpp"

#include <algorithm>
#include <cerrno>
#include <new>

#include "magick/resource.h"

namespace lodestone::coders {

WholeInput::WholeInput(Image* image) {
  const std::int64_t length = RemainingBytes(image);
  if (length >= 0)
    ReadKnown(image, static_cast<std::size_t>(length));
  else
    ReadUnknown(image);
  if (!bytes_.empty()) return;
  if (GetBlobFirstErrno(image) == ENOMEM) throw std::bad_alloc();
  Fail(CorruptImageError, "Unexpected end-of-file");
}

WholeInput::~WholeInput() {
  if (claimed_ != 0) LiberateMagickResource(MemoryResource, claimed_);
}

void WholeInput::Claim(std::size_t bytes) {
  if (AcquireMagickResource(MemoryResource, bytes) == MagickFail) FailOfMemoryLimit();
  claimed_ += bytes;
}

void WholeInput::ReadKnown(Image* image, std::size_t length) {
  Claim(length);
  storage_.resize(length);
  void* bytes = storage_.data();
  const std::size_t read = ReadBlobZC(image, length, &bytes);
  bytes_ = {static_cast<const std::uint8_t*>(bytes), read};
  if (bytes != storage_.data()) storage_ = {};
}

void WholeInput::ReadUnknown(Image* image) {
  constexpr std::size_t kFirst = 65536;
  std::size_t filled = 0;
  for (;;) {
    if (filled == storage_.size()) {
      const std::size_t more = std::max(kFirst, storage_.size());
      Claim(more);
      storage_.resize(storage_.size() + more);
    }
    const std::size_t read = ReadBlob(image, storage_.size() - filled, storage_.data() + filled);
    if (read == 0) break;
    filled += read;
  }
  bytes_ = {storage_.data(), filled};
}

}  // namespace lodestone::coders
