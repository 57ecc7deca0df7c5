// What is fuzzed: each target takes any bytes and returns, without a crash, a leak or a complaint
// of a sanitizer. One program holds them all: LibFuzzer's runs the one whose name it bears, and
// that of `make check` replays damaged seeds.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace lodestone::fuzz {

using Bytes = std::vector<unsigned char>;

struct Target {
  std::string name;
  std::function<void(const unsigned char* data, std::size_t size)> run;
  std::function<std::vector<Bytes>()> seeds;
  std::vector<std::string> words;  // that mean something in its inputs
};

// In the process that runs them: limits that a fuzzer needs, no devices, no files of others.
void Prepare();

// "coder_PNG" and the like: one for each format of the registry that reads files. What is read is
// checked, and written again if the format can be.
std::vector<Target> CoderTargets();

// Geometries, options of commands, drawings, settings of the log.
std::vector<Target> TextTargets();

// Profiles of images and the attributes that are read from them.
std::vector<Target> ProfileTargets();

// Files of the library's own: event logs, device profiles, programs, crash markers; plans and
// journals of bulk runs; images as they are in memory. Compressed files.
std::vector<Target> OwnFileTargets();

// All of them.
std::vector<Target> Targets();

// "a text" as bytes.
Bytes BytesOf(const std::string& text);

}  // namespace lodestone::fuzz
