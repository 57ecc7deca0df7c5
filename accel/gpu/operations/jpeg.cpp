#include "accel/gpu/operations/families.hpp"

namespace lodestone::accel::gpu {
namespace {

[[noreturn]] void Missing() {
  throw Problem(MagickAccelerateDeclined, MagickAccelerateUnsupported, "not implemented");
}

KernelPlan DecodePlan(const MagickAccelerateWork&, const DeviceFacts&) {
  Missing();
}
std::vector<ProgramKey> DecodePrograms(const OperationTraits&, unsigned, const DeviceFacts&) {
  return {};
}
Rows DecodeSourceRows(const MagickAccelerateWork&, Rows) {
  return {0, 1};
}
void EnqueueDecode(const Job&, const Plane&, const Plane&, Memory*, Rows) {
  Missing();
}
std::string DecodeKernels(const MagickAccelerateWork&, const KernelPlan&) {
  return "";
}
constexpr FamilyFunctions kDecodeFamily = {DecodePlan, DecodePrograms, DecodeSourceRows,
                                           NoScratch,  EnqueueDecode,  DecodeKernels};

}  // namespace

const DeviceFamily kDecodeOnDevice = {"", &kDecodeFamily, 200};

}  // namespace lodestone::accel::gpu
