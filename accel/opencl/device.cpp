#include "accel/opencl/device.hpp"

#include <algorithm>
#include <chrono>

#include "accel/opencl/call.hpp"
#include "accel/opencl/estimate.hpp"
#include "accel/opencl/operation_kernels.hpp"

namespace lodestone::accel::opencl {
namespace {

uint64_t Now() {
  return static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(
                                   std::chrono::steady_clock::now().time_since_epoch())
                                   .count());
}

DeviceFacts Limit(DeviceFacts facts, const DeviceOptions& options) {
  facts.local_bytes = std::min(facts.local_bytes, options.local_limit_bytes);
  facts.allocation_bytes = std::min(facts.allocation_bytes, options.allocation_limit_bytes);
  return facts;
}

}  // namespace

Device::Device(DeviceFacts facts, std::string library_version, ProgramCache& cache,
               DeviceOptions options)
    : facts_(Limit(std::move(facts), options)),
      library_version_(std::move(library_version)),
      cache_(cache),
      options_(options) {}

void Device::Describe(MagickAccelerateDeviceInfo* info) const {
  CopyText(info->accelerator, sizeof(info->accelerator), "opencl");
  CopyText(info->name, sizeof(info->name), facts_.stable_name);
  CopyText(info->platform, sizeof(info->platform), facts_.platform_name);
  CopyText(info->driver, sizeof(info->driver),
           facts_.driver_version + ", " + facts_.platform_version);
  info->type = facts_.is_gpu()   ? MagickAccelerateTypeGPU
               : facts_.is_cpu() ? MagickAccelerateTypeCPU
                                 : MagickAccelerateTypeOther;
  info->usable = facts_.problem.empty() ? 1 : 0;
  info->memory_bytes = facts_.memory_bytes;
  info->local_memory_bytes = facts_.local_bytes;
  info->compute_units = facts_.compute_units;
  CopyText(info->cache, sizeof(info->cache), cache_.Describe());
  CopyText(info->problem, sizeof(info->problem), facts_.problem);
  CopyText(info->remedy, sizeof(info->remedy), facts_.remedy);
}

void Device::Open() {
  if (context_) return;
  if (!facts_.problem.empty()) {
    throw Problem(MagickAccelerateDeclined, MagickAccelerateNoDevice, facts_.problem);
  }
  const cl_context_properties properties[] = {
      CL_CONTEXT_PLATFORM, reinterpret_cast<cl_context_properties>(facts_.platform), 0};
  cl_int status = CL_SUCCESS;
  context_ = Context(clCreateContext(properties, 1, &facts_.id, nullptr, nullptr, &status));
  Check(status, "clCreateContext", facts_.stable_name);
}

void Device::WarmUp(unsigned quantum_depth, MagickAccelerateParts* parts) {
  const std::lock_guard lock(mutex_);
  bool& warm = warm_[quantum_depth == 8 ? 0 : 1];
  if (warm) return;
  const uint64_t begin = Now();
  Open();
  BuildAll(quantum_depth);
  warm = true;
  parts->compile_ns += Now() - begin;
}

void Device::BuildAll(unsigned quantum_depth) {
  for (const MagickAccelerateOperation operation :
       {MagickAccelerateScale, MagickAccelerateResize, MagickAccelerateSample,
        MagickAccelerateMinify, MagickAccelerateMagnify}) {
    for (const ProgramKey& key : ProgramsOf(operation, quantum_depth, facts_)) Build(key);
  }
}

void Device::Build(const ProgramKey& key) {
  if (programs_.count(key) != 0) return;
  Program program = BuildProgram(context_.get(), facts_, key, library_version_, cache_);
  Prime(program.get(), key);
  programs_.emplace(key, std::move(program));
}

// One pixel (two by two from a magnifier) through every kernel of a program. The lock is held.
void Device::Prime(cl_program program, const ProgramKey& key) {
  const uint32_t first = 0, count = 1, offset = 0;
  const float weight = 1.0f;
  const uint16_t from[4] = {};
  uint16_t to[16];
  MagickAccelerateWork work{};
  work.operation = key.operation;
  work.quantum_depth = key.quantum_depth;
  work.alpha = key.alpha;
  work.vertical_first = key.vertical_first;
  if (HasTables(key.operation))
    work.horizontal = work.vertical = {1, 1, 1, 1, &first, &count, &offset, &weight};
  work.source = {const_cast<uint16_t*>(from), 1, 1, sizeof(from), 0, nullptr, 0};
  const uint32_t side = key.operation == MagickAccelerateMagnify ? 2 : 1;
  work.destination = {to, side, side, sizeof(to) / 2, 0, nullptr, 0};
  MagickAccelerateParts parts{};
  Session session(context_.get(), facts_, lanes_, ranges_);
  KernelPlan plan = PlanKernels(work, facts_);
  plan.key = key;
  RunCall(session, program, plan, options_.share, work, &parts);
}

// Those of variants that the module does not choose by itself are built when they are asked for.
cl_program Device::ProgramOf(const ProgramKey& key) {
  const std::lock_guard lock(mutex_);
  Build(key);
  return programs_.at(key).get();
}

void Device::CheckSupport(const MagickAccelerateWork& work) const {
  if (!facts_.problem.empty()) {
    throw Problem(MagickAccelerateDeclined, MagickAccelerateNoDevice, facts_.problem);
  }
  CheckShape(work);
  CheckSize(work, facts_, options_.band_bytes);
}

void Device::Estimate(const MagickAccelerateWork& work, MagickAccelerateEstimate* estimate) const {
  EstimateRun(work, facts_, estimate);
}

void Device::Run(const MagickAccelerateWork& work, MagickAccelerateParts* parts) {
  CheckSupport(work);
  CheckPlaces(work);
  ReportProgress(work, 0);
  WarmUp(work.quantum_depth, parts);
  const KernelPlan plan = PlanKernels(work, facts_, options_.band_bytes);
  const cl_program program = ProgramOf(plan.key);
  Session session(context_.get(), facts_, lanes_, ranges_);
  RunCall(session, program, plan, options_.share, work, parts);
  ReportProgress(work, work.destination.rows);
}

}  // namespace lodestone::accel::opencl
