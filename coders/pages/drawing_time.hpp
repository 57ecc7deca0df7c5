// The time that drawing a page may take.
#pragma once

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstring>
#include <exception>
#include <string>

#include "coders/common/coder.hpp"

namespace lodestone::coders {

// Asked whenever the library that draws calls back: within the time of a page, and unless the
// monitor cancels. -define FORMAT:time-limit=SECONDS sets that time.
class DrawingTime {
 public:
  DrawingTime(const ImageInfo* image_info, const char* format, const Image* image,
              ExceptionInfo* exception)
      : image_(image), exception_(exception), limit_(LimitOf(image_info, format)) {
    Restart();
  }

  double Seconds() const { return limit_.count(); }
  // For the next page.
  void Restart() { end_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(limit_); }

  // Fails if the time is over.
  void Check() {
    const Clock::time_point now = Clock::now();
    if (now >= end_) Fail(ResourceLimitError, "Drawing takes too long");
    if (now < next_) return;
    next_ = now + std::chrono::milliseconds(100);
    CodingProgress(CodingProgress::Task::kLoading, image_, exception_).Tick(0);
  }

  // The same for libraries through which no exception may pass; it is thrown by Rethrow.
  bool GoesOn() noexcept {
    if (failure_) return false;
    try {
      Check();
    } catch (...) {
      failure_ = std::current_exception();
    }
    return !failure_;
  }
  void Rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  using Clock = std::chrono::steady_clock;

  static std::chrono::duration<double> LimitOf(const ImageInfo* image_info, const char* format) {
    constexpr double kSeconds = 120.0, kMost = 1e6;
    const char* const given = AccessDefinition(image_info, format, "time-limit");
    if (given == nullptr) return std::chrono::duration<double>(kSeconds);
    double seconds = 0.0;
    const char* const end = given + std::strlen(given);
    const auto parsed = std::from_chars(given, end, seconds);
    if (parsed.ec != std::errc() || parsed.ptr != end || !(seconds > 0.0))
      Fail(OptionError, std::string("Not a number of seconds: ") + given);
    return std::chrono::duration<double>(std::min(seconds, kMost));
  }

  const Image* const image_;
  ExceptionInfo* const exception_;
  const std::chrono::duration<double> limit_;
  Clock::time_point end_ = {}, next_ = {};
  std::exception_ptr failure_;
};

}  // namespace lodestone::coders
