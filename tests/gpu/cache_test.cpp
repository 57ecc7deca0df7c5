// Compiled programs on disk: whatever state the directory is in, the result is a valid program.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "accel/gpu/operations/operation_kernels.hpp"

namespace lodestone::accel::gpu::testing {
namespace {

namespace fs = std::filesystem;

using Bytes = std::vector<unsigned char>;

class OpenClCache : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = ::testing::TempDir() + "opencl_cache_XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    directory_ = pattern;
  }
  void TearDown() override { fs::remove_all(directory_); }

  static Bytes ReadFile(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return Bytes(std::istreambuf_iterator<char>(file), {});
  }
  static void WriteFile(const std::string& path, const Bytes& bytes) {
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file.write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
  }
  // Without the one for claims.
  size_t FileCount() const {
    return static_cast<size_t>(
        std::count_if(fs::directory_iterator(directory_), fs::directory_iterator(),
                      [](const auto& file) { return file.path().extension() != ".lock"; }));
  }

  std::string directory_;
  const Digest key_ = Digest().Add("some program");
  const Bytes binary_ = Bytes(1000, 0x5A);
};

TEST_F(OpenClCache, GivesBackWhatWasStored) {
  ProgramCache cache(directory_, "");
  EXPECT_FALSE(cache.Load(key_));
  cache.Store(key_, binary_);
  EXPECT_EQ(cache.Load(key_), binary_);
  EXPECT_EQ(FileCount(), 1u);
  EXPECT_EQ(cache.Describe(), directory_);
  EXPECT_FALSE(cache.Load(Digest().Add("another program")));
}

TEST_F(OpenClCache, KeysKeepTheirPartsApart) {
  EXPECT_EQ(Digest().Add("ab").Add("c"), Digest().Add("ab").Add("c"));
  EXPECT_NE(Digest().Add("ab").Add("c"), Digest().Add("a").Add("bc"));
  EXPECT_NE(Digest().Add("ab"), Digest().Add("ab").Add(""));
}

TEST_F(OpenClCache, EveryFlippedByteIsNoticed) {
  ProgramCache cache(directory_, "");
  const std::string path = cache.PathOf(key_);
  cache.Store(key_, binary_);
  const Bytes good = ReadFile(path);
  for (size_t i = 0; i < good.size(); i += i < 48 ? 1 : 37) {
    Bytes bad = good;
    bad[i] ^= 1;
    WriteFile(path, bad);
    EXPECT_FALSE(cache.Load(key_)) << "byte " << i;
    EXPECT_FALSE(fs::exists(path)) << "byte " << i;
  }
}

TEST_F(OpenClCache, EveryTruncationIsNoticed) {
  ProgramCache cache(directory_, "");
  const std::string path = cache.PathOf(key_);
  cache.Store(key_, binary_);
  const Bytes good = ReadFile(path);
  for (size_t size : {size_t{0}, size_t{7}, size_t{39}, size_t{40}, size_t{41}, good.size() - 1}) {
    WriteFile(path, Bytes(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size)));
    EXPECT_FALSE(cache.Load(key_)) << size << " bytes";
  }
  Bytes longer = good;
  longer.push_back(0);
  WriteFile(path, longer);
  EXPECT_FALSE(cache.Load(key_));
}

TEST_F(OpenClCache, AFileOfAnotherKeyIsNoticed) {
  ProgramCache cache(directory_, "");
  const Digest other = Digest().Add("another program");
  cache.Store(other, binary_);
  fs::rename(cache.PathOf(other), cache.PathOf(key_));
  EXPECT_FALSE(cache.Load(key_));
}

TEST_F(OpenClCache, WithoutDirectoryNothingIsKept) {
  ProgramCache cache("", "HOME is not set");
  cache.Store(key_, binary_);
  EXPECT_FALSE(cache.Load(key_));
  EXPECT_EQ(cache.Describe(), "in memory only: HOME is not set");
}

TEST_F(OpenClCache, UnwritableDirectoryIsToldOf) {
  for (const std::string& directory : {directory_ + "/absent", std::string("/proc/self")}) {
    ProgramCache cache(directory, "");
    cache.Store(key_, binary_);
    EXPECT_FALSE(cache.Load(key_));
    EXPECT_EQ(cache.Describe().find("in memory only: cannot write " + directory + ": "), 0u)
        << cache.Describe();
  }
}

