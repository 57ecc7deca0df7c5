// lodestone version
#include "magick/version.h"

#include <cstdio>
#include <string>

#include "utilities/shell/command.hpp"
#include "utilities/devices/device_list.hpp"
#include "utilities/shell/exception.hpp"
#include "utilities/shell/handles.hpp"

namespace lodestone::cli {
namespace {

const char* YesNo(bool yes) {
  return yes ? "yes" : "no";
}

bool HasFormat(const char* name) {
  Exception exception;
  return GetMagickInfo(name, exception.get()) != nullptr;
}

// "yes (1 device)", "no (why not)"
std::string OpenClState() {
  std::size_t usable = 0;
  std::string problem = "module not found";
  for (const auto& device : ListDevices()) {
    if (std::string(device.accelerator) != "opencl") continue;
    if (device.usable != 0) {
      ++usable;
    } else {
      problem = device.problem;
    }
  }
  if (usable == 0) return "no (" + problem + ")";
  return "yes (" + std::to_string(usable) + (usable == 1 ? " device)" : " devices)");
}

void PrintFormats() {
  Exception exception;
  const MagickBuffer<MagickInfo*> formats(GetMagickInfoArray(exception.get()));
  std::string line = "Formats:";
  for (MagickInfo* const* info = formats.get(); info != nullptr && *info != nullptr; ++info) {
    if ((*info)->stealth) continue;
    line += std::string(" ") + (*info)->name;
  }
  std::printf("%s\n", line.c_str());
}

int RunVersion(const CommandContext&, const Arguments&) {
  PrintBanner();
  std::printf("\nFeature Support:\n");
  std::printf("  %-26s %s\n", "Large Files (> 32 bit)", YesNo(sizeof(magick_off_t) > 4));
  std::printf("  %-26s %s\n", "Large Memory (> 32 bit)", YesNo(sizeof(size_t) > 4));
  std::printf("  %-26s %s\n", "JPEG", YesNo(HasFormat("JPEG")));
  std::printf("  %-26s %s\n", "PNG", YesNo(HasFormat("PNG")));
  std::printf("  %-26s %s\n", "OpenCL", OpenClState().c_str());
  std::printf("\nQuantum depth: %d bits per sample\n", QuantumDepth);
  PrintFormats();
  return 0;
}

}  // namespace

const Command kVersionCommand = {
    .name = "version",
    .summary = "obtain release version",
    .run = RunVersion,
    .synopsis = "$",
    .description = "Prints version, quantum depth and built-in features.",
};

}  // namespace lodestone::cli
