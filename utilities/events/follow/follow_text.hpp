// What following a log shows: a table that is drawn again and again, or a line an interval.
#pragma once

#include <string>

#include "utilities/devices/device_legend.hpp"
#include "utilities/events/follow/follow_stats.hpp"

namespace lodestone::cli {

// A table of the last interval, which took `seconds`, and what the devices' marks stand for.
std::string FollowTable(const FollowStats& stats, double seconds, DeviceLegend* legend);

// The last interval in one line, without its end.
std::string FollowLine(const FollowStats& stats, double seconds, DeviceLegend* legend);

// A table of everything; rates are those of the calls that came in `seconds` of following.
std::string FollowSummary(const FollowStats& stats, double seconds, DeviceLegend* legend);

// "12.3 s", "1:02:03"
std::string ElapsedText(double seconds);

}  // namespace lodestone::cli
