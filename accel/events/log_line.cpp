#include "accel/events/log_line.hpp"

#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <ctime>

#include "accel/events/caller.hpp"

namespace lodestone::accel {
namespace {

const std::chrono::steady_clock::time_point kLoaded = std::chrono::steady_clock::now();

void AppendPrintable(std::string& line, std::string_view text) {
  for (char c : text) line += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
}

}  // namespace

std::string ElapsedText() {
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - kLoaded;
  const long minutes = static_cast<long>(elapsed.count() / 60.0);
  char text[64];
  std::snprintf(text, sizeof text, "%ld:%-9.6f", minutes,
                elapsed.count() - 60.0 * static_cast<double>(minutes));
  return text;
}

std::string UserSecondsText() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  char text[64];
  std::snprintf(text, sizeof text, "%0.3f",
                static_cast<double>(usage.ru_utime.tv_sec) +
                    static_cast<double>(usage.ru_utime.tv_usec) * 1e-6);
  return text;
}

std::string FormatLogLine(const LogLine& line) {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  char stamp[32];
  stamp[std::strftime(stamp, sizeof stamp, "%Y%m%d%H%M%S ", &local)] = '\0';
  std::string text =
      stamp + ElapsedText() + " " + UserSecondsText() + " " + std::to_string(ProcessId()) + " ";
  const std::string number = std::to_string(line.line);
  for (std::string_view part : {line.module, line.function, std::string_view(number), line.domain,
                                line.severity, line.message}) {
    AppendPrintable(text, part);
    text += ' ';
  }
  text.back() = '\n';
  return text;
}

}  // namespace lodestone::accel
