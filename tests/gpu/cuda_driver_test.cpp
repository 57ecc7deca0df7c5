// What the driver's interface promises, on CUDA: devices, transfers, order, arguments, threads.
#include <array>
#include <cstring>
#include <thread>

#include "accel/gpu/driver.hpp"
#include "tests/gpu/cuda_fixture.hpp"

namespace lodestone::accel::gpu::testing {
namespace {

class CudaDevices : public WithFakeCuda {};

TEST_F(CudaDevices, AreDescribed) {
  Fake().devices = 2;
  const Discovery found = DiscoverDevices();
  ASSERT_EQ(found.devices.size(), 2u);
  const DeviceFacts& facts = found.devices[0];
  EXPECT_EQ(facts.stable_name, "CUDA:GPU:Fake");
  EXPECT_EQ(found.devices[1].stable_name, "CUDA:GPU:Fake#2");
  EXPECT_EQ(facts.hardware, "pci:0000:3b:00.0");
  EXPECT_EQ(found.devices[1].hardware, "pci:0000:3c:00.0");
  EXPECT_EQ(facts.problem, "");
  EXPECT_EQ(facts.platform_version, "CUDA 12.8");
  EXPECT_EQ(facts.device_version, "9.0");
  EXPECT_EQ(facts.memory_bytes, FakeCuda::kMemoryBytes);
  EXPECT_EQ(facts.local_bytes, 48u << 10);
  EXPECT_EQ(facts.clock_mhz, 1980u);
  EXPECT_TRUE(facts.is_gpu());
  EXPECT_EQ(facts.compiler_options, "") << "programs are those of the build";
  EXPECT_EQ(facts.image_columns, 0u);
}

TEST_F(CudaDevices, ThatCannotBeUsedSayWhy) {
  Fake().architecture = 61;
  DeviceFacts facts = DiscoverDevices().devices.at(0);
  EXPECT_EQ(facts.problem, "compute capability 7.0 is required, the device has 6.1");
  EXPECT_NE(facts.hint, "");
  Fake().architecture = 70;
  Fake().compute_mode = CU_COMPUTEMODE_PROHIBITED;
  facts = DiscoverDevices().devices.at(0);
  EXPECT_EQ(facts.problem, "its compute mode prohibits programs");
  EXPECT_NE(facts.hint, "");
}

TEST_F(CudaDevices, NoneIsOneClearReason) {
  Fake().devices = 0;
  EXPECT_EQ(DiscoverDevices().problem, "NVIDIA's driver reports no device");
  ResetFake();
  for (const CUresult status : {CUDA_ERROR_SYSTEM_DRIVER_MISMATCH, CUDA_ERROR_OUT_OF_MEMORY}) {
    Fake().FailAt("cuInit", 1, status);
    const Discovery found = DiscoverDevices();
    EXPECT_TRUE(found.devices.empty());
    EXPECT_NE(found.problem, "");
    EXPECT_NE(found.hint, "");
  }
}

class CudaDriver : public WithFakeCuda {
 protected:
  void SetUp() override {
    WithFakeCuda::SetUp();
    context_ = OpenContext(DiscoverDevices().devices.at(0));
    queue_ = context_->MakeQueue(false);
  }
  void TearDown() override {
    program_ = nullptr;
    queue_ = nullptr;
    context_ = nullptr;
    WithFakeCuda::TearDown();
  }

  static HostBlock Block(std::vector<unsigned char>& bytes, size_t stride, size_t row,
                         size_t rows) {
    return {bytes.data(), stride, row, rows};
  }
  static std::vector<unsigned char> Counted(size_t bytes) {
    std::vector<unsigned char> data(bytes);
    for (size_t i = 0; i < bytes; ++i) data[i] = static_cast<unsigned char>(i * 7 + 1);
    return data;
  }
  // Bytes of device memory.
  std::vector<unsigned char> Read(const Memory& memory, size_t offset, size_t bytes) {
    std::vector<unsigned char> data(bytes);
    queue_->Download(memory, offset, Block(data, bytes, bytes, 1), nullptr)->Wait();
    return data;
  }
  KernelOwner MakeKernel(const char* name = "Any") {
    if (!program_) program_ = context_->Compile("source", " -DX=1");
    return program_->MakeKernel(name);
  }

