#include "bench/machine.hpp"

#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <fstream>

#include "base/cpu_count.hpp"
#include "bench/rates.hpp"

namespace lodestone::bench {
namespace {

// The value of the first line "key<separator> value" of a file.
std::string Value(const char* file, const std::string& key, char separator) {
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    const std::size_t place = line.find(separator);
    if (line.compare(0, key.size(), key) != 0 || place == std::string::npos) continue;
    std::string value = line.substr(place + 1);
    value.erase(0, value.find_first_not_of(" \t\""));
    value.erase(value.find_last_not_of(" \t\"") + 1);
    return value;
  }
  return "";
}

std::string Today() {
  const std::time_t now = std::time(nullptr);
  std::tm parts = {};
  char text[32];
  gmtime_r(&now, &parts);
  std::strftime(text, sizeof text, "%Y-%m-%d", &parts);
  return text;
}

double Seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

}  // namespace

OtherLoad::Reading OtherLoad::Now() {
  Reading reading;
  std::ifstream stream("/proc/stat");
  std::string word;
  stream >> word;  // "cpu", then user, nice, system, idle, waiting, interrupts, soft ones, stolen
  const double tick = static_cast<double>(sysconf(_SC_CLK_TCK));
  double value = 0;
  for (int i = 0; i < 8 && stream >> value; ++i) {
    reading.everything += value / tick;
    if (i == 3 || i == 4) reading.idle += value / tick;
  }
  for (const int of : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage = {};
    getrusage(of, &usage);
    reading.own += Seconds(usage.ru_utime) + Seconds(usage.ru_stime);
  }
  return reading;
}

double OtherLoad::Share() const {
  const Reading end = Now();
  const double everything = end.everything - begin_.everything;
  if (everything <= 0) return 0;
  const double others = everything - (end.idle - begin_.idle) - (end.own - begin_.own);
  return std::clamp(others / everything, 0.0, 1.0);
}

Machine DescribeMachine() {
  Machine machine;
  utsname system = {};
  uname(&system);
  machine.processor = Value("/proc/cpuinfo", "model name", ':');
  if (machine.processor.empty()) machine.processor = system.machine;
  machine.system = Value("/etc/os-release", "PRETTY_NAME", '=');
  if (machine.system.empty()) machine.system = system.sysname;
  machine.compiler = "g++ " __VERSION__;
  machine.vectors = VectorInstructions();
  machine.date = Today();
  machine.processors = accel::AvailableCpus();
  machine.memory_gib = static_cast<double>(sysconf(_SC_PHYS_PAGES)) *
                       static_cast<double>(sysconf(_SC_PAGESIZE)) / (1024.0 * 1024 * 1024);
  return machine;
}

}  // namespace lodestone::bench
