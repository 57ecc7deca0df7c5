// The process that this is: asked for several times a call, where the system's answer takes longer
// than the rest of a small one.
#pragma once

#include <sys/types.h>

namespace lodestone {

// getpid(), from memory that a forked child does not inherit.
pid_t ProcessId();

}  // namespace lodestone
