// OpenCV: area averaging only, since its other interpolations do not antialias.
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include "bench/peer.hpp"

namespace lodestone::bench {
namespace {

cv::Mat Wrap(const Picture& picture) {
  return cv::Mat(static_cast<int>(picture.rows), static_cast<int>(picture.columns),
                 picture.depth == 8 ? CV_8UC4 : CV_16UC4,
                 const_cast<unsigned char*>(picture.bytes.data()));
}

class OpenCvJob : public Job {
 public:
  explicit OpenCvJob(const Work& work)
      : result_(work.columns, work.rows, work.source->depth, false),
        from_(Wrap(*work.source)),
        to_(Wrap(result_)) {}

  void Run() override { cv::resize(from_, to_, to_.size(), 0, 0, cv::INTER_AREA); }
  Picture Result() override { return result_; }

 private:
  Picture result_;
  cv::Mat from_, to_;
};

class OpenCv : public Peer {
 public:
  std::string Name() const override { return "OpenCV"; }
  std::string Version() const override { return cv::getVersionString(); }

  std::unique_ptr<Job> Prepare(const Work& work) override {
    if (work.operation != Operation::kArea || work.source->alpha) return nullptr;
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