TEST_F(OpenClCache, SomethingElseInTheFilesPlace) {
  ProgramCache cache(directory_, "");
  fs::create_directory(cache.PathOf(key_));
  EXPECT_FALSE(cache.Load(key_));
  cache.Store(key_, binary_);
  EXPECT_FALSE(cache.Load(key_));
  EXPECT_EQ(FileCount(), 1u) << "no temporary is left";
  fs::remove(cache.PathOf(key_));
  ASSERT_EQ(::mkfifo(cache.PathOf(key_).c_str(), 0600), 0);
  EXPECT_FALSE(cache.Load(key_));
  cache.Store(key_, binary_);
  EXPECT_EQ(cache.Load(key_), binary_);
}

// Writes and reads repeatedly, with several lengths; true if every file read was complete.
bool Hammer(const std::string& directory, const Digest& key, unsigned seed) {
  ProgramCache cache(directory, "");
  for (unsigned i = 0; i < 100; ++i) {
    const auto fill = static_cast<unsigned char>(seed + i);
    cache.Store(key, Bytes(1 + (seed * 7919 + i * 104729) % 50000, fill));
    const auto found = cache.Load(key);
    if (found && std::count(found->begin(), found->end(), found->front()) !=
                     static_cast<std::ptrdiff_t>(found->size())) {
      return false;
    }
  }
  return true;
}

