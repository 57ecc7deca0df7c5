// libvips: vips_resize without its default prior shrinking by a whole-number box (gap 0: the
// requested filter, and far faster from memory), vips_shrink for area averaging. Enlarging is left
// out: it interpolates there without the filter. So is sharpening, which affects only the
// lightness.
#include <vips/vips.h>

#include <cmath>
#include <stdexcept>
#include <string>

#include "bench/peer.hpp"

namespace lodestone::bench {
namespace {

class Vips : public Peer {
 public:
  std::string Name() const override { return "libvips"; }
  std::string Version() const override { return vips_version_string(); }
  std::unique_ptr<Job> Prepare(const Work& work) override;
};

// Owns one reference to an image; converts implicitly for calls.
class Handle {
 public:
  Handle() = default;
  explicit Handle(VipsImage* image) : image_(image) {}
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (image_ != nullptr) g_object_unref(image_);
  }
  VipsImage* get() const { return image_; }
  VipsImage** out() { return &image_; }

 private:
  VipsImage* image_ = nullptr;
};

void Check(int status) {
  if (status != 0) throw std::runtime_error(std::string("libvips: ") + vips_error_buffer());
}

class VipsJob : public Job {
 public:
  explicit VipsJob(const Work& work)
      : work_(work),
        source_(vips_image_new_from_memory(
            work.source->bytes.data(), work.source->bytes.size(),
            static_cast<int>(work.source->columns), static_cast<int>(work.source->rows), 4,
            work.source->depth == 8 ? VIPS_FORMAT_UCHAR : VIPS_FORMAT_USHORT)) {
    if (source_.get() == nullptr) Check(-1);
    source_.get()->Type =
        work.source->depth == 8 ? VIPS_INTERPRETATION_sRGB : VIPS_INTERPRETATION_RGB16;
  }
  ~VipsJob() override { g_free(result_); }

  void Run() override {
    g_free(result_);
    result_ = nullptr;
    if (work_.source->alpha) {
      RunWithAlpha();
      return;
    }
    Handle small;
    Check(Reduce(source_.get(), small.out()));
    Write(small.get());
  }

  RawImage Result() override {
    RawImage raw(work_.columns, work_.rows, work_.source->depth, work_.source->alpha);
    if (size_ != raw.ByteCount()) throw std::runtime_error("libvips: result of another size");
    const auto* bytes = static_cast<const unsigned char*>(result_);
    raw.bytes.assign(bytes, bytes + size_);
    return raw;
  }

 private:
  void RunWithAlpha() {
    Handle weighted, small, plain, rounded;
    Check(vips_premultiply(source_.get(), weighted.out(), nullptr));
    Check(Reduce(weighted.get(), small.out()));
    Check(vips_unpremultiply(small.get(), plain.out(), nullptr));
    Check(vips_cast(plain.get(), rounded.out(), source_.get()->BandFmt, nullptr));
    Write(rounded.get());
  }

  int Reduce(VipsImage* from, VipsImage** to) {
    const double horizontal = double(work_.columns) / work_.source->columns;
    const double vertical = double(work_.rows) / work_.source->rows;
    switch (work_.operation) {
      case Operation::kArea:
        return vips_shrink(from, to, 1 / horizontal, 1 / vertical, nullptr);
      case Operation::kBlur:
      case Operation::kGaussianBlur:
        // The smallest amplitude that keeps as many taps.
        return vips_gaussblur(from, to, work_.sigma, "min_ampl",
                              std::exp(-0.5 * std::pow((work_.radius + 0.5) / work_.sigma, 2)),
                              nullptr);
      case Operation::kConvolve:
        return Convolve(from, to);
      case Operation::kNegate:
        return Linear(from, to, -1, 1);
      case Operation::kLevel:
        return Linear(from, to, 1 / kLevelRange, -kLevelBlack / kLevelRange);
      case Operation::kGamma:
        return Gamma(from, to);
      case Operation::kColorMatrix:
        return Recombine(from, to);
      case Operation::kFlip:
        return vips_flip(from, to, VIPS_DIRECTION_VERTICAL, nullptr);
      case Operation::kRotate:
        return vips_rot(from, to, VIPS_ANGLE_D90, nullptr);
      case Operation::kOver:
        return Over(from, to);
      case Operation::kMedian:
        return vips_median(from, to, 2 * static_cast<int>(work_.radius) + 1, nullptr);
      case Operation::kCatmullRom:
        return Resize(from, to, horizontal, vertical, VIPS_KERNEL_CUBIC);
      case Operation::kMitchell:
        return Resize(from, to, horizontal, vertical, VIPS_KERNEL_MITCHELL);
      default:
        return Resize(from, to, horizontal, vertical, VIPS_KERNEL_LANCZOS3);
    }
  }

  // Results of other types become the source's.
  int AsSource(const Handle& made, VipsImage** to) const {
    if (made.get() == nullptr) return -1;
    return vips_cast(made.get(), to, source_.get()->BandFmt, nullptr);
  }

