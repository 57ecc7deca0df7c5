#include "utilities/shell/input_stream.hpp"

#include <unistd.h>

#include <cerrno>
#include <stdexcept>
#include <utility>

#include "base/interruptible_input.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/shell/progress_monitor.hpp"

namespace lodestone::cli {
namespace {

FileHandle RequireInputFile(const std::string& name) {
  FileHandle file = OpenInputFile(name);
  if (file == nullptr) throw CommandError("Unable to open file", name, errno);
  return file;
}

}  // namespace

FileHandle OpenInputFile(const std::string& name) {
  if (name == "-") return FileHandle(stdin);
  const int descriptor = OpenInput(name.c_str(), InterruptRequested);
  if (descriptor < 0) return nullptr;
  FileHandle file(fdopen(descriptor, "r"));
  if (file == nullptr) close(descriptor);
  return file;
}

InputStream::InputStream(const std::string& name)
    : std::istream(nullptr), buffer_(RequireInputFile(name)) {
  rdbuf(&buffer_);
}

InputStream::Buffer::int_type InputStream::Buffer::underflow() {
  const ssize_t got = ReadInput(file_.get(), bytes_.data(), bytes_.size(), InterruptRequested);
  // The stream turns it into its bad bit.
  if (got < 0 && !InterruptRequested()) throw std::runtime_error("Unable to read");
  if (got <= 0) return traits_type::eof();
  setg(bytes_.data(), bytes_.data(), bytes_.data() + got);
  return traits_type::to_int_type(bytes_[0]);
}

}  // namespace lodestone::cli
