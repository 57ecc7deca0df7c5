// Means of rows against plain division, on every instruction set.
#include "kernels/average/average_cpu.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <random>
#include <vector>

#include "tests/kernels/every_target.hpp"

namespace lodestone::kernels {
namespace {

using test::OnEveryTarget;
using Row = std::vector<QuantumSample>;

std::vector<const QuantumSample*> Pointers(const std::vector<Row>& rows) {
  std::vector<const QuantumSample*> pointers;
  for (const Row& row : rows) pointers.push_back(row.data());
  return pointers;
}

Row Means(const std::vector<const QuantumSample*>& rows, std::size_t count) {
  Row means(count);
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t sum = 0;
    for (const QuantumSample* row : rows) sum += row[i];
    means[i] = static_cast<QuantumSample>((2 * sum + rows.size()) / (2 * rows.size()));
  }
  return means;
}

void ExpectMeans(const std::vector<const QuantumSample*>& rows, std::size_t count) {
  const Row expected = Means(rows, count);
  OnEveryTarget([&] {
    Row actual(count + 1, 77);  // nothing is written beyond the end
    AverageRows(rows, count, actual.data());
    ASSERT_EQ(77, actual.back());
    actual.pop_back();
    ASSERT_EQ(expected, actual) << rows.size() << " rows of " << count;
  });
}

TEST(AverageRows, AreMeansWithHalvesUp) {
  std::mt19937 random(1);
  for (const std::size_t count : {0, 1, 2, 3, 7, 16, 17, 255, 257, 1023, 1025, 4100})
    for (const std::size_t images : {1, 2, 3, 4, 5, 7, 16, 17, 100}) {
      std::vector<Row> rows(images, Row(count));
      for (Row& row : rows)
        for (QuantumSample& sample : row)
          sample = static_cast<QuantumSample>(random() % 5 == 0 ? kQuantumMax : random());
      ExpectMeans(Pointers(rows), count);
    }
}

// Sums that are multiples of the divisor and their neighbours, up to the greatest.
TEST(AverageRows, AreExactForAsManyAsThereMayBe) {
  const Row full(300, kQuantumMax), none(300, 0);
  Row some(300);
  for (std::size_t i = 0; i < some.size(); ++i) some[i] = static_cast<QuantumSample>(i * 219);
  for (const std::size_t images : std::initializer_list<std::size_t>{3, 999, 32767, kMostAveraged})
    for (const std::size_t bright : {std::size_t{0}, images / 2 - 1, images / 2, images - 1}) {
      std::vector<const QuantumSample*> rows(images, none.data());
      std::fill_n(rows.begin(), bright, full.data());
      rows.back() = some.data();
      ExpectMeans(rows, full.size());
    }
}

}  // namespace
}  // namespace lodestone::kernels
