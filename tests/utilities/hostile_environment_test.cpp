// Environments that are broken or hostile: the right result, or a message that names the file and
// the reason, status 1, and nothing left behind.
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>

#include "config.h"
#include "tests/utilities/cli_test.hpp"
#include "tests/utilities/terminal.hpp"
#include "utilities/bulk/journal_lines.hpp"

namespace lodestone::test {
namespace {

class HostileEnvironmentTest : public CliTest {
 protected:
  // Runs a script of the shell; $program is the program under test.
  ProcessResult Shell(const std::string& script) {
    return RunProcess({"env", "program=" + ProgramPath(), "sh", "-c", script}, folder_.path());
  }

  // A failure with these words in its message, which leaves no file behind.
  void ExpectFailure(const ProcessResult& result, const std::vector<std::string>& words) {
    EXPECT_EQ(result.status, 1) << result.err;
    for (const std::string& word : words)
      EXPECT_NE(result.err.find(word), std::string::npos) << word << " in " << result.err;
    ExpectOnly({"in.ppm"});
  }

  void ExpectOnly(const std::vector<std::string>& names) { EXPECT_EQ(Files(), names); }

  void ExpectStatusOne(const Words& words, const std::string& name) {
    const auto result = Lodestone(words);
    EXPECT_EQ(result.status, 1) << result.err;
    EXPECT_NE(result.err.find(name), std::string::npos) << result.err;
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  }

  // Builds may have no coder for a format.
  bool Writes(const std::string& format) {
    return Lodestone({"convert", "in.ppm", format + ":-"}).status == 0;
  }

  // Not all users may.
  bool HasPrivateMounts() { return Shell("unshare -m true").status == 0; }

  const std::string expected_ = [this] { return ProgramPath().empty() ? "" : Plain(); }();

