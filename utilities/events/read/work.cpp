#include "utilities/events/read/work.hpp"

#include <algorithm>
#include <array>

namespace lodestone::cli {
namespace {

struct SizeClass {
  double below;  // megapixels
  const char* text;
};

constexpr std::array<SizeClass, 5> kSizeClasses = {{{0.1, "under 0.1 MP"},
                                                    {1, "0.1 to 1 MP"},
                                                    {10, "1 to 10 MP"},
                                                    {100, "10 to 100 MP"},
                                                    {1e300, "100 MP and more"}}};

}  // namespace

const char* OutcomeText(EventOutcome outcome) {
  return outcome == EventOutcome::kDone       ? "done"
         : outcome == EventOutcome::kDeclined ? "declined"
                                              : "failed";
}

std::string ShapeText(const EventGeometry& g) {
  if (g.source_columns == g.columns && g.source_rows == g.rows) return "same size";
  const double area = static_cast<double>(g.columns) * static_cast<double>(g.rows);
  const double source = static_cast<double>(g.source_columns) * static_cast<double>(g.source_rows);
  if (4 * area <= source) return "reduce by 2 and more";
  return area < source ? "reduce" : "enlarge";
}

double Megapixels(const EventGeometry& g) {
  return std::max(static_cast<double>(g.source_columns) * static_cast<double>(g.source_rows),
                  static_cast<double>(g.columns) * static_cast<double>(g.rows)) /
         1e6;
}

std::string SizeText(const EventGeometry& g) {
  if (!g.known()) return "";
  const auto size = [](std::uint64_t columns, std::uint64_t rows) {
    return std::to_string(columns) + "x" + std::to_string(rows);
  };
  const std::string to = size(g.columns, g.rows);
  if (g.source_columns == g.columns && g.source_rows == g.rows) return to;
  return size(g.source_columns, g.source_rows) + " to " + to;
}

std::string ClassText(const EventGeometry& g) {
  if (!g.known()) return "";
  const double megapixels = Megapixels(g);
  const auto found = std::find_if(kSizeClasses.begin(), kSizeClasses.end(),
                                  [&](const SizeClass& size) { return megapixels < size.below; });
  return ShapeText(g) + ", " + (found == kSizeClasses.end() ? kSizeClasses.back() : *found).text;
}

bool IsCold(const EventRecord& record) {
  const EventParts& parts = record.parts;
  return record.first || parts.context_ns + parts.load_ns + parts.compile_ns + parts.test_ns > 0;
}

}  // namespace lodestone::cli
