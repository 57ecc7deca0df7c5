// From the pixels of an image to strips and tiles. These are independent of one another, so several
// threads compress them, each with a file in memory that holds one.
#include <algorithm>
#include <cstring>
#include <exception>
#include <limits>
#include <mutex>

#include "base/thread_pool.hpp"
#include "coders/tiff/tiff_row_writer.hpp"

namespace lodestone::coders {
namespace {

constexpr std::uint64_t kMinParallelBytes = std::uint64_t{1} << 18;
constexpr std::size_t kLineBandBytes = std::size_t{1} << 18;

// A strip or tile: its number, and the part of the image that it covers.
struct Place {
  std::uint32_t id;
  unsigned plane;
  std::size_t x, y, columns, rows;
};

// Compressions that depend on nothing but the data of the chunk.
bool IsIndependent(std::uint16_t compression) {
  switch (compression) {
    case COMPRESSION_LZW:
    case COMPRESSION_ADOBE_DEFLATE:
    case COMPRESSION_LZMA:
    case COMPRESSION_ZSTD:
    case COMPRESSION_PACKBITS:
    case COMPRESSION_CCITTFAX3:
    case COMPRESSION_CCITTFAX4:
      return true;
    default:
      return false;
  }
}

void WriteEncoded(const TiffFile& file, bool tiled, std::uint32_t id,
                  std::vector<std::uint8_t>& data, std::size_t bytes) {
  const auto size = static_cast<tmsize_t>(bytes);
  const tmsize_t written = tiled ? TIFFWriteEncodedTile(file.get(), id, data.data(), size)
                                 : TIFFWriteEncodedStrip(file.get(), id, data.data(), size);
  if (written < 0) file.FailWith("Unable to write image data");
}

// Compresses one chunk at a time.
class Encoder {
 public:
  // `rows`: of the chunk; some codecs do otherwise with a strip that is not full.
  Encoder(const TiffWriting& writing, const TiffPlan& plan, std::size_t rows)
      : file_(buffer_, writing.image->filename, writing.mode.c_str(), {}) {
    TiffPlan one = plan;
    one.columns = plan.chunk_columns;
    one.rows = one.chunk_rows = static_cast<std::uint32_t>(rows);
    SetTiffFields(file_, one, writing.image_info, writing.image);
    SetTiffChunks(file_, one);
  }

  // Of the last chunk that was encoded.
  std::vector<std::uint8_t> Encode(bool tiled, unsigned plane, std::vector<std::uint8_t>& data,
                                   std::size_t bytes) {
    WriteEncoded(file_, tiled, plane, data, bytes);
    const std::uint64_t offset = TIFFGetStrileOffset(file_.get(), plane);
    const std::uint64_t count = TIFFGetStrileByteCount(file_.get(), plane);
    const auto begin = buffer_.bytes().begin() + static_cast<std::ptrdiff_t>(offset);
    return {begin, begin + static_cast<std::ptrdiff_t>(count)};
  }

 private:
  TiffBuffer buffer_;
  TiffFile file_;
};

class PixelWriter {
 public:
  PixelWriter(const TiffWriting& writing, const TiffPlan& plan)
      : writing_(writing),
        plan_(plan),
        source_(plan, writing.image, writing.exception),
        row_bytes_(plan.tiled ? TIFFTileRowSize64(writing.file.get())
                              : TIFFScanlineSize64(writing.file.get())),
        chunk_bytes_(row_bytes_ * plan.chunk_rows),
        across_((plan.columns - 1) / plan.chunk_columns + 1),
        per_plane_(std::size_t{across_} * ((plan.rows - 1) / plan.chunk_rows + 1)),
        total_(per_plane_ * plan.planes()),
        progress_(CodingProgress::Task::kSaving, writing.image, writing.exception) {
    if (row_bytes_ == 0) writing.file.FailWith("Unable to write image data");
  }

