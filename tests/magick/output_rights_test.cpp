// Whose an output is, who may do what with it, and whose links lead to it.
#include <fcntl.h>
#include <sys/xattr.h>

#include <cstring>
#include <filesystem>

#include "tests/magick/support.hpp"
#include "tests/support/users.hpp"

namespace lodestone::test {
namespace {

namespace fs = std::filesystem;

bool Write(const std::string& file, std::string* message = nullptr) {
  const ImagePtr image = Counting(3, 2);
  MagickStrlCpy(image->filename, ("PGM:" + file).c_str(), MaxTextExtent);
  const bool written = WriteImage(NewInfo().get(), image.get()) != MagickFail;
  if (message != nullptr && image->exception.description != nullptr) {
    *message = std::string(image->exception.reason) + " (" + image->exception.description + ")";
  }
  return written;
}

bool IsWritten(const std::string& file) {
  return ReadAll(file).starts_with("P5");
}

class OutputRights : public testing::Test {
 protected:
  std::string File(const std::string& name, mode_t mode, uid_t owner = geteuid()) {
    const std::string file = folder_ / name;
    WriteAll(file, "old");
    EXPECT_TRUE(owner == geteuid() || GiveTo(owner, file));
    EXPECT_EQ(0, chmod(file.c_str(), mode));
    return file;
  }
  void OpenFolder(mode_t mode) { ASSERT_EQ(0, chmod(folder_.path().c_str(), mode)); }

  const TemporaryFolder folder_;
  const Umask umask_{022};
};

TEST_F(OutputRights, BitsToRunAsTheOwnerAreNotHandedOn) {
  for (const mode_t mode : {04755, 02755, 01755, 07777, 06640}) {
    const std::string replaced = File("replaced", mode);
    ASSERT_TRUE(Write(replaced));
    EXPECT_EQ(mode & 0777, ModeOf(replaced)) << std::oct << mode;
    const std::string in_place = File("in place", mode);
    fs::create_hard_link(in_place, folder_ / "second name");
    ASSERT_TRUE(Write(in_place));
    EXPECT_TRUE(IsWritten(folder_ / "second name"));
    EXPECT_EQ(mode & 0777, ModeOf(in_place)) << std::oct << mode;
    fs::remove(folder_ / "second name");
  }
}

TEST_F(OutputRights, AFileForItsOwnerIsNeverOpenToOthers) {
  const std::string file = File("private", 0600);
  const ImageInfoPtr info = NewInfo();
  const ImagePtr image(AllocateImage(info.get()));
  MagickStrlCpy(image->filename, file.c_str(), MaxTextExtent);
  Exception exception;
  ASSERT_NE(MagickFail, OpenBlob(info.get(), image.get(), WriteBinaryBlobMode, exception));
  for (const std::string& name : folder_.Names()) EXPECT_EQ(0600u, ModeOf(folder_ / name)) << name;
  EXPECT_EQ(2u, folder_.Names().size());
  EXPECT_EQ(5u, WriteBlobString(image.get(), "bytes"));
  ASSERT_NE(MagickFail, CloseBlob(image.get()));
  EXPECT_EQ(0600u, ModeOf(file));
}

TEST_F(OutputRights, RootLeavesFilesToTheirOwners) {
  if (!IsRoot()) GTEST_SKIP() << "only root can";
  const std::string file = File("file", 04640, kOneUser);
  ASSERT_EQ(0, chown(file.c_str(), kOneUser, kAnotherUser));
  ASSERT_EQ(0, chmod(file.c_str(), 04640));
  ASSERT_TRUE(Write(file));
  EXPECT_TRUE(IsWritten(file));
  EXPECT_EQ(kOneUser, StatusOf(file).st_uid);
  EXPECT_EQ(kAnotherUser, StatusOf(file).st_gid);
  EXPECT_EQ(0640u, ModeOf(file));
}

TEST_F(OutputRights, OthersMayDoNoMoreWithAFileThatChangesHands) {
  if (!IsRoot()) GTEST_SKIP() << "needs other users";
  OpenFolder(0777);
  // The mode before, the one afterwards where the group is kept, and where it is not.
  struct Case {
    mode_t before, same_group, another_group;
  };
  for (const Case& each : {Case{0666, 0644, 0644}, Case{04777, 0644, 0644}, Case{0662, 0640, 0600},
                           Case{0626, 0604, 0600}, Case{06646, 0644, 0644}}) {
    for (const bool same : {true, false}) {
      const std::string file = File("file", each.before, kAnotherUser);
      ASSERT_EQ(0, chown(file.c_str(), kAnotherUser, same ? kOneUser : kAnotherUser));
      ASSERT_EQ(0, chmod(file.c_str(), each.before));
      const bool writable = same ? (each.before & 020) != 0 : (each.before & 02) != 0;
      ASSERT_EQ(writable, AsUser(kOneUser, [&] { return Write(file); })) << std::oct << each.before;
      if (!writable) continue;
      EXPECT_EQ(kOneUser, StatusOf(file).st_uid);
      EXPECT_EQ(same ? each.same_group : each.another_group, ModeOf(file))
          << std::oct << each.before << same;
    }
  }
}

// The list gives one user more than the group, whose bits in the mode are those of the list.
TEST_F(OutputRights, ListsOfUsersStay) {
  constexpr char kName[] = "system.posix_acl_access";
  struct Entry {
    std::uint16_t tag, permissions;
    std::uint32_t id;
  };
  constexpr std::uint32_t kNone = ~0u;
  struct {
    std::uint32_t version = 2;
    Entry entries[5] = {{0x01, 6, kNone},
                        {0x02, 6, kAnotherUser},
                        {0x04, 0, kNone},
                        {0x10, 6, kNone},
                        {0x20, 0, kNone}};
  } const list;
  const std::string file = File("file", 0600);
  if (setxattr(file.c_str(), kName, &list, sizeof list, 0) != 0) {
    GTEST_SKIP() << "the file system has no lists";
  }
  EXPECT_EQ(0660u, ModeOf(file));
  ASSERT_TRUE(Write(file));
  EXPECT_TRUE(IsWritten(file));
  EXPECT_EQ(0660u, ModeOf(file));
  char bytes[sizeof list + 1];
  ASSERT_EQ(static_cast<ssize_t>(sizeof list), getxattr(file.c_str(), kName, bytes, sizeof bytes));
  EXPECT_EQ(0, std::memcmp(bytes, &list, sizeof list));
}

// A link of one user in a folder of another, or of root, which leads to a file.
class OutputLinks : public OutputRights {
 protected:
  void SetUp() override {
    if (!IsRoot()) GTEST_SKIP() << "needs other users";
    ASSERT_EQ(0, chmod(folder_.path().c_str(), 0755));
    ASSERT_TRUE(fs::create_directory(folder_ / "shared"));
    File("target", 0666);
    fs::create_symlink("../target", link_);
  }
  void Share(mode_t mode, uid_t folder, uid_t link) {
    ASSERT_TRUE(GiveTo(folder, folder_ / "shared"));
    ASSERT_EQ(0, chmod((folder_ / "shared").c_str(), mode));
    ASSERT_TRUE(GiveTo(link, link_));
    WriteAll(folder_ / "target", "old");
  }
  bool Follows(uid_t user, mode_t mode, uid_t folder, uid_t link) {
    Share(mode, folder, link);
    // In place: the target's folder is root's.
    const bool written = user == 0 ? Write(link_) : AsUser(user, [&] { return Write(link_); });
    EXPECT_EQ(written, IsWritten(folder_ / "target"));
    EXPECT_TRUE(fs::is_symlink(link_));
    return written;
  }

