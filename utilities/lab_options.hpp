// What lodestone-lab takes, for its help, its parsing and `lodestone help`.
#pragma once

#include <charconv>
#include <string>

#include "utilities/shell/command.hpp"

namespace lodestone::cli {

struct LabRequest {
  unsigned columns = 0, rows = 0;  // of the images; 0: by type of device
  std::string experiment;          // only this one; "": all
  std::string device, chart;
  bool json = false, every_group = false;
};

// Digits only: no sign, no space.
inline void SetLabSize(void* lab_request, const OwnUse& use) {
  auto& request = *static_cast<LabRequest*>(lab_request);
  const char* const end = use.value.data() + use.value.size();
  const auto columns = std::from_chars(use.value.data(), end, request.columns);
  if (columns.ec != std::errc() || columns.ptr == end || *columns.ptr != 'x')
    throw MalformedArgument(use.option, use.value);
  const auto rows = std::from_chars(columns.ptr + 1, end, request.rows);
  if (rows.ec != std::errc() || rows.ptr != end || request.columns == 0 || request.rows == 0)
    throw MalformedArgument(use.option, use.value);
}

inline constexpr OwnOption kLabOptions[] = {
    {"experiment", "n",
     "only this one: gaussian-11, precision, gaussian-3, copy, hoisted-call,\n"
     "table, independent-ifs, grouped-switch or convolution-5",
     Set<LabRequest, &LabRequest::experiment>},
    {"size", "WxH", "of the images (4096x4096 on GPUs, 1024x1024 on others)", SetLabSize},
    {"device", "name", "only devices of that name or class, as in MAGICK_OCL_DEVICE",
     Set<LabRequest, &LabRequest::device>},
    {"groups", "", "a line for each size of work-groups, not only for the fastest",
     Set<LabRequest, &LabRequest::every_group>},
    {"json", "", "print JSON", Set<LabRequest, &LabRequest::json>},
    {"chart", "file", "also draw the ratios, as SVG", Set<LabRequest, &LabRequest::chart>},
    {"picture", "file", nullptr, Set<LabRequest, &LabRequest::chart>},
};

// With the name of the program or of the command.
constexpr Command LabCommand(const char* name) {
  return {
      .name = name,
      .summary = "run microbenchmarks of published OpenCL techniques on a device",
      .run = nullptr,
      .synopsis =
          "$ [-experiment name] [-size WxH] [-device name] [-groups] [-json]\n"
          "       [-chart file.svg]",
      .text =
          "Does what articles on OpenCL kernels recommend, and what they recommend it\n"
          "instead of, on the selected devices; checks every result and prints times and\n"
          "ratios beside the published ones. Leave the machine alone meanwhile. The exit\n"
          "status is 1 if a result is wrong or an experiment failed.",
      .options = Shown<kLabOptions>,
  };
}

}  // namespace lodestone::cli
