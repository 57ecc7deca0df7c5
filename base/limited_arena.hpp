// Threads of oneTBB where memory or threads are limited.
#pragma once

#include <memory>

#include <oneapi/tbb/task_arena.h>

namespace lodestone {

// How many of so many threads the address space has room for: at least one, the caller's.
unsigned ThreadsThatFit(unsigned wanted);

// Of so many threads beside the caller's, those that can be started now: tried where their
// number is limited.
unsigned ThreadsThatStart(unsigned wanted);

// An arena of at most so many threads, the caller's among them; null for the caller alone, also
// where memory has run out. oneTBB's threads start one another when there is work, and end the
// process when they cannot: where there are limits, only as many as can be started are asked for,
// and these are there when this returns.
std::shared_ptr<oneapi::tbb::task_arena> MakeArena(unsigned threads);

}  // namespace lodestone
