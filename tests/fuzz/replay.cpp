// The targets of fuzzing without a fuzzer: seeds, and seeds that are damaged, the same for the same
// number. A crash, a hang or a complaint of a sanitizer ends the program.
//
//   replay list                    names of all targets
//   replay seeds TARGET FOLDER     writes its seeds there
//   replay words TARGET            prints its dictionary for libFuzzer
//   replay run COUNT [SEED [TARGET]]
//                                  runs the seeds of each target, then COUNT damaged ones
//   replay file TARGET FILE ...    runs files, such as those that libFuzzer found
#include <unistd.h>

#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "tests/fuzz/targets.hpp"
#include "tests/torture/sample_files.hpp"

namespace lodestone::fuzz {
namespace {

constexpr unsigned kSecondsForOne = 60;

void Run(const Target& target, const Bytes& bytes) {
  alarm(kSecondsForOne);
  target.run(bytes.data(), bytes.size());
  alarm(0);
}

// Prints before each target, so that the last line names the one that crashed.
void Replay(const Target& target, std::size_t count, unsigned seed) {
  std::printf("%s ", target.name.c_str());
  std::fflush(stdout);
  std::vector<torture::Sample> samples;
  for (Bytes& bytes : target.seeds()) samples.push_back({target.name, std::move(bytes)});
  for (const torture::Sample& sample : samples) Run(target, sample.bytes);
  std::vector<torture::Sample> pieces = samples;
  for (const std::string& word : target.words) pieces.push_back({target.name, BytesOf(word)});
  for (std::size_t i = 0; i < count; ++i) {
    torture::Random random(seed * 1000003u + static_cast<unsigned>(i));
    Bytes bytes = samples[i % samples.size()].bytes;
    for (unsigned left = 1 + random() % 6; left > 0; --left)
      torture::DamageOnce(bytes, pieces, random);
    Run(target, bytes);
  }
  std::printf("%zu\n", samples.size() + count);
}

Target Find(const std::string& name) {
  for (Target& target : Targets())
    if (target.name == name) return std::move(target);
  std::fprintf(stderr, "replay: no target %s\n", name.c_str());
  std::exit(2);
}

void WriteSeeds(const Target& target, const std::string& folder) {
  std::size_t number = 0;
  for (const Bytes& bytes : target.seeds()) {
    std::ofstream file(folder + "/seed-" + std::to_string(number++), std::ios::binary);
    file.write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
  }
}

void PrintWords(const Target& target) {
  for (const std::string& word : target.words) {
    std::putchar('"');
    for (const char c : word) std::printf("\\x%02x", static_cast<unsigned char>(c));
    std::puts("\"");
  }
}

int RunAll(const std::vector<std::string>& words) {
  const std::size_t count = std::strtoul(words[1].c_str(), nullptr, 10);
  const unsigned seed =
      words.size() > 2 ? static_cast<unsigned>(std::strtoul(words[2].c_str(), nullptr, 10)) : 1;
  for (const Target& target : Targets())
    if (words.size() < 4 || words[3] == target.name) Replay(target, count, seed);
  return 0;
}

int Main(const std::vector<std::string>& words) {
  Prepare();
  const std::string verb = words.empty() ? "" : words[0];
  if (verb == "list") {
    for (const Target& target : Targets()) std::puts(target.name.c_str());
  } else if (verb == "seeds" && words.size() == 3) {
    WriteSeeds(Find(words[1]), words[2]);
  } else if (verb == "words" && words.size() == 2) {
    PrintWords(Find(words[1]));
  } else if (verb == "run" && words.size() > 1) {
    return RunAll(words);
  } else if (verb == "file" && words.size() > 2) {
    const Target target = Find(words[1]);
    for (std::size_t i = 2; i < words.size(); ++i) {
      std::ifstream file(words[i], std::ios::binary);
      Run(target, Bytes(std::istreambuf_iterator<char>(file), {}));
    }
  } else {
    std::fputs(
        "usage: replay list | seeds TARGET FOLDER | words TARGET | run COUNT [SEED [TARGET]] | "
        "file TARGET FILE ...\n",
        stderr);
    return 2;
  }
  return 0;
}

}  // namespace
}  // namespace lodestone::fuzz

int main(int argc, char** argv) {
  return lodestone::fuzz::Main({argv + 1, argv + argc});
}
