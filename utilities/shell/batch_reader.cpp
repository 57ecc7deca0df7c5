#include "utilities/shell/batch_reader.hpp"

#include <utility>

#include "base/interruptible_input.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/shell/progress_monitor.hpp"

namespace lodestone::cli {

int BatchReader::Get() {
  const int byte = ReadInputByte(file_, InterruptRequested);
  ends_ += byte == '\n' ? 1 : 0;
  return byte;
}

void BatchReader::Return(int byte) {
  ends_ -= byte == '\n' ? 1 : 0;
  std::ungetc(byte, file_);
}

int BatchReader::SkipBlanks() {
  int next = Get();
  while (next == ' ' || next == '\t') next = Get();
  return next;
}

// Whether a double quote that was just read ends the text.
bool BatchReader::EndsText(BatchEscape escape) {
  if (escape == BatchEscape::kUnix) return true;
  const int after = Get();
  if (after == '"') return false;
  Return(after);
  return true;
}

void BatchReader::ReadQuoted(int quote, BatchEscape escape, std::string* word) {
  for (int next = Get(); next != EOF; next = Get()) {
    if (next == quote && (quote == '\'' || EndsText(escape))) return;
    if (next == '\\' && quote == '"' && escape == BatchEscape::kUnix) {
      next = Get();
      if (next != '\\' && next != '"') *word += '\\';
      if (next == EOF) break;
    }
    *word += static_cast<char>(next);
  }
  if (!InterruptRequested()) throw CommandError("Closing quote is missing", *word);
}

std::optional<std::vector<std::string>> BatchReader::Read(BatchEscape escape) {
  const bool posix = escape == BatchEscape::kUnix;
  std::vector<std::string> words;
  std::string word;
  begin_ = ends_ + 1;
  int next = SkipBlanks();
  if (next == EOF) return std::nullopt;
  for (; next != EOF && next != '\n'; next = Get()) {
    if (next == '#') {
      while (next != EOF && next != '\n') next = Get();
      break;
    }
    if (next == ' ' || next == '\t') {
      words.push_back(std::exchange(word, ""));
      Return(SkipBlanks());
    } else if (next == '"' || (posix && next == '\'')) {
      ReadQuoted(next, escape, &word);
    } else if (next != '\r') {
      if (posix && next == '\\') next = Get();
      if (next == EOF) break;
      word += static_cast<char>(next);
    }
  }
  if (next == EOF && InterruptRequested()) return std::nullopt;
  if (!word.empty()) words.push_back(word);
  return words;
}

}  // namespace lodestone::cli
