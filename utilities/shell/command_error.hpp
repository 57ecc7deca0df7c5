// The exception of commands that cannot do what was asked, and where its message goes.
#pragma once

#include <stdexcept>
#include <string>

#include "magick/exception_type.h"

namespace lodestone::cli {

// The reason of errors that memory which has run out causes.
inline constexpr char kOutOfMemory[] = "Memory allocation failed";

class CommandError : public std::runtime_error {
 public:
  // Printed as `client: reason (description) [system error].`; empty parts are left out.
  explicit CommandError(const std::string& reason, std::string description = "",
                        int error_number = 0)
      : std::runtime_error(reason),
        description_(std::move(description)),
        error_number_(error_number) {}

  // What to do about it, a sentence; "" for none. Printed on a line of its own.
  CommandError WithHint(std::string hint) const {
    CommandError error = *this;
    error.hint_ = std::move(hint);
    return error;
  }

  // For programs that call a command as a function; OptionError unless something else is said.
  CommandError WithSeverity(ExceptionType severity) const {
    CommandError error = *this;
    error.severity_ = severity;
    return error;
  }

  const std::string& description() const { return description_; }
  int error_number() const { return error_number_; }
  const std::string& hint() const { return hint_; }
  ExceptionType severity() const { return severity_; }

 private:
  std::string description_;
  int error_number_;
  ExceptionType severity_ = OptionError;
  std::string hint_;
};

// For an argument that is missing, or malformed; `option` with its sign.
CommandError MalformedArgument(const std::string& option);
CommandError MalformedArgument(const std::string& option, const std::string& value);

// The exception itself, or a CommandError with its text.
CommandError AsCommandError(const std::exception& error);

// "reason (description) [system error]" of an exception; its text if it is no CommandError.
std::string ErrorText(const std::exception& error);

// That the command ends by the signal that was caught.
CommandError Interrupted();

// Prints one line to stderr in the form that GraphicsMagick's programs use, or gives the message to
// the MessageTarget of the thread. Once a signal was caught, it is named in the place of what it
// has made fail.
void PrintMessage(const CommandError& message);

// Prints what to do about a message, or what it was about, to stderr.
void PrintHint(const std::string& hint);

// Takes messages in the place of stderr: of commands that a program calls as functions.
// Thread-safety: Take is called by several threads at a time.
class MessageTarget {
 public:
  virtual ~MessageTarget() = default;
  virtual void Take(const CommandError& message) = 0;
  // That memory has run out, when there is none for a message.
  virtual void TakeNoMemory() noexcept = 0;
};

// Makes a target that of this thread, while this lives; nullptr: messages are printed.
class MessageScope {
 public:
  explicit MessageScope(MessageTarget* target);
  ~MessageScope();
  MessageScope(const MessageScope&) = delete;
  MessageScope& operator=(const MessageScope&) = delete;

 private:
  MessageTarget* const outer_;
};

// Of this thread, for those that work for it.
MessageTarget* CurrentMessageTarget();

// To the handlers of warnings and errors, which print it unless the program has others.
void GiveToHandlers(const CommandError& message);

// The name that messages begin with, while this lives.
class ClientName {
 public:
  explicit ClientName(const std::string& name);
  ~ClientName();
  ClientName(const ClientName&) = delete;
  ClientName& operator=(const ClientName&) = delete;

 private:
  std::string outer_, name_;
};

// Prints a message about the exception that is being handled, also without memory. Returns 1.
int ReportException() noexcept;

// Runs `body` and turns everything it throws into a message. Returns the exit status that `body`
// returns, or 1.
template <class Body>
int RunGuarded(const Body& body) noexcept {
  try {
    return body();
  } catch (...) {
    return ReportException();
  }
}

// The same; messages begin with `name`, which is the process's meanwhile.
template <class Body>
int RunNamed(const std::string& name, const Body& body) noexcept {
  return RunGuarded([&] {
    const ClientName client(name);
    return RunGuarded(body);
  });
}

// Throws CommandError.
void OpenAccelerateLog(const std::string& filename);

// Ends the log of acceleration, if there is one. False after a message: it is not complete.
bool CloseAccelerateLog();

// Flushes standard output. Returns `status`, or 1 after a message.
int FlushOutput(int status);

}  // namespace lodestone::cli
