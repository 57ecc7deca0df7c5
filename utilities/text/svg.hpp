// Elements of SVG charts, which have their own background and follow the reader's light or dark
// setting.
#pragma once

#include <string>
#include <string_view>

namespace lodestone::cli {

std::string EscapeXml(const std::string& text);

// style: "heading", "row" or "" for text; "own", "peer" or "estimate" for bars; "cut" or "line".
// anchor: "start", "middle" or "end" of the text is at x.
std::string SvgText(double x, double y, const char* style, const std::string& text,
                    const char* anchor = "start");
std::string SvgBar(double x, double y, double width, double height, const char* style);
// path: the value of the attribute d.
std::string SvgPath(const std::string& path, const char* style);

// Of every document, and of no other program's.
inline constexpr std::string_view kSvgBeginning = "<svg class=\"lodestone-chart\" ";

// title: for screen readers.
std::string SvgDocument(const std::string& title, double width, double height,
                        const std::string& body);

}  // namespace lodestone::cli
