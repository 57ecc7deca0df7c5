// The libraries that this program was built with.
#pragma once

#include <vector>

#include "bench/report.hpp"

namespace lodestone::bench {

class Peer;

// Lodestone itself through its public C interface, acceleration off: the time includes creating and
// destroying the result. Initializes the library. Its depth is that of this build; other depths are
// declined.
Peer& LodestonePeer();

struct Peers {
  std::vector<Peer*> usable;    // Lodestone first
  std::vector<PeerInfo> infos;  // of all, with the reason if unusable
};

// Opens the modules beside the program.
Peers OpenPeers();

}  // namespace lodestone::bench
