// Strips and tiles are independent of one another, so several threads decode them, each with a
// libtiff of its own on the same data.
#include <algorithm>
#include <exception>
#include <limits>
#include <memory>
#include <mutex>

#include "base/thread_pool.hpp"
#include "coders/tiff/tiff_pixels.hpp"

namespace lodestone::coders {
namespace {

constexpr std::uint64_t kMinParallelBytes = std::uint64_t{1} << 18;
constexpr std::size_t kTurnsPerWorker = 4;  // between reports of progress

// What one thread decodes with: a file that it opens itself.
struct Worker {
  Worker(const TiffReading& reading, const TiffLayout& layout, const TiffUnpacker& unpacker,
         const TiffTarget& target)
      : data(reading.data.Map(), reading.data.size()),
        file(data, reading.image->filename, "rh", {}),
        rows(layout, unpacker, target),
        buffer(layout.chunk_bytes) {
    if (TIFFSetSubDirectory(file.get(), TIFFCurrentDirOffset(reading.file.get())) != 1) {
      file.FailWith("Unable to read image data");
    }
    SetTiffConversion(file, layout);
  }
  TiffMemory data;
  TiffFile file;
  TiffRowReader rows;
  std::vector<std::uint8_t> buffer;
};

// The part of the image that a chunk covers.
struct Place {
  std::size_t x, y, columns, rows;
  unsigned plane;
};

class ChunkReader {
 public:
  ChunkReader(const TiffReading& reading, const TiffLayout& layout, const TiffTarget& target)
      : reading_(reading),
        layout_(layout),
        target_(target),
        unpacker_(layout.format),
        per_plane_(std::size_t{layout.chunks_across()} * layout.chunks_down()),
        total_(per_plane_ * layout.planes()),
        row_bytes_(layout.tiled ? TIFFTileRowSize64(reading.file.get())
                                : TIFFScanlineSize64(reading.file.get())),
        progress_(CodingProgress::Task::kLoading, reading.image, reading.exception) {}

  void ReadAll() {
    const unsigned workers = WorkerCount();
    if (!claim_.Acquire(layout_.chunk_bytes * workers)) {
      FailOfMemoryLimit();
    }
    if (workers == 1) {
      ReadAlone();
    } else {
      ReadTogether(workers);
    }
  }

 private:
  unsigned WorkerCount() const {
    if (layout_.chunk_bytes * total_ < kMinParallelBytes) return 1;
    const std::uint64_t most =
        std::max<std::uint64_t>(TiffChunkBytesMax() / layout_.chunk_bytes, 1);
    return static_cast<unsigned>(std::min<std::uint64_t>({accel::ThreadLimit(), per_plane_, most}));
  }

  // Few or small chunks, or large ones, whose rows are shared out.
  void ReadAlone() {
    std::vector<std::uint8_t> buffer(layout_.chunk_bytes);
    for (std::size_t i = 0; i < total_; ++i) {
      Decode(reading_.file, i, buffer);
      const Place place = PlaceOf(i);
      accel::ParallelBands(place.rows, accel::RowsPerTask(place.columns),
                           [&](std::size_t begin, std::size_t end) {
                             TiffRowReader rows(layout_, unpacker_, target_);
                             Convert(rows, buffer, place, begin, end);
                           });
      Tick(i + 1);
    }
  }

  // Planes one after another: the first one also makes pixels opaque.
  void ReadTogether(unsigned workers) {
    const std::size_t batch = std::size_t{workers} * kTurnsPerWorker;
    for (std::size_t start = 0, count = 0; start < total_; start += count) {
      count = std::min(batch, per_plane_ - start % per_plane_);
      accel::ParallelBands(count, 1, [&](std::size_t begin, std::size_t end) {
        ReadSome(start + begin, start + end);
      });
      if (failure_) std::rethrow_exception(failure_);
      Tick(start + count);
    }
    for (const auto& worker : idle_) Warn(worker->file);
  }

  // Keeps the failure of the first chunk that has one.
  void ReadSome(std::size_t begin, std::size_t end) {
    std::size_t i = begin;
    try {
      std::unique_ptr<Worker> worker = TakeWorker();
      for (; i < end; ++i) {
        Decode(worker->file, i, worker->buffer);
        const Place place = PlaceOf(i);
        Convert(worker->rows, worker->buffer, place, 0, place.rows);
      }
      const std::lock_guard lock(mutex_);
      idle_.push_back(std::move(worker));
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (i >= failed_chunk_) return;
      failed_chunk_ = i;
      failure_ = std::current_exception();
    }
  }

