#include "utilities/events/report/report_html.hpp"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <utility>

#include "utilities/text/svg.hpp"
#include "utilities/text/text_format.hpp"

namespace lodestone::cli {
namespace {

constexpr const char* kReplacement = "\xEF\xBF\xBD";

// Length of the UTF-8 sequence that starts at `at`, 0 when invalid.
std::size_t SequenceLength(const std::string& text, std::size_t at) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const auto follows = [&](std::size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
  const unsigned first = byte(at), second = byte(at + 1);
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return follows(at + 1) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF) {
    const bool too_long = first == 0xE0 && second < 0xA0;
    const bool surrogate = first == 0xED && second >= 0xA0;
    return follows(at + 1) && follows(at + 2) && !too_long && !surrogate ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    const bool too_long = first == 0xF0 && second < 0x90;
    const bool too_large = first == 0xF4 && second >= 0x90;
    const bool whole = follows(at + 1) && follows(at + 2) && follows(at + 3);
    return whole && !too_long && !too_large ? 4 : 0;
  }
  return 0;
}

bool IsControl(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && c != '\t' && c != '\n') || byte == 0x7F;
}

const char* StyleOf(Table::Align align) {
  return align == Table::Align::kLeft ? "" : " class=\"n\"";
}

}  // namespace

std::string Html(const std::string& text) {
  std::string clean;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = SequenceLength(text, at);
    if (length == 0 || IsControl(text[at])) {
      clean += kReplacement;
      ++at;
    } else {
      clean.append(text, at, length);
      at += length;
    }
  }
  return EscapeXml(clean);
}

std::string BaseName(const std::string& file) {
  const auto slash = file.rfind('/');
  return slash == std::string::npos ? file : file.substr(slash + 1);
}

std::string LogName(const std::string& file) {
  const std::string name = BaseName(file);
  const auto dot = name.rfind('.');
  return dot == std::string::npos || dot == 0 ? name : name.substr(0, dot);
}

std::string Cut(const std::string& text, std::size_t characters) {
  std::size_t kept = 0, end = 0;
  for (std::size_t at = 0; at < text.size(); ++kept) {
    if (kept + 1 == characters) end = at;
    if (kept == characters) return text.substr(0, end) + "\xE2\x80\xA6";
    at += std::max<std::size_t>(SequenceLength(text, at), 1);
  }
  return text;
}

std::string DurationText(double milliseconds) {
  const double seconds = milliseconds / 1e3, size = std::fabs(seconds);
  if (size >= 2 * 86400) return Format("%.1f days", seconds / 86400);
  if (size >= 2 * 3600) return Format("%.1f hours", seconds / 3600);
  if (size >= 120) {
    const double minutes = std::trunc(seconds / 60);
    return Format("%.0f min %.0f s", minutes, std::floor(std::fabs(seconds - minutes * 60)));
  }
  if (size >= 1) return ShortNumber(seconds) + " s";
  if (size >= 1e-3 || size == 0) return ShortNumber(milliseconds) + " ms";
  return ShortNumber(milliseconds * 1e3) + " \xC2\xB5s";
}

std::string CountText(std::uint64_t count) {
  std::string text = std::to_string(count);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
  return text;
}

std::string CountText(std::uint64_t count, const char* one, const char* many) {
  return CountText(count) + " " + (count == 1 ? one : many);
}

std::string ShortNumber(double number) {
  const double size = std::fabs(number);
  if (size == 0) return "0";
  if (size >= 99.95) return Format("%.0f", number);
  if (size >= 9.995) return Format("%.1f", number);
  if (size >= 0.1) return Format("%.2f", number);
  return Format("%.2g", number);
}

std::string TimeText(std::int64_t unix_ns) {
  const auto seconds = static_cast<std::time_t>(unix_ns / 1'000'000'000);
  std::tm utc{};
  char text[64];
  if (gmtime_r(&seconds, &utc) == nullptr ||
      std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S UTC", &utc) == 0) {
    return "?";
  }
  return text;
}

std::string HtmlTable(const std::string& caption, const Table& table) {
  std::string html = "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"" +
                     Html(caption) + "\"><table><caption>" + Html(caption) +
                     "</caption>\n<thead><tr>";
  for (const Table::Column& column : table.columns()) {
    html += std::string("<th scope=\"col\"") + StyleOf(column.align) + ">" + Html(column.heading) +
            "</th>";
  }
  html += "</tr></thead>\n<tbody>\n";
  for (const Table::Cells& row : table.rows()) {
    html += "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i) {
      html += i == 0
                  ? "<th scope=\"row\">" + row[i] + "</th>"
                  : std::string("<td") + StyleOf(table.columns()[i].align) + ">" + row[i] + "</td>";
    }
    html += "</tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

std::string Details(const std::string& summary, const std::string& body, bool open) {
  return std::string("<details") + (open ? " open" : "") + "><summary>" + Html(summary) +
         "</summary>\n" + body + "</details>\n";
}

std::string Paragraph(const std::string& html, const char* style) {
  const std::string attribute = *style == '\0' ? "" : std::string(" class=\"") + style + "\"";
  return "<p" + attribute + ">" + html + "</p>\n";
}

std::string Section(const char* id, const char* heading, const std::string& body) {
  return Format("<section id=\"%s\" aria-labelledby=\"%s-h\">\n<h2 id=\"%s-h\">%s</h2>\n", id, id,
                id, heading) +
         body + "</section>\n";
}

std::string Drawing(const std::string& id, const std::string& name, const std::string& shows,
                    double height, const std::string& marks) {
  return Format(
             "<svg class=\"chart\" width=\"100%%\" height=\"%.0f\" role=\"img\" "
             "aria-labelledby=\"%s-t\" aria-describedby=\"%s-d\">\n<title id=\"%s-t\">",
             height, id.c_str(), id.c_str(), id.c_str()) +
         Html(name) + "</title><desc id=\"" + id + "-d\">" + Html(shows) + "</desc>\n" + marks +
         "</svg>\n";
}

}  // namespace lodestone::cli
