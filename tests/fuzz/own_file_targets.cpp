#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "accel/profile/crash_marker.hpp"
#include "accel/profile/device_profile.hpp"
#include "magick/api.h"
#include "magick/core/blob/blob_input.hpp"
#include "magick/core/blob/compressed_output.hpp"
#include "tests/fuzz/targets.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/torture/sample_files.hpp"
#include "utilities/bulk/journal_lines.hpp"
#include "utilities/bulk/plan.hpp"
#include "utilities/bulk/shard_line.hpp"
#include "utilities/bulk/shard_record.hpp"
#include "utilities/events/read/log_reader.hpp"
#include "utilities/shell/command_error.hpp"
#ifdef TEST_OPENCL
#include "accel/gpu/programs/program_cache.hpp"
#endif

namespace lodestone::fuzz {
namespace {

namespace fs = std::filesystem;

// Of this process, for files that are read from disk; in memory where the system has that.
const std::string& TheFolder() {
  std::error_code error;
  static const test::TemporaryFolder folder(
      fs::is_directory("/dev/shm", error) ? fs::path("/dev/shm") : fs::temp_directory_path());
  return folder.path().native();
}

void Put(const std::string& name, const unsigned char* data, std::size_t size) {
  fs::create_directories(fs::path(name).parent_path());
  std::ofstream file(name, std::ios::binary | std::ios::trunc);
  file.write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
}

std::string TextOf(const unsigned char* data, std::size_t size) {
  return std::string(reinterpret_cast<const char*>(data), size);
}

std::vector<std::string> LinesOf(const unsigned char* data, std::size_t size) {
  std::vector<std::string> lines;
  std::istringstream text(TextOf(data, size));
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

Bytes Contents(const std::string& name) {
  std::ifstream file(name, std::ios::binary);
  return Bytes(std::istreambuf_iterator<char>(file), {});
}

void RunEvents(const unsigned char* data, std::size_t size) {
  cli::LogAssembler assembler([](const cli::EventRecord&) {});
  for (const std::string& line : LinesOf(data, size)) assembler.Add(line);
}

std::vector<Bytes> EventSeeds() {
  return {
      BytesOf("{\"time\":\"2026-01-02T03:04:05.678Z\",\"process\":7,\"thread\":8,\"operation\":"
              "\"scale\",\"columns\":64,\"rows\":48,\"to_columns\":32,\"to_rows\":24,"
              "\"accelerator\":\"cpu\",\"device\":\"native\",\"outcome\":\"done\",\"actual_ns\":"
              "123456,\"predicted_ns\":1e5,\"declined_by\":[{\"accelerator\":\"opencl\","
              "\"reason\":\"cold\",\"detail\":\"\\u00e9\"}]}\n"),
      BytesOf("20220428104719 0:3.229821 1.672 11552 opencl.c AcquireOpenCLKernel 744 "
              "Accelerate Event Using kernel: ScaleFilter\n20220428104719 0:3.229821 1.672 11552 "
              "a.c Scale 7 Accelerate Event accelerate ScaleImage: 12.5\n"
              "20220428104719 0:3.229821 1.672 11552 a.c Scale 7 Accelerate Event "
              "AccelerateScaleImage declined: cold\n")};
}

const accel::ProfileKey kKey = {"device", "driver"};

void RunDeviceProfile(const unsigned char* data, std::size_t size) {
  const std::string folder = TheFolder() + "/profile";
  const std::string path = accel::DeviceProfile(folder, kKey).path();
  Put(path, data, size);
  accel::DeviceProfile profile(folder, kKey);
  for (const accel::ProfileSection section : accel::kProfileSections) {
    for (const std::string& name : profile.Names(section)) {
      profile.Number(section, name);
      profile.Text(section, name);
    }
  }
  profile.SetText(accel::ProfileSection::kVariants, "name", "text");
  profile.Save();
}

std::vector<Bytes> DeviceProfileSeeds() {
  const std::string folder = TheFolder() + "/profile";
  fs::create_directories(folder);
  accel::DeviceProfile profile(folder, kKey);
  profile.SetNumber(accel::ProfileSection::kCorrections, "scale.rgba.4.host", 1.5);
  profile.SetText(accel::ProfileSection::kVerdicts, "scale", "passed");
  profile.Save();
  return {Contents(profile.path())};
}

// A marker of a process that is no more.
void RunCrashMarker(const unsigned char* data, std::size_t size) {
  const std::string folder = TheFolder() + "/marker";
  Put(folder + "/running-q" + std::to_string(QuantumDepth) + "/1-1", data, size);
  accel::CrashMarker::Get().CollectEnded(folder);
}

// As long as one, and as long as the marks of this version.
std::vector<Bytes> CrashMarkerSeeds() {
  Bytes marker(32 + 16 * sizeof(accel::MarkerSlot), 0);
  const Bytes magic = BytesOf("LSMARK02");
  std::copy(magic.begin(), magic.end(), marker.begin());
  marker[24] = 1;  // armed
  marker[28] = 1;  // one slot
  marker[32] = 'd';
  return {marker};
}

#ifdef TEST_OPENCL
const accel::Digest kProgram;

void RunProgramCache(const unsigned char* data, std::size_t size) {
  accel::gpu::ProgramCache cache(TheFolder(), "");
  Put(cache.PathOf(kProgram), data, size);
  cache.Load(kProgram);
}

std::vector<Bytes> ProgramCacheSeeds() {
  accel::gpu::ProgramCache cache(TheFolder(), "");
  cache.Store(kProgram, BytesOf("a program"));
  return {Contents(cache.PathOf(kProgram))};
}
#endif

void RunPlan(const unsigned char* data, std::size_t size) {
  Put(TheFolder() + "/plan/plan.json", data, size);
  try {
    cli::ReadPlan(TheFolder() + "/plan").Options();
  } catch (const cli::CommandError& error) {
    cli::ErrorText(error);
  }
}

std::vector<Bytes> PlanSeeds() {
  cli::Plan plan;
  plan.folder = TheFolder() + "/plan";
  plan.version = GetMagickVersion(nullptr);
  plan.directory = "/";
  plan.arguments = {"-resize", "50%", "-output", "out/%{base}.png"};
  plan.settings = "0123";
  fs::create_directories(plan.folder);
  cli::WritePlan(plan);
  return {Contents(plan.folder + "/plan.json")};
}

void RunShardRecord(const unsigned char* data, std::size_t size) {
  cli::Plan plan;
  plan.folder = TheFolder() + "/shard";
  Put(plan.RecordFile(1), data, size);
  try {
    cli::ReadShardRecord(plan, 1);
  } catch (const cli::CommandError& error) {
    cli::ErrorText(error);
  }
}

std::vector<Bytes> ShardRecordSeeds() {
  cli::Plan plan;
  plan.folder = TheFolder() + "/shard";
  cli::ShardRecord record;
  record.reasons["a reason"] = 2;
  record.devices["cpu"] = 3;
  record.host = "host";
  fs::create_directories(plan.folder + "/records");
  cli::WriteShardRecord(plan, 1, record);
  return {Contents(plan.RecordFile(1))};
}

void RunShardLines(const unsigned char* data, std::size_t size) {
  for (const std::string& line : LinesOf(data, size)) {
    try {
      cli::ParseShardLine(line);
    } catch (const std::exception&) {  // as its callers do
    }
  }
}

void RunJournal(const unsigned char* data, std::size_t size) {
  const std::string name = TheFolder() + "/journal.jsonl";
  Put(name, data, size);
  try {
    cli::ForEachRecord(name, [](const cli::ItemRecord& record) { cli::JournalLine(record); });
  } catch (const cli::CommandError& error) {
    cli::ErrorText(error);
  }
}

std::vector<Bytes> JournalSeeds() {
  cli::ItemRecord record;
  record.input.name = "a.png";
  record.settings = "0123";
  record.done = true;
  record.outputs = {{"out/a.png", 12, std::string(64, 'a')}};
  record.devices = {"cpu"};
  cli::ItemRecord failed = record;
  failed.done = false;
  failed.reason = "no reason";
  return {BytesOf(cli::JournalStartLine("a.png") + cli::JournalLine(record) +
                  cli::JournalLine(failed))};
}

const std::vector<std::string> kJson = {
    "{",       "}",       "[",    "]",    ":",     ",",  "\"",
    "\\u0000", "\\ud800", "null", "true", "1e999", "-1", "18446744073709551616"};

// The pixels beside it are those of the seed.
void RunMpc(const unsigned char* data, std::size_t size) {
  const std::string name = TheFolder() + "/mpc/a.mpc";
  Put(name, data, size);
  const torture::InfoPtr info = torture::InfoFor("MPC");
  MagickStrlCpy(info->filename, name.c_str(), MaxTextExtent);
  torture::Exception exception;
  const torture::ImagePtr image(ReadImage(info.get(), exception.get()));
}

std::vector<Bytes> MpcSeeds() {
  const std::string name = TheFolder() + "/mpc/a.mpc";
  Put(name, nullptr, 0);
  const torture::ImagePtr image = torture::MakeNoise(19, 9, 1);
  SetImageType(image.get(), PaletteType);
  MagickStrlCpy(image->filename, name.c_str(), MaxTextExtent);
  WriteImage(torture::InfoFor("MPC").get(), image.get());
  return {Contents(name)};
}

void RunCompressed(const unsigned char* data, std::size_t size) {
  BlobInput::Decompressed(BlobInput::FromMemory(data, size))->RequireAll();
}

std::vector<Bytes> CompressedSeeds() {
  std::vector<Bytes> seeds;
  for (const std::string_view name : {"a.gz", "a.bz2", "a.xz"}) {
    const CompressedFormat* const format = CompressedFormatOf(name);
    if (format == nullptr) continue;
    auto memory = std::make_unique<MemoryOutput>();
    const MemoryOutput& written = *memory;
    const auto output = CompressedOutput(std::move(memory), *format);
    const std::string text(3000, 'x');
    output->Write(text.data(), text.size());
    output->Commit();
    seeds.emplace_back(written.data(), written.data() + written.size());
  }
  return seeds;
}

}  // namespace

std::vector<Target> OwnFileTargets() {
  return {{"mpc", RunMpc, MpcSeeds, {"columns=", "rows=", "colors=", "class=PseudoClass"}},
          {"compressed", RunCompressed, CompressedSeeds, {}},
          {"events", RunEvents, EventSeeds, kJson},
          {"device_profile", RunDeviceProfile, DeviceProfileSeeds, kJson},
          {"crash_marker", RunCrashMarker, CrashMarkerSeeds, {"LSMARK02"}},
#ifdef TEST_OPENCL
          {"program_cache", RunProgramCache, ProgramCacheSeeds, {"LSCLBIN1"}},
#endif
          {"plan", RunPlan, PlanSeeds, kJson},
          {"shard_record", RunShardRecord, ShardRecordSeeds, kJson},
          {"shard_lines", RunShardLines,
           [] { return std::vector<Bytes>{BytesOf(cli::ShardLine({}))}; }, kJson},
          {"journal", RunJournal, JournalSeeds, kJson}};
}

}  // namespace lodestone::fuzz
