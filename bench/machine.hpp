// What this machine is.
#pragma once

#include "bench/report.hpp"

namespace lodestone::bench {

Machine DescribeMachine();

// How much of the processors other processes, and other guests of the host, take from now on.
class OthersWatch {
 public:
  OthersWatch() : begin_(Now()) {}
  double Share() const;  // 0 to 1

 private:
  struct Reading {
    double everything = 0, idle = 0, own = 0;  // seconds, of all processors together
  };
  static Reading Now();
  Reading begin_;
};

}  // namespace lodestone::bench
