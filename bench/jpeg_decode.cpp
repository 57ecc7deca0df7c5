// jpeg_decode: baseline JPEG files in memory to pixels, by this library on several numbers of
// threads and by libjpeg-turbo, in turn.
#include <cstdio>  // jpeglib.h needs FILE

#include <jpeglib.h>

#include <cstdint>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <span>
#include <string>
#include <vector>

#include "base/thread_pool.hpp"
#include "bench/arguments.hpp"
#include "kernels/common/quantum.hpp"
#include "kernels/jpeg/decode.hpp"
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
  std::vector<std::string> threads = {"1", "2"};
  std::vector<std::string> files;
};

constexpr char kUsage[] =
    "usage: jpeg_decode -files A.jpg,B.jpg... [option]...\n"
    "  -threads 1,2,4   1,2\n"
    "  -scale N         to 1/N of the size: 1, 2, 4 or 8\n"
    "  -rounds N        15\n";

Options Parse(int argc, char** argv) {
  Options options;
  TakeOptions(argc, argv,
              {{"files", Into(&options.files)},
               {"threads", Into(&options.threads)},
               {"scale", Into(&options.scale)},
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
void ByLodestone(const Bytes& file, unsigned scale, std::vector<kernels::QuantumSample>& pixels) {
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
}

void Measure(const std::string& name, const Options& options) {
  const Bytes file = FileBytes(name);
  Bytes bytes;
  std::vector<kernels::QuantumSample> pixels;
  std::vector<double> library;
  std::vector<std::vector<double>> own(options.threads.size());
  for (unsigned round = 0; round < options.rounds; ++round) {
    library.push_back(TimeMs([&] { ByLibJpeg(file, options.scale, bytes); }));
    for (std::size_t i = 0; i < own.size(); ++i) {
      accel::SetThreadLimit(ParseNumber(options.threads[i]));
      own[i].push_back(TimeMs([&] { ByLodestone(file, options.scale, pixels); }));
    }
  }
  std::printf("%s: libjpeg-turbo %.1f ms", name.c_str(), Median(library));
  for (std::size_t i = 0; i < own.size(); ++i)
    std::printf("; on %s: %.1f ms, %.2f times as fast", options.threads[i].c_str(), Median(own[i]),
                Median(library) / Median(own[i]));
  std::printf("\n");
}

int Run(int argc, char** argv) {
  const Options options = Parse(argc, argv);
  for (const std::string& name : options.files) Measure(name, options);
  return 0;
}

}  // namespace
}  // namespace lodestone::bench

int main(int argc, char** argv) {
  return lodestone::bench::RunProgram("jpeg_decode", 1,
                                      [&] { return lodestone::bench::Run(argc, argv); });
}
