// For the build: what the module's programs are made from, and the archive of what was made.
//
//   build_programs list FOLDER          writes FOLDER/SOURCE.cl; prints KEY SOURCE.cl OPTIONS lines
//   build_programs pack FOLDER [75...]  reads such lines; prints the archive of FOLDER/KEY.ptx.gz,
//                                       and of FOLDER/KEY.75.cubin.gz for these architectures
#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "accel/gpu/cuda/images.hpp"
#include "accel/gpu/operations/operation_kernels.hpp"

namespace lodestone::accel::gpu::cuda {
namespace {

// What plans ask of a device is the same of all that CUDA has, but for local memory: with more of
// it there are more programs.
DeviceFacts CudaFacts() {
  DeviceFacts facts;
  facts.type = MagickAccelerateTypeGPU;
  facts.local_bytes = 1 << 20;
  facts.group_items = facts.group_columns = facts.group_rows = 1024;
  return facts;
}

std::string NameOf(const Digest& key) {
  char name[33];
  std::snprintf(name, sizeof(name), "%016" PRIx64 "%016" PRIx64, key.first(), key.second());
  return name;
}

void Check(bool is_fine, const std::string& what) {
  if (!is_fine) throw std::runtime_error(what);
}

void WriteSource(const std::string& path, const char* source) {
  std::ofstream file(path);
  file << source << std::flush;
  Check(file.good(), "cannot write " + path);
}

void List(const std::string& folder) {
  const DeviceFacts facts = CudaFacts();
  std::set<std::string> written;
  for (const ProgramKey& program : ProgramsOfVariants(LS_QUANTUM_DEPTH, facts)) {
    const char* const source = SourceOf(program.family);
    const std::string options = BuildOptions(program, facts);
    const std::string file = NameOf(Digest().Add(source)) + ".cl";
    if (written.insert(file).second) WriteSource(folder + "/" + file, source);
    std::cout << NameOf(ImageKey(source, options)) << ' ' << file << options << '\n';
  }
}

struct Packed {
  ArchiveEntry entry;
  std::string bytes;
};

// Gzip's files end in the size of what they hold.
uint32_t SizeInside(const std::string& bytes) {
  const auto* end = reinterpret_cast<const unsigned char*>(bytes.data() + bytes.size());
  return end[-4] | uint32_t{end[-3]} << 8 | uint32_t{end[-2]} << 16 | uint32_t{end[-1]} << 24;
}

Packed Read(const std::string& folder, const std::string& name, uint32_t architecture) {
  const std::string kind = architecture == kPtx ? "ptx" : std::to_string(architecture) + ".cubin";
  const std::string path = folder + "/" + name + "." + kind + ".gz";
  std::ifstream file(path, std::ios::binary);
  Packed packed{{}, {std::istreambuf_iterator<char>(file), {}}};
  Check(packed.bytes.size() > 18, "cannot read " + path);
  packed.entry = {{std::strtoull(name.substr(0, 16).c_str(), nullptr, 16),
                   std::strtoull(name.substr(16).c_str(), nullptr, 16)},
                  architecture,
                  SizeInside(packed.bytes),
                  0,
                  packed.bytes.size()};
  return packed;
}

void Pack(const std::string& folder, const std::vector<uint32_t>& architectures) {
  std::vector<Packed> all;
  for (std::string line; std::getline(std::cin, line);)
    for (const uint32_t architecture : architectures)
      all.push_back(Read(folder, line.substr(0, line.find(' ')), architecture));
  std::sort(all.begin(), all.end(),
            [](const Packed& a, const Packed& b) { return a.entry < b.entry; });
  const ArchiveHead head{all.size()};
  uint64_t begin = sizeof(head) + all.size() * sizeof(ArchiveEntry);
  std::cout.write(reinterpret_cast<const char*>(&head), sizeof(head));
  for (Packed& packed : all) {
    packed.entry.begin = begin;
    begin += packed.bytes.size();
    std::cout.write(reinterpret_cast<const char*>(&packed.entry), sizeof(packed.entry));
  }
  for (const Packed& packed : all) std::cout << packed.bytes;
}

int Run(const std::vector<std::string>& arguments) {
  Check(arguments.size() >= 2, "list FOLDER, or pack FOLDER [ARCHITECTURE]...");
  if (arguments[0] == "list") {
    List(arguments[1]);
  } else {
    std::vector<uint32_t> architectures = {kPtx};
    for (size_t i = 2; i < arguments.size(); ++i)
      architectures.push_back(static_cast<uint32_t>(std::stoul(arguments[i])));
    Pack(arguments[1], architectures);
  }
  Check(std::cout.flush().good(), "cannot write");
  return 0;
}

}  // namespace
}  // namespace lodestone::accel::gpu::cuda

int main(int count, char** arguments) {
  try {
    return lodestone::accel::gpu::cuda::Run({arguments + 1, arguments + count});
  } catch (const std::exception& error) {
    std::cerr << "build_programs: " << error.what() << '\n';
    return 1;
  }
}
