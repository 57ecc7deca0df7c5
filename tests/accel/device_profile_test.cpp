// Profiles survive anything that can happen to a file.
#include "accel/profile/device_profile.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <random>
#include <thread>

#include "tests/support/temporary_cache.hpp"

namespace lodestone::accel {
namespace {

constexpr auto kCorrections = ProfileSection::kCorrections;
constexpr auto kVariants = ProfileSection::kVariants;
constexpr auto kDriverCrashes = ProfileSection::kDriverCrashes;
const ProfileKey kKey{"Test:GPU:One", "driver 1.0 platform 2.0"};

class DeviceProfiles : public testing::Test {
 protected:
  std::string Folder() const { return folder_.path(); }

  std::string ReadAll(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  }
  void WriteAll(const std::string& path, const std::string& text) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
  }

  // The path of a saved profile with one entry in three sections.
  std::string SaveOne() {
    DeviceProfile profile(Folder(), kKey);
    profile.SetNumber(kCorrections, "a", 0.25);
    profile.SetText(kVariants, "b", "tiled");
    profile.SetNumber(kDriverCrashes, "c", 2);
    EXPECT_TRUE(profile.Save());
    return profile.path();
  }

  // Whatever the file holds: it is handled, and replaced by the next save.
  void ExpectHealed(const std::string& path, const std::string& what) {
    DeviceProfile profile(Folder(), kKey);
    (void)profile.Names(kCorrections);
    profile.SetNumber(kCorrections, "new", 7);
    EXPECT_TRUE(profile.Save()) << what;
    DeviceProfile again(Folder(), kKey);
    EXPECT_EQ(7, again.Number(kCorrections, "new")) << what;
    EXPECT_EQ(path, again.path());
  }

