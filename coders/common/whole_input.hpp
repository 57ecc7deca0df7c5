// All bytes of an input, for libraries that want a file in one piece.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/coder_api.hpp"
#include "coders/common/coder.hpp"

LS_CODER_API_BEGIN
namespace lodestone::coders {

// Where the input is in memory already, its bytes are used in place: valid until the blob is
// closed. Copies count against the memory limit.
class WholeInput {
 public:
  explicit WholeInput(Image* image);
  ~WholeInput();
  WholeInput(const WholeInput&) = delete;
  WholeInput& operator=(const WholeInput&) = delete;
  std::span<const std::uint8_t> bytes() const { return bytes_; }

 private:
  void ReadKnown(Image* image, std::size_t length);
  void ReadUnknown(Image* image);
  void Claim(std::size_t bytes);

  std::vector<std::uint8_t> storage_;
  std::span<const std::uint8_t> bytes_;
  std::uint64_t claimed_ = 0;
};

}  // namespace lodestone::coders
LS_CODER_API_END
