// How long reading one file may take: files can be made to keep a decoder busy.
#pragma once

#include <cstdint>

namespace lodestone {

// While it lives, the thread may use so many seconds of CPU time from its beginning on; 0: any
// number. What is read for another file that is being read shares the time of that.
class ReadingTime {
 public:
  explicit ReadingTime(double seconds);
  ~ReadingTime();
  ReadingTime(const ReadingTime&) = delete;
  ReadingTime& operator=(const ReadingTime&) = delete;

  // Whether the thread has used it all.
  static bool IsOver();
  // The same, now and then: for calls that are made for each byte.
  static bool IsOverNowAndThen();

 private:
  const bool nested_;
};

}  // namespace lodestone
