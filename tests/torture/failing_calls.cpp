// A library to be loaded before all others (LD_PRELOAD): it makes one call of the C library fail,
// or all from one on, as FaultControl says. A program's own start, before main, is left alone, and
// allocations where others end or hang the process when they fail:
// - of the dynamic linker, and while it loads libraries, GLib's own start among them
// - of oneTBB by `new`, while it finds out what the machine is
// - of libtiff by realloc, which then uses the null pointer (4.5.0)
#include "tests/torture/failing_calls.hpp"

#include <dirent.h>
#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

extern "C" {
void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* memory, size_t size);
void* __libc_memalign(size_t alignment, size_t size);
}

namespace {

using lodestone::torture::CallKind;
using lodestone::torture::FaultControl;

FaultControl* control = nullptr;
int trace = -1;
thread_local int loading = 0;  // libraries

void OpenTrace() {
  const char* const path = std::getenv(lodestone::torture::kTraceVariable);
  if (path == nullptr) return;
  trace = static_cast<int>(
      syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
  void* address;
  backtrace(&address, 1);  // loads what it needs
}

__attribute__((constructor)) void Attach() {
  const char* const descriptor = std::getenv(lodestone::torture::kControlVariable);
  if (descriptor == nullptr) return;
  OpenTrace();
  void* const block = mmap(nullptr, sizeof(FaultControl), PROT_READ | PROT_WRITE, MAP_SHARED,
                           std::atoi(descriptor), 0);
  if (block != MAP_FAILED) control = static_cast<FaultControl*>(block);
}

void Trace() {
  if (trace < 0) return;
  const pid_t process = control->process.exchange(0);
  void* addresses[64];
  backtrace_symbols_fd(addresses, backtrace(addresses, 64), trace);
  control->process = process;
}

bool Strikes(CallKind kind) {
  if (control == nullptr || control->process == 0 || control->process != getpid()) return false;
  const std::uint64_t number = ++control->seen[static_cast<std::size_t>(kind)];
  const std::uint64_t nth = control->nth;
  if (control->kind != static_cast<std::uint32_t>(kind) || nth == 0) return false;
  if (number != nth && !(number > nth && control->lasting)) return false;
  if (!control->struck.exchange(true)) Trace();
  return true;
}

bool Fails(CallKind kind, int error) {
  if (!Strikes(kind)) return false;
  errno = error;
  return true;
}

bool IsIn(const void* address, const char* library) {
  dl_find_object found;
  return _dl_find_object(const_cast<void*>(address), &found) == 0 &&
         std::strstr(found.dlfo_link_map->l_name, library) != nullptr;
}

bool FailsToAllocate(const void* caller) {
  if (control == nullptr || control->process == 0 || loading > 0) return false;
  return !IsIn(caller, "/ld-linux") && Fails(CallKind::kAllocation, ENOMEM);
}

// The function of the same name in the next library.
template <typename Function>
Function* Next(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

// Whatever the stream writes from now on finds the disk full.
void FillDiskUnder(FILE* stream) {
  if (stream == stderr || !Strikes(CallKind::kWrite)) return;
  const int error = errno;
  const long full = syscall(SYS_openat, AT_FDCWD, "/dev/full", O_RDWR | O_CLOEXEC);
  if (full >= 0 && fileno(stream) >= 0) syscall(SYS_dup3, full, fileno(stream), O_CLOEXEC);
  if (full >= 0) syscall(SYS_close, full);
  errno = error;
}

int (*program_main)(int, char**, char**) = nullptr;

int ArmedMain(int argc, char** argv, char** environment) {
  if (control != nullptr && std::getenv(lodestone::torture::kArmingVariable) != nullptr)
    control->process = getpid();
  return program_main(argc, argv, environment);
}

}  // namespace

void* operator new(std::size_t size) {
  const void* const caller = __builtin_return_address(0);
  if (!IsIn(caller, "/libtbb.") && FailsToAllocate(caller)) throw std::bad_alloc();
  if (void* const memory = __libc_malloc(size)) return memory;
  throw std::bad_alloc();
}

extern "C" {

#define LS_NEXT(name) static auto* const next = Next<decltype(name)>(#name)

int __libc_start_main(int (*main)(int, char**, char**), int argc, char** argv, void (*init)(void),
                      void (*fini)(void), void (*linker_fini)(void), void* stack_end) {
  program_main = main;
  LS_NEXT(__libc_start_main);
  return next(ArmedMain, argc, argv, init, fini, linker_fini, stack_end);
}

void* dlopen(const char* path, int mode) {
  LS_NEXT(dlopen);
  ++loading;
  void* const library = next(path, mode);
  --loading;
  return library;
}

void* malloc(size_t size) {
  return FailsToAllocate(__builtin_return_address(0)) ? nullptr : __libc_malloc(size);
}
void* calloc(size_t count, size_t size) {
  return FailsToAllocate(__builtin_return_address(0)) ? nullptr : __libc_calloc(count, size);
}
void* realloc(void* memory, size_t size) {
  const void* const caller = __builtin_return_address(0);
  return !IsIn(caller, "/libtiff.") && FailsToAllocate(caller) ? nullptr
                                                               : __libc_realloc(memory, size);
}
void* memalign(size_t alignment, size_t size) {
  return FailsToAllocate(__builtin_return_address(0)) ? nullptr : __libc_memalign(alignment, size);
}
void* aligned_alloc(size_t alignment, size_t size) {
  return FailsToAllocate(__builtin_return_address(0)) ? nullptr : __libc_memalign(alignment, size);
}
int posix_memalign(void** memory, size_t alignment, size_t size) {
  if (FailsToAllocate(__builtin_return_address(0))) return ENOMEM;
  *memory = __libc_memalign(alignment, size);
  return *memory == nullptr ? ENOMEM : 0;
}
void* mmap(void* address, size_t size, int protection, int flags, int file, off_t offset) {
  if ((flags & MAP_ANONYMOUS) != 0 && FailsToAllocate(__builtin_return_address(0)))
    return MAP_FAILED;
  return reinterpret_cast<void*>(syscall(SYS_mmap, address, size, protection, flags, file, offset));
}

static int OpenAt(int folder, const char* path, int flags, mode_t mode) {
  if (Fails(CallKind::kOpen, (flags & O_CREAT) != 0 ? ENOSPC : EMFILE)) return -1;
  return static_cast<int>(syscall(SYS_openat, folder, path, flags, mode));
}
#define LS_OPEN(name)                           \
  int name(const char* path, int flags, ...) {  \
    va_list rest;                               \
    va_start(rest, flags);                      \
    const mode_t mode = va_arg(rest, mode_t);   \
    va_end(rest);                               \
    return OpenAt(AT_FDCWD, path, flags, mode); \
  }
LS_OPEN(open)
LS_OPEN(open64)
int openat(int folder, const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = va_arg(rest, mode_t);
  va_end(rest);
  return OpenAt(folder, path, flags, mode);
}
int openat64(int folder, const char* path, int flags, ...) __attribute__((alias("openat")));
void* mmap64(void* address, size_t size, int protection, int flags, int file, off_t offset) {
  return mmap(address, size, protection, flags, file, offset);
}

#define LS_FAIL(kind, error, result, type, name, parameters, arguments) \
  type name parameters {                                                \
    if (Fails(CallKind::kind, error)) return result;                    \
    LS_NEXT(name);                                                      \
    return next arguments;                                              \
  }
LS_FAIL(kOpen, EMFILE, nullptr, FILE*, fopen, (const char* path, const char* mode), (path, mode))
LS_FAIL(kOpen, EMFILE, nullptr, FILE*, fopen64, (const char* path, const char* mode), (path, mode))
LS_FAIL(kOpen, ENOMEM, nullptr, FILE*, fdopen, (int file, const char* mode) noexcept, (file, mode))
LS_FAIL(kOpen, EMFILE, nullptr, DIR*, opendir, (const char* path), (path))
LS_FAIL(kOpen, EMFILE, -1, int, mkostemp, (char* name, int flags), (name, flags))
LS_FAIL(kOpen, EMFILE, -1, int, mkostemp64, (char* name, int flags), (name, flags))
LS_FAIL(kRead, EIO, -1, ssize_t, read, (int file, void* data, size_t size), (file, data, size))
LS_FAIL(kRead, EIO, -1, ssize_t, pread, (int file, void* data, size_t size, off_t offset),
        (file, data, size, offset))
LS_FAIL(kRead, EIO, -1, ssize_t, pread64, (int file, void* data, size_t size, off_t offset),
        (file, data, size, offset))
LS_FAIL(kWrite, ENOSPC, -1, ssize_t, write, (int file, const void* data, size_t size),
        (file, data, size))
LS_FAIL(kWrite, ENOSPC, -1, ssize_t, writev, (int file, const iovec* parts, int count),
        (file, parts, count))
LS_FAIL(kWrite, ENOSPC, -1, ssize_t, pwrite,
        (int file, const void* data, size_t size, off_t offset), (file, data, size, offset))
LS_FAIL(kWrite, ENOSPC, -1, ssize_t, pwrite64,
        (int file, const void* data, size_t size, off_t offset), (file, data, size, offset))
LS_FAIL(kWrite, ENOSPC, -1, int, ftruncate64, (int file, off_t size) noexcept, (file, size))
LS_FAIL(kWrite, ENOSPC, -1, int, ftruncate, (int file, off_t size) noexcept, (file, size))
LS_FAIL(kWrite, EIO, -1, int, fsync, (int file), (file))
LS_FAIL(kWrite, EIO, -1, int, fdatasync, (int file), (file))
LS_FAIL(kName, EACCES, -1, int, rename, (const char* from, const char* to) noexcept, (from, to))
LS_FAIL(kName, EACCES, -1, int, renameat,
        (int from_folder, const char* from, int to_folder, const char* to) noexcept,
        (from_folder, from, to_folder, to))
LS_FAIL(kName, EACCES, -1, int, linkat,
        (int from_folder, const char* from, int to_folder, const char* to, int flags) noexcept,
        (from_folder, from, to_folder, to, flags))
LS_FAIL(kName, EACCES, -1, int, mkdir, (const char* path, mode_t mode) noexcept, (path, mode))
LS_FAIL(kName, EACCES, -1, int, link, (const char* from, const char* to) noexcept, (from, to))
LS_FAIL(kThread, EAGAIN, EAGAIN, int, pthread_create,
        (pthread_t * thread, const pthread_attr_t* attributes, void* (*body)(void*),
         void* argument) noexcept,
        (thread, attributes, body, argument))

// A read of a stream that fails leaves its mark in the stream: it reads a folder.
size_t fread(void* data, size_t size, size_t count, FILE* stream) {
  if (Strikes(CallKind::kRead)) {
    const long folder = syscall(SYS_openat, AT_FDCWD, "/", O_RDONLY | O_CLOEXEC);
    if (folder >= 0 && fileno(stream) >= 0) syscall(SYS_dup3, folder, fileno(stream), O_CLOEXEC);
    if (folder >= 0) syscall(SYS_close, folder);
  }
  LS_NEXT(fread);
  return next(data, size, count, stream);
}
size_t fwrite(const void* data, size_t size, size_t count, FILE* stream) {
  FillDiskUnder(stream);
  LS_NEXT(fwrite);
  return next(data, size, count, stream);
}
int fputs(const char* text, FILE* stream) {
  FillDiskUnder(stream);
  LS_NEXT(fputs);
  return next(text, stream);
}
int fflush(FILE* stream) {
  if (stream != nullptr) FillDiskUnder(stream);
  LS_NEXT(fflush);
  return next(stream);
}
int fclose(FILE* stream) {
  FillDiskUnder(stream);
  LS_NEXT(fclose);
  return next(stream);
}

}  // extern "C"
