#include "bench/roofline.hpp"

#include <algorithm>

namespace lodestone::bench {
namespace {

// Taps of one result sample along one axis.
double Taps(const Row& row) {
  return 2 * row.support * std::max(1.0, 1 / row.factor);
}

}  // namespace

double MultiplyAdds(const Row& row, unsigned columns, unsigned rows) {
  const double result_columns = Scaled(columns, row.factor);
  const double result_rows = Scaled(rows, row.factor);
  const double second = result_columns * result_rows;
  const double vertical_first = columns * result_rows + second;
  const double horizontal_first = result_columns * rows + second;
  const double channels = row.grey ? 1 : row.alpha ? 4 : 3;
  return std::min(vertical_first, horizontal_first) * Taps(row) * channels;
}

double ImageBytes(unsigned columns, unsigned rows, unsigned depth) {
  return double(columns) * rows * kChannels * (depth / 8);
}

void AddFloors(const Row& row, unsigned columns, unsigned rows, const Rates& rates,
               RowResult& result) {
  const double read = ImageBytes(columns, rows, result.depth);
  const double written =
      ImageBytes(Scaled(columns, row.factor), Scaled(rows, row.factor), result.depth);
  const double share = row.grey ? 1.0 / kChannels : 1;
  result.memory_floor_ms = share * (read / rates.read_gbs + written / rates.write_gbs) / 1e6;
  const double rate = result.depth == 8 ? rates.integer_g : rates.fma_g;
  result.arithmetic_floor_ms = MultiplyAdds(row, columns, rows) / rate / 1e6;
}

}  // namespace lodestone::bench
