#include "accel/gpu/operations/jpeg_encode.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "accel/gpu/operations/families.hpp"
#include "kernels/jpeg/encoded_codes.hpp"
#include "kernels/jpeg/optimal_code.hpp"

namespace lodestone::accel::gpu {
namespace {

[[noreturn]] void Refuse(const char* why) {
  throw Problem(MagickAccelerateDeclined, MagickAccelerateUnsupported, why);
}

KernelPlan EncodePlan(const MagickAccelerateWork& work, const DeviceFacts& facts) {
  if (facts.group_items < LS_CODED) Refuse("groups of fewer than 256 work-items");
  return PlanBySamples(work, facts);
}

Rows WholeImage(const MagickAccelerateWork& work, Rows) {
  return {0, work.source.rows};
}

EncodeLayout LayOutAlone(const MagickAccelerateWork& work) {
  return EncodeLayout({PlanEncoding(work)});
}

uint64_t EncodeScratchBytes(const MagickAccelerateWork& work, const KernelPlan&, uint32_t) {
  return LayOutAlone(work).bytes;
}

// The launches for some images, one after the other. Waits for the last one.
class Encoding {
 public:
  Encoding(Session& session, const EncodeLayout& layout, Memory* memory, Memory* results,
           std::span<ImageToEncode> images)
      : session_(session),
        plans_(layout.plans),
        zeroed_bytes_(layout.zeroed),
        memory_(memory),
        results_(results),
        images_(images),
        numbers_(images.size()),
        statuses_(images.size()) {
    for (const ImageToEncode& image : images_) encodings_.push_back(*image.work.encoding);
  }
  // Transfers use its members.
  ~Encoding() { session_.Drain(); }
  Encoding(const Encoding&) = delete;
  Encoding& operator=(const Encoding&) = delete;

  void Run() {
    session_.timeline().Add(Stage::kKernel, session_.queue().Fill(*memory_, 0, zeroed_bytes_));
    session_.Write(*memory_, plans_.data(), plans_.size_bytes());
    EachLaunch(images_, [this](uint32_t first, auto images) { MakeBlocks(first, images); });
    if (std::any_of(plans_.begin(), plans_.end(),
                    [](const LsEncode& plan) { return plan.optimizes != 0; }))
      Optimize();
    UploadCodes();
    Run("Measure", &LsEncode::groups, LS_CODED);
    RunOneEach("Sum");
    Run("Write", &LsEncode::groups, LS_CODED);
    Run("Mark", &LsEncode::chunks, LS_STUFF_ITEMS);
    RunOneEach("Place");
    Run("Stuff", &LsEncode::chunks, LS_STUFF_ITEMS, results_);
    Read(plans_[0].status, statuses_);
    for (size_t i = 0; i < images_.size(); ++i) Tell(i);
  }

 private:
  static constexpr size_t kCodes = MAGICK_ACCELERATE_JPEG_CODES;
  using Numbers = std::array<uint32_t, LS_ENCODED_CODES * LS_SYMBOLS>;

  Launch LaunchOf(const ImageToEncode& image, const char* name) const {
    Launch launch(session_, session_.KernelOf(image.program, image.kernels.key,
                                              KernelName(image.kernels, name) + "Filter"));
    launch.Set(memory_);
    launch.Set(memory_);
    return launch;
  }
  // Over all images: groups across for the one that takes the most.
  void Run(const char* name, uint32_t LsEncode::*groups, size_t items, auto... arguments) const {
    uint32_t across = 0;
    for (const LsEncode& plan : plans_) across = std::max(across, plan.*groups);
    RunGroups(name, across, items, arguments...);
  }
  void RunOneEach(const char* name) const { RunGroups(name, 1, LS_CODED); }
  void RunGroups(const char* name, size_t across, size_t items, auto... arguments) const {
    Launch launch = LaunchOf(images_[0], name);
    (launch.Set(arguments), ...);
    launch.EnqueueGroups(across, images_.size(), items);
  }

  void MakeBlocks(uint32_t first, std::span<const ImageToEncode> images) const {
    uint64_t blocks = 0;
    std::vector<Plane> sources;
    for (const ImageToEncode& image : images) {
      blocks = std::max<uint64_t>(blocks, plans_[first + sources.size()].blocks);
      sources.push_back(image.source);
    }
    Launch launch = LaunchOf(images[0], "Blocks");
    launch.Set(first);
    launch.SetImages(sources);
    launch.EnqueueGroups(GroupsFor(blocks, LS_FORWARD_BLOCKS), sources.size(), LS_FORWARD_ITEMS);
  }