  std::unique_ptr<Worker> TakeWorker() {
    {
      const std::lock_guard lock(mutex_);
      if (!idle_.empty()) {
        std::unique_ptr<Worker> worker = std::move(idle_.back());
        idle_.pop_back();
        return worker;
      }
    }
    return std::make_unique<Worker>(reading_, layout_, unpacker_, target_);
  }

  void Decode(const TiffFile& file, std::size_t chunk, std::vector<std::uint8_t>& buffer) const {
    const auto id = static_cast<std::uint32_t>(chunk);
    const tmsize_t size = static_cast<tmsize_t>(buffer.size());
    const tmsize_t got = layout_.tiled ? TIFFReadEncodedTile(file.get(), id, buffer.data(), size)
                                       : TIFFReadEncodedStrip(file.get(), id, buffer.data(), size);
    if (got < 0) file.FailWith("Unable to read image data");
  }

  Place PlaceOf(std::size_t chunk) const {
    Place place;
    place.plane = static_cast<unsigned>(chunk / per_plane_);
    place.x = chunk % layout_.chunks_across() * layout_.chunk_columns;
    place.y = chunk % per_plane_ / layout_.chunks_across() * layout_.chunk_rows;
    place.columns = std::min<std::size_t>(layout_.chunk_columns, layout_.columns - place.x);
    place.rows = std::min<std::size_t>(layout_.chunk_rows, layout_.rows - place.y);
    return place;
  }

  void Convert(TiffRowReader& rows, const std::vector<std::uint8_t>& buffer, const Place& place,
               std::size_t begin, std::size_t end) const {
    if (place.columns == layout_.columns)
      RequestRows(target_.gray, target_.pixels, place.y + begin, end - begin);
    for (std::size_t i = begin; i < end; ++i) {
      rows.Convert(buffer.data() + i * row_bytes_, place.x, place.y + i, place.columns,
                   place.plane);
    }
  }

  void Tick(std::size_t done) {
    progress_.Tick(std::max<std::size_t>(done * layout_.rows / total_, 1) - 1);
  }

  // libtiff goes on after some errors in the data.
  void Warn(TiffFile& file) const {
    const std::string error = file.TakeError();
    if (error.empty()) return;
    Report(reading_.exception, CorruptImageWarning, error.c_str(), reading_.image->filename);
  }

  const TiffReading& reading_;
  const TiffLayout& layout_;
  const TiffTarget& target_;
  const TiffUnpacker unpacker_;
  const std::size_t per_plane_;
  const std::size_t total_;
  const std::uint64_t row_bytes_;
  CodingProgress progress_;
  MemoryClaim claim_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Worker>> idle_;
  std::size_t failed_chunk_ = std::numeric_limits<std::size_t>::max();
  std::exception_ptr failure_;
};

void ReadLines(const TiffReading& reading, const TiffLayout& layout, const TiffTarget& target) {
  TIFF* tiff = reading.file.get();
  const std::uint64_t bytes = TIFFScanlineSize64(tiff);
  MemoryClaim claim;
  if (!claim.Acquire(bytes)) FailOfMemoryLimit();
  std::vector<std::uint8_t> line(bytes);
  const TiffUnpacker unpacker(layout.format);
  TiffRowReader rows(layout, unpacker, target);
  CodingProgress progress(CodingProgress::Task::kLoading, reading.image, reading.exception);
  for (unsigned plane = 0; plane < layout.planes(); ++plane) {
    for (std::uint32_t y = 0; y < layout.rows; ++y) {
      if (TIFFReadScanline(tiff, line.data(), y, static_cast<std::uint16_t>(plane)) != 1) {
        reading.file.FailWith("Unable to read image data");
      }
      rows.Convert(line.data(), 0, y, layout.columns, plane);
      progress.Tick((std::size_t{plane} * layout.rows + y) / layout.planes());
    }
  }
}

}  // namespace

void ReadTiffChunks(const TiffReading& reading, const TiffLayout& layout,
                    const TiffTarget& target) {
  if (!layout.tiled && layout.chunk_bytes > TiffChunkBytesMax()) {
    ReadLines(reading, layout, target);
  } else {
    ChunkReader(reading, layout, target).ReadAll();
  }
}

}  // namespace lodestone::coders