  test::TemporaryCache folder_;
};

TEST_F(DeviceProfiles, KeepsNumbersAndTextsBetweenProcesses) {
  const std::string path = SaveOne();
  EXPECT_TRUE(std::filesystem::exists(path));
  DeviceProfile again(Folder(), kKey);
  EXPECT_EQ(0.25, again.Number(kCorrections, "a"));
  EXPECT_EQ("tiled", again.Text(kVariants, "b"));
  EXPECT_EQ(2, again.Number(kDriverCrashes, "c"));
  EXPECT_EQ(std::vector<std::string>{"a"}, again.Names(kCorrections));
  EXPECT_FALSE(again.Text(kCorrections, "a"));
  EXPECT_FALSE(again.Number(kVariants, "b"));
  EXPECT_FALSE(again.Number(kDriverCrashes, "a"));
}

TEST_F(DeviceProfiles, ErasedEntriesStayAway) {
  SaveOne();
  DeviceProfile second(Folder(), kKey);
  second.Erase(kCorrections, "a");
  second.Clear(kDriverCrashes);
  EXPECT_TRUE(second.Save());
  DeviceProfile third(Folder(), kKey);
  EXPECT_FALSE(third.Number(kCorrections, "a"));
  EXPECT_FALSE(third.Number(kDriverCrashes, "c"));
  EXPECT_EQ("tiled", third.Text(kVariants, "b"));
}

TEST_F(DeviceProfiles, AnotherDriverOrDeviceStartsAfresh) {
  const std::string path = SaveOne();
  for (const ProfileKey& key :
       {ProfileKey{"Test:GPU:One", "driver 1.1 platform 2.0"},
        ProfileKey{"Test:GPU:Two", "driver 1.0 platform 2.0"}, ProfileKey{"", ""}}) {
    DeviceProfile other(Folder(), key);
    EXPECT_NE(path, other.path());
    EXPECT_FALSE(other.Number(kCorrections, "a"));
    // Nor does the right name make another device's file ours.
    std::filesystem::copy_file(path, other.path());
    DeviceProfile copied(Folder(), key);
    EXPECT_FALSE(copied.Number(kCorrections, "a"));
    copied.SetNumber(kCorrections, "a", 3);
    EXPECT_TRUE(copied.Save());
    EXPECT_FALSE(DeviceProfile(Folder(), key).Number(kDriverCrashes, "c"));
  }
}

TEST_F(DeviceProfiles, NothingIsWrittenUnlessSomethingChanged) {
  DeviceProfile profile(Folder(), kKey);
  EXPECT_FALSE(profile.Number(kCorrections, "a"));
  profile.Erase(kCorrections, "a");
  EXPECT_TRUE(profile.Save());
  EXPECT_FALSE(std::filesystem::exists(profile.path()));
  profile.SetNumber(kCorrections, "a", 1);
  EXPECT_TRUE(profile.Save());
  std::filesystem::remove(profile.path());
  profile.SetNumber(kCorrections, "a", 1);
  EXPECT_TRUE(profile.Save());
  EXPECT_FALSE(std::filesystem::exists(profile.path()));
}

TEST_F(DeviceProfiles, EveryTruncationIsAsGoodAsNone) {
  const std::string path = SaveOne(), text = ReadAll(path);
  for (std::size_t length = 0; length < text.size(); length += 3) {
    WriteAll(path, text.substr(0, length));
    ExpectHealed(path, "cut to " + std::to_string(length));
  }
}

TEST_F(DeviceProfiles, DamagedBytesNeverHurt) {
  const std::string path = SaveOne(), text = ReadAll(path);
  std::mt19937 random(7);
  for (int i = 0; i < 400; ++i) {
    std::string damaged = text;
    for (int k = 0; k < 1 + i % 5; ++k)
      damaged[random() % damaged.size()] = static_cast<char>(random());
    WriteAll(path, damaged);
    ExpectHealed(path, "round " + std::to_string(i));
  }
}

TEST_F(DeviceProfiles, WrongTypesAreLeftOut) {
  const std::string path = SaveOne();
  std::string text = ReadAll(path);
  const auto at = text.find("\"a\": 0.25");
  ASSERT_NE(std::string::npos, at);
  for (const std::string value : {"[1]", "null", "true", "{\"x\": 1}"}) {
    std::string changed = text;
    WriteAll(path, changed.replace(at, 9, "\"a\": " + value));
    DeviceProfile profile(Folder(), kKey);
    EXPECT_FALSE(profile.Number(kCorrections, "a")) << value;
    EXPECT_FALSE(profile.Text(kCorrections, "a")) << value;
    EXPECT_EQ("tiled", profile.Text(kVariants, "b")) << value;
  }
  for (const std::string whole : {"[]", "3", "null", "{}", "\"text\"", "{\"corrections\": 3}"}) {
    WriteAll(path, whole);
    ExpectHealed(path, whole);
  }
  WriteAll(path, std::string(300000, '[') + std::string(300000, ']'));
  ExpectHealed(path, "nested deeply");
}

TEST_F(DeviceProfiles, SizesAreBounded) {
  const std::string path = SaveOne();
  {
    DeviceProfile profile(Folder(), kKey);
    for (std::size_t i = 0; i < 2 * DeviceProfile::kMaxEntries; ++i)
      profile.SetNumber(kCorrections, "n" + std::to_string(i), double(i));
    profile.SetNumber(kCorrections, std::string(DeviceProfile::kMaxNameLength + 1, 'x'), 1);
    profile.SetText(kVariants, "long", std::string(DeviceProfile::kMaxTextLength + 1, 'x'));
    profile.SetNumber(kVariants, "infinite", INFINITY);
    EXPECT_TRUE(profile.Save());
    EXPECT_FALSE(profile.Text(kVariants, "long"));
    EXPECT_FALSE(profile.Number(kVariants, "infinite"));
  }
  DeviceProfile again(Folder(), kKey);
  EXPECT_EQ(DeviceProfile::kMaxEntries - 2, again.Names(kCorrections).size());
  EXPECT_LT(std::filesystem::file_size(path), DeviceProfile::kMaxFileBytes);
  WriteAll(path, ReadAll(path) + std::string(DeviceProfile::kMaxFileBytes, ' '));
  DeviceProfile huge(Folder(), kKey);
  EXPECT_TRUE(huge.Names(kCorrections).empty());
  ExpectHealed(path, "too long");
}

TEST_F(DeviceProfiles, APipeInTheFilesPlaceHoldsNobody) {
  const std::string path = DeviceProfile(Folder(), kKey).path();
  ASSERT_EQ(0, mkfifo(path.c_str(), 0600));
  ExpectHealed(path, "a pipe");
}

TEST_F(DeviceProfiles, WithoutAPlaceItStaysInMemory) {
  std::filesystem::create_directory(Folder() + "/gone");
  DeviceProfile lost(Folder() + "/gone", kKey);
  std::filesystem::remove(Folder() + "/gone");
  DeviceProfile nowhere("", kKey);
  for (DeviceProfile* profile : {&lost, &nowhere}) {
    profile->SetNumber(kCorrections, "a", 5);
    EXPECT_FALSE(profile->Save());
    EXPECT_EQ(5, profile->Number(kCorrections, "a"));
  }
  EXPECT_EQ("", nowhere.path());
}

TEST_F(DeviceProfiles, ConcurrentProcessesLoseNothing) {
  constexpr int kProcesses = 6, kRounds = 15;
  std::vector<pid_t> children;
  for (int p = 0; p < kProcesses; ++p) {
    children.push_back(fork());
    if (children.back() != 0) continue;
    DeviceProfile profile(Folder(), kKey);
    bool saved = true;
    for (int i = 0; i < kRounds; ++i) {
      profile.SetNumber(kCorrections, std::to_string(p) + "/" + std::to_string(i), i);
      saved = profile.Save() && saved;
    }
    _exit(saved ? 0 : 1);
  }
  for (const pid_t child : children) {
    int status = -1;
    ASSERT_EQ(child, waitpid(child, &status, 0));
    EXPECT_EQ(0, status);
  }
  DeviceProfile all(Folder(), kKey);
  EXPECT_EQ(std::size_t{kProcesses * kRounds}, all.Names(kCorrections).size());
  for (const auto& entry : std::filesystem::directory_iterator(Folder()))
    EXPECT_EQ(".json", entry.path().extension()) << entry.path();
}

TEST_F(DeviceProfiles, ThreadsShareOneProfile) {
  const auto profile = OpenProfile(kKey);
  EXPECT_EQ(profile, OpenProfile(kKey));
  EXPECT_NE(profile, OpenProfile({"Test:GPU:One", "another driver"}));
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 50; ++i) {
        profile->SetNumber(kCorrections, std::to_string(t) + "/" + std::to_string(i), i);
        if (i % 10 == 0) SaveProfiles();
      }
    });
  for (std::thread& thread : threads) thread.join();
  SaveProfiles();
  EXPECT_EQ(200u, DeviceProfile(Folder(), kKey).Names(kCorrections).size());
}

TEST_F(DeviceProfiles, AForkedChildLeavesTheFileAlone) {
  DeviceProfile profile(Folder(), kKey);
  profile.SetNumber(kCorrections, "a", 1);
  const pid_t child = fork();
  if (child == 0) _exit(profile.Save() ? 1 : 0);
  int status = -1;
  ASSERT_EQ(child, waitpid(child, &status, 0));
  EXPECT_EQ(0, status);
  EXPECT_FALSE(std::filesystem::exists(profile.path()));
}

}  // namespace
}  // namespace lodestone::accel
