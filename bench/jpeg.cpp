// jpeg: baseline JPEG files in memory to pixels, or their pixels to files, by this library on
// several numbers of threads and by libjpeg-turbo, in turn.
#include <cstdio>  // jpeglib.h needs FILE

#include <jpeglib.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/thread_pool.hpp"
#include "bench/arguments.hpp"
#include "kernels/common/quantum.hpp"
#include "kernels/jpeg/decode.hpp"
#include "kernels/jpeg/encode.hpp"
#include "utilities/measure/statistics.hpp"
#include "utilities/measure/timing.hpp"

namespace lodestone::bench {
namespace {

using Bytes = std::vector<std::uint8_t>;
using measure::Median;
using measure::TimeMs;

struct Options {
  unsigned rounds = 15;
  unsigned scale = 1;
  std::vector<std::string> qualities;  // for encoding
  std::vector<std::string> threads = {"1", "2"};
  std::vector<std::string> files;
};

constexpr char kUsage[] =
    "usage: jpeg -files A.jpg,B.jpg... [option]...\n"
    "  -threads 1,2,4   1,2\n"
    "  -scale N         to 1/N of the size: 1, 2, 4 or 8\n"
    "  -encode 75,95    encodes with these qualities, at 4:2:0 and 4:4:4, with the standard's\n"
    "                   Huffman codes and with optimal ones\n"
    "  -rounds N        15\n";

Options Parse(int argc, char** argv) {
  Options options;
  TakeOptions(argc, argv,
              {{"files", Into(&options.files)},
               {"threads", Into(&options.threads)},
               {"scale", Into(&options.scale)},
               {"encode", Into(&options.qualities)},
               {"rounds", Into(&options.rounds)}},
              kUsage);
  if (options.files.empty()) throw std::invalid_argument(kUsage);
  return options;
}

Bytes FileBytes(const std::string& name) {
  std::ifstream file(name, std::ios::binary);
  Bytes bytes{std::istreambuf_iterator<char>(file), {}};
  if (bytes.empty()) throw std::runtime_error("cannot read " + name);
  return bytes;
}

// To red, green, blue and a byte more, or to grey. An error ends the program, as is libjpeg's way.
void ByLibJpeg(const Bytes& file, unsigned scale, Bytes& pixels) {
  jpeg_error_mgr errors;
  jpeg_decompress_struct info{};
  info.err = jpeg_std_error(&errors);
  jpeg_create_decompress(&info);
  jpeg_mem_src(&info, file.data(), file.size());
  jpeg_read_header(&info, TRUE);
  info.scale_denom = scale;
  if (info.num_components == 3) info.out_color_space = JCS_EXT_BGRX;
  jpeg_start_decompress(&info);
  const std::size_t row = std::size_t{info.output_width} * unsigned(info.output_components);
  pixels.resize(row * info.output_height);
  while (info.output_scanline < info.output_height) {
    JSAMPROW to = pixels.data() + info.output_scanline * row;
    jpeg_read_scanlines(&info, &to, 1);
  }
  jpeg_finish_decompress(&info);
  jpeg_destroy_decompress(&info);
}

// To pixels of this library, of its quantum depth.
kernels::JpegLayout ByLodestone(const Bytes& file, unsigned scale,
                                std::vector<kernels::QuantumSample>& pixels) {
  kernels::JpegFrame frame;
  std::span<const std::uint8_t> scan;
  const char* reason = kernels::ReadJpegFrame(file, frame, scan);
  if (reason != nullptr) throw std::runtime_error(std::string("left to libjpeg: ") + reason);
  frame.denominator = scale;
  const kernels::JpegLayout layout = kernels::LayOutForDecoding(frame);
  const std::size_t stride = layout.columns * (frame.components == 1 ? 1 : kernels::kChannels);
  pixels.resize(stride * layout.rows);
  const kernels::DestinationView view{pixels.data(), layout.columns, layout.rows, stride};
  reason = kernels::DecodeJpeg(
      scan, frame, layout,
      [&](const kernels::JpegSamples& samples, std::size_t first, std::size_t last) {
        accel::ParallelBands(last - first, accel::RowsPerTask(layout.columns),
                             [&](std::size_t begin, std::size_t end) {
                               kernels::JpegBand(samples, view, first + begin, first + end);
                             });
      });
  if (reason != nullptr) throw std::runtime_error(std::string("left to libjpeg: ") + reason);
  return layout;
}

// Of the first component, and whether Huffman codes are made for the image.
struct Settings {
  int quality;
  int factor;
  bool optimizes;
};

class Compressor {
 public:
  Compressor(const Settings& settings, const kernels::JpegLayout& size) {
    info_.err = jpeg_std_error(&errors_);
    jpeg_create_compress(&info_);
    jpeg_mem_dest(&info_, &made_, &bytes_);
    info_.image_width = size.columns;
    info_.image_height = size.rows;
    info_.input_components = 4;
    info_.in_color_space = JCS_EXT_BGRX;
    jpeg_set_defaults(&info_);
    jpeg_set_quality(&info_, settings.quality, TRUE);
    info_.comp_info[0].h_samp_factor = info_.comp_info[0].v_samp_factor = settings.factor;
    info_.optimize_coding = settings.optimizes ? TRUE : FALSE;
  }
  ~Compressor() {
    jpeg_destroy_compress(&info_);
    std::free(made_);
  }
  Compressor(const Compressor&) = delete;
  Compressor& operator=(const Compressor&) = delete;

