#include "utilities/text/time_text.hpp"

#include <chrono>
#include <cstdio>
#include <stdexcept>

#include "utilities/text/text_format.hpp"

namespace lodestone::cli {
namespace {

using std::chrono::days;
using std::chrono::floor;
using std::chrono::hh_mm_ss;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::nanoseconds;
using std::chrono::seconds;
using std::chrono::sys_days;
using std::chrono::sys_time;
using std::chrono::year_month_day;

}  // namespace

std::string IsoTime(std::int64_t since_1970_ns) {
  const sys_time<nanoseconds> time{nanoseconds(since_1970_ns)};
  const sys_days day = floor<days>(time);
  const year_month_day date(day);
  const hh_mm_ss<nanoseconds> clock(time - day);
  return Format("%04d-%02u-%02uT%02d:%02d:%02d.%09dZ", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
                static_cast<int>(clock.seconds().count()),
                static_cast<int>(clock.subseconds().count()));
}

std::int64_t ParseIsoTime(const std::string& text) {
  int year, hour, minute, second, end = 0;
  unsigned month, day;
  long nanosecond;
  const int count = std::sscanf(text.c_str(), "%d-%u-%uT%d:%d:%d.%9ldZ%n", &year, &month, &day,
                                &hour, &minute, &second, &nanosecond, &end);
  if (count != 7 || static_cast<std::size_t>(end) != text.size()) {
    throw std::invalid_argument("no time: " + text);
  }
  const sys_days date =
      year_month_day(std::chrono::year(year), std::chrono::month(month), std::chrono::day(day));
  return nanoseconds(date.time_since_epoch() + hours(hour) + minutes(minute) + seconds(second) +
                     nanoseconds(nanosecond))
      .count();
}

std::int64_t NowNanoseconds() {
  return nanoseconds(std::chrono::system_clock::now().time_since_epoch()).count();
}

}  // namespace lodestone::cli
