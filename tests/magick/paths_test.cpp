// File names, patterns and the file system.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "magick/api.h"
#include "tests/support/gm_library.hpp"
#include "tests/support/temporary_folder.hpp"

namespace lodestone {
namespace {

namespace fs = std::filesystem;

std::string Part(const char* path, PathType type) {
  char component[MaxTextExtent] = "untouched";
  GetPathComponent(path, type, component);
  return component;
}

TEST(GetPathComponentTest, TakesNamesApart) {
  const char* name = "png:/a/b/photo.tar.gz[0-3]";
  EXPECT_EQ("png", Part(name, MagickPath));
  EXPECT_EQ("[0-3]", Part(name, SubImagePath));
  EXPECT_EQ("/a/b/photo.tar.gz", Part(name, FullPath));
  EXPECT_EQ("/a/b/photo.tar", Part(name, RootPath));
  EXPECT_EQ("/a/b", Part(name, HeadPath));
  EXPECT_EQ("photo.tar.gz", Part(name, TailPath));
  EXPECT_EQ("photo.tar", Part(name, BasePath));
  EXPECT_EQ("gz", Part(name, ExtensionPath));
}

TEST(GetPathComponentTest, DotsAndColonsInFolderNamesAreNoExtensionsOrFormats) {
  EXPECT_EQ("dir.d/noext", Part("dir.d/noext", RootPath));
  EXPECT_EQ("", Part("dir.d/noext", ExtensionPath));
  EXPECT_EQ("", Part("./a:b.png", MagickPath));
  EXPECT_EQ(".hidden", Part(".hidden", BasePath));
  EXPECT_EQ("", Part("", FullPath));
}

TEST(GetPathComponentTest, AgreesWithGraphicsMagick) {
  SKIP_WITHOUT_GM_LIBRARY();
  for (const char* name : {"a.png",
                           "/x/y.tar.gz",
                           "png:foo.jpg",
                           "foo.jpg[100x200]",
                           "a/b",
                           "a/b/",
                           "/",
                           "noext",
                           "xc:red",
                           "xc:#fff",
                           "-",
                           "png:-",
                           "foo[bar].png",
                           "foo.png[0",
                           "a.",
                           "rgb:img[0][1]",
                           "x.png[10x10+1+1]",
                           "png:",
                           "[0]",
                           "png:[0]",
                           "a[-1]",
                           "a[50%]",
                           "a[x10]",
                           "xc:rgb(1,2,3)",
                           "dir[0]/a",
                           "foo.png[]",
                           "label:a b.c"}) {
    for (int type = RootPath; type <= FullPath; type++) {
      char theirs[MaxTextExtent];
      GM(GetPathComponent)(name, static_cast<PathType>(type), theirs);
      EXPECT_EQ(theirs, Part(name, static_cast<PathType>(type))) << name << " part " << type;
    }
  }
}

TEST(AppendImageFormatTest, ReplacesTheExtension) {
  const auto append = [](const char* format, const char* name) {
    char text[MaxTextExtent];
    MagickStrlCpy(text, name, sizeof(text));
    AppendImageFormat(format, text);
    return std::string(text);
  };
  EXPECT_EQ("a.jpg", append("jpg", "a.png"));
  EXPECT_EQ("jpg:-", append("jpg", "-"));
  EXPECT_EQ("/a.b/c.jpg", append("jpg", "/a.b/c"));
  EXPECT_EQ("a.png", append("", "a.png"));
}

TEST(MagickSceneFileNameTest, PutsTheNumberIn) {
  char name[MaxTextExtent];
  EXPECT_EQ(MagickTrue, MagickSceneFileName(name, "a%03d.png", "[%lu]", MagickFalse, 7));
  EXPECT_STREQ("a007.png", name);
  EXPECT_EQ(MagickTrue, MagickSceneFileName(name, "a%5d", "[%lu]", MagickFalse, 123456));
  EXPECT_STREQ("a123456", name);
  EXPECT_EQ(MagickTrue, MagickSceneFileName(name, "a.png", ".%lu", MagickTrue, 7));
  EXPECT_STREQ("a.png.7", name);
  EXPECT_EQ(MagickFalse, MagickSceneFileName(name, "a%s%n.png", ".%lu", MagickFalse, 7));
  EXPECT_STREQ("a%s%n.png", name);
  EXPECT_EQ(MagickFalse, MagickSceneFileName(name, "%d%d", "", MagickFalse, 7));
  EXPECT_EQ(MagickFalse, MagickSceneFileName(name, "a%%d", "", MagickFalse, 7));
}

TEST(GlobExpressionTest, Matches) {
  struct Case {
    const char *text, *pattern;
    bool matches;
  };
  constexpr Case kCases[] = {
      {"abc", "a*", true},
      {"abc", "a?c", true},
      {"abc", "[a-c]bc", true},
      {"abc", "[!a]bc", false},
      {"abc", "[^b]bc", true},
      {"def", "{abc,def}", true},
      {"foo.jpg", "*.{png,jpg}", true},
      {"abc", "A*", false},
      {"a/b", "*", true},
      {"a*", "a\\*", true},
      {"ab", "a\\*", false},
      {"a0", "a[0]", true},
      {"a]", "a[]]", true},
      {"", "*", true},
      {"abc", "*b", false},
      {"abcd", "ab*d", true},
      {"x-", "x[a-]", true},
      {"a[b", "a[b", true},
  };
  for (const Case& one : kCases) {
    EXPECT_EQ(one.matches, GlobExpression(one.text, one.pattern) != 0)
        << one.text << " " << one.pattern;
  }
}

TEST(GlobExpressionTest, StaysFastOnManyStars) {
  const std::string text(2000, 'a');
  std::string pattern;
  for (int i = 0; i < 200; i++) pattern += "*a";
  EXPECT_EQ(MagickFalse, GlobExpression(text.c_str(), (pattern + "b").c_str()));
}

class FilesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const char* file : {"a.png", "b.png", "c.jpg", ".hidden.png", "x[1].png"}) {
      std::ofstream(folder_ / file) << "x";
    }
    std::ofstream(folder_ / "empty");
    fs::create_directory(folder_ / "sub");
  }

  std::string In(const std::string& name) const { return folder_.File(name); }

  std::vector<std::string> Expand(std::vector<std::string> arguments) {
    std::vector<char*> argv{const_cast<char*>("gm")};
    for (auto& argument : arguments) argv.push_back(argument.data());
    int argc = static_cast<int>(argv.size());
    char** list = argv.data();
    EXPECT_EQ(MagickPass, ExpandFilenames(&argc, &list));
    std::vector<std::string> expanded(list + 1, list + argc);
    for (int i = 0; i < argc; i++) MagickFree(list[i]);
    MagickFree(list);
    return expanded;
  }

  const test::TemporaryFolder folder_;
};