 private:
  std::string Plain() {
    const TemporaryFolder folder;
    WriteFile(folder / "in.ppm", SamplePpm(64, 48));
    return RunProcess({ProgramPath(), "convert", "in.ppm", "-resize", "50%", "ppm:-"},
                      folder.path())
        .out;
  }
};

TEST_F(HostileEnvironmentTest, NeedsNoEnvironment) {
  const auto result = Shell(
      "exec env -i LD_LIBRARY_PATH=\"$LD_LIBRARY_PATH\" \"$program\" convert in.ppm -resize 50% "
      "ppm:-");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_TRUE(result.out == expected_);
  EXPECT_EQ(result.err, "");
}

TEST_F(HostileEnvironmentTest, NeedsNoPlaceForItsCache) {
  for (const char* folder : {"/proc/self", "in.ppm", "/nowhere/at/all", "/dev/null", ""}) {
    const auto result = Shell(std::string("XDG_CACHE_HOME=") + folder + " HOME=" + folder +
                              " MAGICK_OPENCL_CACHE_DIR=" + folder +
                              " exec \"$program\" convert in.ppm -resize 50% ppm:-");
    EXPECT_EQ(result.status, 0) << folder << result.err;
    EXPECT_TRUE(result.out == expected_) << folder;
  }
}

TEST_F(HostileEnvironmentTest, LocalesChangeNothing) {
  for (const char* locale : {"de_DE.UTF-8", "tr_TR.UTF-8", "C.UTF-8", "xx_YY", "\xff\xfe"}) {
    const auto result = Shell(std::string("LC_ALL='") + locale + "' LANG='" + locale +
                              "' exec \"$program\" convert in.ppm -resize 50% ppm:-");
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_TRUE(result.out == expected_);
  }
}

TEST_F(HostileEnvironmentTest, FullDisksAreReported) {
  for (const std::string format : {"ppm", "png", "jpg", "tiff", "gif", "bmp", "miff", "webp"}) {
    if (!Writes(format)) continue;
    const auto result = Lodestone({"convert", "in.ppm", format + ":/dev/full"});
    ExpectFailure(result, {"/dev/full", "No space left on device"});
  }
  ExpectFailure(Shell("\"$program\" convert in.ppm ppm:- > /dev/full"),
                {"No space left on device"});
  ExpectFailure(Shell("\"$program\" identify in.ppm > /dev/full"), {"No space left on device"});
}

TEST_F(HostileEnvironmentTest, FilesThatMayNotGrowAreReported) {
  for (const std::string format : {"ppm", "png", "tiff", "gif", "bmp", "miff"}) {
    if (!Writes(format)) continue;
    const auto result = Shell(std::string("ulimit -f 1; exec \"$program\" convert -size 300x300 "
                                          "plasma:fractal ") +
                              format + ":out");
    ExpectFailure(result, {"out", "File too large"});
  }
  ExpectFailure(
      Shell("ulimit -f 1; exec \"$program\" convert -limit memory 64k -limit map 64k -size "
            "900x900 xc:red null:"),
      {});
}

TEST_F(HostileEnvironmentTest, LogsMayFail) {
  const auto log =
      Lodestone({"convert", "-accelerate-log", "/dev/full", "in.ppm", "-resize", "50%", "ppm:-"});
  EXPECT_TRUE(log.out == expected_);
  const auto debug =
      Shell("exec \"$program\" convert -debug all in.ppm -resize 50% ppm:- 2> /dev/full");
  EXPECT_EQ(debug.status, 0);
  EXPECT_TRUE(debug.out == expected_);
}

TEST_F(HostileEnvironmentTest, FullFileSystemsAreReported) {
  if (!HasPrivateMounts()) GTEST_SKIP() << "no mounts of its own";
  std::filesystem::create_directory(folder_ / "full");
  const auto output = Shell(
      "exec unshare -m sh -c 'mount -t tmpfs -o size=64k none full && \"$program\" convert "
      "-size 300x300 plasma:fractal full/out.ppm; status=$?; ls -A full; exit $status'");
  EXPECT_EQ(output.status, 1) << output.err;
  EXPECT_EQ(output.out, "");
  EXPECT_NE(output.err.find("full/out.ppm"), std::string::npos) << output.err;
  EXPECT_NE(output.err.find("No space left on device"), std::string::npos) << output.err;
  const auto temporary = Shell(
      "exec unshare -m sh -c 'mount -t tmpfs -o size=64k none full && MAGICK_TMPDIR=full "
      "\"$program\" convert "
      "-limit memory 64k -limit map 64k -size 900x900 gradient:red-blue -rotate 90 null:; "
      "status=$?; ls -A full; "
      "exit $status'");
  EXPECT_LE(temporary.status, 1) << temporary.err;
  EXPECT_EQ(temporary.out, "");
  const auto cache = Shell(
      "exec unshare -m sh -c 'mount -t tmpfs -o size=4k none full && XDG_CACHE_HOME=full HOME=full "
      "\"$program\" convert in.ppm -resize 50% ppm:-'");
  EXPECT_EQ(cache.status, 0) << cache.err;
  EXPECT_TRUE(cache.out == expected_);
}

// Files must not be opened as standard streams, which messages go to.
TEST_F(HostileEnvironmentTest, ClosedStreamsAreNotFiles) {
  for (const char* closed : {"<&-", ">&-", "2>&-", "<&- >&-", ">&- 2>&-", "<&- >&- 2>&-"}) {
    SCOPED_TRACE(closed);
    const auto result =
        Shell(std::string("exec \"$program\" convert -verbose -monitor -resize 50% in.ppm in.ppm "
                          "+adjoin out%d.ppm ") +
              closed);
    EXPECT_EQ(ReadFile(folder_ / "out0.ppm"), expected_);
    EXPECT_EQ(ReadFile(folder_ / "out1.ppm"), expected_);
    EXPECT_EQ(Shell(std::string("exec \"$program\" convert missing.ppm out.ppm ") + closed).status,
              1);
    EXPECT_LE(Shell(std::string("exec \"$program\" identify in.ppm ") + closed).status, 1);
    std::filesystem::remove(folder_ / "out0.ppm");
    std::filesystem::remove(folder_ / "out1.ppm");
    ExpectOnly({"in.ppm"});
  }
}

TEST_F(HostileEnvironmentTest, ManagesWithFewDescriptors) {
#if defined(LS_WITH_ASAN) || defined(LS_WITH_TSAN)
  GTEST_SKIP() << "sanitizers need descriptors";
#endif
  for (int files = 4; files <= 16; ++files) {
    const auto result = Shell("exec prlimit --nofile=" + std::to_string(files) +
                              " \"$program\" convert in.ppm -resize 50% out.ppm");
    if (result.status == 0) {
      EXPECT_EQ(ReadFile(folder_ / "out.ppm"), expected_);
      std::filesystem::remove(folder_ / "out.ppm");
    } else if (result.status != 127) {  // the program itself could not be loaded
      ExpectFailure(result, {});
      EXPECT_NE(result.err, "");
    }
    ExpectOnly({"in.ppm"});
  }
}

TEST_F(HostileEnvironmentTest, ManagesWithLittleMemory) {
#if defined(LS_WITH_ASAN) || defined(LS_WITH_TSAN)
  GTEST_SKIP() << "sanitizers need addresses";
#endif
  bool worked = false, failed = false;
  for (const int mebibytes : {40, 60, 80, 120, 200, 400, 800, 2000}) {
    const auto result =
        Shell("ulimit -v " + std::to_string(mebibytes * 1024) +
              "; exec \"$program\" convert -size 4000x4000 xc:red -resize 10% out.ppm");
    if (result.status == 0) {
      worked = true;
      EXPECT_TRUE(Exists("out.ppm"));
      std::filesystem::remove(folder_ / "out.ppm");
    } else if (result.status != 127) {
      failed = true;
      ExpectFailure(result, {"emory"});
    }
    ExpectOnly({"in.ppm"});
  }
  EXPECT_TRUE(worked);
  EXPECT_TRUE(failed);
}

TEST_F(HostileEnvironmentTest, NeedsNoProc) {
#if defined(LS_WITH_ASAN) || defined(LS_WITH_TSAN)
  GTEST_SKIP() << "sanitizers read /proc";
#endif
  if (!HasPrivateMounts()) GTEST_SKIP() << "no mounts of its own";
  const std::string without =
      "exec unshare -m sh -c 'mount -t tmpfs none /proc && exec \"$program\" ";
  const auto result = Shell(without + "convert in.ppm -resize 50% ppm:-'");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_TRUE(result.out == expected_);
  const auto mogrify = Shell(without + "mogrify -resize 50% in.ppm'");
  EXPECT_EQ(mogrify.status, 0) << mogrify.err;
  EXPECT_TRUE(ReadFile(folder_ / "in.ppm") == expected_);
  const auto bulk = Shell(without + "bulk -flip -output %{base}-b.ppm in.ppm'");
  EXPECT_EQ(bulk.status, 0) << bulk.err;
  EXPECT_TRUE(Exists("in-b.ppm"));
}

TEST_F(HostileEnvironmentTest, NamesMayHoldAnything) {
  for (const std::string name : {"a\nb", "\xff\xfe\x80", "-x", " ", "a'b\"c", "\x1b[2J", "a%b"}) {
    SCOPED_TRACE(name);
    std::filesystem::rename(folder_ / "in.ppm", folder_ / name);
    const std::string source = "ppm:./" + name;
    const auto result = Lodestone({"convert", source, "-resize", "50%", "ppm:./" + name + ".out"});
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_TRUE(ReadFile(folder_ / (name + ".out")) == expected_);
    std::filesystem::remove(folder_ / (name + ".out"));
    EXPECT_EQ(Lodestone({"mogrify", "-flip", "./" + name}).status, 0);
    ExpectOnly({name});
    std::filesystem::rename(folder_ / name, folder_ / "in.ppm");
    WriteFile(folder_ / "in.ppm", SamplePpm(64, 48));
  }
}

// Clears the screen and changes the title of the window, as orders of 7 and of 8 bits.
constexpr const char* kOrders =
    "\x1b[2J\x1b]0;x\a\xc2\x9b"
    "2J\x9b"
    "2J\n.ppm";
constexpr const char* kShownOrders = "?[2J?]0;x??2J?2J?.ppm";

TEST_F(HostileEnvironmentTest, MessagesDoNotControlTheTerminal) {
  const std::string shown = kShownOrders;
  for (const Words& words : {Words{"convert", kOrders, "out.ppm"},
                             {"identify", kOrders},
                             {"mogrify", "-flip", kOrders},
                             {"bulk", "run", kOrders},
                             {"events", "report", kOrders},
                             {"time", "convert", kOrders, "null:"},
                             {std::string(kOrders)}}) {
    const std::string err = Lodestone(words).err;
    EXPECT_NE(err.find(shown), std::string::npos) << words[0] << ": " << err;
    for (const char* order : {"\x1b", "\a", "\x9b"})
      EXPECT_EQ(err.find(order), std::string::npos) << words[0] << ": " << err;
  }
  WriteFile(folder_ / kOrders, SamplePpm(64, 48));
  const auto monitored = Lodestone({"convert", "-monitor", kOrders, "-blur", "0x1", "out.ppm"});
  EXPECT_NE(monitored.err.find(shown), std::string::npos) << monitored.err;
  EXPECT_EQ(monitored.err.find('\x1b'), std::string::npos) << monitored.err;
}

// Programs get the name as it is, as from gm.
TEST_F(HostileEnvironmentTest, DescriptionsDoNotControlTheTerminal) {
  WriteFile(folder_ / kOrders, SamplePpm(64, 48));
  for (const Words& words :
       {Words{"identify", kOrders}, {"identify", "-format", "%f\\n", kOrders}}) {
    EXPECT_NE(Lodestone(words).out.find(kOrders), std::string::npos);
    Words all = words;
    all.insert(all.begin(), ProgramPath());
    TerminalProcess process(all, folder_.path());
    EXPECT_EQ(process.Wait(), 0);
    EXPECT_EQ(process.raw().find('\x1b'), std::string::npos) << process.raw();
    EXPECT_NE(process.raw().find("?[2J"), std::string::npos) << process.raw();
  }
  const auto verbose = Lodestone({"convert", "-verbose", kOrders, "out.ppm"});
  EXPECT_NE(verbose.err.find(kOrders), std::string::npos) << verbose.err;
}

TEST_F(HostileEnvironmentTest, LettersOfAllLanguagesAreShown) {
  const std::string name = "\xc3\xa4 \xd0\x96 \xe2\x82\xac \xf0\x9f\x98\x80.ppm";
  EXPECT_NE(Lodestone({"identify", name}).err.find(name), std::string::npos);
}

// An empty variable is none.
TEST_F(HostileEnvironmentTest, EmptyVariablesNameNoFolder) {
  const Words empty = {"env", "MAGICK_TMPDIR=", "TMPDIR=", ProgramPath()};
  const auto run = [&](const Words& words) {
    Words all = empty;
    all.insert(all.end(), words.begin(), words.end());
    return RunProcess(all, folder_.path());
  };
  const auto spilt = run({"convert", "-limit", "memory", "1", "in.ppm", "-resize", "50%", "ppm:-"});
  EXPECT_EQ(spilt.status, 0) << spilt.err;
  EXPECT_TRUE(spilt.out == expected_);
  // An input in a process of its own has a folder for what that process says.
  WriteFile(folder_ / "j", cli::JournalStartLine("in.ppm"));
  const auto alone = run({"bulk", "-journal", "j", "-output", "out.ppm", "in.ppm"});
  EXPECT_EQ(alone.status, 0) << alone.err << alone.out;
}

TEST_F(HostileEnvironmentTest, OutputsReplaceInputs) {
  const std::string original = ReadFile(folder_ / "in.ppm");
  const auto check = [&](const std::string& output) {
    const auto result = Lodestone({"convert", "in.ppm", "-resize", "50%", "ppm:" + output});
    EXPECT_EQ(result.status, 0) << output << result.err;
    EXPECT_TRUE(ReadFile(folder_ / output) == expected_) << output;
  };
  check("in.ppm");
  WriteFile(folder_ / "in.ppm", original);
  std::filesystem::create_symlink("in.ppm", folder_ / "link");
  check("link");
  EXPECT_TRUE(std::filesystem::is_symlink(folder_ / "link"));
  EXPECT_TRUE(ReadFile(folder_ / "in.ppm") == expected_);
  // Both names stay those of one file.
  WriteFile(folder_ / "in.ppm", original);
  std::filesystem::create_hard_link(folder_ / "in.ppm", folder_ / "hard");
  check("hard");
  EXPECT_TRUE(ReadFile(folder_ / "in.ppm") == expected_);
  std::filesystem::remove(folder_ / "hard");
  WriteFile(folder_ / "in.ppm", original);
  std::filesystem::remove(folder_ / "link");
  std::filesystem::create_symlink("new", folder_ / "link");
  check("link");
  EXPECT_TRUE(ReadFile(folder_ / "new") == expected_);
  std::filesystem::remove(folder_ / "new");
  std::filesystem::remove(folder_ / "link");
  std::filesystem::create_symlink("link", folder_ / "link");
  ExpectStatusOne({"convert", "in.ppm", "ppm:link"}, "link");
  ExpectStatusOne({"convert", "ppm:link", "out.ppm"}, "link");
  ExpectOnly({"in.ppm", "link"});
}

TEST_F(HostileEnvironmentTest, DirectoriesAndSocketsAreNoFiles) {
  std::filesystem::create_directory(folder_ / "folder");
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::snprintf(address.sun_path, sizeof address.sun_path, "%s", (folder_ / "socket").c_str());
  const int listening = socket(AF_UNIX, SOCK_STREAM, 0);
  ASSERT_EQ(bind(listening, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  for (const std::string name : {"folder", "socket"}) {
    ExpectStatusOne({"convert", "in.ppm", "ppm:" + name}, name);
    ExpectStatusOne({"convert", "ppm:" + name, "out.ppm"}, name);
    ExpectStatusOne({"mogrify", "-flip", "ppm:" + name}, name);
    EXPECT_EQ(Lodestone({"identify", name}).status, 1);
    ExpectOnly({"folder", "in.ppm", "socket"});
  }
  close(listening);
}

TEST_F(HostileEnvironmentTest, PipesAreStreams) {
  ASSERT_EQ(mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  const auto written = Shell("cat pipe & \"$program\" convert in.ppm -resize 50% ppm:pipe; wait");
  EXPECT_EQ(written.status, 0) << written.err;
  EXPECT_TRUE(written.out == expected_);
  const auto read =
      Shell("cat in.ppm > pipe & exec \"$program\" convert ppm:pipe -resize 50% ppm:-");
  EXPECT_EQ(read.status, 0) << read.err;
  EXPECT_TRUE(read.out == expected_);
  ExpectOnly({"in.ppm", "pipe"});
}

}  // namespace
}  // namespace lodestone::test
