#include "magick/error.h"

#include <cerrno>

#include "magick/core/errors/barrier.hpp"
#include "tests/magick/support.hpp"

namespace lodestone::test {
namespace {

TEST(ExceptionType, ValuesOfTheTable) {
  EXPECT_EQ(static_cast<int>(FileOpenError), 430);
  EXPECT_EQ(static_cast<int>(ResourceLimitError), 402);
  EXPECT_EQ(static_cast<int>(CorruptImageWarning), 325);
  EXPECT_EQ(static_cast<int>(OptionFatalError), 710);
  EXPECT_EQ(static_cast<int>(ImageError), 465);
  EXPECT_EQ(static_cast<int>(AccelerateEvent), 196);
}

struct HoldCase {
  ExceptionType first, second, held;
};

TEST(ThrowException, HoldsTheWorst) {
  const HoldCase cases[] = {
      {OptionWarning, OptionError, OptionError},
      {OptionError, OptionWarning, OptionError},
      {OptionError, FileOpenError, OptionError},       // the first error stays
      {OptionError, FileOpenFatalError, OptionError},  // whatever comes
      {OptionWarning, ResourceLimitWarning, OptionWarning},
      {ResourceLimitWarning, OptionWarning, OptionWarning},
      {ErrorException, FileOpenError, FileOpenError},
      {OptionEvent, OptionWarning, OptionWarning},
  };
  for (const HoldCase& c : cases) {
    Exception exception;
    ThrowException(exception, c.first, "first", nullptr);
    ThrowException(exception, c.second, "second", nullptr);
    EXPECT_EQ(exception.severity(), c.held) << c.first << " then " << c.second;
  }
}

TEST(ThrowException, TheSameSeverityAgainReplacesAWarning) {
  Exception exception;
  ThrowException(exception, OptionWarning, "first", "a");
  ThrowException(exception, OptionWarning, "second", "b");
  EXPECT_EQ(exception.text(), "second (b)");
}

TEST(ThrowException, KeepsCopiesAndThePlace) {
  ExceptionInfo exception;
  GetExceptionInfo(&exception);
  std::string reason = "reason";
  errno = ENOENT;
  ThrowLoggedException(&exception, FileOpenError, reason.c_str(), "file", "module.c", "Function",
                       42);
  EXPECT_EQ(errno, ENOENT);
  reason = "other";
  EXPECT_STREQ(exception.reason, "reason");
  EXPECT_STREQ(exception.module, "module.c");
  EXPECT_STREQ(exception.function, "Function");
  EXPECT_EQ(exception.line, 42u);
  EXPECT_EQ(exception.error_number, ENOENT);
  ExceptionInfo copy;
  GetExceptionInfo(&copy);
  CopyException(&copy, &exception);
  DestroyExceptionInfo(&exception);
  EXPECT_EQ(exception.signature, 0u);
  EXPECT_STREQ(copy.reason, "reason");
  SetExceptionInfo(&copy, OptionWarning);
  EXPECT_EQ(copy.reason, nullptr);
  DestroyExceptionInfo(&copy);
  DestroyExceptionInfo(&copy);
}

TEST(ThrowException, ErrnoBelongsToTheSystemOnly) {
  ExceptionInfo exception;
  GetExceptionInfo(&exception);
  errno = ENOENT;
  ThrowException(&exception, OptionError, "no", nullptr);
  EXPECT_EQ(exception.error_number, 0);
  DestroyExceptionInfo(&exception);
}

std::string heard;
void Hear(const ExceptionType severity, const char* reason, const char* description) {
  heard = std::to_string(severity) + " " + reason + " " + (description ? description : "-");
}

TEST(CatchException, TellsTheHandlerForTheSeverity) {
  const WarningHandler warning = SetWarningHandler(nullptr);
  const ErrorHandler error = SetErrorHandler(Hear);
  const FatalErrorHandler fatal = SetFatalErrorHandler(nullptr);
  heard.clear();
  for (const ExceptionType severity : {OptionEvent, OptionWarning, OptionFatalError}) {
    Exception exception;
    ThrowException(exception, severity, "silent", nullptr);
    CatchException(exception);
    EXPECT_EQ(heard, "");
  }
  Exception exception;
  CatchException(exception);
  ThrowException(exception, OptionError, "told", nullptr);
  CatchException(exception);
  EXPECT_EQ(heard, "410 told -");
  EXPECT_EQ(SetErrorHandler(error), &Hear);
  SetWarningHandler(warning);
  SetFatalErrorHandler(fatal);
}

TEST(CatchException, PrintsOneSentence) {
  SetClientName("tester");
  Exception exception;
  errno = ENOENT;
  ThrowException(exception, FileOpenError, "Unable to open file", "x.png");
  testing::internal::CaptureStderr();
  CatchException(exception);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "tester: Unable to open file (x.png) [No such file or directory].\n");
}

TEST(CatchException, GivesTheTerminalNoOrders) {
  SetClientName("tester");
  Exception exception;
  errno = 0;
  ThrowException(exception, OptionError, "Unable", "a\x1b[2J\n\xc3\xa4");
  testing::internal::CaptureStderr();
  CatchException(exception);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "tester: Unable (a?[2J?\xc3\xa4).\n");
}

TEST(Guard, TurnsCppExceptionsIntoOnes) {
  Exception memory;
  EXPECT_EQ(Guard(memory, 7, []() -> int { throw std::bad_alloc(); }), 7);
  EXPECT_EQ(memory.severity(), ResourceLimitError);
  Exception other;
  EXPECT_EQ(Guard(other, nullptr, []() -> Image* { throw std::runtime_error("why"); }), nullptr);
  EXPECT_EQ(other.text(), "Internal error (why)");
  Guard(nullptr, [] { throw 1; });
  EXPECT_EQ(Guard(nullptr, 1, [] { return 2; }), 2);
}

}  // namespace
}  // namespace lodestone::test