TEST_F(OpenClCache, ConcurrentProcessesAndThreads) {
  std::vector<pid_t> children;
  for (unsigned i = 0; i < 4; ++i) {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(Hammer(directory_, key_, i) ? 0 : 1);
    children.push_back(child);
  }
  std::atomic<bool> whole{true};
  std::vector<std::thread> threads;
  for (unsigned i = 4; i < 8; ++i) {
    threads.emplace_back([&, i] {
      if (!Hammer(directory_, key_, i)) whole = false;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(whole);
  for (const pid_t child : children) {
    int status = -1;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
  EXPECT_LE(FileCount(), 1u) << "no temporary is left";
}

TEST_F(OpenClCache, OnlyOneClaimsAProgram) {
  const ProgramCache cache(directory_, ""), other(directory_, "");
  {
    const Claim claim = cache.TryToClaim(key_);
    EXPECT_TRUE(claim);
    EXPECT_FALSE(other.TryToClaim(key_));
    EXPECT_TRUE(other.TryToClaim(Digest().Add("another")));
    const pid_t child = ::fork();
    if (child == 0) ::_exit(other.TryToClaim(key_) ? 1 : 0);
    int status = -1;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
  EXPECT_TRUE(other.TryToClaim(key_)) << "dropped";
}

TEST_F(OpenClCache, AClaimEndsWithItsProcess) {
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const Claim claim = ProgramCache(directory_, "").TryToClaim(key_);
    const char held = claim ? 1 : 0;
    if (::write(ready[1], &held, 1) != 1) ::_exit(1);
    for (;;) ::pause();
  }
  char held = 0;
  ASSERT_EQ(::read(ready[0], &held, 1), 1);
  EXPECT_EQ(held, 1);
  const ProgramCache cache(directory_, "");
  EXPECT_FALSE(cache.TryToClaim(key_));
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  EXPECT_TRUE(cache.WaitToClaim(key_));
  ::close(ready[0]);
  ::close(ready[1]);
}

TEST_F(OpenClCache, WhereNothingIsKeptAllClaim) {
  for (const char* directory : {"", "/proc/self/nowhere"}) {
    const ProgramCache cache(directory, "");
    const Claim claim = cache.TryToClaim(key_);
    EXPECT_TRUE(claim);
    EXPECT_TRUE(cache.TryToClaim(key_));
    EXPECT_FALSE(cache.Has(key_));
  }
}

// The same with a real compiler.
class OpenClPrograms : public OpenClCache {
 protected:
  void SetUp() override {
    OpenClCache::SetUp();
    for (const DeviceFacts& facts : DiscoverDevices().devices) {
      if (facts.problem.empty()) facts_ = facts;
    }
    if (!facts_.handle) GTEST_SKIP() << "no usable OpenCL device";
    context_ = OpenContext(facts_);
  }

  BuiltProgram Build(const ProgramKey& key, ProgramCache& cache) {
    return BuildProgram(*context_, facts_, RecipeOf(key), cache);
  }
  ProgramRecipe RecipeOf(const ProgramKey& key, const std::string& version = "1.0") {
    return {SourceOf(key.family), BuildOptions(key, facts_), version};
  }

  // Builds through a cache in the directory and checks that the program is usable.
  void ExpectWorkingProgram() {
    ProgramCache cache(directory_, "");
    const BuiltProgram built = Build(program_key_, cache);
    EXPECT_TRUE(built.program->MakeKernel("ScaleFilter"));
  }

  std::string Path(const std::string& version = "1.0") {
    ProgramCache cache(directory_, "");
    return cache.PathOf(CacheKey(RecipeOf(program_key_, version), facts_));
  }

  ino_t FileNumber() {
    struct stat status {};
    EXPECT_EQ(::stat(Path().c_str(), &status), 0);
    return status.st_ino;
  }

  DeviceFacts facts_;
  ContextOwner context_;
  const ProgramKey program_key_ = {Family::kScale, 16, MagickAccelerateOpaque, KernelForm::kStrips};
};

TEST_F(OpenClPrograms, TheSecondBuildReadsTheFile) {
  ExpectWorkingProgram();
  const ino_t first = FileNumber();
  ExpectWorkingProgram();
  EXPECT_EQ(FileNumber(), first) << "a program built anew would have replaced the file";
  EXPECT_EQ(FileCount(), 1u);
}

TEST_F(OpenClPrograms, DamagedFilesAreReplaced) {
  ExpectWorkingProgram();
  const Bytes good = ReadFile(Path());
  Bytes corrupt = good;
  corrupt[good.size() / 2] ^= 0x10;
  const Bytes truncated(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(good.size() / 2));
  const Bytes foreign(good.size(), 'x');
  for (const Bytes& bad : {corrupt, truncated, foreign, Bytes()}) {
    WriteFile(Path(), bad);
    ExpectWorkingProgram();
    EXPECT_EQ(ReadFile(Path()).size(), good.size());
    EXPECT_NE(ReadFile(Path()), bad);
  }
}

TEST_F(OpenClPrograms, BinariesThatTheDriverRefusesAreReplaced) {
  const Digest key = CacheKey(RecipeOf(program_key_), facts_);
  ProgramCache cache(directory_, "");
  cache.Store(key, Bytes(5000, 'x'));
  ExpectWorkingProgram();
  EXPECT_NE(cache.Load(key), Bytes(5000, 'x'));
}

TEST_F(OpenClPrograms, TheKeyHasEverythingThatMatters) {
  const ProgramRecipe recipe = RecipeOf(program_key_);
  const Digest key = CacheKey(recipe, facts_);
  EXPECT_EQ(CacheKey(RecipeOf(program_key_), facts_), key);
  EXPECT_NE(CacheKey({SourceOf(Family::kResize), recipe.options, "1.0"}, facts_), key);
  EXPECT_NE(CacheKey({recipe.source, recipe.options + " ", "1.0"}, facts_), key);
  EXPECT_NE(CacheKey({recipe.source, recipe.options, "1.1"}, facts_), key);
  for (std::string DeviceFacts::*field :
       {&DeviceFacts::device_name, &DeviceFacts::driver_version, &DeviceFacts::platform_version}) {
    DeviceFacts other = facts_;
    other.*field += "+";
    EXPECT_NE(CacheKey(recipe, other), key);
  }
}

TEST_F(OpenClPrograms, OneThatAnotherIsBuildingIsWaitedFor) {
  ProgramCache cache(directory_, "");
  const Digest key = CacheKey(RecipeOf(program_key_), facts_);
  std::optional<Claim> other(cache.TryToClaim(key));
  std::atomic<bool> done{false};
  std::optional<BuiltProgram> built;
  std::thread waiting([&] {
    ProgramCache same(directory_, "");
    built = Build(program_key_, same);
    done = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_FALSE(done);
  const ProgramRecipe recipe = RecipeOf(program_key_);
  EXPECT_TRUE(CompileProgram(*context_, recipe, CacheKey(recipe, facts_), cache));
  other.reset();
  waiting.join();
  EXPECT_TRUE(built->program);
  EXPECT_FALSE(built->compiled);
}

TEST_F(OpenClPrograms, UnwritableDirectoryBuildsAllTheSame) {
  ProgramCache cache("/proc/self", "");
  EXPECT_TRUE(Build(program_key_, cache).program);
}

TEST_F(OpenClPrograms, ABuildThatFailsSaysWhy) {
  ProgramKey impossible = program_key_;
  impossible.quantum_depth = 9;
  ProgramCache cache(directory_, "");
  try {
    Build(impossible, cache);
    FAIL() << "built";
  } catch (const Problem& problem) {
    EXPECT_EQ(problem.outcome(), MagickAccelerateFailed);
    EXPECT_EQ(problem.reason(), MagickAccelerateBuildFailed);
    EXPECT_NE(problem.detail().find("clBuildProgram: CL_"), std::string::npos) << problem.detail();
    EXPECT_NE(problem.detail().find(facts_.stable_name), std::string::npos);
  }
  EXPECT_EQ(FileCount(), 0u);
}

}  // namespace
}  // namespace lodestone::accel::gpu::testing