  // factor * colour + term, where 1 is white.
  int Linear(VipsImage* from, VipsImage** to, double factor, double term) const {
    const double added = term * work_.source->Maximum();
    const double factors[kChannels] = {factor, factor, factor, 1};
    const double terms[kChannels] = {added, added, added, 0};
    Handle made;
    (void)vips_linear(from, made.out(), factors, terms, kChannels, nullptr);
    return AsSource(made, to);
  }

  // By a table of all colours and one that leaves alpha.
  int Gamma(VipsImage* from, VipsImage** to) const {
    Handle identity, shades, color, table, made;
    Check(vips_identity(identity.out(), "bands", int{kChannels}, "ushort",
                        gboolean{work_.source->depth == 16}, nullptr));
    Check(vips_extract_band(identity.get(), color.out(), 0, "n", 3, nullptr));
    Check(vips_gamma(color.get(), shades.out(), "exponent", std::stod(kGammaLevel), nullptr));
    Handle rest;
    Check(vips_extract_band(identity.get(), rest.out(), 3, nullptr));
    Check(vips_bandjoin2(shades.get(), rest.get(), table.out(), nullptr));
    return vips_maplut(from, to, table.get(), nullptr);
  }

  int Recombine(VipsImage* from, VipsImage** to) const {
    double rows[kChannels * kChannels] = {};
    for (int row = 0; row < 3; ++row)
      for (int column = 0; column < 3; ++column)
        rows[row * 4 + column] = kColorMatrixRows[(2 - row) * 3 + 2 - column];
    rows[15] = 1;
    const Handle matrix(vips_image_new_matrix_from_array(4, 4, rows, 16));
    Handle made;
    (void)vips_recomb(from, made.out(), matrix.get(), nullptr);
    return AsSource(made, to);
  }

  int Over(VipsImage* from, VipsImage** to) {
    const RawImage& raw = *work_.second;
    const Handle second(vips_image_new_from_memory(
        raw.bytes.data(), raw.bytes.size(), static_cast<int>(raw.columns),
        static_cast<int>(raw.rows), 4, source_.get()->BandFmt));
    if (second.get() == nullptr) return -1;
    second.get()->Type = source_.get()->Type;
    Handle made;
    (void)vips_composite2(from, second.get(), made.out(), VIPS_BLEND_MODE_OVER, "compositing_space",
                          source_.get()->Type, nullptr);
    return AsSource(made, to);
  }

  static int Convolve(VipsImage* from, VipsImage** to) {
    const Handle matrix(vips_image_new_matrix_from_array(kMatrixOrder, kMatrixOrder, kMatrix,
                                                         kMatrixOrder * kMatrixOrder));
    if (matrix.get() == nullptr) return -1;
    vips_image_set_double(matrix.get(), "scale", kMatrixSum);
    return vips_conv(from, to, matrix.get(), "precision", VIPS_PRECISION_INTEGER, nullptr);
  }

  static int Resize(VipsImage* from, VipsImage** to, double horizontal, double vertical,
                    VipsKernel kernel) {
    return vips_resize(from, to, horizontal, "vscale", vertical, "kernel", kernel, "gap", 0.0,
                       nullptr);
  }

  void Write(VipsImage* image) {
    result_ = vips_image_write_to_memory(image, &size_);
    if (result_ == nullptr) Check(-1);
  }

  Work work_;
  Handle source_;
  void* result_ = nullptr;
  std::size_t size_ = 0;
};

bool IsKnown(const Work& work) {
  using enum Operation;
  const Operation operation = work.operation;
  // With 8 bits, libvips 8.14 picks a sample other than the median where it uses a histogram.
  if (operation == kMedian && work.source->depth == 8 && work.radius > 1) return false;
  if (operation == kNegate || operation == kLevel || operation == kGamma ||
      operation == kColorMatrix || operation == kFlip || operation == kRotate || operation == kOver)
    return true;
  return operation <= kArea || operation == kBlur || operation == kGaussianBlur ||
         operation == kConvolve || operation == kMedian;
}

std::unique_ptr<Job> Vips::Prepare(const Work& work) {
  const RawImage& source = *work.source;
  if (!IsKnown(work) || work.grey) return nullptr;
  if (work.columns > source.columns) return nullptr;
  // vips_shrink averages exactly only by whole numbers.
  if (work.operation == Operation::kArea &&
      (source.columns % work.columns != 0 || source.rows % work.rows != 0)) {
    return nullptr;
  }
  vips_concurrency_set(static_cast<int>(work.threads));
  return std::make_unique<VipsJob>(work);
}

}  // namespace
}  // namespace lodestone::bench

BENCH_PEER_ENTRY BenchPeer() {
  static lodestone::bench::Vips peer;
  if (VIPS_INIT("peers") != 0) return nullptr;
  vips_cache_set_max(0);
  return &peer;
}
