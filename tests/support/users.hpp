// Parts of tests that run as another user, which needs root.
#pragma once

#include <grp.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>

namespace lodestone::test {

inline constexpr uid_t kOneUser = 65534, kAnotherUser = 65533;  // each with a group of that number

inline bool IsRoot() {
  return geteuid() == 0;
}

// What the body returns in a process of the user.
template <class Body>
bool AsUser(uid_t user, const Body& body) {
  const pid_t child = fork();
  if (child == 0) {
    const bool became = setgroups(0, nullptr) == 0 && setresgid(user, user, user) == 0 &&
                        setresuid(user, user, user) == 0;
    _exit(became && body() ? 0 : 1);
  }
  int status = -1;
  return waitpid(child, &status, 0) == child && status == 0;
}

// Also of a link.
inline bool GiveTo(uid_t user, const std::string& file) {
  return lchown(file.c_str(), user, user) == 0;
}

inline struct stat StatusOf(const std::string& file) {
  struct stat status {};
  stat(file.c_str(), &status);
  return status;
}

inline mode_t ModeOf(const std::string& file) {
  return StatusOf(file).st_mode & ALLPERMS;
}

// The umask while this lives.
class Umask {
 public:
  explicit Umask(mode_t mask) : before_(umask(mask)) {}
  ~Umask() { umask(before_); }
  Umask(const Umask&) = delete;
  Umask& operator=(const Umask&) = delete;

 private:
  const mode_t before_;
};

}  // namespace lodestone::test