  template <class T>
  void Read(uint32_t place, std::vector<T>& to) const {
    session_.Read(*memory_, place, to.data(), to.size() * sizeof(T));
  }

  void Optimize() {
    Run("Count", &LsEncode::groups, LS_CODED);
    Read(plans_[0].counts, numbers_);
    for (size_t i = 0; i < images_.size(); ++i)
      if (plans_[i].optimizes != 0) Optimize(i);
  }
  void Optimize(size_t i) {
    kernels::JpegSymbolCounts counts;
    const uint32_t* next = numbers_[i].data();
    for (auto* codes : {&counts.dc, &counts.ac})
      for (kernels::JpegCounts& code : *codes) {
        std::copy_n(next, LS_SYMBOLS, code.begin());
        next += LS_SYMBOLS;
      }
    if (!kernels::OptimizeJpegCodes(counts, encodings_[i]))
      images_[i].refusal = "too unequal frequencies";
  }

  // What is refused has none, so that its kernels have nothing to write.
  void UploadCodes() {
    for (size_t i = 0; i < images_.size(); ++i) {
      numbers_[i] = {};
      if (images_[i].refusal) continue;
      const kernels::JpegCodeTables tables(encodings_[i]);
      auto* to = numbers_[i].begin();
      for (const auto* codes : {&tables.dc, &tables.ac})
        for (const kernels::JpegCodeTable& code : *codes)
          to = std::copy(code.begin(), code.end(), to);
    }
    session_.Write(*memory_, numbers_.data(), numbers_.size() * sizeof(Numbers), plans_[0].codes);
  }

  void Tell(size_t i) const {
    ImageToEncode& image = images_[i];
    if (statuses_[i].is_full != 0 || statuses_[i].bytes > plans_[i].room)
      image.refusal = "the scan does not fit into the room for it";
    if (image.refusal) return;
    MagickAccelerateEncoded& encoded = *image.work.encoded;
    encoded.bytes = statuses_[i].bytes;
    std::copy_n(encodings_[i].dc, kCodes, encoded.dc);
    std::copy_n(encodings_[i].ac, kCodes, encoded.ac);
  }

  Session& session_;
  const std::span<const LsEncode> plans_;
  const uint64_t zeroed_bytes_;
  Memory* const memory_;
  Memory* const results_;
  const std::span<ImageToEncode> images_;
  std::vector<MagickAccelerateEncoding> encodings_;
  std::vector<Numbers> numbers_;  // counts, then codes
  std::vector<LsEncodeStatus> statuses_;
};

void EnqueueEncode(const Job& job, const Plane& source, const Plane& destination, Memory* scratch,
                   Rows) {
  EncodeLayout layout = LayOutAlone(job.work);
  layout.plans[0].scan = 0;
  ImageToEncode image{job.work, job.program, job.plan, source};
  EncodeImages(job.session, layout, scratch, destination.buffer, {&image, 1});
  if (image.refusal) Refuse(image.refusal);
}

std::string EncodeKernels(const MagickAccelerateWork& work, const KernelPlan& plan) {
  std::string names;
  for (const std::string name :
       {"Blocks", "Count", "Measure", "Sum", "Write", "Mark", "Place", "Stuff"}) {
    if (name == "Count" && work.encoding->optimizes == 0) continue;
    names += (names.empty() ? "" : ",") + KernelName(plan, name) + "Filter";
  }
  return names;
}

double EncodeSteps(const MagickAccelerateWork& work) {
  constexpr double kStepsPerSample = 12;
  return kStepsPerSample * work.source.columns * work.source.rows * work.encoding->components;
}

constexpr FamilyFunctions kEncodeFamily = {
    EncodePlan, ProgramsBySamples, WholeImage, EncodeScratchBytes, EnqueueEncode, EncodeKernels,
    nullptr,    EncodeSteps,       kUncut};

}  // namespace

void EncodeImages(Session& session, const EncodeLayout& layout, Memory* memory, Memory* results,
                  std::span<ImageToEncode> images) {
  Encoding(session, layout, memory, results, images).Run();
}

// clang-format off
const DeviceFamily kEncodeOnDevice = {
#include "kernels/jpeg/encode.cl.inc"
    , &kEncodeFamily, 600};
// clang-format on

}  // namespace lodestone::accel::gpu
