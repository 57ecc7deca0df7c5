// OpenCV: only area averaging for resizing, since its other interpolations do not antialias.
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include <cmath>
#include <string>

#include "bench/peer.hpp"

namespace lodestone::bench {
namespace {

cv::Mat Wrap(const RawImage& raw) {
  return cv::Mat(static_cast<int>(raw.rows), static_cast<int>(raw.columns),
                 raw.depth == 8 ? CV_8UC4 : CV_16UC4, const_cast<unsigned char*>(raw.bytes.data()));
}

// Its borders repeat the edge pixel, as GraphicsMagick's convolutions do; its blurs differ there,
// which hardly affects the mean.
constexpr int kBorder = cv::BORDER_REPLICATE;

class OpenCvJob : public Job {
 public:
  explicit OpenCvJob(const Work& work)
      : work_(work),
        result_(work.columns, work.rows, work.source->depth, false),
        from_(Wrap(*work.source)),
        to_(Wrap(result_)),
        matrix_(cv::Mat(kMatrixOrder, kMatrixOrder, CV_64F, const_cast<double*>(kMatrix)) /
                kMatrixSum),
        taps_(cv::Mat(1, kTapCount, CV_64F, const_cast<double*>(kTaps)) / kTapSum),
        colors_(ColorMatrix()),
        gamma_(GammaTable()) {
    if (!work.grey) return;
    cv::Mat grey;
    cv::extractChannel(from_, grey, 0);
    from_ = grey;
    to_ = cv::Mat(grey.size(), grey.type());
  }

  void Run() override {
    const int side = 2 * static_cast<int>(work_.radius) + 1;
    switch (work_.operation) {
      case Operation::kArea:
        return cv::resize(from_, to_, to_.size(), 0, 0, cv::INTER_AREA);
      case Operation::kConvolve:
        return cv::filter2D(from_, to_, -1, matrix_, cv::Point(-1, -1), 0, kBorder);
      case Operation::kSeparable:
        return cv::sepFilter2D(from_, to_, -1, taps_, taps_, cv::Point(-1, -1), 0,
                               cv::BORDER_REFLECT_101);
      case Operation::kMedian:
        return cv::medianBlur(from_, to_, side);
      case Operation::kNegate:  // not of alpha
        return cv::bitwise_xor(from_, Colors(work_.source->Maximum()), to_);
      case Operation::kLevel:  // alpha, too, which stays at its maximum
        return from_.convertTo(to_, -1, 1 / kLevelRange,
                               -kLevelBlack / kLevelRange * work_.source->Maximum());
      case Operation::kGamma:
        return cv::LUT(from_, gamma_, to_);
      case Operation::kColorMatrix:
        return cv::transform(from_, to_, colors_);
      case Operation::kFlip:
        return cv::flip(from_, to_, 0);
      case Operation::kRotate:
        return cv::rotate(from_, to_, cv::ROTATE_90_CLOCKWISE);
      default:
        return cv::GaussianBlur(from_, to_, cv::Size(side, side), work_.sigma, work_.sigma,
                                kBorder);
    }
  }

  RawImage Result() override {
    if (work_.grey) cv::cvtColor(to_, Wrapped(), cv::COLOR_GRAY2BGRA);
    return result_;
  }

 private:
  static cv::Scalar Colors(unsigned value) {
    return {double(value), double(value), double(value), 0};
  }

  // Of blue, green, red and alpha.
  static cv::Mat ColorMatrix() {
    cv::Mat matrix = cv::Mat::eye(4, 4, CV_32F);
    for (int row = 0; row < 3; ++row)
      for (int column = 0; column < 3; ++column)
        matrix.at<float>(row, column) =
            static_cast<float>(kColorMatrixRows[(2 - row) * 3 + 2 - column]);
    return matrix;
  }

  static cv::Mat GammaTable() {
    cv::Mat table(1, 256, CV_8UC4);
    for (int i = 0; i < 256; ++i) {
      const auto shade = static_cast<unsigned char>(
          std::lround(255 * std::pow(i / 255.0, 1 / std::stod(kGammaLevel))));
      table.at<cv::Vec4b>(i) = {shade, shade, shade, static_cast<unsigned char>(i)};
    }
    return table;
  }

  cv::Mat Wrapped() { return Wrap(result_); }

  Work work_;
  RawImage result_;
  cv::Mat from_, to_;
  const cv::Mat matrix_, taps_, colors_, gamma_;
};

bool IsKnown(const Work& work) {
  using enum Operation;
  const Operation operation = work.operation;
  if (operation == kGamma) return work.source->depth == 8;  // tables are of 8 bits
  if (operation == kNegate || operation == kLevel || operation == kColorMatrix ||
      operation == kFlip || operation == kRotate)
    return true;
  return operation == kArea || operation == kBlur || operation == kGaussianBlur ||
         operation == kConvolve || operation == kSeparable || operation == kMedian;
}

class OpenCv : public Peer {
 public:
  std::string Name() const override { return "OpenCV"; }
  std::string Version() const override { return cv::getVersionString(); }

  std::unique_ptr<Job> Prepare(const Work& work) override {
    if (!IsKnown(work) || work.source->alpha) return nullptr;
    cv::setNumThreads(static_cast<int>(work.threads));
    return std::make_unique<OpenCvJob>(work);
  }
};

}  // namespace
}  // namespace lodestone::bench

BENCH_PEER_ENTRY BenchPeer() {
  static lodestone::bench::OpenCv peer;
  return &peer;
}
