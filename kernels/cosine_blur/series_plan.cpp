#include "kernels/cosine_blur/series_plan.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

#include "kernels/common/quantum.hpp"

namespace lodestone::kernels {
namespace {

// From so many taps on, a series takes less time than the sum, on CPUs and devices.
constexpr std::size_t kFewestTaps = 97;
// Of any sum, in quantum steps.
constexpr double kLargestError = LS_QUANTUM_DEPTH == 8 ? 0.02 : 0.2;

constexpr std::uint32_t kTermCounts[] = {LS_SERIES_FEW_TERMS, LS_SERIES_MOST_TERMS};
// The waves' period in multiples of the number of taps. The longer it is, the less the waves have
// to follow the kernel where it is cut off; beyond these, amplitudes would cancel one another.
constexpr double kPeriods[] = {1.2, 1.4, 1.6, 1.1, 1.0};

struct Turn {
  double cosine, sine;
};

// From multiplications and additions alone, so that it is the same on every machine.
Turn TurnBy(double angle) {
  constexpr int kTerms = 12;
  Turn turn{1.0, 0.0};
  double power = 1.0;
  for (int i = 1; i <= 2 * kTerms; ++i) {
    power *= angle / i;
    double& sum = i % 2 == 0 ? turn.cosine : turn.sine;
    sum += i % 4 < 2 ? power : -power;
  }
  return turn;
}

Turn operator*(Turn a, Turn b) {
  return {a.cosine * b.cosine - a.sine * b.sine, a.sine * b.cosine + a.cosine * b.sine};
}

// Turns by 0, angle, 2 * angle, ...
std::vector<Turn> TurnsBy(double angle, std::size_t count) {
  const Turn step = TurnBy(angle);
  std::vector<Turn> turns{{1.0, 0.0}};
  while (turns.size() < count) turns.push_back(turns.back() * step);
  return turns;
}

// Half of a symmetric function: its values at 0, 1, ...
using Half = std::vector<double>;

double Product(const Half& a, const Half& b) {
  double sum = 0.0;
  for (std::size_t k = 1; k < a.size(); ++k) sum += a[k] * b[k];
  return a[0] * b[0] + 2.0 * sum;
}

void Subtract(const Half& from, double factor, Half& rest) {
  for (std::size_t k = 0; k < rest.size(); ++k) rest[k] -= factor * from[k];
}

// Least squares, a term at a time: each is freed of those before it.
class Fit {
 public:
  Fit(const Half& kernel, double angle) : rest_(kernel), angle_(angle) {}

  double angle() const { return angle_; }

  void Grow(std::size_t terms) {
    while (vectors_.size() < terms) AddTerm();
  }

  double SumOfErrors() const {
    double sum = 0.0;
    for (std::size_t k = 1; k < rest_.size(); ++k) sum += std::abs(rest_[k]);
    return std::abs(rest_[0]) + 2.0 * sum;
  }

  // Of the cosines themselves.
  std::vector<double> Amplitudes() const {
    std::vector<double> amplitudes = shares_;
    for (std::size_t m = amplitudes.size(); m-- > 0;)
      for (std::size_t i = 0; i < m; ++i) amplitudes[i] -= amplitudes[m] * parts_[m][i];
    return amplitudes;
  }

 private:
  void AddTerm() {
    const std::size_t term = vectors_.size();
    Half vector;
    for (const Turn& turn : TurnsBy(angle_ * double(term), rest_.size()))
      vector.push_back(turn.cosine);
    std::vector<double> parts;
    for (const Half& before : vectors_) {
      parts.push_back(Product(before, vector) / Product(before, before));
      Subtract(before, parts.back(), vector);
    }
    shares_.push_back(Product(vector, rest_) / Product(vector, vector));
    Subtract(vector, shares_.back(), rest_);
    vectors_.push_back(std::move(vector));
    parts_.push_back(std::move(parts));
  }

