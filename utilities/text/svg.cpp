#include "utilities/text/svg.hpp"

#include "utilities/text/text_format.hpp"

namespace lodestone::cli {
namespace {

constexpr const char* kStyle = R"(<style>
  text { font: 12px system-ui, sans-serif; fill: #333 }
  .heading { font-size: 16px; font-weight: 600; fill: #111 }
  .row { font-weight: 600; fill: #111 }
  .paper { fill: #fcfcfb } .own { fill: #2a78d6 } .peer { fill: #a5a39c }
  .estimate { fill: none; stroke: #85837c; stroke-dasharray: 3 2 }
  .cut { stroke: #fcfcfb; stroke-width: 2.5 } .line { stroke: #2a78d6; stroke-opacity: .45 }
  @media (prefers-color-scheme: dark) {
    text { fill: #c9c8c2 } .heading, .row { fill: #fff }
    .paper { fill: #1a1a19 } .own { fill: #3987e5 } .peer { fill: #6b6a65 }
    .estimate { stroke: #98968f } .cut { stroke: #1a1a19 } .line { stroke: #3987e5 }
  }
</style>
)";

}  // namespace

std::string EscapeXml(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

std::string SvgText(double x, double y, const char* style, const std::string& text,
                    const char* anchor) {
  return Format("<text x=\"%.1f\" y=\"%.1f\" class=\"%s\" text-anchor=\"%s\">%s</text>\n", x, y,
                style, anchor, EscapeXml(text).c_str());
}

std::string SvgBar(double x, double y, double width, double height, const char* style) {
  return Format("<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" class=\"%s\"/>\n", x, y,
                width, height, style);
}

std::string SvgPath(const std::string& path, const char* style) {
  return Format("<path d=\"%s\" class=\"%s\"/>\n", path.c_str(), style);
}

std::string SvgDocument(const std::string& title, double width, double height,
                        const std::string& body) {
  return std::string(kSvgBeginning) +
         Format(
             "xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" "
             "height=\"%.0f\" role=\"img\">\n<title>%s</title>\n",
             width, height, width, height, EscapeXml(title).c_str()) +
         kStyle +
         Format("<rect class=\"paper\" width=\"%.0f\" height=\"%.0f\" rx=\"8\"/>\n", width,
                height) +
         body + "</svg>\n";
}

}  // namespace lodestone::cli
