// Lodestone itself through its public C interface, acceleration off: what is timed includes making
// the new image and giving it back.
#pragma once

#include "bench/peer.hpp"

namespace lodestone::bench {

// Initializes the library. Its depth is that of this build; other depths are declined.
Peer& LodestonePeer();

}  // namespace lodestone::bench
