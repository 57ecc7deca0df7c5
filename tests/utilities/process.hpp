// Runs programs from tests, among them the program under test and the real gm.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/temporary_folder.hpp"

namespace lodestone::test {

struct ProcessResult {
  int status = -1;  // exit status, or 128 + signal
  std::string out, err;
  long peak_kib = 0;  // memory
};

using Words = std::vector<std::string>;

// Runs words[0] with the rest as arguments, in `folder`, with `input` as its standard input.
ProcessResult RunProcess(const Words& words, const std::filesystem::path& folder,
                         const std::string& input = "");

std::string ReadFile(const std::filesystem::path& path);
void WriteFile(const std::filesystem::path& path, const std::string& bytes);

// A binary PPM with a different colour in every pixel.
std::string SamplePpm(int columns, int rows);

// The program under test; skip the test when empty.
std::string ProgramPath();

// A symbolic link to the program, made in `folder`.
std::filesystem::path LinkAs(const std::string& name, const TemporaryFolder& folder);

// Whether the real gm 1.3 is installed.
bool HaveGm();

// Whether `convert` is ImageMagick's.
bool HaveImageMagick();

// A file of the corpus, empty when there is no corpus.
std::filesystem::path CorpusFile(const std::string& name);

// A file of tests/data.
std::filesystem::path DataFile(const std::string& name);

}  // namespace lodestone::test
