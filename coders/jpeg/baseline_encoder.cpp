#include "coders/jpeg/baseline_encoder.hpp"

#include <algorithm>
#include <array>
#include <new>
#include <span>
#include <utility>
#include <vector>

#include "base/thread_pool.hpp"
#include "coders/common/samples.hpp"
#include "kernels/jpeg/encode.hpp"
#include "kernels/jpeg/transform.hpp"
#include "magick/core/pixels/grey_samples.hpp"

namespace lodestone::coders {
namespace {

// What only libjpeg does, or refuses.
const char* Unusual(const jpeg_compress_struct& info) {
  if (info.arith_code != FALSE) return "arithmetic coding";
  if (info.scan_info != nullptr) return "progressive";
  if (info.num_components != 1 && info.num_components != 3) return "neither grey nor three colours";
  if (info.dct_method != JDCT_ISLOW) return "another transform";
  if (std::max(info.image_width, info.image_height) > JPEG_MAX_DIMENSION) return "too large";
  return nullptr;
}

void CopyCode(const JHUFF_TBL& from, MagickAccelerateJpegCode& to) {
  std::copy(std::begin(from.bits), std::end(from.bits), to.counts);
  std::copy(std::begin(from.huffval), std::end(from.huffval), to.symbols);
}

MagickAccelerateEncoding EncodingOf(const jpeg_compress_struct& info) {
  MagickAccelerateEncoding encoding{};
  encoding.columns = info.image_width;
  encoding.rows = info.image_height;
  encoding.components = static_cast<std::uint32_t>(info.num_components);
  encoding.converts = info.in_color_space != info.jpeg_color_space;
  for (std::size_t c = 0; c < encoding.components; ++c) {
    const jpeg_component_info& from = info.comp_info[c];
    MagickAccelerateEncodedComponent& to = encoding.component[c];
    // The MCU of a scan of one component is a block, whatever the factors.
    to.across = encoding.components == 1 ? 1 : static_cast<std::uint32_t>(from.h_samp_factor);
    to.down = encoding.components == 1 ? 1 : static_cast<std::uint32_t>(from.v_samp_factor);
    to.code = static_cast<std::uint32_t>(from.dc_tbl_no);
    std::copy_n(info.quant_tbl_ptrs[from.quant_tbl_no]->quantval, DCTSIZE2, to.quanta);
  }
  for (std::size_t i = 0; i < MAGICK_ACCELERATE_JPEG_CODES; ++i) {
    CopyCode(*info.dc_huff_tbl_ptrs[i], encoding.dc[i]);
    CopyCode(*info.ac_huff_tbl_ptrs[i], encoding.ac[i]);
  }
  return encoding;
}

// The markers between those of the application and the data of the scan, as libjpeg writes them.
class Header {
 public:
  Header(const jpeg_compress_struct& info, const MagickAccelerateEncoding& encoding,
         const MagickAccelerateEncoded& encoded)
      : components_(info.comp_info, static_cast<std::size_t>(info.num_components)) {
    PutQuanta(encoding);
    PutFrame(encoding);
    PutCodes(encoded);
    PutScan();
  }
  const std::vector<std::uint8_t>& bytes() const { return bytes_; }

 private:
  template <class... Bytes>
  void Put(Bytes... bytes) {
    (bytes_.push_back(static_cast<std::uint8_t>(bytes)), ...);
  }
  void PutShort(std::size_t value) { Put(value >> 8, value); }
  void Begin(std::uint8_t marker, std::size_t bytes) {
    Put(0xFF, marker);
    PutShort(bytes + 2);
  }

  void PutQuanta(const MagickAccelerateEncoding& encoding) {
    std::array<bool, NUM_QUANT_TBLS> is_there{};
    for (std::size_t c = 0; c < components_.size(); ++c) {
      const int table = components_[c].quant_tbl_no;
      if (std::exchange(is_there[static_cast<std::size_t>(table)], true)) continue;
      Begin(0xDB, 1 + DCTSIZE2);
      Put(table);
      for (const std::uint8_t place : kernels::kJpegNatural)
        Put(encoding.component[c].quanta[place]);
    }
  }

