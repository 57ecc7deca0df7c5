// Programs, displays and modules that the library does not use, but has functions for.
#include <gmock/gmock.h>

#include <cstdlib>
#include <set>
#include <thread>

#include "tests/magick/support.hpp"

namespace lodestone::test {
namespace {

class Delegates : public testing::Test {
 protected:
  ~Delegates() override { DestroyDelegateInfo(); }
  static DelegateInfo* Add(const char* decode, const char* encode, const char* commands, int mode) {
    DelegateInfo info{};
    info.decode = const_cast<char*>(decode);
    info.encode = const_cast<char*>(encode);
    info.commands = const_cast<char*>(commands);
    info.mode = mode;
    info.signature = MagickSignature;
    return SetDelegateInfo(&info);
  }
  static std::string Listed() {
    char* text = nullptr;
    size_t length = 0;
    FILE* file = open_memstream(&text, &length);
    Exception exception;
    EXPECT_TRUE(ListDelegateInfo(file, exception));
    std::fclose(file);
    const std::string copy(text, length);
    std::free(text);
    return copy;
  }
  Exception exception_;
  const ImageInfoPtr info_ = NewInfo("in.abc");
  const ImagePtr image_ = Counting(3, 2);
};

TEST_F(Delegates, ThereAreNone) {
  EXPECT_EQ(nullptr, GetDelegateInfo("*", "*", exception_));
  EXPECT_EQ("", Listed());
  unsigned int antialias = 0;
  EXPECT_EQ(nullptr, GetPostscriptDelegateInfo(info_.get(), &antialias, exception_));
  EXPECT_EQ(4U, antialias);
  EXPECT_EQ(UndefinedException, exception_.severity());
  EXPECT_TRUE(InitializeDelegateInfo());
}

TEST_F(Delegates, AreNeverStarted) {
  const TemporaryFolder folder;
  const std::string program = "touch " + folder.File("here");
  ASSERT_NE(nullptr, Add("abc", nullptr, program.c_str(), 1));
  EXPECT_FALSE(InvokeDelegate(info_.get(), image_.get(), "abc", nullptr, exception_));
  EXPECT_EQ("Delegate failed (abc)", exception_.text());
  Exception missing, ghostscript;
  EXPECT_FALSE(InvokeDelegate(info_.get(), image_.get(), nullptr, "xyz", missing));
  EXPECT_EQ("No tag found (xyz)", missing.text());
  EXPECT_EQ(DelegateError, missing.severity());
  EXPECT_FALSE(InvokePostscriptDelegate(0, program.c_str(), ghostscript));
  EXPECT_EQ(DelegateError, ghostscript.severity());
  EXPECT_TRUE(folder.Names().empty());
}

TEST_F(Delegates, CommandsHaveTheirEscapesReplaced) {
  Add("abc", nullptr, "program %w %h %%\nsecond", 1);
  char* command = GetDelegateCommand(info_.get(), image_.get(), "abc", nullptr, exception_);
  ASSERT_NE(nullptr, command);
  EXPECT_STREQ("program 3 2 %", command);
  MagickFree(command);
  EXPECT_EQ(nullptr, GetDelegateCommand(info_.get(), image_.get(), "x", nullptr, exception_));
  EXPECT_EQ("No tag found (x)", exception_.text());
  EXPECT_EQ(nullptr, GetDelegateCommand(nullptr, image_.get(), "x", nullptr, exception_));
  EXPECT_EQ(nullptr, GetDelegateCommand(info_.get(), nullptr, "x", nullptr, exception_));
  Add("none", nullptr, nullptr, 1);
  EXPECT_EQ(nullptr, GetDelegateCommand(info_.get(), image_.get(), "none", nullptr, exception_));
}

TEST_F(Delegates, AreListed) {
  Add("abc", "", "short", 1);
  Add("", "longname-of-it", std::string(200, 'x').c_str(), -1);
  Add("from", "to", (std::string(40, 'a') + " " + std::string(40, 'b')).c_str(), 0);
  unsetenv("COLUMNS");
  const std::string text = Listed();
  EXPECT_THAT(text, testing::StartsWith("Delegate             Command\n-----"));
  EXPECT_THAT(text, testing::HasSubstr("\n     abc =>          short\n"));
  EXPECT_THAT(text, testing::HasSubstr("\n        <= longname  xxxx"));
  EXPECT_THAT(text, testing::HasSubstr("\n    from<=>to        aaaa"));
  EXPECT_THAT(text, testing::HasSubstr(std::string(21, ' ') + " bbbb"));
  setenv("COLUMNS", "-5", 1);
  EXPECT_THAT(Listed(), testing::HasSubstr("short"));
  unsetenv("COLUMNS");
}

TEST_F(Delegates, NothingIsAddedOfNothing) {
  DelegateInfo info{};
  EXPECT_EQ(nullptr, SetDelegateInfo(nullptr));
  EXPECT_EQ(nullptr, SetDelegateInfo(&info));
  EXPECT_EQ(nullptr, GetPostscriptDelegateInfo(nullptr, nullptr, exception_));
  EXPECT_FALSE(InvokeDelegate(nullptr, nullptr, "a", "b", exception_));
}

TEST_F(Delegates, ManyThreadsMaySearch) {
  const char* const names[] = {"a", "b", "c", "d", "e"};
  for (const char* name : names) Add(name, nullptr, name, 1);
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&, i] {
      for (int k = 0; k < 2000; ++k) {
        const DelegateInfo* found = GetDelegateInfo(names[(i + k) % 5], nullptr, nullptr);
        ASSERT_NE(nullptr, found);
        EXPECT_STREQ(names[(i + k) % 5], found->decode);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::set<std::string> all;
  for (const DelegateInfo* entry = GetDelegateInfo("*", "*", nullptr); entry; entry = entry->next)
    all.insert(entry->decode);
  EXPECT_EQ(5U, all.size());
}

TEST(Displays, ThereAreNone) {
  const ImagePtr image = Counting(3, 2);
  MagickStrlCpy(image->filename, "name", sizeof image->filename);
  const ImageInfoPtr info = NewInfo();
  EXPECT_FALSE(DisplayImages(info.get(), image.get()));
  EXPECT_EQ(MissingDelegateError, image->exception.severity);
  EXPECT_STREQ("X Window library is not available", image->exception.reason);
  EXPECT_STREQ("name", image->exception.description);
  EXPECT_FALSE(AnimateImages(info.get(), image.get()));
  EXPECT_FALSE(AnimateImages(nullptr, image.get()));
  EXPECT_FALSE(DisplayImages(info.get(), nullptr));
  Image* same = image.get();
  EXPECT_FALSE(ExecuteModuleProcess("module", &same, 0, nullptr));
}

int handled = 0;

TEST(Displays, CommandsTellTheErrorHandler) {
  const ErrorHandler before =
      SetErrorHandler([](const ExceptionType severity, const char*, const char*) {
        handled += severity == MissingDelegateError;
      });
  Exception exception;
  char name[] = "name", file[] = "file";
  char* arguments[] = {name, file, nullptr};
  EXPECT_FALSE(AnimateImageCommand(nullptr, 2, arguments, nullptr, exception));
  EXPECT_FALSE(DisplayImageCommand(nullptr, 2, arguments, nullptr, exception));
  EXPECT_FALSE(ImportImageCommand(nullptr, 2, arguments, nullptr, exception));
  EXPECT_EQ(3, handled);
  SetErrorHandler(before);
}

}  // namespace
}  // namespace lodestone::test
