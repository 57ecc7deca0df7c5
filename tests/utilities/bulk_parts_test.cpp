// The parts of `lodestone bulk`.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <random>
#include <thread>
#include <vector>

#include "accel/events/event_log.hpp"
#include "base/thread_pool.hpp"
#include "tests/utilities/process.hpp"
#include "utilities/bulk/bulk_summary.hpp"
#include "utilities/bulk/byte_budget.hpp"
#include "utilities/bulk/item_devices.hpp"
#include "utilities/bulk/journal.hpp"
#include "utilities/bulk/output_name.hpp"
#include "utilities/bulk/staged_file.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/text/time_text.hpp"

namespace lodestone::test {
namespace {

namespace fs = std::filesystem;
using namespace cli;

std::string NameFor(const std::string& text, const std::string& input,
                    const std::string& root = "") {
  return OutputName(text).For({input, root}, 7);
}

TEST(ItemDevices, NeedEventsButNoTimes) {
  const ItemDevices devices;
  EXPECT_TRUE(accel::EventsWanted());
  EXPECT_FALSE(accel::PartTimesWanted());
}

TEST(OutputName, Placeholders) {
  EXPECT_EQ(NameFor("out/%{base}.webp", "photos/a.b.jpg"), "out/a.b.webp");
  EXPECT_EQ(NameFor("out/%{name}.%{ext}", "photos/a.jpg"), "out/a.jpg.jpg");
  EXPECT_EQ(NameFor("%{base}-%{scene}.png", "a.gif"), "a-7.png");
  EXPECT_EQ(NameFor("100%%/%{ext}", "a"), "100%/");
  EXPECT_EQ(NameFor("plain.png", "a"), "plain.png");
  EXPECT_TRUE(OutputName("%{scene}").names_scenes());
  EXPECT_FALSE(OutputName("scene").names_scenes());
}

TEST(BulkSummary, FailuresAreNoWorkAndNameTheirInputOnce) {
  BulkSummary summary;
  summary.done = 8;
  summary.failed = 100;
  summary.seconds = 4;
  EXPECT_NE(SummaryLine(summary).find(" in 4 s: 2 images/s"), std::string::npos);
  EXPECT_NE(SummaryJson(summary, "").find(R"("images_per_second":2,)"), std::string::npos);
  EXPECT_EQ(FailureText("a b", "Unable to open file (a b) [No such file or directory]"),
            "a b: Unable to open file [No such file or directory]");
  EXPECT_EQ(FailureText("a", "Unable to write file (out/a)"), "a: Unable to write file (out/a)");
}

TEST(OutputName, PathNeverLeadsOutside) {
  EXPECT_EQ(NameFor("out/%{path}/%{name}", "a.jpg"), "out/a.jpg");
  EXPECT_EQ(NameFor("out/%{path}/%{name}", "b/c/a.jpg"), "out/b/c/a.jpg");
  EXPECT_EQ(NameFor("out/%{path}/%{name}", "/b/c/a.jpg"), "out/b/c/a.jpg");
  EXPECT_EQ(NameFor("out/%{path}/%{name}", "../../b/a.jpg"), "out/b/a.jpg");
  EXPECT_EQ(NameFor("out/%{path}/%{name}", "./b/../../c/a.jpg"), "out/c/a.jpg");
  EXPECT_EQ(NameFor("out/%{path}/%{name}", "/data/x/b/a.jpg", "/data/x"), "out/b/a.jpg");
  EXPECT_EQ(NameFor("out/%{path}/%{name}", "/data/x/a.jpg", "/data/x/"), "out/a.jpg");
  EXPECT_EQ(NameFor("out/%{path}/%{name}", "../x/b/a.jpg", "../x"), "out/b/a.jpg");
}

TEST(OutputName, FolderBeforeThePlaceholders) {
  EXPECT_EQ(OutputName("out/small/%{path}/%{base}.png").folder(), "out/small");
  EXPECT_EQ(OutputName("out/small-%{base}.png").folder(), "out");
  EXPECT_EQ(OutputName("/%{base}.png").folder(), "/");
  EXPECT_EQ(OutputName("%{base}/a.png").folder(), ".");
  EXPECT_EQ(OutputName("a.png").folder(), ".");
}

TEST(OutputName, WrongTemplates) {
  for (const char* text : {"", "%", "a%b", "%{", "%{base", "%{}", "%{BASE}", "%{path}%"})
    EXPECT_THROW(OutputName name(text), CommandError) << text;
}

TEST(IsoTime, ThereAndBack) {
  EXPECT_EQ(IsoTime(0), "1970-01-01T00:00:00.000000000Z");
  EXPECT_EQ(IsoTime(1763819249012345678), "2025-11-22T13:47:29.012345678Z");
  EXPECT_EQ(IsoTime(-1), "1969-12-31T23:59:59.999999999Z");
  std::mt19937_64 random(1);
  for (int i = 0; i < 1000; ++i) {
    const auto time = static_cast<std::int64_t>(random() % (std::uint64_t{1} << 62));
    EXPECT_EQ(ParseIsoTime(IsoTime(time)), time);
  }
  for (const char* text : {"", "now", "2025-11-22T13:47:29Z", "2025-11-22T13:47:29.012345678Z "})
    EXPECT_THROW(ParseIsoTime(text), std::invalid_argument) << text;
}

TEST(StagedFile, NothingIsThereUntilPublished) {
  const TemporaryFolder folder;
  const fs::path name = folder / "new/deep/file";
  {
    StagedFile file(name.string(), "content");
    file.Flush();
    EXPECT_FALSE(fs::exists(name));
  }
  EXPECT_TRUE(fs::is_empty(name.parent_path()));
  StagedFile file(name.string(), "content");
  StagedFile moved = std::move(file);
  moved.Publish();
  EXPECT_EQ(ReadFile(name), "content");
}

TEST(StagedFile, ReplacesAndKeepsPermissionsAndLinks) {
  const TemporaryFolder folder;
  WriteFile(folder / "old", "old");
  fs::permissions(folder / "old", fs::perms{0640});
  fs::create_symlink("old", folder / "link");
  StagedFile file((folder / "link").string(), "new");
  EXPECT_EQ(ReadFile(folder / "old"), "old");
  file.Publish();
  EXPECT_EQ(ReadFile(folder / "old"), "new");
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_EQ(fs::status(folder / "old").permissions(), fs::perms{0640});
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 2);
}

TEST(StagedFile, ErrorsNameTheFile) {
  const TemporaryFolder folder;
  fs::create_directories(folder / "folder");
  WriteFile(folder / "file", "");
  for (const char* name : {"folder", "file/below"}) {
    try {
      StagedFile file((folder / name).string(), "x");
      ADD_FAILURE() << name;
    } catch (const CommandError& error) {
      EXPECT_NE(error.description().find(name), std::string::npos) << error.description();
      EXPECT_NE(error.error_number(), 0);
    }
  }
}

TEST(ByteBudget, NeverMoreThanTheLimitButOneTooLargeAlone) {
  ByteBudget budget(100);
  std::atomic<int> used{0}, most{0};
  std::atomic<bool> alone{true};
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 8; ++thread) {
    threads.emplace_back([&, thread] {
      std::mt19937 random(static_cast<unsigned>(thread));
      for (int i = 0; i < 300; ++i) {
        // Nothing at all may be held beside anything.
        const int bytes = random() % 20 == 0 ? 1000 : 1 + static_cast<int>(random() % 99);
        const ByteBudget::Share share(&budget, static_cast<std::uint64_t>(bytes));
        const int now = used += bytes;
        if (bytes == 1000 && now != 1000) alone = false;
        if (bytes < 100)
          for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);) {
          }
        std::this_thread::yield();
        used -= bytes;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(alone);
  EXPECT_LE(most, 100);
  EXPECT_GT(most, 50);
}

// Else another thread would begin, with images and caches of its own, each time.
TEST(ByteBudget, LeavesTheShareOfTheCpusOnlyToWait) {
  accel::SetThreadLimit(1);
  ByteBudget budget(100);
  std::atomic<bool> begun{false};
  std::thread other;
  {
    const accel::ThreadShare own(accel::ThreadShare::When::kWhenFree);
    other = std::thread([&] {
      const accel::ThreadShare share(accel::ThreadShare::When::kWhenFree);
      begun = true;
    });
    for (int i = 0; i < 2000; ++i) {
      const ByteBudget::Share share(&budget, 100);
      if (i % 100 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    EXPECT_FALSE(begun);
    auto all = std::make_unique<ByteBudget::Share>(&budget, 100);
    std::thread gives([&] {
      while (!begun) std::this_thread::yield();
      all.reset();
    });
    const ByteBudget::Share next(&budget, 1);
    EXPECT_TRUE(begun);
    gives.join();
  }
  other.join();
  accel::SetThreadLimit(0);
}

ItemRecord SampleRecord(int number) {
  ItemRecord record;
  record.input = {"in/" + std::to_string(number) + "\n\"\xff.ppm", "", 12345678901234, 1234567890};
  record.settings = "abc";
  record.done = number % 2 == 0;
  record.reason = record.done ? "" : "it is bad";
  record.attempts = 3;
  record.outputs = {{"out/\xfe", 1, "00"}, {"out/b", 2, "11"}};
  record.started_ns = 5;
  record.seconds = 0.25;
  if (number != 0) record.devices = {"Some:GPU:\"One\", two", "cpu"};
  return record;
}

void ExpectSame(const ItemRecord& a, const ItemRecord& b) {
  EXPECT_TRUE(a.input.SameFile(b.input));
  EXPECT_EQ(a.settings, b.settings);
  EXPECT_EQ(a.done, b.done);
  EXPECT_EQ(a.reason, b.reason);
  EXPECT_EQ(a.attempts, b.attempts);
  EXPECT_EQ(a.started_ns, b.started_ns);
  EXPECT_EQ(a.seconds, b.seconds);
  EXPECT_EQ(a.devices, b.devices);
  ASSERT_EQ(a.outputs.size(), b.outputs.size());
  for (std::size_t i = 0; i < a.outputs.size(); ++i) {
    EXPECT_EQ(a.outputs[i].name, b.outputs[i].name);
    EXPECT_EQ(a.outputs[i].bytes, b.outputs[i].bytes);
    EXPECT_EQ(a.outputs[i].sha256, b.outputs[i].sha256);
  }
}

TEST(Journal, LinesThereAndBack) {
  for (int i = 0; i < 2; ++i) {
    const std::string line = JournalLine(SampleRecord(i));
    EXPECT_EQ(line.find('\n'), line.size() - 1);
    const auto record = ParseJournalLine(line);
    ASSERT_TRUE(record);
    ExpectSame(*record, SampleRecord(i));
    // Cut anywhere, it is no record.
    for (std::size_t length = 0; length + 2 < line.size(); ++length)
      EXPECT_FALSE(ParseJournalLine(line.substr(0, length)));
  }
}

TEST(Journal, FindsTheLatestRecord) {
  const TemporaryFolder folder;
  const std::string name = (folder / "a/journal").string();
  {
    Journal journal(name);
    std::string lines;
    for (int i = 0; i < 1000; ++i) lines += JournalLine(SampleRecord(i));
    journal.Append(lines);
    ItemRecord later = SampleRecord(5);
    later.attempts = 4;
    journal.Append(JournalLine(later));
  }
  const Journal journal(name);
  for (const int i : {0, 1, 500, 999}) {
    const auto record = journal.Find(SampleRecord(i).input.name);
    ASSERT_TRUE(record);
    ExpectSame(*record, SampleRecord(i));
  }
  EXPECT_EQ(journal.Find(SampleRecord(5).input.name)->attempts, 4u);
  EXPECT_FALSE(journal.Find("in/none"));
}

}  // namespace
}  // namespace lodestone::test
