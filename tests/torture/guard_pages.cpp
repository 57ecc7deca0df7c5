// Every operation on every instruction set, and every format, at all widths and heights from 1 to
// 130, with all memory between pages that cannot be touched: once just before one, once just behind
// one, with the same result.
//
//   guard_pages COUNT [SEED]
#include "kernels/common/targets.hpp"  // before Highway

#include <dlfcn.h>
#include <hwy/targets.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "config.h"
#include "tests/agreement/runners.hpp"
#include "tests/support/grey_image.hpp"
#include "tests/torture/campaign.hpp"
#include "tests/torture/guarded_memory.hpp"
#include "tests/torture/handles.hpp"
#include "tests/torture/sample_files.hpp"

namespace lodestone::torture {
namespace {

namespace fs = std::filesystem;

constexpr unsigned long kLongest = 130;
constexpr unsigned long kOthers[] = {1, 2, 3, 7, 16, 17, 31, 64, 65, 130};

void Place(Placement where) {
  static auto* const place = reinterpret_cast<PlaceFunction*>(dlsym(RTLD_DEFAULT, kPlaceFunction));
  place(where);
}

struct Size {
  unsigned long columns, rows;
};

// All widths, then all heights, with something else in the other direction.
Size SizeOf(std::size_t number) {
  const unsigned long side = number / 2 % kLongest + 1;
  const unsigned long other = kOthers[(number / 2 + number / (2 * kLongest)) % std::size(kOthers)];
  return number % 2 != 0 ? Size{side, other} : Size{other, side};
}
constexpr std::size_t kSizes = 2 * kLongest;

// The digest of what `make` returns, which may be nothing; all of its memory is placed so.
template <typename Make>
std::uint64_t DigestAt(Placement where, const Make& make) {
  Place(where);
  std::uint64_t digest = 0;
  {
    Exception exception;
    const ImagePtr result(make(exception.get()));
    digest = result ? DigestOf(result.get()) : exception.IsClear() ? 1 : 0;
  }
  Place(Placement::kAnywhere);
  return digest;
}

template <typename Make>
Verdict SameAtBothEnds(const Make& make, const std::string& what) {
  const std::uint64_t digest = DigestAt(Placement::kAtEnd, make);
  if (digest == 0) return Lost(what + ": no result and no reason");
  if (digest != DigestAt(Placement::kAtStart, make))
    return Lost(what + ": memory is used as found");
  return Survived();
}

// Of the kinds that take ways of their own through the kernels.
ImagePtr SourceOf(std::size_t kind, const Size& size, unsigned seed) {
  using test::kAllKinds;
  using test::Kind;
  if (kind < std::size(kAllKinds))
    return ImagePtr(test::RandomImage(size.columns, size.rows, kAllKinds[kind], seed).release());
  return ImagePtr(test::RandomGrey(size.columns, size.rows, seed).release());
}
constexpr std::size_t kKinds = std::size(test::kAllKinds) + 1;

// Each of several names with each size.
class NamesAndSizes {
 public:
  std::size_t cases() const { return names_.size() * kSizes; }
  std::string Describe(std::size_t number) const {
    const Size size = SizeFor(number);
    return NameOf(number) + " " + std::to_string(size.columns) + "x" + std::to_string(size.rows);
  }

 protected:
  explicit NamesAndSizes(std::vector<std::string> names) : names_(std::move(names)) {}
  // The number of the size.
  std::size_t Round(std::size_t number) const { return number / names_.size(); }
  Size SizeFor(std::size_t number) const { return SizeOf(Round(number)); }
  const std::string& NameOf(std::size_t number) const { return names_[number % names_.size()]; }

 private:
  std::vector<std::string> names_;
};

class Operations : public NamesAndSizes {
 public:
  explicit Operations(unsigned seed) : NamesAndSizes(Names()), seed_(seed) {}

  Verdict Try(std::size_t number) const {
    const test::Operation& operation = test::Operations().at(NameOf(number));
    const Size size = SizeFor(number);
    const Size to = operation.keeps_size ? size : SizeOf(number + 97 * seed_);
    const test::Case request{to.columns, to.rows,
                             static_cast<FilterTypes>(PointFilter + number % SincFilter), 1.0,
                             static_cast<unsigned>(number / 3 + seed_)};
    Verdict verdict = NotTried();
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
      hwy::SetSupportedTargetsForTest(target);
      verdict = TryKind(operation, size, request, number);
      if (verdict.kind == Verdict::kLost) return Lost(verdict.why + " " + hwy::TargetName(target));
    }
    return verdict;
  }

 private:
  static std::vector<std::string> Names() {
    std::vector<std::string> names;
    for (const auto& [name, operation] : test::Operations()) names.push_back(name);
    return names;
  }

