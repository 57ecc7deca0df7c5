#include "utilities/shell/standard_streams.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>

#include "base/interruptible_output.hpp"
#include "utilities/shell/progress_monitor.hpp"

namespace lodestone::cli {
namespace {

// glibc's streams can be replaced. Their own would wait for a full pipe again after each signal.
void Interrupt(std::FILE** stream, int file, int buffering) {
  if (!IsPipe(file)) return;
  std::FILE* pipe = OpenPipeStream(file, PipeOwner::kCaller, InterruptRequested);
  if (pipe == nullptr) return;
  std::setvbuf(pipe, nullptr, buffering, buffering == _IONBF ? 0 : BUFSIZ);
  *stream = pipe;
}

}  // namespace

void OccupyStandardStreams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) != -1) continue;
    const int placeholder = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    if (placeholder != stream && placeholder >= 0) close(placeholder);
  }
}

void InterruptOutput() {
  Interrupt(&stdout, STDOUT_FILENO, _IOFBF);
  Interrupt(&stderr, STDERR_FILENO, _IONBF);
}

}  // namespace lodestone::cli
