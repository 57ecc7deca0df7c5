#include "magick/core/blob/decompressor.hpp"

#include <cerrno>
#include <utility>

namespace lodestone {

Decompressor::Decompressor(std::unique_ptr<CompressedBytes> compressed,
                           const CompressedFormat& format)
    : compressed_(std::move(compressed)), format_(format), codec_(format.decompress()) {
  if (codec_ == nullptr) EndWith(ENOMEM);
}

std::size_t Decompressor::Read(std::uint8_t* to, std::size_t length) {
  StreamCodec::Buffers buffers;
  buffers.out = to;
  buffers.out_length = length;
  while (codec_ != nullptr && buffers.out_length == length) Step(buffers);
  return length - buffers.out_length;
}

void Decompressor::Step(StreamCodec::Buffers& buffers) {
  const std::span<const std::uint8_t> from = compressed_->From(position_, 1);
  if (from.empty()) return EndWith(compressed_->error());
  buffers.in = from.data();
  buffers.in_length = from.size();
  const StreamCodec::State state = codec_->Run(buffers, false);
  position_ += from.size() - buffers.in_length;
  if (state == StreamCodec::State::kEnd) GoOnBehind();
  if (state == StreamCodec::State::kCorrupt) EndWith(EBADMSG);
  if (state == StreamCodec::State::kNoMemory) EndWith(ENOMEM);
}

// Files may be joined, and may have zeros between and behind them; the programs for such files
// ignore anything else there.
void Decompressor::GoOnBehind() {
  codec_.reset();
  std::span<const std::uint8_t> next = compressed_->From(position_, 1);
  for (; !next.empty() && next[0] == 0; next = compressed_->From(position_, 1)) ++position_;
  next = compressed_->From(position_, kSignatureBytes);
  if (!format_.matches(next)) return;
  codec_ = format_.decompress();
  if (codec_ == nullptr) EndWith(ENOMEM);
}

void Decompressor::EndWith(int error) {
  error_ = error;
  codec_.reset();
}

}  // namespace lodestone
