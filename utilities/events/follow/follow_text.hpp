// The output of following a log: a table that is redrawn, or one line per interval.
#pragma once

#include <string>

#include "utilities/devices/device_legend.hpp"
#include "utilities/events/follow/follow_stats.hpp"

namespace lodestone::cli {

// A table of the last interval, which took `seconds`, and the legend of the device marks.
std::string FollowTable(const FollowStats& stats, double seconds, DeviceLegend* legend);

// The last interval in one line, without a newline.
std::string FollowLine(const FollowStats& stats, double seconds, DeviceLegend* legend);

// A table of everything; rates are of the calls logged during `seconds` of following.
std::string FollowSummary(const FollowStats& stats, double seconds, DeviceLegend* legend);

// "12.3 s", "1:02:03"
std::string ElapsedText(double seconds);

}  // namespace lodestone::cli
