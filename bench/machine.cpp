#include "bench/machine.hpp"

#include <sys/utsname.h>
#include <unistd.h>

#include <ctime>
#include <fstream>

#include "accel/cpu/processors.hpp"
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

}  // namespace

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
  machine.processors = accel::GrantedProcessors();
  machine.memory_gib = static_cast<double>(sysconf(_SC_PHYS_PAGES)) *
                       static_cast<double>(sysconf(_SC_PAGESIZE)) / (1024.0 * 1024 * 1024);
  return machine;
}

}  // namespace lodestone::bench
