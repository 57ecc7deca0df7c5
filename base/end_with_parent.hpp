// Child processes that are of no use once their parent is gone.
#pragma once

#include <sys/prctl.h>
#include <sys/types.h>
#include <unistd.h>

#include <csignal>

namespace lodestone {

// For a child that was just forked: it is killed when the thread that forked it ends, whatever the
// reason, and also after exec. Ends it at once if `parent` has ended already.
inline void EndWithParent(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(126);
}

}  // namespace lodestone