  void WriteAll() {
    if (!plan_.tiled && chunk_bytes_ > TiffChunkBytesMax()) return WriteLines();
    const unsigned workers = WorkerCount();
    Claim(chunk_bytes_ * workers);
    if (workers == 1) {
      WriteAlone();
    } else {
      WriteTogether(workers);
    }
  }

 private:
  void Claim(std::uint64_t bytes) {
    if (!claim_.Acquire(bytes)) FailOfMemoryLimit();
  }

  unsigned WorkerCount() const {
    if (!IsIndependent(plan_.compression) || chunk_bytes_ * total_ < kMinParallelBytes) return 1;
    const std::uint64_t most = std::max<std::uint64_t>(TiffChunkBytesMax() / chunk_bytes_, 1);
    return static_cast<unsigned>(std::min<std::uint64_t>({accel::ThreadLimit(), total_, most}));
  }

  Place PlaceOf(std::size_t chunk) const {
    Place place;
    place.id = static_cast<std::uint32_t>(chunk);
    place.plane = static_cast<unsigned>(chunk / per_plane_);
    place.x = chunk % per_plane_ % across_ * plan_.chunk_columns;
    place.y = chunk % per_plane_ / across_ * plan_.chunk_rows;
    place.columns = std::min<std::size_t>(plan_.chunk_columns, plan_.columns - place.x);
    place.rows = std::min<std::size_t>(plan_.chunk_rows, plan_.rows - place.y);
    return place;
  }

  // Tiles are always whole.
  std::size_t BytesOf(const Place& place) const {
    return row_bytes_ * (plan_.tiled ? plan_.chunk_rows : place.rows);
  }

  void FillRows(TiffRowWriter& rows, const Place& place, std::size_t begin, std::size_t end,
                std::uint8_t* data) const {
    for (std::size_t i = begin; i < end; ++i) {
      std::uint8_t* row = data + i * row_bytes_;
      rows.Fill(place.x, place.y + i, place.columns, place.plane, row);
      if (plan_.tiled) RepeatLast(row, place.columns);
    }
  }

  // Beyond the image a tile repeats its last column and row, which disturbs no compression.
  void RepeatLast(std::uint8_t* row, std::size_t columns) const {
    const std::size_t samples = plan_.separate ? 1 : plan_.samples.size();
    const std::size_t bits = samples * plan_.format.bits;
    const std::size_t used = (columns * bits + 7) / 8;
    std::memset(row + used, 0, row_bytes_ - used);
    if (bits % 8 != 0) return;
    for (std::size_t i = columns; i < plan_.chunk_columns; ++i) {
      std::memcpy(row + i * (bits / 8), row + (columns - 1) * (bits / 8), bits / 8);
    }
  }

  void RepeatLastRow(const Place& place, std::uint8_t* data) const {
    if (!plan_.tiled) return;
    for (std::size_t i = place.rows; i < plan_.chunk_rows; ++i) {
      std::memcpy(data + i * row_bytes_, data + (i - 1) * row_bytes_, row_bytes_);
    }
  }

  void WriteAlone() {
    std::vector<std::uint8_t> data(chunk_bytes_);
    for (std::size_t chunk = 0; chunk < total_; ++chunk) {
      const Place place = PlaceOf(chunk);
      accel::ParallelBands(place.rows, accel::RowsPerTask(place.columns),
                           [&](std::size_t begin, std::size_t end) {
                             TiffRowWriter rows(plan_, source_);
                             FillRows(rows, place, begin, end, data.data());
                           });
      RepeatLastRow(place, data.data());
      WriteEncoded(writing_.file, plan_.tiled, place.id, data, BytesOf(place));
      Tick(chunk + 1);
    }
  }

  void WriteTogether(unsigned workers) {
    for (unsigned i = 0; i < workers; ++i) {
      idle_.push_back(std::make_unique<Encoder>(writing_, plan_, plan_.chunk_rows));
    }
    std::vector<std::vector<std::uint8_t>> encoded(workers);
    for (std::size_t start = 0; start < total_; start += workers) {
      const std::size_t count = std::min<std::size_t>(workers, total_ - start);
      accel::ParallelBands(count, 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) EncodeChunk(start + i, encoded[i]);
      });
      if (failure_) std::rethrow_exception(failure_);
      for (std::size_t i = 0; i < count; ++i) WriteRaw(start + i, encoded[i]);
      Tick(start + count);
    }
  }

