// What guarded_memory.so, loaded before all other libraries, offers to the program. Look it up by
// name: the program can run without it.
#pragma once

namespace lodestone::torture {

// Where memory that is allocated from now on lies: just before or just behind a page that cannot be
// touched. Whatever is left between the memory and the pages is checked when it is freed.
enum class Placement : int { kAnywhere, kAtEnd, kAtStart };

inline constexpr char kPlaceFunction[] = "lodestone_place_memory";
using PlaceFunction = void(Placement);

}  // namespace lodestone::torture
