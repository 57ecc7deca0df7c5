// Speed by image size, and the size from which a device pays off.
#include <algorithm>
#include <cmath>

#include "utilities/events/report/report_charts.hpp"
#include "utilities/events/report/report_html.hpp"
#include "utilities/events/report/report_sections.hpp"
#include "utilities/events/report/size_fit.hpp"
#include "utilities/measure/statistics.hpp"
#include "utilities/text/table.hpp"
#include "utilities/text/text_format.hpp"

namespace lodestone::cli {
namespace {

constexpr std::size_t kMaxKinds = 6;
constexpr double kHeight = 304, kTop = 30, kBottom = 260;
constexpr int kPieces = 32;           // line segments of a curve
constexpr double kNoticeable = 0.05;  // logarithm of a ratio of times

struct Curve {
  std::size_t path;
  std::vector<SizePoint> points;
  std::optional<SizeFit> fit;
};

double Speed(double megapixels, double ms) {  // megapixels per second
  return ms > 0 ? megapixels / ms * 1e3 : 0;
}

// The CPU first.
std::vector<Curve> CurvesOf(const ReportSpeed& speed, const ReportPaths& paths) {
  std::vector<Curve> curves;
  for (const std::size_t path : paths.order()) {
    const auto found = speed.paths.find(path);
    if (found == speed.paths.end()) continue;
    Curve curve{path, {}, {}};
    for (const auto& [megapixels, times] : found->second) {
      curve.points.push_back({megapixels, measure::Median(times.values())});
    }
    curve.fit = FitSizes(curve.points);
    curves.push_back(std::move(curve));
  }
  return curves;
}

std::string Range(double smallest, double largest) {
  return ShortNumber(smallest) + " to " + ShortNumber(largest) + " MP";
}

std::string Statement(const Crossover& crossover, const std::string& first,
                      const std::string& second) {
  const std::string range = Range(crossover.smallest, crossover.largest);
  switch (crossover.kind) {
    case Crossover::Kind::kNoCommonRange:
      return first + " and " + second + " have no common range of sizes.";
    case Crossover::Kind::kFirstFaster:
      return first + " is faster over the whole measured range, " + range +
             ": the lines do not cross.";
    case Crossover::Kind::kSecondFaster:
      return second + " is faster over the whole measured range, " + range +
             ": the lines do not cross.";
    case Crossover::Kind::kSame:
      return first + " and " + second + " take the same time.";
    case Crossover::Kind::kCross:
      break;
  }
  return (crossover.first_faster_below ? second : first) + " is faster from " +
         ShortNumber(crossover.megapixels) + " MP on, " +
         (crossover.first_faster_below ? first : second) + " below (measured: " + range + ").";
}

std::string Subject(std::size_t path, const ReportPaths& paths) {
  return (paths.cpu(path) ? "the " : "") + paths.Label(path);
}

std::string Sentence(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 32);
  return text;
}

struct Comparison {
  std::string statement;  // text
  Crossover crossover;
};

// Sizes at which the medians contradict the fitted lines.
std::string Exceptions(const Curve& first, const Curve& second) {
  std::string sizes;
  for (const SizePoint& a : first.points) {
    for (const SizePoint& b : second.points) {
      if (a.megapixels != b.megapixels) continue;
      const double measured = std::log(a.milliseconds / b.milliseconds);
      const double fitted = std::log(first.fit->At(a.megapixels) / second.fit->At(a.megapixels));
      if (measured * fitted >= 0 || std::fabs(measured) < kNoticeable) continue;
      sizes += (sizes.empty() ? "" : ", ") + ShortNumber(a.megapixels);
    }
  }
  return sizes.empty() ? "" : " The medians at " + sizes + " MP disagree.";
}

std::vector<Comparison> Comparisons(const std::vector<Curve>& curves, const ReportPaths& paths) {
  std::vector<Comparison> comparisons;
  for (std::size_t i = 1; i < curves.size(); ++i) {
    const std::string first = Subject(curves[0].path, paths),
                      second = Subject(curves[i].path, paths);
    if (!curves[0].fit || !curves[i].fit) {
      const std::string lacking = curves[0].fit ? second : first;
      comparisons.push_back({lacking + " ran a single size: no line to compare.", {}});
      continue;
    }
    const Crossover crossover = CrossoverOf(*curves[0].fit, *curves[i].fit);
    comparisons.push_back(
        {Statement(crossover, first, second) + Exceptions(curves[0], curves[i]), crossover});
  }
  return comparisons;
}

struct Axes {
  LogAxis size, speed;

