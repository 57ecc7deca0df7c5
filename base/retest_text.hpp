// What the program's monitor is told while devices are tested again.
#pragma once

namespace lodestone {

inline constexpr char kRetestText[] =
    "Testing devices again: processes ended while they were used ...";

}  // namespace lodestone
