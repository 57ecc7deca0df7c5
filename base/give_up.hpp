// Who ends waiting for the other end of a pipe.
#pragma once

namespace lodestone {

// Asked several times a second while nothing can be read or written; nullptr: never given up.
using GiveUp = bool (*)();

}  // namespace lodestone
