// Which function tables the library accepts.
#include "accel/modules/plugin_table.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>

#include "tests/support/fake_accelerator.hpp"
#include "tests/support/fake_device.hpp"

namespace lodestone::accel {
namespace {

TEST(PluginTable, ACompleteOneIsTaken) {
  EXPECT_EQ("", TableProblem(&test::FakePlugin()));
}

TEST(PluginTable, WhatAnOlderModuleDoesNotHaveIsNull) {
  MagickAcceleratePlugin older = test::FakePlugin();
  older.struct_size = offsetof(MagickAcceleratePlugin, prepare);
  EXPECT_EQ("", TableProblem(&older));
  const MagickAcceleratePlugin complete = CompleteTable(older);
  ASSERT_NE(nullptr, older.prepare);
  EXPECT_EQ(nullptr, complete.prepare);
  EXPECT_EQ(older.run, complete.run);
}

TEST(PluginTable, OneOfANewerHeaderIsTakenToo) {
  MagickAcceleratePlugin newer = test::FakePlugin();
  newer.struct_size = sizeof newer + 16;
  EXPECT_EQ("", TableProblem(&newer));
}

TEST(PluginTable, WithoutTheLastRequiredFunctionItIsRefused) {
  MagickAcceleratePlugin older = test::FakePlugin();
  older.struct_size = offsetof(MagickAcceleratePlugin, prepare) - 1;
  EXPECT_NE("", TableProblem(&older));
}

TEST(PluginTable, OneOfAnotherVersionIsRefused) {
  MagickAcceleratePlugin older = test::FakePlugin();
  older.abi = MAGICK_ACCELERATE_ABI - 1;
  older.struct_size = sizeof older + sizeof older.read;
  EXPECT_EQ("its table is of version " + std::to_string(older.abi) + " of the interface, not " +
                std::to_string(MAGICK_ACCELERATE_ABI),
            TableProblem(&older));
}

TEST(PluginTable, FunctionsThatNeedOthersAreRefusedAlone) {
  MagickAcceleratePlugin table = test::FakeMachinePlugin();
  EXPECT_EQ("", TableProblem(&table));
  table.wrap = nullptr;
  EXPECT_EQ("its table has some but not all of write, address and wrap", TableProblem(&table));
  table = test::FakeMachinePlugin();
  table.allocate = nullptr;
  table.free = nullptr;
  table.read = nullptr;
  EXPECT_EQ("its table has write, but not allocate", TableProblem(&table));
  table.write = nullptr;
  table.address = nullptr;
  table.wrap = nullptr;
  EXPECT_EQ("", TableProblem(&table));
}

TEST(PluginTable, NamesAreOneWord) {
  for (const char* name :
       {"", "two words", "\xc3\xa9", "a name that is far longer than its field"}) {
    MagickAcceleratePlugin table = test::FakePlugin();
    table.name = name;
    EXPECT_NE("", TableProblem(&table)) << name;
  }
}

}  // namespace
}  // namespace lodestone::accel
