// Animations put together by plain code, and what a browser shows of them.
#pragma once

#include "tests/coders/png_chunks.hpp"

namespace lodestone::coders::test {

struct ApngTestFrame {
  ImageHandle image;  // written as PNG32
  std::uint32_t x = 0, y = 0;
  std::uint16_t delay = 10, unit = 100;
  std::uint8_t dispose = 0, blend = 0;
};

struct ApngTestFile {
  std::uint32_t width = 0, height = 0, plays = 0;
  bool has_default = true;  // the rows of the PNG are the first frame; else a red image
  std::vector<ApngTestFrame> frames;
};

inline Bytes Png32(const ImageHandle& image) {
  Exception exception;
  return Write("PNG32", image, Info(), exception);
}

inline Bytes ApngControl(const ApngTestFrame& frame, std::uint32_t sequence) {
  Bytes data;
  for (const std::uint32_t value :
       {sequence, static_cast<std::uint32_t>(frame.image->columns),
        static_cast<std::uint32_t>(frame.image->rows), frame.x, frame.y})
    PutBe(data, value, 4);
  PutBe(data, frame.delay, 2);
  PutBe(data, frame.unit, 2);
  data.push_back(frame.dispose);
  data.push_back(frame.blend);
  return data;
}

// The rows of a frame in three pieces.
inline void AddFrameData(const Bytes& png, std::uint32_t& sequence, std::vector<PngChunk>& chunks) {
  const Bytes rows = PngChunkData(png, "IDAT");
  const std::size_t cuts[] = {0, rows.size() / 3, rows.size() / 2, rows.size()};
  for (std::size_t i = 0; i < 3; ++i) {
    Bytes data;
    PutBe(data, sequence++, 4);
    data.insert(data.end(), rows.begin() + static_cast<std::ptrdiff_t>(cuts[i]),
                rows.begin() + static_cast<std::ptrdiff_t>(cuts[i + 1]));
    chunks.push_back({"fdAT", data});
  }
}

inline std::vector<PngChunk> ApngChunks(const ApngTestFile& file) {
  Info red("xc:red");
  red.Size(std::to_string(file.width) + "x" + std::to_string(file.height));
  Exception exception;
  const Bytes first = file.has_default ? Png32(file.frames.front().image)
                                       : Png32(ImageHandle(ReadImage(red.get(), exception.get())));
  Bytes control;
  PutBe(control, static_cast<std::uint32_t>(file.frames.size()), 4);
  PutBe(control, file.plays, 4);
  std::vector<PngChunk> chunks = {{"IHDR", PngChunkData(first, "IHDR")}, {"acTL", control}};
  std::uint32_t sequence = 0;
  if (file.has_default) chunks.push_back({"fcTL", ApngControl(file.frames[0], sequence++)});
  chunks.push_back({"IDAT", PngChunkData(first, "IDAT")});
  for (std::size_t i = file.has_default ? 1 : 0; i < file.frames.size(); ++i) {
    chunks.push_back({"fcTL", ApngControl(file.frames[i], sequence++)});
    AddFrameData(Png32(file.frames[i].image), sequence, chunks);
  }
  chunks.push_back({"tEXt", {'T', 'i', 't', 'l', 'e', 0, 'x'}});
  chunks.push_back({"IEND", {}});
  return chunks;
}

// Red, green, blue and alpha of 0 to 1.
struct Shown {
  double color[3] = {0, 0, 0};
  double alpha = 0;
};

// The canvas after each frame, by the words of the specification.
inline std::vector<std::vector<Shown>> WhatBrowsersShow(const ApngTestFile& file) {
  std::vector<std::vector<Shown>> all;
  std::vector<Shown> canvas(std::size_t{file.width} * file.height);
  for (const ApngTestFrame& frame : file.frames) {
    const std::vector<Shown> before = canvas;
    const std::vector<std::uint16_t> samples = Rgba16(frame.image.get());
    std::vector<std::size_t> places;
    for (std::size_t y = 0; y < frame.image->rows; ++y) {
      for (std::size_t x = 0; x < frame.image->columns; ++x) {
        const std::uint16_t* s = &samples[4 * (y * frame.image->columns + x)];
        const std::size_t place = (y + frame.y) * file.width + x + frame.x;
        places.push_back(place);
        Shown& below = canvas[place];
        const double alpha = s[3] / 65535.0;
        const double under = frame.blend == 0 ? 0 : (1 - alpha) * below.alpha;
        for (int c = 0; c < 3; ++c) {
          const double sum = alpha * s[c] / 65535.0 + under * below.color[c];
          below.color[c] = alpha + under > 0 ? sum / (alpha + under) : 0;
        }
        below.alpha = alpha + under;
      }
    }
    all.push_back(canvas);
    if (frame.dispose == 2) canvas = before;
    for (const std::size_t place : places) {
      if (frame.dispose == 1) canvas[place] = Shown();
    }
  }
  return all;
}

// A whole image shows that, colours compared multiplied by alpha.
inline void ExpectShows(const Image* image, const std::vector<Shown>& expected) {
  const std::vector<std::uint16_t> samples = Rgba16(image);
  ASSERT_EQ(samples.size(), 4 * expected.size());
  constexpr double kSteps = QuantumDepth == 8 ? 2.5 / 255 : 3.0 / 65535;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const std::uint16_t* s = &samples[4 * i];
    const double alpha = s[3] / 65535.0;
    ASSERT_NEAR(alpha, expected[i].alpha, kSteps) << i;
    for (int c = 0; c < 3; ++c) {
      ASSERT_NEAR(s[c] / 65535.0 * alpha, expected[i].color[c] * expected[i].alpha, kSteps) << i;
    }
  }
}

inline constexpr std::uint32_t kApngWidth = 30, kApngHeight = 20;

inline ImageHandle ReadApng(const Bytes& bytes) {
  Exception exception;
  ImageHandle image = ReadBytes("APNG", bytes, exception);
  EXPECT_TRUE(image) << exception.Text();
  EXPECT_EQ(exception.severity(), UndefinedException) << exception.Text();
  return image;
}

// Frames of all disposals and blendings in some order.
inline ApngTestFile MakeApngFile(std::uint32_t seed) {
  std::mt19937 random(seed);
  ApngTestFile file;
  file.width = kApngWidth;
  file.height = kApngHeight;
  file.plays = seed % 3;
  file.has_default = random() % 3 != 0;
  for (unsigned i = 0; i < 5; ++i) {
    const bool whole = i == 0 && file.has_default;
    const std::uint32_t width = whole ? kApngWidth : 1 + random() % kApngWidth;
    const std::uint32_t height = whole ? kApngHeight : 1 + random() % kApngHeight;
    ApngTestFrame frame;
    frame.image = MakeTestImage({width, height, 8, random() % 2 == 0}, random());
    frame.x = random() % (kApngWidth - width + 1);
    frame.y = random() % (kApngHeight - height + 1);
    frame.dispose = static_cast<std::uint8_t>(random() % 3);
    frame.blend = static_cast<std::uint8_t>(random() % 2);
    file.frames.push_back(std::move(frame));
  }
  return file;
}

}  // namespace lodestone::coders::test
