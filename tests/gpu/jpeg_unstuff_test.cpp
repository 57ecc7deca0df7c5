// The data of scans without stuffing and markers, as a device leaves them, against a slow and plain
// reader: whatever lies across words, work-items, and groups.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "accel/gpu/operations/operation_kernels.hpp"
#include "kernels/jpeg/device_layout.h"
#include "tests/gpu/transfers.hpp"

namespace lodestone::accel::gpu::testing {
namespace {

using Bytes = std::vector<uint8_t>;

constexpr uint8_t kUnwritten = 0xA5;
constexpr uint32_t kUnwrittenNumber = 0xA5A5A5A5;

struct Scan {
  Bytes bytes;
  uint32_t intervals;
};

struct Unstuffed {
  bool operator==(const Unstuffed&) const = default;

  uint32_t refusals = 0, behind = 0, bytes = 0;
  Bytes data;
  std::vector<uint32_t> begins;
};

// Whole words, more than the kernels write.
constexpr size_t RoomFor(size_t bytes) {
  return (bytes + 3) / 4 * 4 + 64;
}

// Where nothing ends the scan, nothing is kept.
Unstuffed Read(const Scan& scan) {
  Unstuffed read;
  std::vector<uint32_t> begins(scan.intervals + 1, kUnwrittenNumber);
  Bytes data;
  const auto size = static_cast<uint32_t>(scan.bytes.size());
  uint32_t restarts = 0;
  for (uint32_t i = 0; i < size && read.behind == 0; ++i) {
    if (scan.bytes[i] != 0xFF) {
      data.push_back(scan.bytes[i]);
      continue;
    }
    const uint32_t marker = i + 1 < size ? scan.bytes[i + 1] : 0xFF;
    const auto place = static_cast<uint32_t>(data.size());
    if (marker == 0) {
      data.push_back(0xFF);
    } else if (marker >= 0xD0 && marker <= 0xD7) {
      if (marker != 0xD0 + restarts % 8) read.refusals |= LS_REFUSED_MARKER;
      if (++restarts < scan.intervals) begins[restarts] = place;
    } else {
      if (marker != 0xD9) read.refusals |= LS_REFUSED_MARKER;
      if (restarts + 1 < scan.intervals) read.refusals |= LS_REFUSED_FEW_RESTARTS;
      if (restarts + 1 > scan.intervals) read.refusals |= LS_REFUSED_MANY_RESTARTS;
      begins[0] = 0;
      begins[scan.intervals] = read.bytes = place;
      read.behind = size - i;
    }
    ++i;
  }
  if (read.behind == 0) {
    read.refusals = LS_REFUSED_END;
    begins.assign(begins.size(), kUnwrittenNumber);
    data.clear();
  }
  data.resize(RoomFor(size), kUnwritten);
  read.data = data;
  read.begins = begins;
  return read;
}

class OpenClJpegUnstuffing : public GpuTransfers {
 protected:
  void SetUp() override {
    GpuTransfers::SetUp();
    if (!facts_.handle) return;
    context_ = OpenContext(facts_);
    queue_ = context_->MakeQueue(false);
    ProgramKey key;
    key.family = Family::kDecode;
    key.quantum_depth = kDepth;
    program_ =
        BuildProgram(*context_, facts_,
                     {SourceOf(key.family), BuildOptions(key, facts_), "unstuffing test"}, cache_)
            .program;
  }

  // All by the same launches.
  void Expect(const std::vector<Scan>& scans) {
    LayOut(scans);
    const auto bytes = Uploaded(all_bytes_), plans = Uploaded(plans_), memory = Uploaded(memory_);
    for (const char* name : {"DecodeCountFilter", "DecodePlaceFilter", "DecodeUnstuffFilter"})
      Run(name, scans.size(), *plans, *memory, *bytes);
    queue_->Download(*memory, 0, {memory_.data(), memory_.size(), memory_.size(), 1}, nullptr);
    ASSERT_TRUE(queue_->Finish());
    for (size_t i = 0; i < scans.size(); ++i) {
      const Unstuffed expected = Read(scans[i]), actual = Found(i, scans[i]);
      EXPECT_EQ(expected.refusals, actual.refusals) << i;
      EXPECT_EQ(expected.behind, actual.behind) << i;
      EXPECT_EQ(expected.bytes, actual.bytes) << i;
      ASSERT_TRUE(expected == actual) << i << " of " << scans[i].bytes.size() << " bytes";
    }
  }

 private:
  static constexpr size_t kAlignment = 256;

