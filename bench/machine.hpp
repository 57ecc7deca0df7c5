// Description of this machine.
#pragma once

#include "bench/report.hpp"

namespace lodestone::bench {

Machine DescribeMachine();

// The share of the CPUs used by other processes, and by other guests of the host, from now on.
class OtherLoad {
 public:
  OtherLoad() : begin_(Now()) {}
  double Share() const;  // 0 to 1

 private:
  struct Reading {
    double everything = 0, idle = 0, own = 0;  // seconds, of all CPUs together
  };
  static Reading Now();
  Reading begin_;
};

}  // namespace lodestone::bench
