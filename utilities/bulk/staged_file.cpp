#include "utilities/bulk/staged_file.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <cerrno>
#include <ctime>
#include <filesystem>
#include <utility>

#include "utilities/shell/command_error.hpp"
#include "utilities/shell/ordinary_output.hpp"

namespace lodestone::cli {
namespace {

OutputPlace PlaceFor(const std::string& name, Directories directories) {
  OutputPlace place(name);
  if (place.error().number == ENOENT && directories == Directories::kCreate) {
    std::error_code error;
    std::filesystem::create_directories(std::filesystem::path(place.name()).parent_path(), error);
    place = OutputPlace(name);
  }
  RequireOrdinary(place);
  if (!place.IsWritable()) throw CommandError("Unable to open file", name, errno);
  return place;
}

}  // namespace

StagedFile::StagedFile(const std::string& name, std::string_view bytes, Directories directories)
    : name_(name), staged_(PlaceFor(name, directories), Staging::kNameless) {
  if (!staged_.is_open()) Throw("Unable to open file");
  Write(bytes);
  staged_.TakeOver();
}

void StagedFile::Throw(const char* reason) const {
  throw CommandError(reason, name_, errno);
}

void StagedFile::Write(std::string_view bytes) {
  if (!staged_.Write(bytes.data(), bytes.size())) Throw("Unable to write file");
  // Let the disk begin, so that Flush waits less; without an effect where that is unknown.
  sync_file_range(staged_.file(), 0, 0, SYNC_FILE_RANGE_WRITE);
}

void StagedFile::SetTime(std::int64_t modified_ns) {
  constexpr std::int64_t kSecond = 1'000'000'000;
  const timespec time{static_cast<std::time_t>(modified_ns / kSecond),
                      static_cast<long>(modified_ns % kSecond)};
  const timespec times[] = {time, time};
  if (futimens(staged_.file(), times) != 0) Throw("Unable to set time of file");
}

void StagedFile::Flush() {
  if (fsync(staged_.file()) != 0) Throw("Unable to write file");
}

void StagedFile::Publish() {
  if (!staged_.Publish() || !staged_.Close()) Throw("Unable to write file");
}

void AllowManyStagedFiles() {
  rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace lodestone::cli