  const std::string link_ = folder_ / "shared/link";
};

TEST_F(OutputLinks, OfOthersAreNotFollowedWhereOthersCanWrite) {
  constexpr uid_t kRoot = 0;
  for (const mode_t mode : {01777, 0777, 0775, 01773}) {
    EXPECT_FALSE(Follows(kRoot, mode, kRoot, kOneUser)) << std::oct << mode;
    EXPECT_FALSE(Follows(kRoot, mode, kAnotherUser, kOneUser)) << std::oct << mode;
    EXPECT_FALSE(Follows(kAnotherUser, mode, kRoot, kOneUser)) << std::oct << mode;
    EXPECT_TRUE(Follows(kRoot, mode, kRoot, kRoot)) << std::oct << mode;
    EXPECT_TRUE(Follows(kOneUser, mode, kRoot, kOneUser)) << std::oct << mode;
    EXPECT_TRUE(Follows(kOneUser, mode, kRoot, kRoot)) << std::oct << mode;
    EXPECT_TRUE(Follows(kRoot, mode, kOneUser, kOneUser)) << std::oct << mode;
  }
  EXPECT_FALSE(Follows(kOneUser, 01777, kOneUser, kRoot));
  EXPECT_TRUE(Follows(kOneUser, 0775, kOneUser, kRoot)) << "the administrator's";
  EXPECT_TRUE(Follows(kRoot, 0755, kAnotherUser, kOneUser));
}

TEST_F(OutputLinks, TheMessageNamesThem) {
  Share(01777, 0, kOneUser);
  std::string message;
  EXPECT_FALSE(Write(link_, &message));
  const std::string reason =
      "A symbolic link of another user in a folder that others can write to is not followed";
  EXPECT_EQ(reason + " (" + link_ + ")", message);
  const std::string first = folder_ / "first";
  fs::create_symlink("shared/link", first);
  EXPECT_FALSE(Write(first, &message));
  EXPECT_EQ(reason + " (" + first + " -> " + link_ + ")", message);
  EXPECT_EQ("old", ReadAll(folder_ / "target"));
}

TEST_F(OutputRights, NamesOfDescriptorsAreWrittenInto) {
  int ends[2];
  ASSERT_EQ(0, pipe(ends));
  fs::create_symlink("/proc/self/fd/" + std::to_string(ends[1]), folder_ / "link");
  ASSERT_TRUE(Write(folder_ / "link"));
  char bytes[3] = "";
  EXPECT_EQ(2, read(ends[0], bytes, 2));
  EXPECT_STREQ("P5", bytes);
  close(ends[0]);
  close(ends[1]);
  const std::string target = File("target", 0644);
  const int file = open(target.c_str(), O_RDWR);
  const ino_t before = StatusOf(target).st_ino;
  ASSERT_TRUE(Write("/proc/self/fd/" + std::to_string(file)));
  EXPECT_TRUE(IsWritten(target));
  EXPECT_EQ(before, StatusOf(target).st_ino);
  close(file);
}

}  // namespace
}  // namespace lodestone::test