  void PutFrame(const MagickAccelerateEncoding& encoding) {
    Begin(0xC0, 6 + 3 * components_.size());
    Put(8);
    PutShort(encoding.rows);
    PutShort(encoding.columns);
    Put(components_.size());
    for (const jpeg_component_info& component : components_)
      Put(component.component_id, component.h_samp_factor << 4 | component.v_samp_factor,
          component.quant_tbl_no);
  }

  void PutCodes(const MagickAccelerateEncoded& encoded) {
    std::array<bool, MAGICK_ACCELERATE_JPEG_CODES> is_there{};
    for (const jpeg_component_info& component : components_) {
      const auto code = static_cast<std::size_t>(component.dc_tbl_no);
      if (std::exchange(is_there[code], true)) continue;
      PutCode(encoded.dc[code], code);
      PutCode(encoded.ac[code], 0x10 | code);
    }
  }

  void PutCode(const MagickAccelerateJpegCode& code, std::size_t number) {
    std::size_t symbols = 0;
    for (std::size_t i = 1; i <= 16; ++i) symbols += code.counts[i];
    Begin(0xC4, 17 + symbols);
    Put(number);
    for (std::size_t i = 1; i <= 16; ++i) Put(code.counts[i]);
    for (std::size_t i = 0; i < symbols; ++i) Put(code.symbols[i]);
  }

  void PutScan() {
    Begin(0xDA, 4 + 2 * components_.size());
    Put(components_.size());
    for (const jpeg_component_info& component : components_)
      Put(component.component_id, component.dc_tbl_no << 4 | component.ac_tbl_no);
    Put(0, DCTSIZE2 - 1, 0);
  }

  const std::span<const jpeg_component_info> components_;
  std::vector<std::uint8_t> bytes_;
};

constexpr std::uint8_t kEnd[] = {0xFF, 0xD9};

}  // namespace

BaselineEncoder::BaselineEncoder(const jpeg_compress_struct& info, Image* image,
                                 std::uint64_t claimed)
    : info_(info) {
  request_.image = image;
  request_.library = "libjpeg";
  request_.reason = PrepareOrSay(claimed, &image->exception);
  if (request_.reason == nullptr) request_.encoding = &encoding_;
}

const char* BaselineEncoder::PrepareOrSay(std::uint64_t claimed, ExceptionInfo* exception) {
  if (const char* reason = Unusual(info_)) return reason;
  encoding_ = EncodingOf(info_);
  encoding_.optimizes = info_.optimize_coding != FALSE;
  encoding_.most_kept = claimed;
  // What else may be unusual is checked already.
  if (!kernels::IsConsistent(encoding_)) return "unusual sampling";
  const bool has_samples = info_.num_components != 1 || GreySamples::AreOf(request_.image);
  std::uint64_t bytes = kernels::JpegRoom(encoding_) + kernels::JpegEncoder::BytesFor(encoding_);
  if (!has_samples)
    bytes += std::uint64_t{info_.image_width} * info_.image_height * sizeof(Quantum);
  if (!claim_.Acquire(bytes)) return "the memory limit";
  try {
    if (!has_samples) MakeSamples(exception);
  } catch (const std::bad_alloc&) {
    return "no memory";
  }
  return nullptr;
}

// Of packets.
void BaselineEncoder::MakeSamples(ExceptionInfo* exception) {
  const std::size_t columns = info_.image_width, rows = info_.image_height;
  const ConstPixels packets = AllPixels(request_.image, exception);
  samples_ = kernels::NewAligned<Quantum>(columns * rows);
  accel::ParallelBands(rows, accel::RowsPerTask(columns), [&](std::size_t begin, std::size_t end) {
    std::transform(packets.Row(begin), packets.Row(end), samples_.get() + begin * columns,
                   Intensity);
  });
  request_.samples = samples_.get();
}

bool BaselineEncoder::Encode(CodingProgress& progress, const std::function<void()>& otherwise) {
  AcceleratedProgress accelerated(progress);
  request_.progress = [&](std::size_t rows) { return accelerated.Tick(rows); };
  if (!EncodePixels(request_, scan_, otherwise)) accelerated.FailAsCancelled();
  return !scan_.empty();
}

void BaselineEncoder::Write(const Put& put) const {
  put(Header(info_, encoding_, scan_.encoded).bytes());
  put(scan_.bytes());
  put(kEnd);
}

}  // namespace lodestone::coders
