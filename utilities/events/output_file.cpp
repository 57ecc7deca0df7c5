#include "utilities/events/output_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "base/output_place.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/shell/exception.hpp"

namespace lodestone::cli {
namespace {

bool IsFile(const std::string& name, const struct stat& file) {
  struct stat status;
  const int result = name == "-" ? fstat(STDIN_FILENO, &status) : stat(name.c_str(), &status);
  return result == 0 && status.st_dev == file.st_dev && status.st_ino == file.st_ino;
}

bool BeginsWith(const OutputPlace& place, std::string_view beginning) {
  constexpr int kFlags = O_RDONLY | O_NONBLOCK | O_CLOEXEC;
  const FileDescriptor file(openat(place.folder(), place.leaf().c_str(), kFlags));
  std::string bytes(beginning.size(), '\0');
  const ssize_t got = file.is_open() ? pread(file.get(), bytes.data(), bytes.size(), 0) : -1;
  if (got < 0) throw CommandError("Unable to read file", place.Describe(), errno);
  return got == static_cast<ssize_t>(bytes.size()) && bytes == beginning;
}

}  // namespace

void RequireReplaceable(const std::string& name, const ReportKind& kind, const Arguments& inputs) {
  if (name == "-") return;
  const OutputPlace place(name);
  if (!place.valid() || !place.existing() || !S_ISREG(place.existing()->st_mode)) return;
  const struct stat& existing = *place.existing();
  const auto is_output = [&](const std::string& input) { return IsFile(input, existing); };
  if (std::any_of(inputs.begin(), inputs.end(), is_output)) {
    throw CommandError("The output would replace its input", place.Describe());
  }
  if (existing.st_size == 0 || BeginsWith(place, kind.beginning)) return;
  throw CommandError(std::string("This file is not ") + kind.name, place.Describe())
      .WithHint("it stays as it is; name another one for the output");
}

OutputFile::OutputFile(const std::string& name, const ReportKind& kind, const Arguments& inputs)
    : name_(name), image_(AllocateImage(nullptr)) {
  RequireReplaceable(name, kind, inputs);
  const ImageInfoHandle info = CopyOf(nullptr);
  if (image_ == nullptr) throw std::bad_alloc();
  SetFilename(image_->filename, name);
  Exception exception;
  if (!OpenBlob(info.get(), image_.get(), WriteBinaryBlobMode, exception.get())) {
    exception.Throw("Unable to open file");
  }
}

void OutputFile::Write(std::string_view text) {
  if (WriteBlob(image_.get(), text.size(), text.data()) != text.size()) Throw();
}

void OutputFile::Commit() {
  if (!CloseBlob(image_.get())) Throw();
}

void OutputFile::Throw() {
  throw CommandError("Unable to write file", name_, GetBlobFirstErrno(image_.get()));
}

void WriteFile(const std::string& name, const ReportKind& kind, std::string_view text,
               const Arguments& inputs) {
  OutputFile file(name, kind, inputs);
  file.Write(text);
  file.Commit();
}

}  // namespace lodestone::cli
