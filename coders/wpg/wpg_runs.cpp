#include "coders/wpg/wpg.hpp"

namespace lodestone::coders {
namespace {

// Bytes as they are decoded, by rows. What goes beyond the last one is left out.
class Rows {
 public:
  Rows(std::size_t row_bytes, std::size_t rows, const WpgPutRow& put)
      : row_(row_bytes), previous_(row_bytes), left_(rows), put_(put) {}

  bool complete() const { return left_ == 0; }

  void Byte(std::uint8_t byte) {
    if (complete()) return;
    row_[filled_] = invert_ ? byte ^ previous_[filled_] : byte;
    if (++filled_ == row_.size()) Finish();
  }
  void Bytes(std::size_t count, std::uint8_t byte) {
    for (; count > 0 && !complete(); --count) Byte(byte);
  }
  void Bytes(ByteSpan bytes) {
    for (const std::uint8_t byte : bytes) Byte(byte);
  }
  // Repeats the row before this one.
  void RepeatRow(std::size_t count) {
    if (filled_ != 0) Fail(CorruptImageError, "Unable to runlength decode image");
    for (; count > 0 && !complete(); --count, --left_) put_(previous_.data());
  }
  // Up to the end of this row, bytes are differences from those of the row before it.
  void ToggleDifferences() { invert_ = !invert_; }

 private:
  void Finish() {
    put_(row_.data());
    row_.swap(previous_);
    filled_ = 0;
    invert_ = false;
    --left_;
  }

  std::vector<std::uint8_t> row_, previous_;
  std::size_t filled_ = 0;
  std::size_t left_;
  bool invert_ = false;
  const WpgPutRow& put_;
};

constexpr std::uint8_t kRunMark = 0x80, kMostRun = 0x7f;

// What begins the runs of version 2 that are no plain bytes and no repeated sample.
enum Token : std::uint8_t {
  kSampleBytes = 0x7d,
  kDifferences = 0x7e,
  kBlack = 0x7f,
  kLastSample = 0xfd,
  kLastRow = 0xfe,
  kWhite = 0xff
};

class Decoder2 {
 public:
  Decoder2(ByteSpan runs, Rows& rows) : cursor_(runs), rows_(rows) {}

  void Run() {
    while (!rows_.complete()) Step(cursor_.U8());
  }

 private:
  std::size_t Count() { return std::size_t{cursor_.U8()} + 1; }

  void SetSampleBytes() {
    constexpr std::size_t kMost = 8;
    const std::size_t bytes = cursor_.U8();
    if (bytes == 0 || bytes > kMost) Fail(CorruptImageError, "Unable to runlength decode image");
    sample_.assign(bytes, 0);
  }

  void RepeatSample(std::size_t count) {
    for (; count > 0 && !rows_.complete(); --count) rows_.Bytes(sample_);
  }

  void Step(std::uint8_t token) {
    switch (token) {
      case kSampleBytes:
        return SetSampleBytes();
      case kDifferences:
        return rows_.ToggleDifferences();
      case kBlack:
      case kWhite:
        return rows_.Bytes(Count() * sample_.size(), token == kBlack ? 0 : 0xff);
      case kLastSample:
        return RepeatSample(Count());
      case kLastRow:
        return rows_.RepeatRow(Count());
      default:
        break;
    }
    const std::size_t count = (token & kMostRun) + std::size_t{1};
    if ((token & kRunMark) == 0) return rows_.Bytes(cursor_.Take(count * sample_.size()));
    std::ranges::copy(cursor_.Take(sample_.size()), sample_.begin());
    RepeatSample(count);
  }

  ByteCursor cursor_;
  Rows& rows_;
  std::vector<std::uint8_t> sample_ = {0};
};

}  // namespace

void DecodeWpg1(ByteSpan runs, std::size_t row_bytes, std::size_t row_count, const WpgPutRow& put) {
  Rows rows(row_bytes, row_count, put);
  ByteCursor cursor(runs);
  while (!rows.complete()) {
    const std::uint8_t token = cursor.U8();
    const std::size_t count = token & kMostRun;
    const bool run = (token & kRunMark) != 0;
    if (count == 0 && run)
      rows.Bytes(cursor.U8(), 0xff);
    else if (count == 0)
      rows.RepeatRow(cursor.U8());
    else if (run)
      rows.Bytes(count, cursor.U8());
    else
      rows.Bytes(cursor.Take(count));
  }
}

void DecodeWpg2(ByteSpan runs, std::size_t row_bytes, std::size_t row_count, const WpgPutRow& put) {
  Rows rows(row_bytes, row_count, put);
  Decoder2(runs, rows).Run();
}

void EncodeWpg1(ByteSpan row, ByteSink& sink) {
  constexpr std::size_t kWorthwhile = 3;
  std::size_t at = 0, plain = 0;
  const auto put_plain = [&] {
    if (at == plain) return;
    sink.U8(static_cast<unsigned>(at - plain));
    sink.Bytes(row.subspan(plain, at - plain));
  };
  while (at < row.size()) {
    std::size_t run = 1;
    while (run < kMostRun && at + run < row.size() && row[at + run] == row[at]) ++run;
    if (run < kWorthwhile && at - plain < kMostRun) {
      ++at;
      continue;
    }
    put_plain();
    plain = at;
    if (run < kWorthwhile) continue;
    sink.U8(kRunMark | static_cast<unsigned>(run));
    sink.U8(row[at]);
    plain = at += run;
  }
  put_plain();
}

}  // namespace lodestone::coders