  // One kind, another for the next size; an opaque image where palettes are not taken.
  Verdict TryKind(const test::Operation& operation, const Size& size, const test::Case& request,
                  std::size_t number) const {
    const auto seed = static_cast<unsigned>(number);
    std::size_t kind = (Round(number) + number + seed_) % kKinds;
    if (!operation.Suits(SourceOf(kind, size, seed).get(), request)) kind = 0;
    if (!operation.Suits(SourceOf(kind, size, seed).get(), request)) return NotTried();
    return SameAtBothEnds(
        [&](ExceptionInfo* exception) {
          const ImagePtr source = SourceOf(kind, size, seed);
          return operation.run(source.get(), request, exception);
        },
        "kind " + std::to_string(kind));
  }

  const unsigned seed_;
};

// Those that are written and read.
class Formats : public NamesAndSizes {
 public:
  Formats() : NamesAndSizes(Names()) {}

  Verdict Try(std::size_t number) const {
    const std::string& name = NameOf(number);
    const Size size = SizeFor(number);
    return SameAtBothEnds(
        [&](ExceptionInfo* exception) -> Image* {
          const ImagePtr image = MakeNoise(size.columns, size.rows, 1 + number % 100,
                                           Round(number) % 3 == 0 ? "RGBA" : "RGB");
          const Bytes bytes = Encode(name, image.get(), exception);
          if (bytes.empty()) {
            CopyException(exception, &image->exception);
            return nullptr;
          }
          return Decode(name, bytes, exception).release();
        },
        name);
  }

 private:
  static std::vector<std::string> Names() {
    Exception exception;
    std::vector<std::string> names = Readers();
    std::erase_if(names, [&](const std::string& name) {
      return name == "NULL" ||  // writes nothing
             GetMagickInfo(name.c_str(), exception.get())->encoder == nullptr;
    });
    return names;
  }
};

// Whether the first byte beyond, on either side, cannot be read.
bool PagesAreGuarded() {
  const auto ends_by_reading = [](Placement where, std::ptrdiff_t offset) {
    const int status = RunAlone(
        [=] {
          Place(where);
          const Bytes bytes(16);
          volatile const unsigned char* const memory = bytes.data();
          static_cast<void>(memory[offset]);
        },
        10);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV;
  };
  return ends_by_reading(Placement::kAtEnd, 16) && ends_by_reading(Placement::kAtStart, -1) &&
         !ends_by_reading(Placement::kAtEnd, 15) && !ends_by_reading(Placement::kAtStart, 0);
}

template <typename Cases>
std::size_t TryRow(const char* fault, const Cases& cases, const Arguments& arguments) {
  const auto order = Shuffled(cases.cases(), arguments.seed);
  Campaign campaign;
  campaign.fault = fault;
  campaign.cases = cases.cases();
  campaign.wanted = arguments.count / 2;
  campaign.at_a_time = 200;
  campaign.run = [&](std::size_t i) { return cases.Try(order(i)); };
  campaign.describe = [&](std::size_t i) { return cases.Describe(order(i)); };
  return Run(campaign).lost;
}

// Runs this program again with guarded_memory.so.
[[noreturn]] void RunGuarded(char** argv) {
  const char* const folder = std::getenv("LODESTONE_BUILD_DIR");
  const fs::path build = folder != nullptr ? fs::path(folder) : fs::current_path();
  const fs::path library = build / "tests" / "torture" / "guarded_memory.so";
  if (!fs::exists(library) || std::getenv("LD_PRELOAD") != nullptr) {
    std::fputs("skipped: guarded_memory.so has not been built or cannot be loaded\n", stderr);
    std::exit(77);
  }
  setenv("LD_PRELOAD", library.c_str(), 1);
  execv("/proc/self/exe", argv);
  std::exit(1);
}

}  // namespace
}  // namespace lodestone::torture

int main(int argc, char** argv) {
  using namespace lodestone::torture;
#ifdef LS_WITH_ASAN
  std::fputs("skipped: the address sanitizer has memory of its own\n", stderr);
  return 77;
#endif
  if (dlsym(RTLD_DEFAULT, kPlaceFunction) == nullptr) RunGuarded(argv);
  const Arguments arguments = ReadArguments(argc, argv, 1000);
  if (!PagesAreGuarded()) {
    std::fputs("guard_pages: memory is not guarded\n", stderr);
    return 1;
  }
  setenv("MAGICK_ACCELERATE", "off", 1);
  InitializeMagick(nullptr);
  const std::size_t lost =
      TryRow("operations between guard pages", Operations(arguments.seed), arguments) +
      TryRow("formats between guard pages", Formats(), arguments);
  return lost == 0 ? 0 : 1;
}
