// Size arithmetic that detects overflow: the one place for it.
#pragma once

#include <cstddef>
#include <optional>

namespace lodestone {

// A size in bytes or elements. Once a step overflows, it and all later results are invalid.
class CheckedSize {
 public:
  constexpr CheckedSize(std::size_t value) : value_(value) {}

  constexpr CheckedSize operator*(CheckedSize other) const {
    std::size_t result = 0;
    const bool overflow = __builtin_mul_overflow(value_, other.value_, &result);
    return CheckedSize(result, valid_ && other.valid_ && !overflow);
  }
  constexpr CheckedSize operator+(CheckedSize other) const {
    std::size_t result = 0;
    const bool overflow = __builtin_add_overflow(value_, other.value_, &result);
    return CheckedSize(result, valid_ && other.valid_ && !overflow);
  }
  // Rounds up to the next multiple of a power of two.
  constexpr CheckedSize AlignedTo(std::size_t alignment) const {
    const CheckedSize sum = *this + (alignment - 1);
    return CheckedSize(sum.value_ & ~(alignment - 1), sum.valid_);
  }

  constexpr bool valid() const { return valid_; }
  // Only if valid().
  constexpr std::size_t value() const { return value_; }
  constexpr std::optional<std::size_t> get() const {
    return valid_ ? std::optional<std::size_t>(value_) : std::nullopt;
  }

 private:
  constexpr CheckedSize(std::size_t value, bool valid) : value_(value), valid_(valid) {}

  std::size_t value_;
  bool valid_ = true;
};

}  // namespace lodestone
