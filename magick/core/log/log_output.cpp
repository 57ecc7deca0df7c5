#include "magick/core/log/log_output.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <ctime>
#include <utility>

#include "accel/events/log_line.hpp"
#include "base/interruptible_output.hpp"
#include "base/output_place.hpp"
#include "magick/core/log/log_events.hpp"

namespace lodestone {

namespace {

std::atomic<GiveUp> who_gives_up{nullptr};

std::string Printf(const char* format, auto... values) {
  char text[128];
  std::snprintf(text, sizeof(text), format, values...);
  return text;
}

std::string WallClock(const char* format) {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  char text[64];
  text[std::strftime(text, sizeof(text), format, &local)] = '\0';
  return text;
}

// Empty for a character that is not an escape.
std::string Escaped(char escape, const LogRecord& record) {
  switch (escape) {
    case 't':
      return WallClock("%H:%M:%S");
    case 'r':
      return accel::ElapsedText();
    case 'u':
      return accel::UserSecondsText() + "u";
    case 'p':
      return Printf("%ld", static_cast<long>(getpid()));
    case 'm':
      return std::string(record.module);
    case 'f':
      return std::string(record.function);
    case 'l':
      return Printf("%lu", record.line);
    case 'd':
      return DomainOf(record.type);
    case 's':
      return SeverityOf(record.type);
    case 'e':
      return record.message;
    case '%':
      return "%";
    default:
      return {};
  }
}

std::string XmlText(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    const unsigned char byte = static_cast<unsigned char>(c);
    switch (c) {
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '&':
        safe += "&amp;";
        break;
      default:
        safe += byte < 0x20 && c != '\n' && c != '\t' ? ' ' : c;
    }
  }
  return safe;
}

std::string XmlElement(const char* name, std::string_view text) {
  return std::string("  <") + name + ">" + XmlText(text) + "</" + name + ">\n";
}

std::string XmlRecord(const LogRecord& record) {
  return "<record>\n" + XmlElement("timestamp", WallClock("%Y%m%d%H%M%S")) +
         XmlElement("elapsed-time", accel::ElapsedText()) +
         XmlElement("user-time", accel::UserSecondsText()) +
         XmlElement("pid", Printf("%ld", static_cast<long>(getpid()))) +
         XmlElement("module", record.module) + XmlElement("function", record.function) +
         XmlElement("line", Printf("%lu", record.line)) +
         XmlElement("domain", DomainOf(record.type)) +
         XmlElement("severity", SeverityOf(record.type)) + XmlElement("event", record.message) +
         "</record>\n";
}

// The template with its "%d" replaced by the generation.
std::string FileName(std::string name, unsigned long generation) {
  const size_t at = name.find("%d");
  if (at != std::string::npos) name.replace(at, 2, std::to_string(generation));
  return name;
}

}  // namespace

std::string FormatLogRecord(const std::string& format, const LogRecord& record) {
  std::string text;
  for (size_t i = 0; i < format.size(); i++) {
    const char c = format[i];
    const char next = i + 1 < format.size() ? format[i + 1] : '\0';
    if (c == '\\' && (next == 'n' || next == 'r')) {
      text += next == 'n' ? '\n' : '\r';
      i++;
      continue;
    }
    const bool is_escape = c == '%' && next != '\0' &&
                           std::string_view("trupmfldse%").find(next) != std::string_view::npos;
    if (is_escape) {
      text += Escaped(next, record);
      i++;
    } else {
      text += c;
    }
  }
  return text;
}

std::string FormatFixedLine(const LogRecord& record) {
  return accel::FormatLogLine({record.module, record.function, record.line, DomainOf(record.type),
                               SeverityOf(record.type), record.message});
}

void SetLogGiveUp(GiveUp give_up) {
  who_gives_up = give_up;
}

bool LogFile::Open(const LogSettings& settings) {
  is_xml_ = (settings.output & XMLFileOutput) != 0;
  const OutputPlace place(FileName(settings.filename, generation_));
  records_ = 0;
  if (!place.valid()) return false;
  const GiveUp give_up = who_gives_up.load();
  FileDescriptor file = place.Open(O_WRONLY | O_TRUNC, give_up);
  if (file.is_open()) stream_ = OpenOutputStream(file.get(), "wb", give_up);
  if (stream_ == nullptr) return false;
  file.Release();
  if (is_xml_) std::fputs("<?xml version=\"1.0\"?>\n<log>\n", stream_);
  return true;
}

bool LogFile::Write(const LogSettings& settings, const LogRecord& record) {
  if (stream_ == nullptr && !Open(settings)) return false;
  const std::string text = is_xml_ ? XmlRecord(record) : FormatFixedLine(record);
  const bool written =
      std::fwrite(text.data(), 1, text.size(), stream_) == text.size() && std::fflush(stream_) == 0;
  records_++;
  if (settings.limit != 0 && records_ >= settings.limit) {
    Close();
    generation_ = settings.generations == 0 ? 0 : (generation_ + 1) % settings.generations;
  }
  return written;
}

void LogFile::Close() {
  if (stream_ == nullptr) return;
  std::FILE* const stream = std::exchange(stream_, nullptr);  // a child may be forked at any time
  if (is_xml_) std::fputs("</log>\n", stream);
  std::fclose(stream);
}

}  // namespace lodestone
