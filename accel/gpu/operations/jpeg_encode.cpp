#include <algorithm>
#include <array>

#include "accel/gpu/operations/families.hpp"
#include "accel/gpu/plans/encode_layout.hpp"
#include "kernels/jpeg/encoded_codes.hpp"
#include "kernels/jpeg/optimal_code.hpp"

namespace lodestone::accel::gpu {
namespace {

constexpr size_t kCodes = MAGICK_ACCELERATE_JPEG_CODES;

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

uint64_t EncodeScratchBytes(const MagickAccelerateWork& work, const KernelPlan&, uint32_t) {
  return LayOutEncoding(work).all;
}

// The launches of a call, one after the other. Waits for the last one.
class Encoding {
 public:
  Encoding(const Job& job, Memory* memory)
      : job_(job),
        memory_(memory),
        plan_(LayOutEncoding(job.work)),
        encoding_(*job.work.encoding) {}
  // Transfers use its members.
  ~Encoding() { job_.session.Drain(); }
  Encoding(const Encoding&) = delete;
  Encoding& operator=(const Encoding&) = delete;

  void Run(const Plane& source, const Plane& destination) {
    Session& session = job_.session;
    session.timeline().Add(Stage::kKernel, session.queue().Fill(*memory_, 0, plan_.codes));
    Run("Blocks", {GroupsFor(plan_.blocks, LS_FORWARD_BLOCKS), LS_FORWARD_ITEMS}, source.buffer,
        source.stride_px);
    if (encoding_.optimizes != 0) Optimize();
    UploadCodes();
    Run("Measure", {plan_.groups, LS_CODED});
    Run("Sum", {1, LS_CODED});
    Run("Write", {plan_.groups, LS_CODED});
    Run("Mark", {plan_.chunks, LS_STUFF_ITEMS});
    Run("Place", {1, LS_CODED});
    Run("Stuff", {plan_.chunks, LS_STUFF_ITEMS}, destination.buffer);
    Read(0, &status_, sizeof(status_));
    if (status_.is_full != 0) Refuse("the scan does not fit into the room for it");
    Tell(status_.bytes);
  }

 private:
  struct Groups {
    uint64_t across, items;
  };
  void Run(const char* name, Groups groups, auto... arguments) const {
    Launch launch(job_.session, job_.session.KernelOf(job_.program, job_.plan.key,
                                                      KernelName(job_.plan, name) + "Filter"));
    launch.Set(job_.tables.taps());
    launch.Set(memory_);
    (launch.Set(arguments), ...);
    launch.EnqueueGroups(groups.across, 1, groups.items);
  }

  static HostBlock BlockOf(void* data, size_t bytes) {
    return {static_cast<unsigned char*>(data), bytes, bytes, 1};
  }

  // Returns once it has arrived.
  void Read(uint32_t place, void* to, size_t bytes) const {
    Session& session = job_.session;
    session.timeline().Add(Stage::kDownload,
                           session.queue().Download(*memory_, place, BlockOf(to, bytes), nullptr));
    session.Flush(Stage::kKernel);
    session.WaitFor(*session.timeline().Latest(Stage::kDownload));
  }

  void Optimize() {
    Run("Count", {plan_.groups, LS_CODED});
    Read(plan_.counts, counts_.data(), sizeof(counts_));
    kernels::JpegSymbolCounts counts;
    const uint32_t* next = counts_.data();
    for (auto* codes : {&counts.dc, &counts.ac})
      for (kernels::JpegCounts& code : *codes) {
        std::copy_n(next, LS_SYMBOLS, code.begin());
        next += LS_SYMBOLS;
      }
    if (!kernels::OptimizeJpegCodes(counts, encoding_)) Refuse("too unequal frequencies");
  }

  void UploadCodes() {
    const kernels::JpegCodeTables tables(encoding_);
    auto* to = codes_.begin();
    for (const auto* codes : {&tables.dc, &tables.ac})
      for (const kernels::JpegCodeTable& code : *codes)
        to = std::copy(code.begin(), code.end(), to);
    job_.session.timeline().Add(Stage::kUpload,
                                job_.session.queue().Upload(BlockOf(codes_.data(), sizeof(codes_)),
                                                            *memory_, plan_.codes, nullptr));
  }

  void Tell(uint32_t bytes) const {
    MagickAccelerateEncoded& encoded = *job_.work.encoded;
    encoded.bytes = bytes;
    std::copy_n(encoding_.dc, kCodes, encoded.dc);
    std::copy_n(encoding_.ac, kCodes, encoded.ac);
  }

  const Job& job_;
  Memory* const memory_;
  const LsEncode plan_;
  MagickAccelerateEncoding encoding_;
  using Numbers = std::array<uint32_t, LS_ENCODED_CODES * LS_SYMBOLS>;
  Numbers counts_{}, codes_{};
  LsEncodeStatus status_{};
};

void EnqueueEncode(const Job& job, const Plane& source, const Plane& destination, Memory* scratch,
                   Rows) {
  Encoding(job, scratch).Run(source, destination);
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

// clang-format off
const DeviceFamily kEncodeOnDevice = {
#include "kernels/jpeg/encode.cl.inc"
    , &kEncodeFamily, 600};
// clang-format on

}  // namespace lodestone::accel::gpu
