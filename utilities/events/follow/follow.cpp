// lodestone events follow: shows a growing log live.
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <string>
#include <thread>

#include "utilities/shell/command_error.hpp"
#include "utilities/events/follow/follow_stats.hpp"
#include "utilities/events/follow/follow_text.hpp"
#include "utilities/events/follow/live_screen.hpp"
#include "utilities/events/follow/log_tail.hpp"
#include "utilities/events/subcommand.hpp"
#include "utilities/shell/progress_line.hpp"
#include "utilities/shell/progress_monitor.hpp"
#include "utilities/text/text_format.hpp"

namespace lodestone::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kMaxSleep = 0.1;  // seconds: delay in noticing lines and interrupts
constexpr double kMinSleep = 0.001;

struct Request {
  double interval = 1;
  double seconds = 0;  // 0: until interrupted
  std::string log;
};

constexpr OwnOption kFollowOptions[] = {
    {"interval", "seconds", "print or draw that often (1)",
     SetSeconds<Request, &Request::interval>},
    {"seconds", "n", "end after that time, with a summary", SetSeconds<Request, &Request::seconds>},
};

Request ParseRequest(const Arguments& arguments) {
  Request request;
  const Arguments logs = ParseWithLogs(kFollowOptions, arguments, &request);
  if (logs.size() > 1) throw CommandError("Only one log can be followed", logs[1]);
  request.log = logs[0];
  if (request.log.empty()) throw CommandError("Missing a log filename");
  return request;
}

double Since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::string ClockText() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  return Format("%02d:%02d:%02d", local.tm_hour, local.tm_min, local.tm_sec);
}

class Follower {
 public:
  explicit Follower(const Request& request)
      : request_(request),
        terminal_(isatty(STDOUT_FILENO) == 1),
        tail_(request.log,
              [this](const EventRecord& record, bool live) { stats_.Add(record, live); }) {}

  void Run();

 private:
  bool ReadPast();
  bool Stop() const;
  void Sleep() const;
  void ShowInterval();
  void ShowSummary();
  std::string Heading() const;
  std::string Remarks() const;

  const Request request_;
  const bool terminal_;
  FollowStats stats_;
  LogTail tail_;
  DeviceLegend legend_;
  std::size_t legend_shown_ = 0;
  LiveScreen screen_;
  const Clock::time_point began_ = Clock::now();
  Clock::time_point live_since_ = began_, interval_since_ = began_;
};

bool Follower::Stop() const {
  return InterruptRequested() || tail_.ended() ||
         (request_.seconds > 0 && Since(began_) >= request_.seconds);
}

// False when it was interrupted.
bool Follower::ReadPast() {
  ProgressLine progress;
  while (tail_.Poll() && tail_.reading_past()) {
    progress.Show({tail_.past_share(), 0, "", "reading existing records: " + request_.log});
    if (Stop()) return false;
  }
  tail_.RequireLog();
  live_since_ = interval_since_ = Clock::now();
  return true;
}

void Follower::Sleep() const {
  double seconds = std::min(kMaxSleep, request_.interval - Since(interval_since_));
  if (request_.seconds > 0) seconds = std::min(seconds, request_.seconds - Since(began_));
  std::this_thread::sleep_for(std::chrono::duration<double>(std::max(seconds, kMinSleep)));
}

void Follower::Run() {
  if (ReadPast()) {
    if (terminal_) screen_.Draw(Heading());
    while (!Stop()) {
      const bool more = tail_.Poll();
      if (Since(interval_since_) >= request_.interval) ShowInterval();
      if (!more) Sleep();
    }
  }
  tail_.Poll();
  tail_.RequireLog();
  tail_.Finish();
  // An interval that is almost over, or has something to report, gets its line too.
  const bool tells =
      stats_.interval_records() != 0 || Since(interval_since_) >= request_.interval / 2;
  if (!terminal_ && tail_.found() && tells) ShowInterval();
  stats_.EndInterval();
  ShowSummary();
  ClearInterrupt();
}

// Anything unusual about the log.
std::string Follower::Remarks() const {
  std::string text;
  if (stats_.past_records() != 0) {
    text += ", " + std::to_string(stats_.past_records()) + " of them earlier";
  }
  if (tail_.damaged() != 0)
    text += ", " + Counted(tail_.damaged(), "damaged line", "damaged lines");
  if (tail_.restarts() != 0) text += ", restarted " + Counted(tail_.restarts(), "time", "times");
  return text;
}

std::string Follower::Heading() const {
  const std::string text = request_.log + ", " + ElapsedText(Since(began_));
  if (!tail_.found()) return text + ": waiting for the file\n";
  return text + ": " + Counted(stats_.records(), "record", "records") + Remarks() +
         " (Ctrl-C ends)\n";
}

void Follower::ShowInterval() {
  const double seconds = Since(interval_since_);
  if (terminal_) {
    screen_.Draw(Heading() + FollowTable(stats_, seconds, &legend_));
  } else {
    const std::string line = FollowLine(stats_, seconds, &legend_);
    const std::string legend = legend_.ToText();
    std::printf("%s%s %s\n", legend.c_str() + legend_shown_, ClockText().c_str(), line.c_str());
    legend_shown_ = legend.size();
    std::fflush(stdout);
  }
  stats_.EndInterval();
  interval_since_ = Clock::now();
}

void Follower::ShowSummary() {
  if (terminal_) screen_.Clear();
  if (!tail_.found()) throw CommandError("Unable to open file", request_.log, ENOENT);
  const std::string table = FollowSummary(stats_, Since(live_since_), &legend_);
  std::printf("%s followed for %s: %llu records%s\n%s", TextFor(stdout, request_.log).c_str(),
              ElapsedText(Since(began_)).c_str(), static_cast<unsigned long long>(stats_.records()),
              Remarks().c_str(), TextFor(stdout, table).c_str());
}

int RunFollowEvents(const Arguments& arguments) {
  Follower(ParseRequest(arguments)).Run();
  return 0;
}

}  // namespace

const Subcommand kFollowEvents = {
    .name = "follow",
    .synopsis = "[-interval seconds] [-seconds n] log",
    .text =
        "Follows a growing log: for each operation and device the calls and megapixels\n"
        "per second, median and 99th percentile of the last interval, and the total\n"
        "number of calls done, declined and failed. The log need not exist yet; it may be\n"
        "truncated or replaced. Draws a table on a terminal, else prints a line per\n"
        "interval. Ends on an interrupt with a summary and exit status 0.",
    .options = Shown<kFollowOptions>,
    .run = RunFollowEvents,
};

}  // namespace lodestone::cli
