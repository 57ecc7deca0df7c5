// Lodestone itself through its public C interface, acceleration off: the time includes creating and
// destroying the result.
#pragma once

#include "bench/peer.hpp"

namespace lodestone::bench {

// Initializes the library. Its depth is that of this build; other depths are declined.
Peer& LodestonePeer();

}  // namespace lodestone::bench
