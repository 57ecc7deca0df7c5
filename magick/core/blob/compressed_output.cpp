#include "magick/core/blob/compressed_output.hpp"

#include <cerrno>
#include <utility>
#include <vector>

namespace lodestone {
namespace {

class Output : public BlobOutput {
 public:
  Output(std::unique_ptr<BlobOutput> to, std::unique_ptr<StreamCodec> codec)
      : to_(std::move(to)), codec_(std::move(codec)), buffer_(kBufferBytes) {}

  std::size_t Write(const void* data, std::size_t length) override {
    StreamCodec::Buffers buffers;
    buffers.in = static_cast<const std::uint8_t*>(data);
    buffers.in_length = length;
    while (buffers.in_length != 0) {
      if (Step(buffers, false) != StreamCodec::State::kMore) break;
    }
    return length - buffers.in_length;
  }
  bool Seek(std::int64_t) override {
    errno = ESPIPE;
    return false;
  }
  std::int64_t position() const override { return -1; }
  bool CanRead() const override { return false; }
  std::size_t Read(void*, std::size_t) override { return 0; }
  std::int64_t size() const override { return to_->size(); }
  bool Commit() override {
    StreamCodec::Buffers buffers;
    StreamCodec::State state = StreamCodec::State::kMore;
    while (state == StreamCodec::State::kMore) state = Step(buffers, true);
    return state == StreamCodec::State::kEnd && to_->Commit();
  }

 private:
  static constexpr std::size_t kBufferBytes = 65536;

  // kCorrupt, with errno set, if something fails.
  StreamCodec::State Step(StreamCodec::Buffers& buffers, bool last) {
    buffers.out = buffer_.data();
    buffers.out_length = buffer_.size();
    const StreamCodec::State state = codec_->Run(buffers, last);
    if (state == StreamCodec::State::kCorrupt) errno = EIO;
    if (state == StreamCodec::State::kNoMemory) errno = ENOMEM;
    const std::size_t made = buffer_.size() - buffers.out_length;
    return to_->Write(buffer_.data(), made) == made ? state : StreamCodec::State::kCorrupt;
  }

  std::unique_ptr<BlobOutput> to_;
  std::unique_ptr<StreamCodec> codec_;
  std::vector<std::uint8_t> buffer_;
};

}  // namespace

std::unique_ptr<BlobOutput> CompressedOutput(std::unique_ptr<BlobOutput> to,
                                             const CompressedFormat& format) {
  std::unique_ptr<StreamCodec> codec = format.compress();
  if (codec == nullptr) return nullptr;
  return std::make_unique<Output>(std::move(to), std::move(codec));
}

}  // namespace lodestone