  ContextOwner context_;
  QueueOwner queue_;
  ProgramOwner program_;
};

TEST_F(CudaDriver, TransfersKeepStridesAndOffsets) {
  constexpr size_t kRow = 10, kRows = 4, kOffset = 20;
  std::vector<unsigned char> from = Counted(100), to(100, 0xEE);
  const MemoryOwner memory = context_->Allocate(100);
  for (const size_t up : {kRow, size_t{13}}) {
    for (const size_t down : {kRow, size_t{17}}) {
      queue_->Fill(*memory, 0, 100);
      queue_->Upload(Block(from, up, kRow, kRows), *memory, kOffset, nullptr);
      std::fill(to.begin(), to.end(), 0xEE);
      queue_->Download(*memory, kOffset, Block(to, down, kRow, kRows), nullptr)->Wait();
      for (size_t i = 0; i < to.size(); ++i) {
        const size_t x = i % down, y = i / down;
        EXPECT_EQ(to[i], x < kRow && y < kRows ? from[y * up + x] : 0xEE) << i;
      }
      EXPECT_EQ(Read(*memory, kOffset - 1, 1)[0], 0);
      EXPECT_EQ(Read(*memory, kOffset + kRow * kRows, 1)[0], 0);
    }
  }
}

TEST_F(CudaDriver, QueuesWaitForOneAnotherWhereTold) {
  const MemoryOwner memory = context_->Allocate(8);
  const QueueOwner other = context_->MakeQueue(false);
  std::vector<unsigned char> first(8, 1), second(8, 2), read(8);
  const EventOwner filled = other->Upload(Block(first, 8, 8, 1), *memory, 0, nullptr);
  const EventOwner got = queue_->Download(*memory, 0, Block(read, 8, 8, 1), filled.get());
  EXPECT_FALSE(got->HasEnded());
  got->Wait();
  EXPECT_TRUE(got->HasEnded());
  EXPECT_EQ(read, first);
  const EventOwner again = other->Upload(Block(second, 8, 8, 1), *memory, 0, got.get());
  const Event* const events[] = {again.get()};
  queue_->WaitFor(events);
  EXPECT_EQ(Read(*memory, 0, 8), second);
  EXPECT_TRUE(queue_->Finish());
  EXPECT_TRUE(other->Finish());
}

TEST_F(CudaDriver, KernelsGetTheirArguments) {
  struct Three {
    float x, y, z;
  };
  struct Seen {
    std::string kernel;
    unsigned groups[2], items[2], local_bytes;
    uint32_t number;
    Three three;
    CUdeviceptr memory, null, first, second;
  };
  Fake().static_local_bytes = 40;
  std::vector<Seen> all;
  Fake().launch = [&](const FakeLaunch& launch) -> std::function<void()> {
    const auto get = [&]<typename T>(size_t index, T* to) {
      std::memcpy(to, launch.arguments[index], sizeof(T));
    };
    Seen seen{launch.kernel, {}, {}, launch.local_bytes, 0, {}, 0, 1, 0, 0};
    std::memcpy(seen.groups, launch.groups, sizeof seen.groups);
    std::memcpy(seen.items, launch.items, sizeof seen.items);
    get(0, &seen.number);
    get(1, &seen.memory);
    get(2, &seen.first);
    get(3, &seen.null);
    get(4, &seen.three);
    get(5, &seen.second);
    all.push_back(seen);
    return {};
  };
  const MemoryOwner whole = context_->Allocate(1000);
  const MemoryOwner part = context_->Part(*whole, 256, 100);
  const KernelOwner kernel = MakeKernel("Resize");
  EXPECT_EQ(kernel->GroupItems(), 256u);
  EXPECT_EQ(kernel->LocalBytes(), 40u);
  const uint32_t number = 5;
  const Three three = {1, 2, 3};
  kernel->Set(0, &number, sizeof number);
  kernel->Set(1, part.get());
  kernel->SetLocal(2, 100);
  kernel->Set(3, nullptr);
  kernel->Set(4, &three, sizeof three);
  kernel->SetLocal(5, 12);
  queue_->Run(*kernel, {{64, 6}, {32, 2}});
  const uint32_t later = 6;
  kernel->Set(0, &later, sizeof later);
  queue_->Run(*kernel, {{64, 6}, {32, 2}});
  queue_->Finish();
  ASSERT_EQ(all.size(), 2u);
  const Seen& seen = all[0];
  EXPECT_EQ(seen.kernel, "Resize");
  EXPECT_EQ(seen.groups[0], 2u);
  EXPECT_EQ(seen.groups[1], 3u);
  EXPECT_EQ(seen.items[0], 32u);
  EXPECT_EQ(seen.items[1], 2u);
  EXPECT_EQ(seen.number, 5u);
  EXPECT_EQ(all[1].number, 6u) << "a launch keeps the arguments that it was made with";
  EXPECT_EQ(seen.memory, Fake().memory.begin()->first + 256);
  EXPECT_EQ(seen.null, 0u);
  EXPECT_EQ(seen.three.z, 3.0f);
  // Behind what the device keeps for itself and the kernel's own 40 bytes, 16 bytes aligned.
  EXPECT_EQ(seen.first, FakeCuda::kLocalBase + 48);
  EXPECT_EQ(seen.second, FakeCuda::kLocalBase + 48 + 112);
  EXPECT_EQ(seen.local_bytes, 8u + 112 + 12);
}

TEST_F(CudaDriver, GroupsThatAreLeftToItCoverTheGridExactly) {
  std::array<unsigned, 2> groups{}, items{};
  Fake().launch = [&](const FakeLaunch& launch) -> std::function<void()> {
    groups = {launch.groups[0], launch.groups[1]};
    items = {launch.items[0], launch.items[1]};
    return {};
  };
  const KernelOwner kernel = MakeKernel();
  for (const size_t columns : {1u, 61u, 640u, 2003u}) {
    for (const size_t rows : {1u, 7u, 480u}) {
      queue_->Run(*kernel, {{columns, rows}, {0, 0}});
      EXPECT_EQ(size_t{groups[0]} * items[0], columns);
      EXPECT_EQ(size_t{groups[1]} * items[1], rows);
      EXPECT_LE(items[0] * items[1], 256u);
      if (columns == 640 && rows == 480) {
        EXPECT_EQ(items[0] * items[1], 128u);
      }
    }
  }
  queue_->Finish();
}

TEST_F(CudaDriver, OnlyTimedQueuesMeasure) {
  const MemoryOwner memory = context_->Allocate(8);
  const EventOwner untimed = queue_->Fill(*memory, 1, 8);
  untimed->Wait();
  EXPECT_FALSE(untimed->Times());
  const QueueOwner first = context_->MakeQueue(true), second = context_->MakeQueue(true);
  const EventOwner before = first->Fill(*memory, 2, 8);
  const Event* const events[] = {before.get()};
  second->WaitFor(events);
  const EventOwner after = second->Fill(*memory, 3, 8);
  after->Wait();
  const auto early = before->Times(), late = after->Times();
  ASSERT_TRUE(early && late);
  EXPECT_GT(early->queued, 0u);
  EXPECT_LT(early->start, early->end);
  EXPECT_LE(early->end, late->start) << "all queues have one clock";
  EXPECT_LT(late->start, late->end);
}

TEST_F(CudaDriver, EventsMayBeAskedFromAnyThread) {
  const MemoryOwner memory = context_->Allocate(8);
  const EventOwner filled = queue_->Fill(*memory, 9, 8);
  std::thread([&] {
    while (!filled->HasEnded()) std::this_thread::yield();
    EXPECT_EQ(Fake().Contexts(), 0u);
  }).join();
  EXPECT_EQ(Read(*memory, 0, 8), std::vector<unsigned char>(8, 9));
}

TEST_F(CudaDriver, TheProgramsOwnContextStaysCurrent) {
  EXPECT_EQ(Fake().Contexts(), 0u);
  Fake().Enter(1);
  const MemoryOwner memory = context_->Allocate(8);
  queue_->Fill(*memory, 1, 8)->Wait();
  MakeKernel();
  EXPECT_EQ(Fake().Contexts(), 1u);
  EXPECT_TRUE(Fake().Leave(1));
}

TEST_F(CudaDriver, TwoDevicesHaveContextsOfTheirOwn) {
  Fake().devices = 2;
  const ContextOwner other = OpenContext(DiscoverDevices().devices.at(1));
  EXPECT_EQ(Fake().live.contexts, 2);
  const QueueOwner its = other->MakeQueue(true);
  const MemoryOwner here = context_->Allocate(8), there = other->Allocate(8);
  queue_->Fill(*here, 1, 8);
  its->Fill(*there, 2, 8)->Wait();
  EXPECT_EQ(Read(*here, 0, 8), std::vector<unsigned char>(8, 1));
}

TEST_F(CudaDriver, MemoryLivesAsLongAsItsPartsAndCommands) {
  MemoryOwner whole = context_->Allocate(600);
  MemoryOwner part = context_->Part(*whole, 512, 8);
  queue_->Fill(*part, 4, 8);
  whole = nullptr;
  EXPECT_EQ(Read(*part, 0, 8), std::vector<unsigned char>(8, 4));
  const EventOwner filled = queue_->Fill(*part, 5, 8);
  part = nullptr;
  EXPECT_EQ(Fake().live.memory_bytes, 0u);
  EXPECT_TRUE(filled->HasEnded());
}

TEST_F(CudaDriver, HostMemoryIsPinnedAsLongAsItIsWanted) {
  std::vector<unsigned char> host(4096);
  const MemoryOwner pin = context_->Pin(host.data(), host.size());
  EXPECT_EQ(Fake().live.pins, 1);
  EXPECT_FALSE(context_->Share(host.data(), host.size(), Access::kRead));
}

TEST_F(CudaDriver, ProgramsAreThoseOfTheModule) {
  std::string image;
  Fake().launch = [&](const FakeLaunch& launch) -> std::function<void()> {
    image = launch.image;
    return {};
  };
  queue_->Run(*MakeKernel(), {{1, 1}, {1, 1}})->Wait();
  EXPECT_EQ(image, "90 -DX=1\nsource");
  EXPECT_TRUE(program_->Binary().empty());
  EXPECT_FALSE(context_->Load({1, 2, 3}, ""));
  try {
    context_->Compile("source", kMissingProgram);
    ADD_FAILURE() << "a program from nowhere";
  } catch (const Problem& problem) {
    EXPECT_EQ(problem.outcome(), MagickAccelerateDeclined);
    EXPECT_EQ(problem.reason(), MagickAccelerateUnsupported);
    EXPECT_EQ(problem.detail(), "the module was built without this program: -DMISSING");
  }
}

TEST_F(CudaDriver, WhatTheDriverCannotTranslateSaysWhy) {
  Fake().FailAt("cuModuleLoadDataEx", 1, CUDA_ERROR_INVALID_PTX);
  try {
    context_->Compile("source", "");
    ADD_FAILURE() << "a program from nowhere";
  } catch (const Problem& problem) {
    EXPECT_EQ(problem.reason(), MagickAccelerateBuildFailed);
    EXPECT_EQ(problem.detail(), "cuModuleLoadDataEx: CUDA status 218 on CUDA:GPU:Fake: line 7");
  }
  EXPECT_THROW(MakeKernel("Missing"), Problem);
}

}  // namespace
}  // namespace lodestone::accel::gpu::testing
