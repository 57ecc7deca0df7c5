// zimg. It supports only planar images, so the pixels are split before the timed part and
// interleaved after it. Further threads compute bands of the result, each with its own graph, as
// zimg's manual recommends. It has no box filter.
#include <zimg.h>

#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

#include "base/owner.hpp"
#include "bench/peer.hpp"

namespace lodestone::bench {
namespace {

constexpr std::size_t kAlign = 64;  // for 64-byte vectors

using Memory = Owner<void, std::free>;
using Graph = Owner<zimg_filter_graph, zimg_filter_graph_free>;

std::size_t RoundUp(std::size_t bytes) {
  return (bytes + kAlign - 1) / kAlign * kAlign;
}

Memory Allocate(std::size_t bytes) {
  Memory memory(std::aligned_alloc(kAlign, RoundUp(bytes)));
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void Check(bool good) {
  char message[256] = "";
  if (good) return;
  zimg_get_last_error(message, sizeof message);
  throw std::runtime_error(std::string("zimg: ") + message);
}

// One image as four planes.
struct Planes {
  Planes(unsigned columns, unsigned rows, unsigned depth)
      : columns(columns), rows(rows), depth(depth), stride(RoundUp(columns * (depth / 8))) {
    for (Memory& plane : memory) plane = Allocate(stride * rows);
  }
  void* Row(std::size_t plane, unsigned y) const {
    return static_cast<unsigned char*>(memory[plane].get()) + y * stride;
  }
  unsigned columns, rows, depth;
  std::size_t stride;
  Memory memory[kChannels];
};

template <typename Sample>
void Split(const RawImage& raw, Planes& planes) {
  const Sample* from = raw.As<Sample>();
  for (unsigned y = 0; y < raw.rows; ++y) {
    for (unsigned x = 0; x < raw.columns; ++x) {
      for (std::size_t c = 0; c < kChannels; ++c) {
        static_cast<Sample*>(planes.Row(c, y))[x] = *from++;
      }
    }
  }
}

template <typename Sample>
void Join(const Planes& planes, RawImage& raw) {
  Sample* to = raw.As<Sample>();
  for (unsigned y = 0; y < raw.rows; ++y) {
    for (unsigned x = 0; x < raw.columns; ++x) {
      for (std::size_t c = 0; c < kChannels; ++c) {
        *to++ = static_cast<const Sample*>(planes.Row(c, y))[x];
      }
    }
  }
}

zimg_image_format Format(unsigned columns, unsigned rows, unsigned depth, bool alpha) {
  zimg_image_format format;
  zimg_image_format_default(&format, ZIMG_API_VERSION);
  format.width = columns;
  format.height = rows;
  format.pixel_type = depth == 8 ? ZIMG_PIXEL_BYTE : ZIMG_PIXEL_WORD;
  format.pixel_range = ZIMG_RANGE_FULL;
  format.depth = depth;
  if (alpha) {
    format.color_family = ZIMG_COLOR_RGB;
    format.matrix_coefficients = ZIMG_MATRIX_RGB;
    format.alpha = ZIMG_ALPHA_STRAIGHT;
  }
  return format;
}

zimg_graph_builder_params Parameters(Operation operation) {
  zimg_graph_builder_params parameters;
  zimg_graph_builder_params_default(&parameters, ZIMG_API_VERSION);
  parameters.cpu_type = ZIMG_CPU_AUTO_64B;
  parameters.resample_filter = ZIMG_RESIZE_BICUBIC;
  switch (operation) {
    case Operation::kCatmullRom:
      parameters.filter_param_a = 0;
      parameters.filter_param_b = 0.5;
      break;
    case Operation::kMitchell:
      parameters.filter_param_a = parameters.filter_param_b = 1.0 / 3;
      break;
    default:
      parameters.resample_filter = ZIMG_RESIZE_LANCZOS;
      parameters.filter_param_a = 3;
  }
  return parameters;
}

// Rows [begin, end) of the result: all planes in one graph when alpha weights the colours,
// otherwise a single-plane graph four times.
class Band {
 public:
  Band(const Work& work, const Planes& from, const Planes& to, unsigned begin, unsigned end)
      : from_(from), to_(to), begin_(begin), together_(work.source->alpha) {
    zimg_image_format source = Format(from.columns, from.rows, from.depth, together_);
    const zimg_image_format result = Format(to.columns, end - begin, to.depth, together_);
    const double rows = double(from.rows) / to.rows;
    source.active_region.left = 0;
    source.active_region.width = from.columns;
    source.active_region.top = begin * rows;
    source.active_region.height = (end - begin) * rows;
    const zimg_graph_builder_params parameters = Parameters(work.operation);
    graph_.reset(zimg_filter_graph_build(&source, &result, &parameters));
    Check(graph_ != nullptr);
    std::size_t bytes = 0;
    Check(zimg_filter_graph_get_tmp_size(graph_.get(), &bytes) == ZIMG_ERROR_SUCCESS);
    scratch_ = Allocate(bytes);
  }

  void Run() {
    for (std::size_t plane = 0; plane < kChannels; plane += together_ ? kChannels : 1) {
      zimg_image_buffer_const from = {ZIMG_API_VERSION, {}};
      zimg_image_buffer to = {ZIMG_API_VERSION, {}};
      for (std::size_t c = 0; c < (together_ ? kChannels : 1); ++c) {
        from.plane[c] = {from_.Row(plane + c, 0), static_cast<ptrdiff_t>(from_.stride),
                         ZIMG_BUFFER_MAX};
        to.plane[c] = {to_.Row(plane + c, begin_), static_cast<ptrdiff_t>(to_.stride),
                       ZIMG_BUFFER_MAX};
      }
      zimg_filter_graph_process(graph_.get(), &from, &to, scratch_.get(), nullptr, nullptr, nullptr,
                                nullptr);
    }
  }

 private:
  const Planes& from_;
  const Planes& to_;
  unsigned begin_;
  bool together_;
  Graph graph_;
  Memory scratch_;
};

class ZimgJob : public Job {
 public:
  explicit ZimgJob(const Work& work)
      : alpha_(work.source->alpha),
        from_(work.source->columns, work.source->rows, work.source->depth),
        to_(work.columns, work.rows, work.source->depth) {
    work.source->depth == 8 ? Split<std::uint8_t>(*work.source, from_)
                            : Split<std::uint16_t>(*work.source, from_);
    for (unsigned i = 0; i < work.threads; ++i) {
      bands_.emplace_back(work, from_, to_, work.rows * i / work.threads,
                          work.rows * (i + 1) / work.threads);
    }
  }

  void Run() override {
    std::vector<std::thread> others;
    for (std::size_t i = 1; i < bands_.size(); ++i) {
      others.emplace_back([this, i] { bands_[i].Run(); });
    }
    bands_[0].Run();
    for (std::thread& other : others) other.join();
  }

  RawImage Result() override {
    RawImage raw(to_.columns, to_.rows, to_.depth, alpha_);
    to_.depth == 8 ? Join<std::uint8_t>(to_, raw) : Join<std::uint16_t>(to_, raw);
    return raw;
  }

 private:
  bool alpha_;
  Planes from_, to_;
  std::vector<Band> bands_;
};

class Zimg : public Peer {
 public:
  std::string Name() const override { return "zimg"; }
  std::string Version() const override {
    unsigned version[3];
    zimg_get_version_info(&version[0], &version[1], &version[2]);
    return std::to_string(version[0]) + "." + std::to_string(version[1]) + "." +
           std::to_string(version[2]);
  }

  std::unique_ptr<Job> Prepare(const Work& work) override {
    if (work.operation >= Operation::kArea) return nullptr;
    return std::make_unique<ZimgJob>(work);
  }
};

}  // namespace
}  // namespace lodestone::bench

BENCH_PEER_ENTRY BenchPeer() {
  static lodestone::bench::Zimg peer;
  return &peer;
}
