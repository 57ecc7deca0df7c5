#include "accel/log_line.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <ctime>

namespace lodestone::accel {
namespace {

double ElapsedSeconds() {
  static const auto start = std::chrono::steady_clock::now();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double UserSeconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec) +
         static_cast<double>(usage.ru_utime.tv_usec) * 1e-6;
}

void AppendPrintable(std::string& line, std::string_view text) {
  for (char c : text) line += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
}

}  // namespace

std::string FormatLogLine(const LogLine& line) {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  const double elapsed = ElapsedSeconds();
  const long minutes = static_cast<long>(elapsed / 60.0);
  char stamp[160];
  std::snprintf(stamp, sizeof stamp, "%04d%02d%02d%02d%02d%02d %ld:%-9.6f %0.3f %ld ",
                local.tm_year + 1900, local.tm_mon + 1, local.tm_mday, local.tm_hour, local.tm_min,
                local.tm_sec, minutes, elapsed - 60.0 * static_cast<double>(minutes), UserSeconds(),
                static_cast<long>(getpid()));
  std::string text = stamp;
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
