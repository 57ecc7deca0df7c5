#include "tests/torture/campaign.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <numeric>
#include <random>
#include <vector>

namespace lodestone::torture {
namespace {

// What the children write and the parent reads.
struct Shared {
  std::size_t next, tried, survived, lost;
  bool ended;
  char why[512];
};

// So many losses are described; all are counted.
constexpr std::size_t kDescribed = 20;

std::string Ending(int status) {
  if (WIFEXITED(status)) return "ended the process with " + std::to_string(WEXITSTATUS(status));
  const int signal = WTERMSIG(status);
  return signal == SIGALRM ? "did not return" : std::string("died of ") + strsignal(signal);
}

void Silence() {
  const int nowhere = open("/dev/null", O_RDWR);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nowhere, stream);
  close(nowhere);
}

class Runner {
 public:
  explicit Runner(const Campaign& campaign)
      : campaign_(campaign),
        shared_(static_cast<Shared*>(mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE,
                                          MAP_SHARED | MAP_ANONYMOUS, -1, 0))) {
    if (shared_ == MAP_FAILED) std::abort();
  }
  ~Runner() { munmap(shared_, sizeof(Shared)); }
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  Tally Run() {
    while (!Finished()) {
      shared_->ended = false;
      shared_->why[0] = '\0';
      const int status = RunAlone([this] { RunChild(); }, 0, campaign_.quiet);
      if (shared_->why[0] != '\0') Complain(shared_->next - 1, shared_->why);
      if (shared_->why[0] != '\0' || shared_->ended) continue;
      ++shared_->tried;
      ++shared_->lost;
      Complain(shared_->next, Ending(status));
      ++shared_->next;
    }
    const std::size_t operations = campaign_.operations;
    return {operations * shared_->tried, operations * shared_->survived,
            operations * shared_->lost};
  }

 private:
  bool Finished() const {
    return shared_->next >= campaign_.cases || shared_->tried >= campaign_.wanted;
  }

  void Complain(std::size_t number, const std::string& why) const {
    if (shared_->lost > kDescribed) return;
    std::fprintf(stderr, "lost: %s, case %zu, %s: %s\n", campaign_.fault.c_str(), number,
                 campaign_.describe(number).c_str(), why.c_str());
  }

  // A loss ends the child, so that the next case begins in a healthy process.
  [[noreturn]] void Lose(const std::string& why) {
    ++shared_->lost;
    std::snprintf(shared_->why, sizeof shared_->why, "%s", why.c_str());
    _exit(1);
  }

  void RunChild() {
    if (campaign_.begin) campaign_.begin();
    for (std::size_t ran = 0; !Finished() && ran < campaign_.at_a_time; ++ran) {
      alarm(campaign_.seconds);
      const Verdict verdict = campaign_.run(shared_->next);
      ++shared_->next;
      if (verdict.kind != Verdict::kNotTried) ++shared_->tried;
      if (verdict.kind == Verdict::kSurvived) ++shared_->survived;
      if (verdict.kind == Verdict::kLost) Lose(verdict.why);
    }
    alarm(campaign_.seconds);
    const std::string complaint = campaign_.end ? campaign_.end() : "";
    if (!complaint.empty()) {
      --shared_->survived;  // the last case stands for all of this child
      Lose(complaint);
    }
    shared_->ended = true;
  }

  const Campaign& campaign_;
  Shared* const shared_;
};

}  // namespace

int RunAlone(const std::function<void()>& body, unsigned seconds, bool quiet) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == -1) std::abort();
  if (child == 0) {
    if (quiet && std::getenv("LODESTONE_TORTURE_VERBOSE") == nullptr) Silence();
    const rlimit core{0, 0};
    setrlimit(RLIMIT_CORE, &core);
    alarm(seconds);
    body();
    _exit(0);
  }
  int status = 0;
  while (waitpid(child, &status, 0) == -1 && errno == EINTR) {
  }
  return status;
}

Tally Run(const Campaign& campaign) {
  const Tally tally = Runner(campaign).Run();
  std::printf("%s\t%zu\t%zu\t%zu\n", campaign.fault.c_str(), tally.tried, tally.survived,
              tally.lost);
  std::fflush(stdout);
  return tally;
}

Arguments ReadArguments(int argc, char** argv, std::size_t count) {
  Arguments arguments{count, 1};
  if (argc > 1) arguments.count = std::strtoul(argv[1], nullptr, 10);
  if (argc > 2) arguments.seed = static_cast<unsigned>(std::strtoul(argv[2], nullptr, 10));
  return arguments;
}

std::function<std::size_t(std::size_t)> Shuffled(std::size_t count, unsigned seed) {
  auto order = std::make_shared<std::vector<std::size_t>>(count);
  std::iota(order->begin(), order->end(), std::size_t{0});
  std::mt19937 random(seed);
  for (std::size_t i = count; i > 1; --i) std::swap((*order)[i - 1], (*order)[random() % i]);
  return [order](std::size_t i) { return (*order)[i]; };
}

}  // namespace lodestone::torture
