// Reading that can be given up while nothing comes: from pipes, terminals and sockets.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdio>

#include "base/give_up.hpp"

namespace lodestone {

// Reading asks before each read, too.

// Opens a file for reading as open() does; but a pipe with a name is not waited for until it is
// read from. -1 with errno set.
int OpenInput(const char* name, GiveUp give_up);

// As read(); -1 with EINTR when it was given up.
ssize_t ReadInput(int file, void* to, std::size_t length, GiveUp give_up);

// What the stream has, `length` bytes at most; 0 at its end. -1 with errno set, EINTR when it was
// given up.
ssize_t ReadInput(std::FILE* stream, void* to, std::size_t length, GiveUp give_up);

// As getc(); EOF with EINTR when it was given up.
int ReadInputByte(std::FILE* stream, GiveUp give_up);

}  // namespace lodestone
