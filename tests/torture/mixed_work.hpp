// A mixture of work for threads and for hours: reading, writing, resizing, drawing, attributes, on
// images that all of it shares. Each piece has one right result.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/torture/handles.hpp"

namespace lodestone::torture {

class MixedWork {
 public:
  // So many pieces change images; the others read and write files.
  static constexpr std::size_t kChanges = 12;

  // The images are small, so that most of the time is spent between the pixels.
  MixedWork();

  std::size_t size() const;
  const char* Name(std::size_t piece) const;
  // The result of a piece that changes images; null with *exception set.
  ImagePtr Change(std::size_t piece, ExceptionInfo* exception) const;
  // The digest of its result; 0 if it failed, with the reason in *why.
  std::uint64_t Do(std::size_t piece, std::string* why) const;

 private:
  std::vector<ImagePtr> images_;
  std::vector<Bytes> files_;  // one for each format
};

// The right results, from a process of its own with one thread; 0 for what fails there.
std::vector<std::uint64_t> ResultsOfFreshProcess();

}  // namespace lodestone::torture
