// Time from left to right, with long idle times shortened.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace lodestone::cli {

class TimeAxis {
 public:
  struct Piece {
    double from_ns, to_ns;  // Unix time
    double from, to;        // positions, percent
  };

  // spans: start and end times of calls, in any order.
  explicit TimeAxis(std::vector<std::pair<double, double>> spans);

  // Percent; times in an idle stretch map to its beginning.
  double At(double unix_ns) const;
  // To scale throughout.
  const std::vector<Piece>& pieces() const { return pieces_; }
  // Nanoseconds per percent.
  double scale_ns() const { return scale_ns_; }
  double start_ns() const { return pieces_.empty() ? 0 : pieces_.front().from_ns; }

 private:
  // Idle times longer than this share of the busy time are shortened.
  static constexpr double kLongIdle = 0.03;
  // The width of a cut, and of all cuts at most; percent.
  static constexpr double kCut = 3, kCuts = 30;

  void Merge(double gap_ns, const std::vector<std::pair<double, double>>& spans);

  std::vector<Piece> pieces_;
  double scale_ns_ = 1;
};

// A round duration, not shorter; nanoseconds.
double RoundStep(double at_least_ns);
// Seconds with the decimals that steps of this length need.
std::string ElapsedText(double elapsed_ns, double step_ns);

}  // namespace lodestone::cli
