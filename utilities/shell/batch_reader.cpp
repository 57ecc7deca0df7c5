#include "utilities/shell/batch_reader.hpp"

#include <utility>

#include "utilities/shell/command_error.hpp"

namespace lodestone::cli {

int BatchReader::SkipBlanks() {
  int next = std::getc(file_);
  while (next == ' ' || next == '\t') next = std::getc(file_);
  return next;
}

// Whether a double quote that was just read ends the text.
bool BatchReader::EndsText(BatchEscape escape) {
  if (escape == BatchEscape::kUnix) return true;
  const int after = std::getc(file_);
  if (after == '"') return false;
  std::ungetc(after, file_);
  return true;
}

void BatchReader::ReadQuoted(int quote, BatchEscape escape, std::string* word) {
  for (int next = std::getc(file_); next != EOF; next = std::getc(file_)) {
    if (next == quote && (quote == '\'' || EndsText(escape))) return;
    if (next == '\\' && quote == '"' && escape == BatchEscape::kUnix) {
      next = std::getc(file_);
      if (next != '\\' && next != '"') *word += '\\';
      if (next == EOF) break;
    }
    *word += static_cast<char>(next);
  }
  throw CommandError("Closing quote is missing", *word);
}

std::optional<std::vector<std::string>> BatchReader::Read(BatchEscape escape) {
  const bool posix = escape == BatchEscape::kUnix;
  std::vector<std::string> words;
  std::string word;
  int next = SkipBlanks();
  if (next == EOF) return std::nullopt;
  for (; next != EOF && next != '\n'; next = std::getc(file_)) {
    if (next == '#') {
      while (next != EOF && next != '\n') next = std::getc(file_);
      break;
    }
    if (next == ' ' || next == '\t') {
      words.push_back(std::exchange(word, ""));
      std::ungetc(SkipBlanks(), file_);
    } else if (next == '"' || (posix && next == '\'')) {
      ReadQuoted(next, escape, &word);
    } else if (next != '\r') {
      if (posix && next == '\\') next = std::getc(file_);
      if (next == EOF) break;
      word += static_cast<char>(next);
    }
  }
  if (!word.empty()) words.push_back(word);
  return words;
}

}  // namespace lodestone::cli
