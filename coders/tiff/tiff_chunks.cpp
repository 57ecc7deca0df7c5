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

constexpr std::uint64_t kMaxStripBytes = std::uint64_t{8} << 20;  // larger ones go line by line
constexpr std::uint64_t kMinParallelBytes = std::uint64_t{1} << 18;
constexpr std::size_t kTurnsPerWorker = 4;  // between reports of progress

// What one thread decodes with.
struct Worker {
  Worker(TiffFile& tiff, const TiffLayout& layout, const TiffTarget& target)
      : file(tiff), rows(layout, target), buffer(layout.chunk_bytes) {}
  TiffFile& file;
  TiffRowReader rows;
  std::vector<std::uint8_t> buffer;
};

// The same with a file opened for it.
struct OwnWorker {
  OwnWorker(const TiffReading& reading, const TiffLayout& layout, const TiffTarget& target)
      : data(reading.data.Map(), reading.data.size()),
        file(data, reading.image->filename, "rh", {}),
        worker(file, layout, target) {
    if (TIFFSetSubDirectory(file.get(), TIFFCurrentDirOffset(reading.file.get())) != 1) {
      file.FailWith("Unable to read image data");
    }
    SetTiffConversion(file, layout);
  }
  TiffMemory data;
  TiffFile file;
  Worker worker;
};

class ChunkReader {
 public:
  ChunkReader(const TiffReading& reading, const TiffLayout& layout, const TiffTarget& target)
      : reading_(reading),
        layout_(layout),
        target_(target),
        per_plane_(std::size_t{layout.chunks_across()} * layout.chunks_down()),
        total_(per_plane_ * layout.planes()),
        row_bytes_(layout.tiled ? TIFFTileRowSize64(reading.file.get())
                                : TIFFScanlineSize64(reading.file.get())),
        progress_(CodingProgress::Task::kLoading, reading.image, reading.exception) {}

  void ReadAll() {
    const unsigned workers = WorkerCount();
    if (!claim_.Acquire(layout_.chunk_bytes * workers)) {
      Fail(ResourceLimitError, "Memory limit exceeded");
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
    return static_cast<unsigned>(std::min<std::size_t>(accel::ThreadLimit(), per_plane_));
  }

  void ReadAlone() {
    Worker worker(reading_.file, layout_, target_);
    for (std::size_t i = 0; i < total_; ++i) {
      Read(worker, i);
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
    for (const auto& own : idle_) Warn(own->file);
  }

  // Keeps the failure of the first chunk that has one.
  void ReadSome(std::size_t begin, std::size_t end) {
    std::size_t i = begin;
    try {
      std::unique_ptr<OwnWorker> own = TakeWorker();
      for (; i < end; ++i) Read(own->worker, i);
      const std::lock_guard lock(mutex_);
      idle_.push_back(std::move(own));
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (i >= failed_chunk_) return;
      failed_chunk_ = i;
      failure_ = std::current_exception();
    }
  }

  std::unique_ptr<OwnWorker> TakeWorker() {
    {
      const std::lock_guard lock(mutex_);
      if (!idle_.empty()) {
        std::unique_ptr<OwnWorker> own = std::move(idle_.back());
        idle_.pop_back();
        return own;
      }
    }
    return std::make_unique<OwnWorker>(reading_, layout_, target_);
  }

  void Read(Worker& worker, std::size_t chunk) const {
    TIFF* tiff = worker.file.get();
    std::uint8_t* data = worker.buffer.data();
    const auto id = static_cast<std::uint32_t>(chunk);
    const tmsize_t size = static_cast<tmsize_t>(worker.buffer.size());
    const tmsize_t got = layout_.tiled ? TIFFReadEncodedTile(tiff, id, data, size)
                                       : TIFFReadEncodedStrip(tiff, id, data, size);
    if (got < 0) worker.file.FailWith("Unable to read image data");
    Convert(worker, chunk);
  }

  void Convert(Worker& worker, std::size_t chunk) const {
    const auto plane = static_cast<unsigned>(chunk / per_plane_);
    const std::size_t x = chunk % layout_.chunks_across() * layout_.chunk_columns;
    const std::size_t y = chunk % per_plane_ / layout_.chunks_across() * layout_.chunk_rows;
    const std::size_t columns = std::min<std::size_t>(layout_.chunk_columns, layout_.columns - x);
    const std::size_t rows = std::min<std::size_t>(layout_.chunk_rows, layout_.rows - y);
    for (std::size_t i = 0; i < rows; ++i) {
      worker.rows.Convert(worker.buffer.data() + i * row_bytes_, x, y + i, columns, plane);
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
  const std::size_t per_plane_;
  const std::size_t total_;
  const std::uint64_t row_bytes_;
  CodingProgress progress_;
  MemoryClaim claim_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<OwnWorker>> idle_;
  std::size_t failed_chunk_ = std::numeric_limits<std::size_t>::max();
  std::exception_ptr failure_;
};

void ReadLines(const TiffReading& reading, const TiffLayout& layout, const TiffTarget& target) {
  TIFF* tiff = reading.file.get();
  const std::uint64_t bytes = TIFFScanlineSize64(tiff);
  MemoryClaim claim;
  if (!claim.Acquire(bytes)) Fail(ResourceLimitError, "Memory limit exceeded");
  std::vector<std::uint8_t> line(bytes);
  TiffRowReader rows(layout, target);
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
  if (!layout.tiled && layout.chunk_bytes > kMaxStripBytes) {
    ReadLines(reading, layout, target);
  } else {
    ChunkReader(reading, layout, target).ReadAll();
  }
}

}  // namespace lodestone::coders