  static uint32_t Take(size_t bytes, size_t& all) {
    const size_t place = all;
    all = (all + bytes + kAlignment - 1) / kAlignment * kAlignment;
    return static_cast<uint32_t>(place);
  }

  void LayOut(const std::vector<Scan>& scans) {
    plans_.assign(scans.size(), LsDecode{});
    all_bytes_.clear();
    size_t all = 0;
    most_chunks_ = 0;
    for (size_t i = 0; i < scans.size(); ++i) {
      const Bytes& bytes = scans[i].bytes;
      LsDecode& plan = plans_[i];
      plan.scan = all_bytes_.size();
      all_bytes_.insert(all_bytes_.end(), bytes.begin(), bytes.end());
      all_bytes_.resize((all_bytes_.size() + 15) / 16 * 16, 0xFF);
      plan.bytes = static_cast<uint32_t>(bytes.size());
      plan.chunks = (plan.bytes + LS_CHUNK_BYTES - 1) / LS_CHUNK_BYTES;
      most_chunks_ = std::max<size_t>(most_chunks_, plan.chunks);
      plan.intervals = scans[i].intervals;
      plan.status = Take(sizeof(LsDecodeStatus), all);
      plan.chunk_counts = Take(plan.chunks * sizeof(uint32_t), all);
      plan.chunk_places = Take(plan.chunks * 2 * sizeof(uint32_t), all);
      plan.data = Take(RoomFor(bytes.size()), all);
      plan.begins = Take((plan.intervals + 1) * sizeof(uint32_t), all);
    }
    memory_.assign(all, kUnwritten);
    for (const LsDecode& plan : plans_)
      std::fill_n(memory_.begin() + plan.status, sizeof(LsDecodeStatus), uint8_t{0});
  }

  template <class T>
  MemoryOwner Uploaded(std::vector<T>& from) {
    const size_t bytes = from.size() * sizeof(T);
    MemoryOwner memory = context_->Allocate(bytes);
    queue_->Upload({reinterpret_cast<unsigned char*>(from.data()), bytes, bytes, 1}, *memory, 0,
                   nullptr);
    return memory;
  }

  void Run(const std::string& name, size_t images, Memory& plans, Memory& memory, Memory& bytes) {
    const KernelOwner kernel = program_->MakeKernel(name);
    const bool is_one_group = name == "DecodePlaceFilter";
    const uint32_t plan_bytes = sizeof(LsDecode);
    kernel->Set(0, &plans);
    kernel->Set(1, &plan_bytes, sizeof(plan_bytes));
    kernel->Set(2, &memory);
    if (!is_one_group) kernel->Set(3, &bytes);
    const size_t groups = is_one_group ? 1 : most_chunks_;
    queue_->Run(*kernel, {{groups * LS_CHUNK_ITEMS, images}, {LS_CHUNK_ITEMS, 1}});
  }

  Unstuffed Found(size_t i, const Scan& scan) const {
    const LsDecode& plan = plans_[i];
    LsDecodeStatus status;
    std::memcpy(&status, memory_.data() + plan.status, sizeof(status));
    Unstuffed found{status.refusals, status.behind, status.bytes, {}, {}};
    for (size_t at = 0; at < RoomFor(scan.bytes.size()); at += sizeof(uint32_t)) {
      uint32_t word;
      std::memcpy(&word, memory_.data() + plan.data + at, sizeof(word));
      for (const int shift : {24, 16, 8, 0})
        found.data.push_back(static_cast<uint8_t>(word >> shift));
    }
    found.begins.resize(scan.intervals + 1);
    std::memcpy(found.begins.data(), memory_.data() + plan.begins,
                found.begins.size() * sizeof(uint32_t));
    return found;
  }

