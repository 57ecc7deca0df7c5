// Shared by the tests of CUDA's driver.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "tests/gpu/fake_cuda_library.hpp"

namespace lodestone::accel::gpu::testing {

// Nothing may be left behind a test, and nothing may be used as CUDA forbids.
template <class Base>
class FakeCudaUnder : public Base {
 protected:
  void SetUp() override {
    ResetFake();
    Base::SetUp();
  }
  void TearDown() override {
    EXPECT_EQ(Fake().misuses, std::vector<std::string>());
    EXPECT_EQ(Fake().live, FakeCuda::Live());
    ResetFake();
  }
};

using WithFakeCuda = FakeCudaUnder<::testing::Test>;

}  // namespace lodestone::accel::gpu::testing
