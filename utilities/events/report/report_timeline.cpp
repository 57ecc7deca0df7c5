// Timeline: a track for each thread and each device.
#include <algorithm>
#include <cmath>

#include "utilities/events/report/report_charts.hpp"
#include "utilities/events/report/report_html.hpp"
#include "utilities/events/report/report_sections.hpp"
#include "utilities/events/report/report_time_axis.hpp"
#include "utilities/events/read/work.hpp"
#include "utilities/text/table.hpp"
#include "utilities/text/text_format.hpp"

namespace lodestone::cli {
namespace {

constexpr std::size_t kMaxTracks = 32, kMaxRows = 30, kMaxLayers = 4;
constexpr double kRuler = 44, kBar = 18, kLayer = 22, kTrack = 36;                 // pixels
constexpr double kMinWidth = 560, kPerCall = 14, kMaxWidth = 4000, kPerTick = 76;  // pixels

// Calls of one thread, or the parts of calls that ran on one device.
struct Track {
  std::string name, more;  // text
  std::vector<const TimelineCall*> calls;
  std::vector<std::size_t> layers;  // of each call: overlapping ones are stacked
  bool device = false;

  double height() const {
    const std::size_t deepest =
        layers.empty() ? 0 : *std::max_element(layers.begin(), layers.end());
    return std::max(kTrack, kLayer * static_cast<double>(deepest + 1) + 8);
  }
};

// On the device itself: parts that cannot be told apart are not drawn there.
CallParts DeviceParts(const TimelineCall& call) {
  CallParts parts{};
  const CallParts all = SplitCall(call.record);
  for (const CallPart part : {CallPart::kUpload, CallPart::kKernel, CallPart::kDownload}) {
    parts[static_cast<std::size_t>(part)] = all[static_cast<std::size_t>(part)];
  }
  return parts;
}

double SumOf(const CallParts& parts) {
  double sum = 0;
  for (const double part : parts) sum += part;
  return sum;
}

CallParts PartsOn(const Track& track, const TimelineCall& call) {
  return track.device ? DeviceParts(call) : SplitCall(call.record);
}

// The device's parts are assumed to be the last ones of the call.
double StartOn(const Track& track, const TimelineCall& call) {
  if (!track.device) return call.start_ns();
  return static_cast<double>(call.record.end_ns) - SumOf(DeviceParts(call)) * 1e6;
}

void AssignLayers(Track* track) {
  std::vector<double> ends;
  for (const TimelineCall* call : track->calls) {
    const double start = StartOn(*track, *call);
    std::size_t layer = 0;
    while (layer < ends.size() && ends[layer] > start) ++layer;
    layer = std::min(layer, kMaxLayers - 1);
    if (layer == ends.size()) ends.push_back(0);
    ends[layer] = std::max(ends[layer], static_cast<double>(call->record.end_ns));
    track->layers.push_back(layer);
  }
}

Track& TrackOf(std::vector<Track>* tracks, const std::string& name, const std::string& more,
               bool device) {
  const auto found = std::find_if(tracks->begin(), tracks->end(), [&](const Track& track) {
    return track.name == name && track.more == more && track.device == device;
  });
  if (found != tracks->end()) return *found;
  tracks->push_back({name, more, {}, {}, device});
  return tracks->back();
}

std::string ThreadName(const EventRecord& record) {
  const std::string process = "process " + std::to_string(record.process) +
                              (record.host.empty() ? "" : " on " + record.host);
  const std::string thread = "thread " + std::to_string(record.thread);
  if (record.process == 0) return record.thread == 0 ? "one thread" : thread;
  // A process's first thread has the process id.
  return record.thread == 0 || record.thread == record.process ? process : process + ", " + thread;
}

std::vector<Track> TracksOf(const ReportContents& report, const std::vector<TimelineCall>& calls) {
  std::vector<Track> threads, devices;
  for (const TimelineCall& call : calls) {
    const EventRecord& record = call.record;
    const std::string thread = ThreadName(record);
    const std::string log = report.logs.size() > 1 ? LogName(report.logs[call.log]) : "";
    TrackOf(&threads, thread, log, false).calls.push_back(&call);
    if (report.paths.cpu(call.path) || SumOf(DeviceParts(call)) <= 0) continue;
    TrackOf(&devices, report.paths.Label(call.path), "", true).calls.push_back(&call);
  }
  threads.insert(threads.end(), devices.begin(), devices.end());
  for (Track& track : threads) AssignLayers(&track);
  return threads;
}

std::string CallText(const ReportContents& report, const TimelineCall& call) {
  std::string text = call.record.operation;
  const std::string size = SizeText(call.record.geometry);
  if (!size.empty()) text += " " + size;
  return text + ", " + report.paths.Label(call.path) + ": " +
         DurationText(call.record.milliseconds());
}

std::string DrawCall(const ReportContents& report, const Track& track, const TimelineCall& call,
                     const TimeAxis& axis, double y) {
  const CallParts parts = PartsOn(track, call);
  const double start = axis.At(StartOn(track, call));
  const double width = axis.At(static_cast<double>(call.record.end_ns)) - start;
  std::string tells = CallText(report, call);
  if (!report.paths.cpu(call.path)) tells += " (" + PartsText(parts) + ")";
  return "<g><title>" + Html(tells) + "</title>" + PartBars(parts, start, y, width, kBar) +
         Bar(start, y, width, kBar, "call") + "</g>\n";
}

// Cuts with the time that they leave out, and labels at round times.
std::string Ruler(const TimeAxis& axis, double width_px, double bottom) {
  std::string marks;
  const auto& pieces = axis.pieces();
  const double percent_px = width_px / 100;
  double free_px = -1e9;
  for (std::size_t i = 1; i < pieces.size(); ++i) {
    const double from = pieces[i - 1].to, to = pieces[i].from;
    const std::string idle = DurationText((pieces[i].from_ns - pieces[i - 1].to_ns) / 1e6);
    marks += "<g><title>" + Html("idle for " + idle) + "</title>" +
             Bar(from, kRuler - 8, to - from, bottom - kRuler + 8, "gap") + "</g>\n";
    const double middle = (from + to) / 2;
    if (middle * percent_px < free_px + 30) continue;
    marks += Label(middle, 12, idle, "middle", "idle");
    free_px = middle * percent_px + 30;
  }
  const double step = RoundStep(axis.scale_ns() * kPerTick / percent_px);
  free_px = -1e9;
  for (const TimeAxis::Piece& piece : pieces) {
    const double first = std::ceil((piece.from_ns - axis.start_ns()) / step) * step;
    for (double tick = first; axis.start_ns() + tick <= piece.to_ns; tick += step) {
      const double x = axis.At(axis.start_ns() + tick);
      marks += Line(x, kRuler - 8, x, bottom, "grid");
      if (x * percent_px < free_px) continue;
      marks += Label(x, 30, ElapsedText(tick, step), x < 3 ? "start" : x > 97 ? "end" : "middle");
      free_px = x * percent_px + kPerTick * 0.9;
    }
  }
  return marks;
}

std::string Names(const std::vector<Track>& tracks) {
  std::string html = Format("<div class=\"names\"><div style=\"height:%.0fpx\"></div>\n", kRuler);
  for (const Track& track : tracks) {
    html += Format("<div style=\"height:%.0fpx\"><span>", track.height()) + Html(track.name) +
            "</span><span class=\"soft\">" + Html(track.more) + "</span></div>\n";
  }
  return html + "</div>\n";
}

std::string Chart(const ReportContents& report, const std::vector<Track>& tracks,
                  const std::vector<TimelineCall>& calls) {
  std::vector<std::pair<double, double>> spans;
  for (const TimelineCall& call : calls) {
    spans.emplace_back(call.start_ns(), static_cast<double>(call.record.end_ns));
  }
  const TimeAxis axis(spans);
  const double width =
      std::clamp(kPerCall * static_cast<double>(calls.size()), kMinWidth, kMaxWidth);
  std::string marks;
  double y = kRuler;
  for (const Track& track : tracks) {
    marks += Bar(0, y, 100, track.height() - 6, "lane");
    y += track.height();
  }
  marks += Ruler(axis, width, y);
  y = kRuler;
  for (const Track& track : tracks) {
    for (std::size_t i = 0; i < track.calls.size(); ++i) {
      const double top = y + 6 + kLayer * static_cast<double>(track.layers[i]);
      marks += DrawCall(report, track, *track.calls[i], axis, top);
    }
    y += track.height();
  }
  const std::string shows =
      CountText(calls.size(), "call", "calls") + " on " +
      CountText(tracks.size(), "track", "tracks") +
      ", one row per thread and device. The table below lists the longest calls.";
  return "<div class=\"scroll timeline\" tabindex=\"0\" role=\"region\" aria-label=\"Timeline, "
         "scrolls sideways\">\n" +
         Names(tracks) + Format("<div class=\"tracks\" style=\"min-width:%.0fpx\">", width) +
         Drawing("timeline-chart", "Timeline of calls", shows, y, marks) + "</div></div>\n";
}

std::string Numbers(const ReportContents& report, std::vector<TimelineCall> calls) {
  const double start = calls.front().start_ns();
  std::stable_sort(calls.begin(), calls.end(), [](const TimelineCall& a, const TimelineCall& b) {
    return a.record.actual_ns > b.record.actual_ns;
  });
  calls.resize(std::min(calls.size(), kMaxRows));
  Table table;
  table.AddColumn("operation", Table::Align::kLeft);
  table.AddColumn("path", Table::Align::kLeft);
  table.AddColumn("ms");
  table.AddColumn("started after");
  for (const char* heading : {"size", "thread", "parts"}) {
    table.AddColumn(heading, Table::Align::kLeft);
  }
  for (const TimelineCall& call : calls) {
    const EventRecord& record = call.record;
    table.AddRow({Html(record.operation) + (record.first ? " (first)" : ""),
                  report.paths.Tag(call.path), FormatMilliseconds(record.milliseconds()),
                  DurationText((call.start_ns() - start) / 1e6), Html(SizeText(record.geometry)),
                  record.thread != 0 ? std::to_string(record.thread) : "-",
                  Html(PartsText(SplitCall(record)))});
  }
  return HtmlTable("The longest calls", table);
}

std::string LeftOut(const ReportContents& report, const std::vector<TimelineCall>& calls,
                    std::size_t tracks_left_out) {
  const ReportData& data = report.data;
  std::string text;
  if (data.timed_calls() > calls.size()) {
    double shown_ms = 0;
    for (const TimelineCall& call : calls) shown_ms += call.record.milliseconds();
    text = "The " + CountText(calls.size()) + " longest calls are shown; the other " +
           CountText(data.timed_calls() - calls.size()) + " took " +
           DurationText(data.timed_ms() - shown_ms) + " of " + DurationText(data.timed_ms()) + ". ";
  }
  if (data.calls() > data.timed_calls()) {
    text += CountText(data.calls() - data.timed_calls(), "call has", "calls have") +
            " no time in the log and cannot be shown. ";
  }
  if (tracks_left_out != 0) {
    text += CountText(tracks_left_out, "track is", "tracks are") + " left out. ";
  }
  return text.empty() ? "" : Paragraph(text, "soft");
}

}  // namespace

std::string TimelineSection(const ReportContents& report) {
  const std::vector<TimelineCall> calls = report.data.Timeline();
  if (calls.empty()) return "";
  std::vector<Track> tracks = TracksOf(report, calls);
  const std::size_t left_out = tracks.size() - std::min(tracks.size(), kMaxTracks);
  tracks.resize(tracks.size() - left_out);
  CallParts used{};
  for (const TimelineCall& call : calls) {
    const CallParts parts = SplitCall(call.record);
    for (std::size_t i = 0; i < kCallParts; ++i) used[i] += parts[i];
  }
  const std::string text = Paragraph(
      "Calls from left to right, divided into parts. Logs state how long a part took, not when, so "
      "the usual order is assumed. Idle times are cut out; the numbers above the cuts are their "
      "lengths.");
  return Section("timeline", "Timeline",
                 text + LeftOut(report, calls, left_out) + PartLegend(used) +
                     Chart(report, tracks, calls) + Details("Table", Numbers(report, calls)));
}

}  // namespace lodestone::cli