  ContextOwner context_;
  QueueOwner queue_;
  ProgramOwner program_;
  Bytes all_bytes_, memory_;
  std::vector<LsDecode> plans_;
  size_t most_chunks_ = 0;
};

// Bytes that begin no marker, then the end.
Scan Plain(size_t bytes, std::mt19937& random) {
  Scan scan{Bytes(bytes), 1};
  for (uint8_t& byte : scan.bytes) byte = static_cast<uint8_t>(random() % 0xFF);
  scan.bytes.insert(scan.bytes.end(), {0xFF, 0xD9});
  return scan;
}

void Insert(Scan& scan, size_t place, const Bytes& bytes) {
  std::copy(bytes.begin(), bytes.end(), scan.bytes.begin() + static_cast<std::ptrdiff_t>(place));
}

// Of all kinds that may meet a boundary.
const Bytes kPatterns[] = {
    {0xFF, 0x00},
    {0x00, 0xFF, 0x00, 0x00},
    {0xFF, 0x00, 0xFF, 0x00, 0xFF, 0x00, 0xFF, 0x00, 0xFF, 0x00},
    {0xFF, 0xD0},
    {0xFF, 0xD0, 0xD1, 0x00},
    {0xFF, 0xD0, 0xFF, 0xD1, 0xFF, 0x00, 0xFF, 0xD2, 0xFF, 0xD3, 0xFF,
     0xD4, 0xFF, 0xD5, 0xFF, 0xD6, 0xFF, 0xD7, 0xFF, 0xD0, 0xFF, 0xD1},
    {0xFF, 0xD3},
    {0xFF, 0xD8},
    {0xFF, 0xCF},
    {0xFF, 0x01},
    {0xFF, 0xFF},
    {0xFF, 0xFF, 0x00},
    {0xFF, 0xFF, 0xD0},
    {0xFF, 0xD9},
    {0xFF, 0xD9, 0xFF, 0x00, 0xFF, 0xD0, 0xFF, 0xFF},
};

TEST_F(OpenClJpegUnstuffing, EveryPlaceAtBoundaries) {
  for (const size_t first :
       {size_t{0}, size_t{LS_CHUNK_BYTES} - 40, size_t{2 * LS_CHUNK_BYTES} - 24})
    for (const Bytes& pattern : kPatterns) {
      SCOPED_TRACE(::testing::Message() << first << ' ' << &pattern - kPatterns);
      std::vector<Scan> scans;
      for (size_t place = first; place < first + 60; ++place) {
        scans.push_back(Plain(2 * LS_CHUNK_BYTES + 70, random_));
        Insert(scans.back(), place, pattern);
        scans.back().intervals = 1 + static_cast<uint32_t>(place % 13);
        scans.push_back(scans.back());
        Insert(scans.back(), 0, Bytes(place % 8, 0xFF));  // each followed by something else
        for (size_t i = 1; i < place % 8; i += 2) scans.back().bytes[i] = 0;
      }
      Expect(scans);
    }
}

TEST_F(OpenClJpegUnstuffing, EverySizeAtBoundaries) {
  const Bytes endings[] = {{}, {0xFF}, {0xFF, 0x00}, {0xFF, 0xD0}, {0xFF, 0xD8}, {0xFF, 0xD9}};
  for (const size_t first : {size_t{1}, size_t{LS_CHUNK_BYTES} - 24}) {
    std::vector<Scan> scans;
    for (size_t size = first; size < first + 60; ++size)
      for (const Bytes& ending : endings) {
        scans.push_back(Plain(size, random_));
        scans.back().bytes.resize(size);
        scans.back().bytes.insert(scans.back().bytes.end(), ending.begin(), ending.end());
      }
    Expect(scans);
  }
}

// Of few kinds of bytes, so that each meets each; the markers are mostly those that are due.
TEST_F(OpenClJpegUnstuffing, AnyBytes) {
  std::vector<Scan> scans;
  for (unsigned round = 0; round < 400; ++round) {
    Scan scan{{}, 1};
    const size_t size = 1 + random_() % (3 * LS_CHUNK_BYTES);
    const unsigned rarity = 2 + random_() % 60;
    while (scan.bytes.size() < size) {
      const unsigned kind = random_() % rarity;
      const auto due = static_cast<uint8_t>(0xD0 + (scan.intervals - 1) % 8);
      if (kind == 0) scan.bytes.insert(scan.bytes.end(), {0xFF, due});
      if (kind == 0) ++scan.intervals;
      if (kind == 1) scan.bytes.insert(scan.bytes.end(), {0xFF, 0x00});
      if (kind > 1)
        scan.bytes.push_back(static_cast<uint8_t>(random_() % 3 ? random_() % 255 : due));
    }
    scan.bytes.insert(scan.bytes.end(), {0xFF, 0xD9});
    scan.bytes.resize(scan.bytes.size() + random_() % 100, 0xFF);
    if (round % 4 == 1) scan.bytes[random_() % scan.bytes.size()] = 0xFF;
    if (round % 4 == 2) scan.intervals = 1 + random_() % (2 * scan.intervals);
    scans.push_back(scan);
  }
  Expect(scans);
}

}  // namespace
}  // namespace lodestone::accel::gpu::testing