  Half rest_;
  double angle_;
  std::vector<Half> vectors_;
  std::vector<double> shares_;
  std::vector<std::vector<double>> parts_;
};

// Empty unless the taps are symmetric.
Half HalfOf(std::span<const double> taps) {
  const std::size_t reach = taps.size() / 2;
  for (std::size_t k = 1; k <= reach; ++k)
    if (taps[reach - k] != taps[reach + k]) return {};
  return {taps.begin() + static_cast<std::ptrdiff_t>(reach), taps.end()};
}

// From 0 to the reach, of the cosine and of the sine of every term.
void AppendWeights(const CosineSeries& series, std::vector<float>& numbers) {
  std::vector<std::vector<Turn>> terms;
  for (std::size_t m = 0; m < series.amplitudes.size(); ++m)
    terms.push_back(TurnsBy(series.angle * double(m), series.reach + 1));
  for (std::size_t k = 0; k <= series.reach; ++k)
    for (std::size_t m = 0; m < terms.size(); ++m) {
      numbers.push_back(static_cast<float>(series.amplitudes[m] * terms[m][k].cosine));
      numbers.push_back(static_cast<float>(series.amplitudes[m] * terms[m][k].sine));
    }
}

void AppendTurns(const CosineSeries& series, std::vector<float>& numbers) {
  for (std::size_t m = 0; m < series.amplitudes.size(); ++m) {
    const double amplitude = series.amplitudes[m];
    const std::vector<Turn> turns = TurnsBy(series.angle * double(m), series.reach + 2);
    const Turn step = turns[1], last = turns[series.reach], next = turns[series.reach + 1];
    for (const double number :
         {step.cosine, step.sine, amplitude * last.cosine, -amplitude * next.cosine,  //
          step.cosine, -step.sine, amplitude * last.sine, amplitude * next.sine})
      numbers.push_back(static_cast<float>(number));
  }
}

// One divided by the sum of the taps that count.
void AppendScales(const CosineSeries& series, std::uint32_t outputs, bool cut,
                  std::vector<float>& numbers) {
  const std::vector<double> taps = SeriesTaps(series);
  std::vector<double> sums{0.5 * taps[0]};  // up to each tap, on one side
  for (std::uint32_t k = 1; k <= series.reach; ++k) sums.push_back(sums.back() + taps[k]);
  for (std::uint32_t i = 0; i < outputs; ++i) {
    const double before = sums[cut ? std::min(i, series.reach) : series.reach];
    const double behind = sums[cut ? std::min(outputs - 1 - i, series.reach) : series.reach];
    numbers.push_back(static_cast<float>(1.0 / (before + behind)));
  }
}

void AppendAxis(const CosineSeries& series, std::uint32_t outputs, bool cut,
                std::vector<float>& numbers) {
  AppendTurns(series, numbers);
  AppendWeights(series, numbers);
  AppendScales(series, outputs, cut, numbers);
  while (numbers.size() % LS_SERIES_ALIGNMENT != 0) numbers.push_back(0.0f);
}

}  // namespace

std::optional<CosineSeries> FitSeries(std::span<const double> taps) {
  if (taps.size() < kFewestTaps || taps.size() % 2 == 0) return std::nullopt;
  const Half kernel = HalfOf(taps);
  if (kernel.empty()) return std::nullopt;
  std::vector<Fit> fits;
  for (const double period : kPeriods)
    fits.emplace_back(kernel, 2.0 * std::numbers::pi / (period * double(taps.size())));
  for (const std::uint32_t terms : kTermCounts)
    for (std::size_t i = 0; i < fits.size(); ++i) {
      fits[i].Grow(terms);
      if (fits[i].SumOfErrors() * LS_SERIES_CENTRE > kLargestError) continue;
      const std::vector<double> amplitudes = fits[i].Amplitudes();
      // Rounded here, so that whatever is computed from them is the same on every machine.
      return CosineSeries{static_cast<std::uint32_t>(taps.size() / 2),
                          {amplitudes.begin(), amplitudes.end()},
                          fits[i].angle()};
    }
  return std::nullopt;
}

std::vector<double> SeriesTaps(const CosineSeries& series) {
  std::vector<double> taps(series.reach + 1, 0.0);
  for (std::size_t m = 0; m < series.amplitudes.size(); ++m) {
    const std::vector<Turn> turns = TurnsBy(series.angle * double(m), taps.size());
    for (std::size_t k = 0; k < taps.size(); ++k)
      taps[k] += double{series.amplitudes[m]} * turns[k].cosine;
  }
  return taps;
}

SeriesPlan LayOutSeries(const CosineSeries& along_rows, const CosineSeries& along_columns,
                        std::uint32_t columns, std::uint32_t rows, bool cut) {
  const std::size_t longest =
      std::max(along_rows.amplitudes.size(), along_columns.amplitudes.size());
  const std::uint32_t terms =
      longest > LS_SERIES_FEW_TERMS ? LS_SERIES_MOST_TERMS : LS_SERIES_FEW_TERMS;
  SeriesPlan plan{terms, along_rows.reach, along_columns.reach, {}};
  const auto append = [&](CosineSeries series, std::uint32_t outputs) {
    series.amplitudes.resize(terms);
    AppendAxis(series, outputs, cut, plan.numbers);
  };
  append(along_rows, columns);
  append(along_columns, rows);
  return plan;
}

bool SeriesPay(std::uint32_t columns, std::uint32_t rows, std::size_t taps_across,
               std::size_t taps_down) {
  return std::min({std::size_t{columns}, std::size_t{rows}, taps_across, taps_down}) >= kFewestTaps;
}

std::optional<SeriesPlan> PlanSeries(std::uint32_t columns, std::uint32_t rows,
                                     std::span<const double> across, std::span<const double> down,
                                     bool cut) {
  if (!SeriesPay(columns, rows, across.size(), down.size())) return std::nullopt;
  const std::optional<CosineSeries> along_rows = FitSeries(across);
  if (!along_rows) return std::nullopt;
  if (std::ranges::equal(across, down))
    return LayOutSeries(*along_rows, *along_rows, columns, rows, cut);
  const std::optional<CosineSeries> along_columns = FitSeries(down);
  if (!along_columns) return std::nullopt;
  return LayOutSeries(*along_rows, *along_columns, columns, rows, cut);
}

}  // namespace lodestone::kernels
