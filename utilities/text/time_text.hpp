// Points in time as text: ISO 8601 in UTC, to the nanosecond.
#pragma once

#include <cstdint>
#include <string>

namespace lodestone::cli {

// "2026-11-22T13:47:29.012345678Z" for nanoseconds since 1970.
std::string IsoTime(std::int64_t nanoseconds);

// The opposite. Throws std::invalid_argument.
std::int64_t ParseIsoTime(const std::string& text);

// The time now.
std::int64_t NowNanoseconds();

}  // namespace lodestone::cli
