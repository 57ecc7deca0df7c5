// Writing that can be given up while nobody takes it: to pipes and sockets.
#pragma once

#include <cstddef>
#include <cstdio>

#include "base/give_up.hpp"

namespace lodestone {

// Opens a pipe in a folder for writing, with more flags of openat(), once it has a reader. -1 with
// errno set, EINTR when it was given up. Unless `give_up` is nullptr, writing to it does not wait.
int OpenPipe(int folder, const char* name, int flags, GiveUp give_up);

// Whether writing may wait for a reader.
bool IsPipe(int file);

// All of it. False with errno set, EINTR when it was given up; asked only while it cannot be
// written.
bool WriteOutput(int file, const void* data, std::size_t length, GiveUp give_up);

enum class PipeOwner { kStream, kCaller };  // closes it

// A stream that writes to a pipe as WriteOutput does, and has no file number. Null with errno set;
// the pipe is the caller's then.
std::FILE* OpenPipeStream(int file, PipeOwner owner, GiveUp give_up);

// The same for a pipe, and fdopen() for anything else.
std::FILE* OpenOutputStream(int file, const char* mode, GiveUp give_up);

}  // namespace lodestone
