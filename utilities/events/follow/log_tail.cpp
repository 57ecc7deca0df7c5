#include "utilities/events/follow/log_tail.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "utilities/shell/command_error.hpp"

namespace lodestone::cli {

void LineSplitter::Keep(std::string_view piece) {
  const std::size_t room = kMaxLineLength - start_.size();
  too_long_ = too_long_ || piece.size() > room;
  start_ += piece.substr(0, room);
}

void LineSplitter::Emit(std::string_view line, const Handler& handler) {
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  handler(line, std::exchange(too_long_, false));
}

void LineSplitter::Add(std::string_view piece, const Handler& handler) {
  for (;;) {
    const std::size_t end = piece.find('\n');
    if (end == std::string_view::npos) return Keep(piece);
    if (start_.empty() && end <= kMaxLineLength) {
      Emit(piece.substr(0, end), handler);
    } else {
      Keep(piece.substr(0, end));
      Emit(start_, handler);
      start_.clear();
    }
    piece.remove_prefix(end + 1);
  }
}

void LineSplitter::Finish(const Handler& handler) {
  if (start_.empty() && !too_long_) return;
  Emit(start_, handler);
  start_.clear();
}

LogTail::LogTail(std::string name, Handler handler)
    : name_(std::move(name)), handler_(std::move(handler)), block_(kBlock) {
  NewAssembler();
}

void LogTail::NewAssembler() {
  assembler_.emplace([this](const EventRecord& record) { handler_(record, !reading_past()); });
}

LogTail::~LogTail() {
  Close();
}

void LogTail::Close() {
  if (file_ > STDIN_FILENO) close(file_);
  file_ = -1;
}

double LogTail::past_share() const {
  return past_ == 0 ? 1 : static_cast<double>(position_) / static_cast<double>(past_);
}

bool LogTail::Open() {
  const bool first = std::exchange(first_look_, false);
  const bool standard_input = name_ == "-";
  file_ = standard_input ? STDIN_FILENO : open(name_.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (file_ < 0) {
    if (errno == ENOENT || errno == ENOTDIR) return false;
    throw CommandError("Unable to open file", name_, errno);
  }
  struct stat status {};
  if (fstat(file_, &status) != 0) throw CommandError("Unable to open file", name_, errno);
  if (S_ISDIR(status.st_mode)) throw CommandError("Unable to open file", name_, EISDIR);
  found_ = true;
  position_ = 0;
  past_ = first && !standard_input && S_ISREG(status.st_mode) ? status.st_size : 0;
  return true;
}

bool LogTail::Poll() {
  if (file_ < 0 && (ended_ || !Open())) return false;
  for (int i = 0; i < kBlocksAtOnce; ++i) {
    if (ReadBlock()) continue;
    if (file_ < 0) return false;
    if (!WasCut() && !WasReplaced()) return false;
  }
  return true;
}

// False when nothing is available now.
bool LogTail::ReadBlock() {
  pollfd ready{file_, POLLIN, 0};
  if (poll(&ready, 1, 0) <= 0) return false;
  const ssize_t got = read(file_, block_.data(), block_.size());
  if (got < 0) {
    if (errno == EAGAIN || errno == EINTR) return false;
    throw CommandError("Unable to read file", name_, errno);
  }
  if (got == 0) {
    if (file_ == STDIN_FILENO) {
      ended_ = true;
      Close();
    }
    return false;
  }
  lines_.Add({block_.data(), static_cast<std::size_t>(got)},
             [this](std::string_view line, bool too_long) { TakeLine(line, too_long); });
  position_ += got;
  return true;
}

void LogTail::TakeLine(std::string_view line, bool too_long) {
  if (too_long || !assembler_->Add(line)) ++damaged_;
  read_any_ = read_any_ || assembler_->read_any();
}

bool LogTail::WasCut() {
  struct stat status {};
  if (fstat(file_, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size >= position_) {
    return false;
  }
  Restart();
  return lseek(file_, 0, SEEK_SET) == 0;
}

bool LogTail::WasReplaced() {
  struct stat ours {
  }, named{};
  if (file_ == STDIN_FILENO || fstat(file_, &ours) != 0 || !S_ISREG(ours.st_mode)) return false;
  // While there is no file of that name, the previous one may still be written to.
  if (stat(name_.c_str(), &named) != 0) return false;
  if (ours.st_dev == named.st_dev && ours.st_ino == named.st_ino) return false;
  Restart();
  Close();
  return Open();
}

void LogTail::Finish() {
  lines_.Finish([this](std::string_view line, bool too_long) { TakeLine(line, too_long); });
}

// What follows is another log: its processes are unrelated to those of the previous one.
void LogTail::Restart() {
  Finish();
  ++restarts_;
  position_ = past_ = 0;
  NewAssembler();
}

}  // namespace lodestone::cli