  double X(double megapixels) const { return 100 * size.At(megapixels); }
  double Y(double value) const { return PlaceUp(speed, value, kTop, kBottom); }
};

std::string FitLine(const Curve& curve, const Axes& axes, std::size_t style) {
  if (!curve.fit) return "";
  const SizeFit& fit = *curve.fit;
  const std::string name = "f" + std::to_string(style);
  const double growth = std::pow(fit.largest / fit.smallest, 1.0 / kPieces);
  std::string marks;
  double from = fit.smallest;
  for (int i = 0; i < kPieces; ++i) {
    const double to = from * growth;
    marks += Line(axes.X(from), axes.Y(Speed(from, fit.At(from))), axes.X(to),
                  axes.Y(Speed(to, fit.At(to))), name.c_str());
    from = to;
  }
  return marks;
}

std::string CrossLine(const Crossover& crossover, const Axes& axes) {
  if (crossover.kind != Crossover::Kind::kCross) return "";
  const double x = axes.X(crossover.megapixels);
  return Line(x, kTop, x, kBottom, "cross") + Label(x, kTop - 4,
                                                    ShortNumber(crossover.megapixels) + " MP",
                                                    x > 80   ? "end"
                                                    : x < 20 ? "start"
                                                             : "middle");
}

std::string Chart(const std::string& id, const std::string& title, const std::vector<Curve>& curves,
                  const std::vector<Comparison>& comparisons, const ReportPaths& paths) {
  Axes axes;
  for (const Curve& curve : curves) {
    for (const SizePoint& point : curve.points) {
      axes.size.Include(point.megapixels);
      axes.speed.Include(Speed(point.megapixels, point.milliseconds));
      if (curve.fit) {
        axes.speed.Include(Speed(point.megapixels, curve.fit->At(point.megapixels)));
      }
    }
  }
  std::string marks = AxisAcross(axes.size, kTop, kBottom, "megapixels of the larger image") +
                      AxisUp(axes.speed, kTop, kBottom, "megapixels per second");
  std::string shows;
  for (const Comparison& comparison : comparisons) {
    marks += CrossLine(comparison.crossover, axes);
    shows += (shows.empty() ? "" : " ") + comparison.statement;
  }
  for (const Curve& curve : curves) {
    marks += FitLine(curve, axes, paths.Style(curve.path));
    for (const SizePoint& point : curve.points) {
      const double speed = Speed(point.megapixels, point.milliseconds);
      marks += Mark(paths.Style(curve.path), axes.X(point.megapixels), axes.Y(speed),
                    paths.Label(curve.path) + ": " + ShortNumber(point.megapixels) + " MP, " +
                        DurationText(point.milliseconds) + ", " + ShortNumber(speed) + " MP/s");
    }
  }
  return "<figure class=\"up\">" + Drawing(id, title, shows, kHeight, marks) + "</figure>\n";
}

std::string FitText(const Curve& curve) {
  if (!curve.fit) return "-";
  return FormatMilliseconds(curve.fit->start_ms) + " + " +
         FormatMilliseconds(curve.fit->ms_per_megapixel) + " per MP";
}

std::string Numbers(const std::string& title, const std::vector<Curve>& curves,
                    const ReportPaths& paths) {
  Table table;
  table.AddColumn("path", Table::Align::kLeft);
  table.AddColumn("line, ms");
  for (const char* heading : {"MP", "ms", "MP/s"}) table.AddColumn(heading);
  for (const Curve& curve : curves) {
    for (const SizePoint& point : curve.points) {
      table.AddRow({paths.Tag(curve.path), FitText(curve), ShortNumber(point.megapixels),
                    FormatMilliseconds(point.milliseconds),
                    ShortNumber(Speed(point.megapixels, point.milliseconds))});
    }
  }
  return HtmlTable(title + ": median times by size", table);
}

std::string Kind(const ReportSpeed& speed, const std::vector<Curve>& curves, std::size_t number,
                 const ReportPaths& paths) {
  std::string title = speed.operation + ", " + speed.shape;
  if (!speed.channels.empty()) title += ", " + speed.channels;
  const std::vector<Comparison> comparisons = Comparisons(curves, paths);
  std::string html = "<h3>" + Html(title) + "</h3>\n<ul class=\"legend\">\n";
  for (const Curve& curve : curves) html += "<li>" + paths.Tag(curve.path) + "</li>\n";
  html += "</ul>\n";
  for (const Comparison& comparison : comparisons) {
    html += Paragraph(Html(Sentence(comparison.statement)));
  }
  if (curves.size() == 1) html += Paragraph("Only one accelerator ran this operation.", "soft");
  html += Chart(Format("speed-chart-%zu", number), title + ": speed by size", curves, comparisons,
                paths);
  return html + Details("Table", Numbers(title, curves, paths));
}

bool HasSizes(const std::vector<Curve>& curves) {
  return std::any_of(curves.begin(), curves.end(), [](const Curve& curve) { return curve.fit; });
}

}  // namespace

std::string SpeedSection(const ReportContents& report) {
  std::string html;
  std::size_t shown = 0, left_out = 0;
  for (const ReportSpeed* speed : report.data.Speeds()) {
    const std::vector<Curve> curves = CurvesOf(*speed, report.paths);
    if (!HasSizes(curves)) continue;
    if (shown >= kMaxKinds) {
      ++left_out;
      continue;
    }
    html += Kind(*speed, curves, ++shown, report.paths);
  }
  if (shown == 0) return "";
  std::string text = Paragraph(
      "Later calls. A mark is the median of one size; a line is a fit of a fixed time per call "
      "plus a time per megapixel. Where lines cross, the other accelerator becomes faster.");
  if (left_out != 0) {
    text += Paragraph(CountText(left_out) + " operations with shorter times are omitted.", "soft");
  }
  return Section("speed", "Speed by size", text + html);
}

}  // namespace lodestone::cli
