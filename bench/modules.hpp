// The libraries that this program was built with.
#pragma once

#include <vector>

#include "bench/report.hpp"

namespace lodestone::bench {

class Peer;

struct Peers {
  std::vector<Peer*> usable;    // Lodestone first
  std::vector<PeerInfo> infos;  // of all, with the reason if unusable
};

// Opens the modules beside the program.
Peers OpenPeers();

}  // namespace lodestone::bench
