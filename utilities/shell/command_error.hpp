// The exception of commands that cannot do what was asked, and its message.
#pragma once

#include <stdexcept>
#include <string>

namespace lodestone::cli {

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

  const std::string& description() const { return description_; }
  int error_number() const { return error_number_; }
  const std::string& hint() const { return hint_; }

 private:
  std::string description_;
  int error_number_;
  std::string hint_;
};

// For an argument that is missing or malformed; `option` with its sign.
CommandError MalformedArgument(const std::string& option);

// "reason (description) [system error]" of an exception; its text if it is no CommandError.
std::string ErrorText(const std::exception& error);

// Prints one line to stderr in the form that GraphicsMagick's programs use.
void PrintMessage(const std::string& reason, const std::string& description, int error_number);

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

// Prints a hint, if there is one, on a line after a message.
void PrintHint(const std::string& hint);

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

// Ends the log of acceleration, if there is one. False after a message: it is not complete.
bool CloseAccelerateLog();

// Flushes standard output. Returns `status`, or 1 after a message.
int FlushOutput(int status);

}  // namespace lodestone::cli