  // Keeps the failure of the first chunk that has one.
  void EncodeChunk(std::size_t chunk, std::vector<std::uint8_t>& encoded) {
    try {
      const Place place = PlaceOf(chunk);
      const bool full = plan_.tiled || place.rows == plan_.chunk_rows;
      std::unique_ptr<Encoder> encoder =
          full ? TakeEncoder() : std::make_unique<Encoder>(writing_, plan_, place.rows);
      std::vector<std::uint8_t> data(chunk_bytes_);
      TiffRowWriter rows(plan_, source_);
      FillRows(rows, place, 0, place.rows, data.data());
      RepeatLastRow(place, data.data());
      encoded = encoder->Encode(plan_.tiled, place.plane, data, BytesOf(place));
      if (!full) return;
      const std::lock_guard lock(mutex_);
      idle_.push_back(std::move(encoder));
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (chunk >= failed_chunk_) return;
      failed_chunk_ = chunk;
      failure_ = std::current_exception();
    }
  }

  std::unique_ptr<Encoder> TakeEncoder() {
    const std::lock_guard lock(mutex_);
    if (idle_.empty()) throw std::bad_alloc();
    std::unique_ptr<Encoder> encoder = std::move(idle_.back());
    idle_.pop_back();
    return encoder;
  }

  void WriteRaw(std::size_t chunk, std::vector<std::uint8_t>& encoded) {
    TIFF* tiff = writing_.file.get();
    const auto id = static_cast<std::uint32_t>(chunk);
    const auto size = static_cast<tmsize_t>(encoded.size());
    const tmsize_t written = plan_.tiled ? TIFFWriteRawTile(tiff, id, encoded.data(), size)
                                         : TIFFWriteRawStrip(tiff, id, encoded.data(), size);
    if (written < 0) writing_.file.FailWith("Unable to write image data");
  }

  void WriteLines() {
    const std::size_t step = std::max<std::size_t>(kLineBandBytes / row_bytes_, 1);
    Claim(step * row_bytes_);
    std::vector<std::uint8_t> band(step * row_bytes_);
    TiffRowWriter rows(plan_, source_);
    for (unsigned plane = 0; plane < plan_.planes(); ++plane) {
      for (std::size_t y = 0; y < plan_.rows; y += step) {
        const Place place{0, plane,         0,
                          y, plan_.columns, std::min<std::size_t>(step, plan_.rows - y)};
        FillRows(rows, place, 0, place.rows, band.data());
        for (std::size_t i = 0; i < place.rows; ++i) {
          if (TIFFWriteScanline(writing_.file.get(), band.data() + i * row_bytes_,
                                static_cast<std::uint32_t>(y + i),
                                static_cast<std::uint16_t>(plane)) != 1) {
            writing_.file.FailWith("Unable to write image data");
          }
        }
        progress_.Tick((std::size_t{plane} * plan_.rows + y + place.rows) / plan_.planes() - 1);
      }
    }
  }

  void Tick(std::size_t done) {
    progress_.Tick(std::max<std::size_t>(done * plan_.rows / total_, 1) - 1);
  }

  const TiffWriting& writing_;
  const TiffPlan& plan_;
  const TiffSource source_;
  const std::uint64_t row_bytes_;
  const std::uint64_t chunk_bytes_;
  const std::uint32_t across_;
  const std::size_t per_plane_;
  const std::size_t total_;
  CodingProgress progress_;
  MemoryClaim claim_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Encoder>> idle_;
  std::size_t failed_chunk_ = std::numeric_limits<std::size_t>::max();
  std::exception_ptr failure_;
};

}  // namespace

void WriteTiffPixels(const TiffWriting& writing, const TiffPlan& plan) {
  PixelWriter(writing, plan).WriteAll();
}

}  // namespace lodestone::coders
