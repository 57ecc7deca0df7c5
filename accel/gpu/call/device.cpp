#include "accel/gpu/call/device.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>

#include "accel/gpu/device/buffer.hpp"
#include "accel/gpu/operations/operation_kernels.hpp"
#include "accel/gpu/call/priming.hpp"
#include "accel/gpu/call/wrapped_layout.hpp"

namespace lodestone::accel::gpu {
namespace {

constexpr uint64_t kMaxTableBytes = 64 << 20;

void CheckStopping(Stopping stopping) {
  if (stopping && stopping())
    throw Problem(MagickAccelerateDeclined, MagickAccelerateCancelled, "the program is exiting");
}

}  // namespace

Device::Device(DeviceFacts facts, std::string library_version, ProgramCache& cache,
               DeviceOptions options)
    : facts_(Limit(std::move(facts), options)),
      library_version_(std::move(library_version)),
      cache_(cache),
      options_(options),
      memory_(facts_, options.kept_bytes),
      tables_(std::min({facts_.usable_bytes / 64, options.kept_bytes, kMaxTableBytes})),
      staging_(options, workers_) {}

void Device::Describe(MagickAccelerateDeviceInfo* info) const {
  CopyText(info->accelerator, sizeof(info->accelerator), kBackend);
  CopyText(info->name, sizeof(info->name), facts_.stable_name);
  CopyText(info->platform, sizeof(info->platform), facts_.platform_name);
  CopyText(info->driver, sizeof(info->driver),
           facts_.driver_version + ", " + facts_.platform_version);
  info->type = facts_.type;
  info->usable = facts_.problem.empty() ? 1 : 0;
  info->memory_bytes = facts_.memory_bytes;
  info->local_memory_bytes = facts_.local_bytes;
  info->compute_units = facts_.compute_units;
  CopyText(info->cache, sizeof(info->cache), cache_.Describe());
  CopyText(info->problem, sizeof(info->problem), facts_.problem);
  CopyText(info->hint, sizeof(info->hint), facts_.hint);
  // A host that is older does not have it.
  constexpr size_t kWithHardware =
      offsetof(MagickAccelerateDeviceInfo, hardware) + sizeof(info->hardware);
  if (info->struct_size >= kWithHardware)
    CopyText(info->hardware, sizeof(info->hardware), facts_.hardware);
}

Context* Device::context() const {
  const std::lock_guard lock(mutex_);
  return context_.get();
}

DeviceShare Device::share() {
  return {*context(), facts_, lanes_, ranges_, memory_};
}

// Requires preparing_ to be held.
void Device::Open(MagickAccelerateParts* parts) {
  if (context()) return;
  if (!facts_.problem.empty()) {
    throw Problem(MagickAccelerateDeclined, MagickAccelerateNoDevice, facts_.problem);
  }
  const uint64_t begin = NowNs();
  ContextOwner opened = OpenContext(facts_);
  parts->context_ns += NowNs() - begin;
  const std::lock_guard lock(mutex_);
  context_ = std::move(opened);
}

// After Open, if need be.
Context& Device::Opened() {
  if (Context* const opened = context()) return *opened;
  MagickAccelerateParts parts{};
  const std::lock_guard preparing(preparing_);
  Open(&parts);
  return *context();
}

void Device::WarmUp(unsigned quantum_depth, uint32_t operation, MagickAccelerateParts* parts,
                    Stopping stopping) {
  for (const OperationTraits& each : Operations()) {
    if (operation != 0 && operation != static_cast<uint32_t>(each.operation)) continue;
    for (const ProgramKey& key : ProgramsOf(each, quantum_depth, facts_)) {
      CheckStopping(stopping);
      Load(key, true, parts);
    }
  }
  CheckStopping(stopping);
  LearnLink();
}

ProgramRecipe Device::RecipeOf(const ProgramKey& key) const {
  return {SourceOf(key.family), BuildOptions(key, facts_), library_version_};
}

void Device::Build(unsigned quantum_depth, MagickAccelerateParts* parts, Stopping stopping) {
  for (const ProgramKey& key : AllPrograms(quantum_depth, facts_)) {
    CheckStopping(stopping);
    const ProgramRecipe recipe = RecipeOf(key);
    const Digest digest = CacheKey(recipe, facts_);
    if (cache_.Has(digest)) continue;
    const Claim claim = cache_.TryToClaim(digest);
    if (!claim || cache_.Has(digest)) continue;
    const std::lock_guard preparing(preparing_);
    Open(parts);
    const uint64_t begin = NowNs();
    CompileProgram(*context(), recipe, digest, cache_);
    parts->compile_ns += NowNs() - begin;
  }
}

void Device::Prepare(const DevicePlan& plan, MagickAccelerateParts* parts) {
  Load(plan.kernels.key, false, parts);
  LearnLink();
}

// Calls that run other programs meanwhile do not wait.
void Device::Load(const ProgramKey& key, bool primed, MagickAccelerateParts* parts) {
  if (Find(key, primed)) return;
  const std::lock_guard preparing(preparing_);
  if (Find(key, primed)) return;
  Open(parts);
  const uint64_t begin = NowNs();
  bool compiled = false;
  if (!Find(key)) {
    BuiltProgram built = BuildProgram(*context(), facts_, RecipeOf(key), cache_);
    compiled = built.compiled;
    const std::lock_guard lock(mutex_);
    programs_[key].program = std::move(built.program);
  }
  if (primed) {
    Prime(*Find(key), key);
    const std::lock_guard lock(mutex_);
    programs_[key].primed = true;
  }
  (compiled ? parts->compile_ns : parts->load_ns) += NowNs() - begin;
}

Program* Device::Find(const ProgramKey& key, bool primed) const {
  const std::lock_guard lock(mutex_);
  const auto found = programs_.find(key);
  if (found == programs_.end() || (primed && !found->second.primed)) return nullptr;
  return found->second.program.get();
}

void Device::Prime(Program& program, const ProgramKey& key) {
  std::set<std::string> primed;
  for (const uint32_t side : PrimingNeighborhood(key.family)) {
    const PrimingWork trial(key, side);
    const auto example = ExampleFor(key, trial.work(), facts_);
    if (!example) continue;
    const KernelPlan kernels = PlanKernels(*example, facts_);
    if (!primed.insert(KernelNames(*example, kernels)).second) continue;
    CallPlan plan{program, kernels, options_, 0, nullptr, tables_};
    CallProgress progress(*example);
    MagickAccelerateParts parts{};
    // A failure is reported by the call that needs it.
    static_cast<void>(TryCall(share(), plan, *example, progress, &parts));
  }
}

// Once, if there is a link.
void Device::LearnLink() {
  if (!options_.pinned || WorksInHostMemory(facts_, options_.share)) return;
  const std::lock_guard preparing(preparing_);
  Context* const opened = context();
  if (!opened || link_known_) return;
  link_known_ = true;
  auto ring = staging_.TakeRing(*opened);
  if (!ring) return;
  LinkSpeeds speeds;
  {
    Session first(share(), true);
    Session second(share(), true);
    speeds = MeasureLink(first, second, *ring);
  }
  const std::lock_guard lock(mutex_);
  link_ = speeds;
}

DevicePlan Device::Plan(const MagickAccelerateWork& work) const {
  if (!facts_.problem.empty()) {
    throw Problem(MagickAccelerateDeclined, MagickAccelerateNoDevice, facts_.problem);
  }
  CheckShape(work);
  DevicePlan plan{};
  plan.struct_size = sizeof(MagickAcceleratePlan);
  plan.kernels = PlanKernels(work, facts_, options_.band_bytes);
  CheckSize(work, plan.kernels, facts_, options_);
  plan.estimate = EstimateRun(work, facts_, options_, link());
  const VariantNames variants = VariantsOf(work, facts_);
  plan.variants = variants.data();
  plan.variant_count = static_cast<uint32_t>(variants.size());
  return plan;
}

LinkSpeeds Device::link() const {
  const std::lock_guard lock(mutex_);
  return link_;
}

void Device::Run(const DevicePlan& plan, const MagickAccelerateWork& work,
                 MagickAccelerateParts* parts) {
  CheckPlaces(work);
  CallProgress progress(work);
  progress.Report(0);
  Load(plan.kernels.key, false, parts);
  if (!RunInBatch(plan, work, parts)) RunAlone(plan, work, progress, parts);
  progress.Report(work.destination.rows);
}

// False: the work is of another kind, or too large.
bool Device::RunInBatch(const DevicePlan& plan, const MagickAccelerateWork& work,
                        MagickAccelerateParts* parts) {
  for (BatchQueue& queue : batch_queues_) {
    if (!queue.Takes(work)) continue;
    return queue.Run(share(), staging(),
                     {work, *Find(plan.kernels.key), plan.kernels, plan.estimate.kernel_ns, parts});
  }
  return false;
}

void Device::RunAlone(const DevicePlan& plan, const MagickAccelerateWork& work,
                      CallProgress& progress, MagickAccelerateParts* parts) {
  const MagickAccelerateEstimate& estimate = plan.estimate;
  const uint64_t expected_ns = estimate.launch_ns + estimate.upload_ns + estimate.kernel_ns +
                               (work.destination.data ? estimate.download_ns : 0);
  CallPlan call{*Find(plan.kernels.key), plan.kernels, options_, expected_ns, staging(), tables_};
  while (!TryCall(share(), call, work, progress, parts)) {
    // Smaller strips need less memory.
    tables_.Clear();
    memory_.Trim();
    call.budget_bytes = call.asked_bytes / 2;
  }
}

MagickAccelerateBuffer* Device::CreateBuffer(uint64_t bytes) {
  if (WorksInHostMemory(facts_, options_.share)) {
    throw Problem(MagickAccelerateDeclined, MagickAccelerateUnsupported,
                  facts_.stable_name + " works in host memory");
  }
  if (bytes == 0 || bytes > facts_.allocation_bytes) {
    throw Problem(MagickAccelerateDeclined, MagickAccelerateTooLarge,
                  std::to_string(bytes) + " bytes in one allocation, " + facts_.stable_name +
                      " allows " + std::to_string(facts_.allocation_bytes));
  }
  auto buffer = std::make_unique<MagickAccelerateBuffer>();
  buffer->block = memory_.Take(Opened(), bytes);
  if (buffer->block.fresh()) Commit(*buffer->block.get());
  return buffer.release();
}

// Many drivers allocate the memory only at its first use.
void Device::Commit(Memory& memory) {
  Session session(share(), false);
  MagickAccelerateParts parts{};
  try {
    session.timeline().Add(Stage::kKernel, session.queue().Fill(memory, 0, 1));
    session.Finish(&parts);
  } catch (const Problem& problem) {
    if (problem.reason() != MagickAccelerateDeviceMemory) throw;
    throw Problem(MagickAccelerateDeclined, problem.reason(), problem.detail());
  }
}

void Device::ReleaseBuffer(MagickAccelerateBuffer* buffer) {
  if (buffer->has_other_users) buffer->block.DoNotKeep();
  delete buffer;
}

void Device::ReadBuffer(const MagickAcceleratePixels& pixels, size_t pixel_bytes,
                        MagickAccelerateParts* parts) {
  CheckReadable(pixels, pixel_bytes);
  Session session(share(), parts->timed);
  const LinkSpeeds speeds = link();
  const double bytes = double(pixel_bytes) * pixels.columns * pixels.rows;
  session.Expect(
      static_cast<uint64_t>(bytes / (pixels.pinned ? speeds.pinned_down : speeds.pageable_down)));
  ReadImage(session, staging(), pixels, pixel_bytes, parts);
}

void Device::WriteBuffer(const MagickAcceleratePixels& pixels, size_t pixel_bytes,
                         MagickAccelerateParts* parts) {
  CheckReadable(pixels, pixel_bytes);
  Session session(share(), parts->timed);
  WriteImage(session, staging(), pixels, pixel_bytes, parts);
}

void Device::Locate(MagickAccelerateBuffer* buffer, MagickAccelerateDevicePixels* pixels) const {
  if (facts_.address_type == 0) {
    throw Problem(MagickAccelerateDeclined, MagickAccelerateUnsupported,
                  std::string(kBackend) + " has no addresses of device memory");
  }
  pixels->device_type = facts_.address_type;
  pixels->device_id = facts_.address_id;
  if (!buffer) return;
  buffer->has_other_users = true;
  pixels->data = reinterpret_cast<void*>(context()->AddressOf(*buffer->get()));
  pixels->stride_bytes = buffer->stride_bytes;
}

MagickAccelerateBuffer* Device::WrapPixels(const MagickAccelerateDevicePixels& pixels) {
  const WrappedLayout layout = LayoutOf(pixels);
  auto buffer = std::make_unique<MagickAccelerateBuffer>();
  buffer->wrapped = Opened().Wrap(layout.address, layout.bytes, pixels.stream);
  buffer->wrapped_bytes = layout.bytes;
  buffer->stride_bytes = layout.stride_bytes;
  buffer->stride_px = static_cast<uint32_t>(layout.stride_bytes / layout.pixel_bytes);
  return buffer.release();
}

void* Device::AcquireHostMemory(uint64_t bytes) {
  Context* const opened = context();
  if (!opened || !options_.pinned || WorksInHostMemory(facts_, options_.share)) return nullptr;
  if (bytes == 0 || bytes > facts_.allocation_bytes) return nullptr;
  return host_memory_.Add(std::make_unique<PinnedMemory>(*opened, bytes, workers_));
}

}  // namespace lodestone::accel::gpu
