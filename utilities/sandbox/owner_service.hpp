// Whose the files are that a sandboxed process makes. It may give none away itself: a flaw could
// give away what it only reads. It asks another process, which looks at the file first.
#pragma once

#include <sys/types.h>

namespace lodestone::cli {

// In the process that will be sandboxed, while it has one thread: from now on fchown is answered by
// the process at the other end of the socket. False if the kernel or the build lacks what is
// needed.
bool AskForOwners(int socket);

// In that other process: answers until the child ends; returns at once if it does not ask. A
// regular file is given to whom another file in its folder belongs to already, if the child made
// it, may write to it, and nobody can run it as its owner.
void AnswerForOwners(int socket, pid_t child);

}  // namespace lodestone::cli