TEST_F(FilesTest, ExpandsPatternsInOrder) {
  using List = std::vector<std::string>;
  EXPECT_EQ((List{In("a.png"), In("b.png"), In("x[1].png")}), Expand({In("*.png")}));
  EXPECT_EQ((List{"png:" + In("a.png") + "[0]"}), Expand({"png:" + In("a*.png") + "[0]"}));
  EXPECT_EQ((List{In("nothing*")}), Expand({In("nothing*")}));
  EXPECT_EQ((List{In("x[1].png")}), Expand({In("x[1].png")}));
  EXPECT_EQ((List{"-format", In("*.png")}), Expand({"-format", In("*.png")}));
  EXPECT_EQ((List{"xc:*"}), Expand({"xc:*"}));
  std::ofstream(folder_ / "list") << "one.png\ntwo.png\n";
  EXPECT_EQ((List{"one.png", "two.png"}), Expand({"@" + In("list")}));
  EXPECT_EQ((List{"@nosuchfile"}), Expand({"@nosuchfile"}));
}

TEST_F(FilesTest, Questions) {
  EXPECT_EQ(MagickTrue, IsAccessible(In("a.png").c_str()));
  EXPECT_EQ(MagickFalse, IsAccessible(folder_.path().c_str()));
  EXPECT_EQ(MagickFalse, IsAccessible(""));
  EXPECT_EQ(MagickFalse, IsAccessible(nullptr));
  EXPECT_EQ(MagickFalse, IsAccessibleAndNotEmpty(In("empty").c_str()));
  EXPECT_EQ(MagickTrue, IsAccessibleAndNotEmpty(In("a.png").c_str()));
  EXPECT_EQ(MagickTrue, IsWriteable(In("a.png").c_str()));
  EXPECT_EQ(MagickFalse, IsWriteable(In("nosuchfile").c_str()));
}

TEST_F(FilesTest, ListsAFolder) {
  long count = 0;
  char** list = ListFiles(folder_.path().c_str(), "*.png", &count);
  ASSERT_EQ(4, count);
  EXPECT_STREQ("a.png", list[0]);
  EXPECT_STREQ("sub/", list[2]);
  for (long i = 0; i < count; i++) MagickFree(list[i]);
  MagickFree(list);
  EXPECT_EQ(nullptr, ListFiles(In("nosuchfolder").c_str(), "*", &count));
}

TEST_F(FilesTest, MakesFolders) {
  ExceptionInfo exception;
  GetExceptionInfo(&exception);
  EXPECT_EQ(MagickPass, MagickCreateDirectoryPath(In("one/two").c_str(), &exception));
  EXPECT_TRUE(fs::is_directory(folder_ / "one/two"));
  EXPECT_EQ(MagickPass, MagickCreateDirectoryPath(In("one/two").c_str(), &exception));
  EXPECT_EQ(MagickFail, MagickCreateDirectoryPath(In("a.png/below").c_str(), &exception));
  EXPECT_EQ(FileOpenError, exception.severity);
  DestroyExceptionInfo(&exception);
}

TEST(ClientNameTest, ComesFromArgv0) {
  const std::string before = GetClientName();
  DefineClientName("/usr/bin/tool.exe");
  EXPECT_STREQ("tool", GetClientName());
  EXPECT_STREQ("tool.exe", GetClientFilename());
  SetClientName(before.c_str());
  EXPECT_EQ(before, GetClientName());
}

TEST(ExpandFilenameTest, HomeFolder) {
  setenv("HOME", "/home/somebody", 1);
  char name[MaxTextExtent] = "~/x.png";
  ExpandFilename(name);
  EXPECT_STREQ("/home/somebody/x.png", name);
  char other[MaxTextExtent] = "~root/x.png";
  ExpandFilename(other);
  EXPECT_STREQ("~root/x.png", other);
}

}  // namespace
}  // namespace lodestone
