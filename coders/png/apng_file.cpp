#include <cstring>

#include "coders/common/png_chunks.hpp"
#include "coders/png/apng.hpp"

namespace lodestone::coders {
namespace {

class Parser {
 public:
  explicit Parser(ByteSpan bytes) : cursor_(bytes) {}

  ApngFile Parse() {
    if (!cursor_.TakeIf(kPngSignature)) Fail(CorruptImageError, "Improper image header");
    for (bool more = true; more;) {
      const PngChunk chunk = TakePngChunk(cursor_);
      more = chunk.name != "IEND";
      if (more) Sort(chunk);
    }
    if (!frame_complete_) Fail(CorruptImageError, "A frame has no pixels");
    return std::move(file_);
  }

 private:
  // libpng checks the other chunks.
  void Check(const PngChunk& chunk, std::size_t length) const {
    if (chunk.data.size() < length || !chunk.IsIntact()) {
      Fail(CorruptImageError, "Corrupt " + std::string(chunk.name) + " chunk");
    }
  }

  void Sort(const PngChunk& chunk) {
    if (chunk.name == "IHDR") {
      ReadHeader(chunk);
    } else if (chunk.name == "acTL") {
      if (!rows_seen_) ReadControl(chunk);
    } else if (chunk.name == "fcTL") {
      if (file_.animated) StartFrame(chunk);
    } else if (chunk.name == "fdAT") {
      if (file_.animated) AddData(chunk);
    } else if (chunk.name == "IDAT") {
      AddRows(chunk);
    } else {
      (rows_seen_ ? file_.tail : file_.head).push_back(chunk.whole);
    }
  }

  void ReadHeader(const PngChunk& chunk) {
    Check(chunk, 13);
    ByteCursor header(chunk.data);
    file_.width = header.U32Be();
    file_.height = header.U32Be();
    header.Skip(1);
    file_.color_type = header.U8();
    file_.head.push_back(chunk.whole);
  }

  void ReadControl(const PngChunk& chunk) {
    Check(chunk, 8);
    ByteCursor control(chunk.data);
    file_.announced = control.U32Be();
    file_.plays = control.U32Be();
    file_.animated = true;
  }

  void CheckOrder(ByteCursor& cursor) {
    if (cursor.U32Be() != sequence_++) Fail(CorruptImageError, "Frames are out of order");
  }

  void StartFrame(const PngChunk& chunk) {
    Check(chunk, 26);
    if (!frame_complete_) Fail(CorruptImageError, "A frame has no pixels");
    ByteCursor control(chunk.data);
    CheckOrder(control);
    ApngFrame frame;
    frame.width = control.U32Be();
    frame.height = control.U32Be();
    frame.x = control.U32Be();
    frame.y = control.U32Be();
    const unsigned delay = control.U16Be(), unit = control.U16Be();
    const unsigned per_second = unit == 0 ? 100 : unit;
    frame.milliseconds = (delay * 1000ul + per_second / 2) / per_second;
    frame.dispose = control.U8();
    frame.blend = control.U8();
    frame.is_default = !rows_seen_;
    CheckFrame(frame);
    file_.frames.push_back(std::move(frame));
    frame_complete_ = false;
  }

  void CheckFrame(const ApngFrame& frame) const {
    const auto inside = [](std::uint64_t at, std::uint64_t size, std::uint64_t most) {
      return size > 0 && at + size <= most;
    };
    if (!inside(frame.x, frame.width, file_.width) ||
        !inside(frame.y, frame.height, file_.height) ||
        (frame.is_default && !file_.Covers(frame))) {
      Fail(CorruptImageError, "A frame has an impossible place");
    }
    if (frame.dispose > kApngRestore || frame.blend > kApngOver) {
      Fail(CorruptImageError, "A frame has an unknown disposal or blending");
    }
  }

  void AddRows(const PngChunk& chunk) {
    rows_seen_ = true;
    if (file_.frames.empty() || !file_.frames.back().is_default) return;
    file_.frames.back().data.push_back(chunk.whole);
    frame_complete_ = true;
  }

  void AddData(const PngChunk& chunk) {
    Check(chunk, 4);
    if (file_.frames.empty() || file_.frames.back().is_default) {
      Fail(CorruptImageError, "Pixels without a frame");
    }
    ByteCursor data(chunk.data);
    CheckOrder(data);
    file_.frames.back().data.push_back(data.Take(data.Remaining()));
    frame_complete_ = true;
  }

  ByteCursor cursor_;
  ApngFile file_;
  std::uint32_t sequence_ = 0;
  bool rows_seen_ = false;
  bool frame_complete_ = true;
};

// Texts and the like belong to the animation.
bool IsAboutColors(ByteSpan chunk) {
  const std::string_view name(reinterpret_cast<const char*>(chunk.data()) + 4, 4);
  for (const char* known :
       {"PLTE", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "bKGD", "pHYs", "sBIT"}) {
    if (name == known) return true;
  }
  return false;
}

}  // namespace

ApngFile ParseApng(ByteSpan bytes) {
  return Parser(bytes).Parse();
}

ApngStream::ApngStream(const ApngFile& file, const ApngFrame& frame, bool all_metadata) {
  parts_.push_back(AsBytes(kPngSignature));
  for (const ByteSpan chunk : file.head) {
    if (std::memcmp(chunk.data() + 4, "IHDR", 4) == 0) {
      ByteSink header;
      header.U32Be(frame.width);
      header.U32Be(frame.height);
      header.Bytes(chunk.subspan(16, chunk.size() - 20));
      AddChunk("IHDR", header.bytes());
    } else if (all_metadata || IsAboutColors(chunk)) {
      parts_.push_back(chunk);
    }
  }
  // Before the rows, so that they are seen without reading those.
  for (const ByteSpan chunk : file.tail) {
    if (all_metadata && !IsAboutColors(chunk)) parts_.push_back(chunk);
  }
  for (const ByteSpan data : frame.data) {
    if (frame.is_default)
      parts_.push_back(data);
    else
      AddChunk("IDAT", data);
  }
  AddChunk("IEND", {});
}

void ApngStream::AddChunk(std::string_view name, ByteSpan data) {
  ByteSink start, end;
  start.U32Be(static_cast<std::uint32_t>(data.size()));
  start.Text(name);
  end.U32Be(PngChecksum(name, data));
  // `data` may be a temporary of the caller, if it is short.
  constexpr std::size_t kCopied = 32;
  if (data.size() <= kCopied) {
    start.Bytes(data);
    data = {};
  }
  parts_.push_back(own_.emplace_back(std::move(start.bytes())));
  parts_.push_back(data);
  parts_.push_back(own_.emplace_back(std::move(end.bytes())));
}

void ApngStream::Read(png_structp png, png_bytep data, std::size_t length) {
  ApngStream& stream = *static_cast<ApngStream*>(png_get_io_ptr(png));
  while (length > 0) {
    if (stream.part_ == stream.parts_.size()) png_error(png, "Unexpected end-of-file");
    const ByteSpan part = stream.parts_[stream.part_];
    const std::size_t step = std::min(length, part.size() - stream.at_);
    if (step != 0) std::memcpy(data, part.data() + stream.at_, step);
    data += step;
    length -= step;
    stream.at_ += step;
    if (stream.at_ < part.size()) continue;
    ++stream.part_;
    stream.at_ = 0;
  }
}

}  // namespace lodestone::coders