  std::size_t Compress(const Bytes& bytes) {
    jpeg_start_compress(&info_, TRUE);
    while (info_.next_scanline < info_.image_height) {
      auto* row = const_cast<JSAMPROW>(bytes.data()) +
                  std::size_t{info_.next_scanline} * info_.image_width * 4;
      jpeg_write_scanlines(&info_, &row, 1);
    }
    jpeg_finish_compress(&info_);
    return bytes_;
  }

  MagickAccelerateEncoding Encoding() const {
    MagickAccelerateEncoding encoding{};
    encoding.columns = info_.image_width;
    encoding.rows = info_.image_height;
    encoding.components = MAGICK_ACCELERATE_JPEG_COMPONENTS;
    encoding.converts = 1;
    for (unsigned c = 0; c < MAGICK_ACCELERATE_JPEG_COMPONENTS; ++c) {
      const jpeg_component_info& from = info_.comp_info[c];
      MagickAccelerateEncodedComponent& to = encoding.component[c];
      to.across = static_cast<std::uint32_t>(from.h_samp_factor);
      to.down = static_cast<std::uint32_t>(from.v_samp_factor);
      to.code = static_cast<std::uint32_t>(from.dc_tbl_no);
      std::copy_n(info_.quant_tbl_ptrs[from.quant_tbl_no]->quantval, DCTSIZE2, to.quanta);
    }
    for (unsigned i = 0; i < MAGICK_ACCELERATE_JPEG_CODES; ++i) {
      Copy(*info_.dc_huff_tbl_ptrs[i], encoding.dc[i]);
      Copy(*info_.ac_huff_tbl_ptrs[i], encoding.ac[i]);
    }
    return encoding;
  }

 private:
  static void Copy(const JHUFF_TBL& from, MagickAccelerateJpegCode& to) {
    std::copy(std::begin(from.bits), std::end(from.bits), to.counts);
    std::copy(std::begin(from.huffval), std::end(from.huffval), to.symbols);
  }

  jpeg_error_mgr errors_;
  jpeg_compress_struct info_{};
  unsigned char* made_ = nullptr;
  unsigned long bytes_ = 0;
};

void Encode(const MagickAccelerateEncoding& encoding, bool optimizes,
            const std::vector<kernels::QuantumSample>& pixels, Bytes& scan) {
  scan.clear();
  kernels::JpegEncoder encoder(encoding, {pixels.data(), encoding.columns, encoding.rows,
                                          std::size_t{encoding.columns} * kernels::kChannels});
  if (optimizes && !encoder.Optimize(pixels.size())) throw std::runtime_error("no optimal codes");
  encoder.Encode([&](std::span<const std::uint8_t> bytes, std::size_t) {
    scan.insert(scan.end(), bytes.begin(), bytes.end());
  });
}

// What both do, in turn.
template <class Library, class Own>
void Compare(const std::string& name, const Options& options, const Library& by_library,
             const Own& by_own) {
  std::vector<double> library;
  std::vector<std::vector<double>> own(options.threads.size());
  for (unsigned round = 0; round < options.rounds; ++round) {
    library.push_back(TimeMs(by_library));
    for (std::size_t i = 0; i < own.size(); ++i) {
      accel::SetThreadLimit(ParseNumber(options.threads[i]));
      own[i].push_back(TimeMs(by_own));
    }
  }
  std::printf("%s: libjpeg-turbo %.1f ms", name.c_str(), Median(library));
  for (std::size_t i = 0; i < own.size(); ++i)
    std::printf("; on %s: %.1f ms, %.2f times as fast", options.threads[i].c_str(), Median(own[i]),
                Median(library) / Median(own[i]));
  std::printf("\n");
}

void MeasureEncoding(const std::string& name, const Options& options,
                     const kernels::JpegLayout& size, const Bytes& bytes,
                     const std::vector<kernels::QuantumSample>& pixels) {
  Bytes scan;
  for (const bool optimizes : {false, true})
    for (const int factor : {2, 1})
      for (const std::string& quality : options.qualities) {
        const Settings settings{static_cast<int>(ParseNumber(quality)), factor, optimizes};
        const MagickAccelerateEncoding encoding = Compressor(settings, size).Encoding();
        std::size_t file = 0;
        Compare(
            name + (factor == 2 ? " 4:2:0" : " 4:4:4") + ", quality " + quality +
                (optimizes ? ", optimal codes" : ", standard codes"),
            options, [&] { file = Compressor(settings, size).Compress(bytes); },
            [&] { Encode(encoding, optimizes, pixels, scan); });
        if (scan.size() >= file) throw std::runtime_error("not what libjpeg makes of it");
      }
}

void Measure(const std::string& name, const Options& options) {
  const Bytes file = FileBytes(name);
  Bytes bytes;
  std::vector<kernels::QuantumSample> pixels;
  if (options.qualities.empty())
    return Compare(
        name, options, [&] { ByLibJpeg(file, options.scale, bytes); },
        [&] { ByLodestone(file, options.scale, pixels); });
  ByLibJpeg(file, options.scale, bytes);
  MeasureEncoding(name, options, ByLodestone(file, options.scale, pixels), bytes, pixels);
}

int Run(int argc, char** argv) {
  const Options options = Parse(argc, argv);
  for (const std::string& name : options.files) Measure(name, options);
  return 0;
}

}  // namespace
}  // namespace lodestone::bench

int main(int argc, char** argv) {
  return lodestone::bench::RunProgram("jpeg", 1, [&] { return lodestone::bench::Run(argc, argv); });
}
