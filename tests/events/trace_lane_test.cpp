// Rows of a timeline: spans on a row are nested or disjoint.
#include "utilities/events/trace/trace_lane.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <algorithm>
#include <map>
#include <random>
#include <vector>

namespace lodestone::cli {
namespace {

bool Crosses(const TraceSpan& a, const TraceSpan& b) {
  const bool apart = a.end_ns <= b.start_ns || b.end_ns <= a.start_ns;
  return !apart && !a.Holds(b) && !b.Holds(a);
}

void ExpectNoneCross(const std::vector<TraceSpan>& spans) {
  for (std::size_t i = 0; i < spans.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      ASSERT_FALSE(Crosses(spans[i], spans[j]))
          << spans[j].start_ns << ".." << spans[j].end_ns << " and " << spans[i].start_ns << ".."
          << spans[i].end_ns;
    }
  }
}

TEST(TraceLaneTest, CallsInCallsAndOneAfterTheOtherShareARow) {
  TraceTrack track;
  EXPECT_EQ(track.Add({10, 20}, 0).lane, 0u);
  EXPECT_EQ(track.Add({20, 30}, 0).lane, 0u);
  EXPECT_EQ(track.Add({5, 30}, 0).lane, 0u);  // contains both
  EXPECT_EQ(track.Add({40, 50}, 0).lane, 0u);
  EXPECT_EQ(track.Add({0, 60}, 0).lane, 0u);  // contains all
}

TEST(TraceLaneTest, WhatGoesOnMeanwhileHasARowOfItsOwn) {
  TraceTrack track;
  EXPECT_EQ(track.Add({0, 20}, 0).lane, 0u);
  EXPECT_EQ(track.Add({10, 30}, 0).lane, 1u);
  EXPECT_EQ(track.Add({15, 35}, 0).lane, 2u);
  EXPECT_EQ(track.Add({20, 40}, 0).lane, 0u);
}

TEST(TraceLaneTest, ClocksAreMadeToAgreeByTheSmallerChange) {
  TraceTrack track;
  track.Add({100, 200}, 10);
  EXPECT_EQ(track.Add({195, 300}, 10).span.start_ns, 200);  // follows
  EXPECT_EQ(track.Add({205, 400}, 10).span.start_ns, 200);  // contains
  EXPECT_EQ(track.Add({350, 500}, 10).lane, 1u);
}

TEST(TraceLaneTest, ProperCallsOfOneThreadStayTogetherUnchanged) {
  std::mt19937 random(3);
  TraceTrack track;
  std::int64_t now = 0;
  const auto pause = [&] { now += std::uniform_int_distribution<int>(0, 20)(random); };
  // Nested calls, deep and many.
  const auto call = [&](const auto& self, int depth) -> void {
    const std::int64_t start = now;
    for (int i = std::uniform_int_distribution<int>(0, depth)(random); i > 0; --i) {
      pause();
      self(self, depth - 1);
    }
    pause();
    const TraceTrack::Place place = track.Add({start, now}, 0);
    EXPECT_EQ(place.lane, 0u);
    EXPECT_EQ(place.span.start_ns, start);
    EXPECT_EQ(place.span.end_ns, now);
    pause();
  };
  for (int i = 0; i < 500; ++i) call(call, 4);
}

TEST(TraceLaneTest, NothingEverCrosses) {
  std::mt19937 random(4);
  for (const std::int64_t tolerance : {0, 5, 50}) {
    TraceTrack track;
    std::map<std::size_t, std::vector<TraceSpan>> lanes;
    std::int64_t end = 0;
    for (int i = 0; i < 600; ++i) {
      end += std::uniform_int_distribution<int>(0, 30)(random);
      const auto length = std::uniform_int_distribution<int>(0, 300)(random);
      const TraceTrack::Place place = track.Add({end - length, end}, tolerance);
      EXPECT_LE(std::abs(place.span.start_ns - (end - length)), tolerance);
      lanes[place.lane].push_back(place.span);
    }
    EXPECT_GT(lanes.size(), 2u);
    for (const auto& [lane, spans] : lanes) ExpectNoneCross(spans);
  }
}

TEST(TraceLaneTest, RowsHaveAnEnd) {
  TraceTrack track;
  std::map<std::size_t, std::vector<TraceSpan>> lanes;
  for (int i = 0; i < 300; ++i) {
    const TraceTrack::Place place = track.Add({i, 1000 + i}, 0);
    lanes[place.lane].push_back(place.span);
  }
  EXPECT_EQ(lanes.size(), 64u);
  for (const auto& [lane, spans] : lanes) ExpectNoneCross(spans);
}

}  // namespace
}  // namespace lodestone::cli
