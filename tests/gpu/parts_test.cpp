// Parts of GPU modules that need no device.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "accel/gpu/call/estimate.hpp"
#include "accel/gpu/call/priming.hpp"
#include "accel/gpu/operations/operation_kernels.hpp"
#include "accel/gpu/plans/kernel_plan.hpp"
#include "accel/gpu/plans/packed_axis.hpp"
#include "accel/gpu/plans/quad_tiling.hpp"
#include "accel/gpu/plans/scan_layout.hpp"
#include "accel/gpu/launch/tables.hpp"
#include "accel/gpu/plans/tiling.hpp"
#include "accel/trials/trial_jpeg.hpp"
#include "tests/gpu/oracle.hpp"

namespace lodestone::accel::gpu::testing {
namespace {

TEST(GpuSizes, HugeImagesDoNotWrapAround) {
  DeviceFacts facts;
  facts.memory_bytes = facts.usable_bytes = facts.allocation_bytes = uint64_t{1} << 40;
  const uint32_t first = 0, count = INT32_MAX, offset = 0;
  MagickAccelerateWork work{};
  work.operation = MagickAccelerateScale;
  work.quantum_depth = 16;
  work.source.columns = work.source.rows = INT32_MAX;
  work.destination.columns = work.destination.rows = 1;
  work.horizontal = work.vertical = {INT32_MAX, 1, count, count, &first, &count, &offset, nullptr};
  const KernelPlan plan = PlanKernels(work, facts);
  EXPECT_THROW(CheckSize(work, plan, facts, {}), Problem);
}

// Why a work is declined, "" if it is not.
std::string DeclinedAsItIs(MagickAccelerateWork work) {
  work.struct_size = sizeof work;
  work.quantum_depth = 16;
  try {
    CheckShape(work);
  } catch (const Problem& problem) {
    EXPECT_EQ(problem.outcome(), MagickAccelerateDeclined);
    return problem.detail();
  }
  return "";
}

// The same for a work of one pixel.
std::string Declined(MagickAccelerateWork work) {
  static uint16_t pixel[4];
  work.source = work.destination = {pixel, 1, 1, sizeof pixel, 0, nullptr, 0};
  return DeclinedAsItIs(work);
}

// Kernels read as many entries as the arguments say.
TEST(GpuShapes, ShearsHaveTheirLines) {
  const int32_t lines[3 * LS_LINE_NUMBERS] = {};
  for (const uint32_t of_columns : {0u, 1u}) {
    MagickAccelerateWork work{};
    work.operation = MagickAccelerateShear;
    work.shear.of_columns = of_columns;
    work.shear.area_columns = of_columns ? 3 : 5;
    work.shear.area_rows = of_columns ? 5 : 3;
    work.table = {lines, 3 * LS_LINE_NUMBERS};
    EXPECT_EQ(Declined(work), "");
    for (const uint32_t count : {0u, 3u * LS_LINE_NUMBERS - 1u, 5u * LS_LINE_NUMBERS}) {
      work.table.count = count;
      EXPECT_EQ(Declined(work), "a shear of another number of lines than its table's") << count;
    }
  }
}

TEST(GpuShapes, WarpsHaveTheirTables) {
  const float table[8] = {};
  MagickAccelerateWork work{};
  work.operation = MagickAccelerateWarp;
  work.warp.function = MagickAccelerateArc;
  work.warp.whole[2] = 2;
  work.table = {table, 8};
  EXPECT_EQ(Declined(work), "");
  work.table.count = 4;
  EXPECT_EQ(Declined(work), "an arc of another length than its table");
  work.warp.function = MagickAccelerateDisplace;
  work.warp.whole[2] = 0;
  EXPECT_EQ(Declined(work), "");
  work.table.count = 3;
  EXPECT_EQ(Declined(work), "displacements of another number of pixels");
}

// Kernels trust what markers say.
TEST(GpuShapes, ScansAgreeWithTheirMarkers) {
  const TrialScan trial = MakeTrialScan(40, 30, false, 0);
  MagickAccelerateJpeg jpeg = trial.jpeg;
  MagickAccelerateWork work{};
  work.operation = MagickAccelerateDecode;
  work.jpeg = &jpeg;
  const auto reason = [&] {
    MagickAccelerateWork sized = work;
    sized.source = {nullptr, 100, 1, 100, 0, nullptr, 0};
    sized.destination = {nullptr, 40, 30, 40 * 8, 0, nullptr, 0};
    return DeclinedAsItIs(sized);
  };
  EXPECT_EQ(reason(), "");
  void (*const mistakes[])(MagickAccelerateJpeg&) = {
      [](MagickAccelerateJpeg& j) { j.components = 2; },
      [](MagickAccelerateJpeg& j) { j.components = 1; },
      [](MagickAccelerateJpeg& j) { j.columns = 0; },
      [](MagickAccelerateJpeg& j) { j.rows = 65501; },
      [](MagickAccelerateJpeg& j) { j.denominator = 0; },
      [](MagickAccelerateJpeg& j) { j.denominator = 3; },
      [](MagickAccelerateJpeg& j) { j.denominator = 16; },
      [](MagickAccelerateJpeg& j) { j.component[0].horizontal = 0; },
      [](MagickAccelerateJpeg& j) { j.component[0].vertical = 5; },
      [](MagickAccelerateJpeg& j) { j.component[1].horizontal = 3; },
      [](MagickAccelerateJpeg& j) { ++j.mcu_columns; },
      [](MagickAccelerateJpeg& j) { --j.mcu_rows; },
      [](MagickAccelerateJpeg& j) { ++j.mcu_blocks; },
      [](MagickAccelerateJpeg& j) { j.mcu[1].component = 2; },
      [](MagickAccelerateJpeg& j) { j.mcu[1].column = 0; },
      [](MagickAccelerateJpeg& j) { j.mcu[2].row = 2; },
      [](MagickAccelerateJpeg& j) { j.mcu[3].dc = 2; },
      [](MagickAccelerateJpeg& j) { j.mcu[5].ac = 2; },
      [](MagickAccelerateJpeg& j) { j.period = 0; },
      [](MagickAccelerateJpeg& j) { j.period = 4; },
      [](MagickAccelerateJpeg& j) { j.interval = 0; },
      [](MagickAccelerateJpeg& j) { j.interval = j.mcu_columns * j.mcu_rows + 1; }};
  for (size_t i = 0; i < std::size(mistakes); ++i) {
    jpeg = trial.jpeg;
    mistakes[i](jpeg);
    EXPECT_EQ(reason(), "markers that contradict themselves") << i;
  }
  jpeg = trial.jpeg;
  work.channels = MagickAccelerateGrey;
  EXPECT_EQ(reason(), "markers that contradict themselves");
  work.channels = MagickAccelerateOpaque;
  jpeg.denominator = 2;
  EXPECT_EQ(reason(), "the destination has the wrong size");
  work.jpeg = nullptr;
  EXPECT_EQ(reason(), "a scan without markers, or of several rows");
}

// A code and its value at the highest of some bits.
struct Symbol {
  unsigned length, size, advance;
};

// Null: the bits end before the code does.
std::optional<Symbol> SymbolOf(const MagickAccelerateJpegCode& code, unsigned bits,
                               unsigned count) {
  unsigned next = 0, symbols = 0;
  for (unsigned length = 1; length <= count; ++length, next *= 2)
    for (unsigned i = 0; i < code.counts[length]; ++i, ++next, ++symbols) {
      if (bits >> (count - length) != next) continue;
      const unsigned size = code.symbols[symbols] & 15, run = code.symbols[symbols] >> 4;
      return Symbol{length, size, size == 0 && run != 15 ? LS_TO_END : run + 1};
    }
  return std::nullopt;
}

TEST(GpuTables, TwoCodesAreOneEntry) {
  const TrialScan trial = MakeTrialScan(40, 30, false, 0);
  const std::vector<uint16_t> entries = PackCodes(trial.jpeg);
  size_t pairs = 0;
  for (unsigned ac = 0; ac < LS_PAIRS; ++ac)
    for (unsigned bits = 0; bits < 1u << LS_SHORT_BITS; ++bits) {
      unsigned expected = entries[(LS_CODES - LS_PAIRS + ac) << LS_SHORT_BITS | bits];
      const auto first = SymbolOf(trial.jpeg.ac[ac], bits, LS_SHORT_BITS);
      if (first) {
        const unsigned used = first->length + first->size;
        EXPECT_EQ(expected, used | first->size << 5 | first->advance << 9);
        if (first->advance != LS_TO_END && used < LS_SHORT_BITS) {
          const unsigned left = LS_SHORT_BITS - used;
          if (const auto second = SymbolOf(trial.jpeg.ac[ac], bits % (1u << left), left)) {
            const unsigned all = used + second->length + second->size;
            expected = all | second->size << 5 | (first->advance + second->advance) << 9;
            ++pairs;
          }
        }
      }
      EXPECT_EQ(entries[(LS_CODES + ac) << LS_SHORT_BITS | bits], expected) << ac << ' ' << bits;
    }
  EXPECT_GT(pairs, 100u);
}

TEST(GpuTables, CodesAreChecked) {
  TrialScan trial = MakeTrialScan(40, 30, false, 0);
  EXPECT_GE(PackCodes(trial.jpeg).size(), size_t{LS_CODES} << LS_SHORT_BITS);
  const auto expect_none = [&] { EXPECT_THROW(PackCodes(trial.jpeg), Problem); };
  trial.jpeg.ac[1].counts[1] = 3;  // two are all there are of one bit
  expect_none();
  trial.jpeg.ac[1].counts[1] = 2;  // one of them is ones alone
  std::fill(trial.jpeg.ac[1].counts + 2, trial.jpeg.ac[1].counts + 17, uint8_t{0});
  expect_none();
  trial.jpeg.ac[1] = trial.jpeg.ac[0];
  std::fill(trial.jpeg.ac[1].counts + 9, trial.jpeg.ac[1].counts + 17, uint8_t{200});
  expect_none();
  trial.jpeg.ac[1] = trial.jpeg.ac[0];
  trial.jpeg.dc[0].symbols[0] = 16;
  expect_none();
}

TEST(GpuNames, DuplicatesAreNumbered) {
  std::vector<DeviceFacts> devices(3);
  for (DeviceFacts& device : devices) {
    device.platform_name = "P";
    device.device_name = "A";
    device.type = MagickAccelerateTypeGPU;
  }
  devices[2].device_name = "B";
  NameDevices(devices);
  EXPECT_EQ(devices[0].stable_name, "P:GPU:A");
  EXPECT_EQ(devices[1].stable_name, "P:GPU:A#2");
  EXPECT_EQ(devices[2].stable_name, "P:GPU:B");
}

TEST(GpuNames, LongTextsEndInDots) {
  char field[8];
  CopyText(field, sizeof(field), "1234567");
  EXPECT_STREQ(field, "1234567");
  CopyText(field, sizeof(field), "12345678");
  EXPECT_STREQ(field, "1234...");
}

float WeightAt(const PackedTables& tables, size_t index) {
  float weight = 0.0f;
  std::memcpy(&weight, &tables.bytes[tables.weights_begin + index * sizeof(weight)],
              sizeof(weight));
  return weight;
}

TEST(GpuTables, TablesByOutputHoldTheSame) {
  std::mt19937 random(8);
  const TestImage source(16, 150, 90, 0, 0), result(16, 70, 40, 0, 0);
  const TestWork work{MagickAccelerateResize,    16,
                      MagickAccelerateOpaque,    false,
                      WildAxis(150, 70, random), FilterAxis(90, 40, 3.0, random)};
  const PackedTables tables = PackTables(work.View(source, result), WeightOrder::kByOutput, 512);
  EXPECT_EQ(tables.rows_begin % 512, 0u);
  EXPECT_EQ(tables.weights_begin % 512, 0u);
  for (const bool vertical : {false, true}) {
    const TestAxis& axis = vertical ? work.vertical : work.horizontal;
    for (uint32_t i = 0; i < axis.outputs(); ++i) {
      uint32_t span[4];
      std::memcpy(span, &tables.bytes[(vertical ? tables.rows_begin : 0) + i * sizeof(span)],
                  sizeof(span));
      EXPECT_EQ(span[0], axis.first[i]);
      ASSERT_EQ(span[1], axis.count[i]);
      for (uint32_t k = 0; k < span[1]; ++k) {
        EXPECT_EQ(WeightAt(tables, span[2] + k), axis.weights[axis.offset[i] + k]);
      }
    }
  }
}

// The weights of a quad for an input are those of its outputs.
TEST(GpuTables, QuadsHoldTheSame) {
  std::mt19937 random(8);
  const TestImage source(16, 150, 90, 0, 0), result(16, 71, 40, 0, 0);
  const TestWork work{MagickAccelerateResize,    16,
                      MagickAccelerateOpaque,    false,
                      WildAxis(150, 71, random), FilterAxis(90, 40, 3.0, random)};
  const PackedTables tables = PackTables(work.View(source, result), WeightOrder::kQuads, 512);
  EXPECT_EQ(tables.weights_begin % 512, 0u);
  for (const bool vertical : {false, true}) {
    const TestAxis& axis = vertical ? work.vertical : work.horizontal;
    for (uint32_t i = 0; i < (axis.outputs() + 3) / 4 * 4; ++i) {
      uint32_t quad[4];
      std::memcpy(quad, &tables.bytes[(vertical ? tables.rows_begin : 0) + i / 4 * sizeof(quad)],
                  sizeof(quad));
      for (uint32_t k = 0; k < quad[1]; ++k) {
        const uint32_t tap = i < axis.outputs() ? quad[0] + k - axis.first[i] : UINT32_MAX;
        const bool has = i < axis.outputs() && tap < axis.count[i];
        EXPECT_EQ(WeightAt(tables, (quad[2] + k) * 4 + i % 4),
                  has ? axis.weights[axis.offset[i] + tap] : 0.0f);
      }
      const uint32_t phase = i < axis.outputs() ? (axis.first[i] - quad[0]) % 64 : 0;
      EXPECT_EQ((quad[3] >> (8 * (i % 4))) & 0xff, phase);
    }
  }
}

TEST(GpuTables, EqualQuadsAreStoredOnce) {
  TestAxis axis;
  axis.inputs = 400;
  for (uint32_t i = 0; i < 200; ++i) {
    axis.first.push_back(2 * i);
    axis.count.push_back(2);
    axis.offset.push_back(2 * i);
    axis.weights.insert(axis.weights.end(), {0.25f, 0.75f});
  }
  const PackedAxis packed = PackQuads(axis.View());
  EXPECT_EQ(packed.spans.size(), 50u);
  EXPECT_EQ(packed.weights.size(), 4u * 8u);
}

// A pixel depends at least on its own position, and on existing source rows.
TEST(GpuRows, LieUnderTheResult) {
  for (const OperationTraits& operation : Operations()) {
    if ((operation.tables & (kAxes | kBorder | kMaps)) != 0) continue;
    MagickAccelerateWork work{};
    work.operation = operation.operation;
    work.source.columns = work.source.rows = 1001;
    const Extent result = ResultSize(operation.size, {1001, 1001});
    work.destination.columns = static_cast<uint32_t>(result.columns);
    work.destination.rows = static_cast<uint32_t>(result.rows);
    for (const Rows rows :
         {Rows{0, 1}, Rows{100, 117}, Rows{work.destination.rows - 1, work.destination.rows}}) {
      if (rows.end > work.destination.rows) continue;  // histograms have few
      const Rows needed = SourceRowsOf(work, rows);
      const uint64_t first = uint64_t{rows.begin} * 1001 / result.rows;
      const uint64_t last = uint64_t{rows.end - 1} * 1001 / result.rows;
      EXPECT_LE(needed.begin, first) << operation.name;
      EXPECT_GT(needed.end, last) << operation.name;
      EXPECT_LE(needed.end, 1001u) << operation.name;
    }
  }
}

// Every cost is given, by the operation's row of traits or by its family.
TEST(GpuSteps, ArePositive) {
  for (const OperationTraits& info : Operations()) {
    const PrimingWork example(ProgramsOf(info, 16, {}).front(), 3);
    MagickAccelerateWork work = example.work();
    work.operation = info.operation;
    EXPECT_GT(StepsOf(work), 0) << info.name;
  }
}

TEST(GpuTiles, QuadsKeepWithinTheDevice) {
  std::mt19937 random(3);
  const TestImage unused(16, 1, 1, 0, 0);
  for (const uint64_t local : {0u, 16u, 1024u, 9000u, 32768u, 49152u}) {
    for (const uint32_t inputs : {1u, 50u, 5000u}) {
      for (const uint32_t outputs : {1u, 9u, 700u}) {
        const TestWork work{MagickAccelerateResize,
                            16,
                            MagickAccelerateOpaque,
                            false,
                            FilterAxis(inputs, outputs, 3.0, random),
                            FilterAxis(outputs, inputs, 3.0, random)};
        const MagickAccelerateWork view = work.View(unused, unused);
        for (const KernelForm form :
             {KernelForm::kStrips, KernelForm::kTiles, KernelForm::kWideTiles}) {
          for (const bool vertical_first : {false, true}) {
            const auto tile = FitQuads(view, vertical_first, form, local);
            if (!tile) continue;
            if (form != KernelForm::kStrips) {
              EXPECT_LE(view.horizontal.max_count, 64u);
              EXPECT_LE(view.vertical.max_count, 64u);
            }
            EXPECT_LE(tile->local_bytes[0] + tile->local_bytes[1], local);
            EXPECT_GE(tile->quads, 1u);
            EXPECT_GE(tile->row_quads, 1u);
          }
        }
      }
    }
  }
}

TEST(GpuTiles, KeepWithinTheDevice) {
  std::mt19937 random(3);
  for (const uint64_t local : {16u, 100u, 1024u, 32768u, 49152u}) {
    for (const size_t items : {1u, 7u, 64u, 256u, 1024u}) {
      for (const uint32_t inputs : {1u, 50u, 5000u}) {
        for (const uint32_t outputs : {1u, 9u, 700u}) {
          const TestAxis axis = FilterAxis(inputs, outputs, 3.0, random);
          const TileLimits limits = {items, items, items, local};
          const Tile across = TileOfQuads(axis.View(), limits);
          for (const Tile& tile : {across, TileOfColumns(outputs, limits)}) {
            EXPECT_LE(tile.group_columns * tile.group_rows, items);
            EXPECT_GE(tile.group_columns * tile.group_rows, 1u);
            EXPECT_LE(tile.local_bytes, local);
          }
          EXPECT_GE(across.capacity, 1u);
        }
      }
    }
  }
}

// Also one that the host does not know: later kernels have done nothing then.
TEST(GpuScans, EveryRefusalHasAReason) {
  MagickAccelerateWork work{};
  work.operation = MagickAccelerateDecode;
  const Ending ending = EndingOf(work);
  EXPECT_EQ(ending(work, {0, 5, 7}), nullptr);
  for (uint32_t bit = 0; bit < 32; ++bit)
    EXPECT_NE(ending(work, {uint32_t{1} << bit, 0, 0}), nullptr) << bit;
}

}  // namespace
}  // namespace lodestone::accel::gpu::testing
