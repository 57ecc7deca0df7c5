#include <limits>

#include "coders/common/over.hpp"
#include "coders/common/samples.hpp"
#include "coders/mng/mng.hpp"
#include "coders/mng/mng_loops.hpp"
#include "magick/core/blob/reading_time.hpp"

namespace lodestone::coders {
namespace {

constexpr std::uint64_t kMostFrames = 65536;

class MngReader {
 public:
  MngReader(const ImageInfo* image_info, ByteSpan file, Image* first, ExceptionInfo* exception)
      : info_(image_info),
        cursor_(file),
        loops_(image_info),
        image_(first),
        exception_(exception) {}

  void Read() {
    if (!cursor_.TakeIf(kMngSignature)) Fail(CorruptImageError, "Improper image header");
    TakeHeader();
    while (!done_) {
      if (ReadingTime::IsOverNowAndThen()) Fail(ResourceLimitError, "Reading takes too long");
      Handle(TakePngChunk(cursor_));
    }
    EndFrame();
    if (frames_ == 0) Fail(CoderError, "No visible images in file");
    Finish();
  }

 private:
  struct Handler {
    std::string_view name;
    void (MngReader::*handle)(const PngChunk&);
  };
  static const Handler kHandlers[27];

  void Handle(const PngChunk& chunk) {
    for (const Handler& handler : kHandlers) {
      if (handler.name == chunk.name) return (this->*handler.handle)(chunk);
    }
  }

  void TakeHeader() {
    const PngChunk chunk = TakePngChunk(cursor_);
    if (chunk.name != "MHDR" || !chunk.IsIntact() || chunk.data.size() < 28)
      Fail(CorruptImageError, "Improper image header");
    ByteCursor data(chunk.data);
    columns_ = data.U32Be();
    rows_ = data.U32Be();
    ticks_per_second_ = data.U32Be();
    data.Skip(12);
    const std::uint32_t profile = data.U32Be();
    as_they_are_ = (profile & kMngProfileValid) != 0 &&
                   (profile & (kMngSimple | kMngComplex | kMngDelta)) == 0;
    CheckLimits(columns_, rows_);
    frame_clip_ = canvas_box_ = {0, columns_, 0, rows_};
    objects_.SetCanvas(canvas_box_);
    frame_delay_ = default_delay_ = DelayOf(1);
  }

  // In 1/100 s.
  unsigned long DelayOf(std::uint64_t ticks) const {
    return ticks_per_second_ == 0 ? 0
                                  : static_cast<unsigned long>(
                                        (ticks * 100 + ticks_per_second_ / 2) / ticks_per_second_);
  }

  void Background(const PngChunk& chunk) {
    ByteCursor data(chunk.data);
    PixelPacket color = {};
    for (Quantum* sample : {&color.red, &color.green, &color.blue})
      *sample = QuantumFromShort(data.U16Be());
    const bool mandatory = !data.AtEnd() && (data.U8() & 1) != 0;
    if (mandatory) background_ = color;
  }

  void Terminate(const PngChunk& chunk) {
    constexpr unsigned kRepeat = 3;
    ByteCursor data(chunk.data);
    if (data.U8() != kRepeat) return;
    data.Skip(1);
    last_delay_ = DelayOf(data.U32Be());
    loops_.SetIterations(data.U32Be());
  }

  void Frame(const PngChunk& chunk) {
    if (!IsFrameByItself()) EndSubframe();
    frame_delay_ = default_delay_;
    frame_clip_ = default_clip_.value_or(canvas_box_);
    ByteCursor data(chunk.data);
    if (!data.AtEnd()) {
      const unsigned mode = data.U8();
      if (mode >= kMngLayers && mode <= kMngSeveralCleared) mode_ = mode;
      while (!data.AtEnd() && data.U8() != 0) {
      }
    }
    if (data.Remaining() >= 4) FrameChanges(data);
    if (mode_ == kMngSeveralCleared) clear_before_ = true;
  }

  // Each is 0: none, 1: for the next frame, or 2: for all.
  void FrameChanges(ByteCursor& data) {
    constexpr unsigned kForAll = 2;
    const unsigned delay = data.U8(), timeout = data.U8(), clip = data.U8();
    data.Skip(1);
    if (delay != 0) frame_delay_ = DelayOf(data.U32Be());
    if (delay == kForAll) default_delay_ = frame_delay_;
    if (timeout != 0) data.Skip(4);
    if (clip == 0) return;
    const bool relative = data.U8() != 0;
    for (std::int64_t* edge :
         {&frame_clip_.left, &frame_clip_.right, &frame_clip_.top, &frame_clip_.bottom}) {
      const auto value = static_cast<std::int32_t>(data.U32Be());
      *edge = relative ? *edge + value : value;
    }
    frame_clip_ = frame_clip_.Within(canvas_box_);
    if (clip == kForAll) default_clip_ = frame_clip_;
  }

  void Embedded(const PngChunk& chunk) {
    const std::size_t length = SkipToEnd();
    const ByteSpan chunks(chunk.whole.data(), chunk.whole.size() + length);
    objects_.Keep(chunks, globals_);
    if (objects_.current().visible) Layer(objects_.current(), chunks, globals_);
  }

  // Behind the IEND chunk. Returns how many bytes there are before that.
  std::size_t SkipToEnd() {
    const std::size_t start = cursor_.Position();
    while (TakePngChunk(cursor_).name != "IEND") {
    }
    return cursor_.Position() - start;
  }

  void Unknown(const PngChunk& chunk) {
    const std::string why =
        std::string(chunk.name) + " is not supported, and what it draws missing";
    Report(exception_, CoderWarning, why.c_str(), info_->filename);
    if (chunk.name == "DHDR" || chunk.name == "BASI") SkipToEnd();
  }

  void Default(const PngChunk& chunk) {
    if (chunk.data.empty())
      globals_.defaults.erase(chunk.name);
    else
      globals_.defaults[chunk.name] = chunk.whole;
  }
  void Palette(const PngChunk& chunk) { globals_.palette = chunk.whole; }
  void Transparency(const PngChunk& chunk) { globals_.transparency = chunk.whole; }
  void Define(const PngChunk& chunk) { objects_.Define(ByteCursor(chunk.data)); }
  void Move(const PngChunk& chunk) { objects_.Move(ByteCursor(chunk.data)); }
  void Clip(const PngChunk& chunk) { objects_.Clip(ByteCursor(chunk.data)); }
  void Clone(const PngChunk& chunk) { objects_.Clone(ByteCursor(chunk.data)); }
  void Magnify(const PngChunk& chunk) { objects_.Magnify(ByteCursor(chunk.data)); }
  void Discard(const PngChunk& chunk) { objects_.Discard(ByteCursor(chunk.data)); }
  void Seek(const PngChunk&) { objects_.DiscardAll(); }
  void Save(const PngChunk&) { objects_.Freeze(); }
  void Loop(const PngChunk& chunk) { loops_.Begin(ByteCursor(chunk.data), cursor_, frames_ == 0); }
  void EndLoop(const PngChunk& chunk) { loops_.End(ByteCursor(chunk.data), cursor_); }
  void End(const PngChunk&) { done_ = true; }
  void Show(const PngChunk& chunk) {
    objects_.ShowRange(ByteCursor(chunk.data), [&](const MngObject& object) {
      if (!done_) Layer(object, object.chunks, object.globals);
    });
  }

  void Layer(const MngObject& object, ByteSpan chunks, const MngGlobals& globals) {
    if (mode_ == kMngCleared) clear_before_ = true;
    const bool first = pending_ == nullptr;
    if (first) {
      pending_ = NextFrame();
      ReadObject(object, chunks, globals, pending_);
      pending_->page.x = static_cast<long>(object.x);
      pending_->page.y = static_cast<long>(object.y);
    }
    if (!as_they_are_) Compose(object, chunks, globals, first);
    if (IsFrameByItself()) EndSubframe();
  }

  void ReadObject(const MngObject& object, ByteSpan chunks, const MngGlobals& globals,
                  Image* image) {
    ReadMngImage(info_, chunks, globals, image, exception_);
    MagnifyMngImage(object.magnifications, info_->ping != MagickFalse, image, exception_);
  }

  // Whether each layer is a frame.
  bool IsFrameByItself() const {
    return as_they_are_ || mode_ == kMngLayers || mode_ == kMngCleared;
  }

  Image* NextFrame() {
    if (frames_ >= kMostFrames) Fail(ResourceLimitError, "Too many frames");
    if (frames_++ != 0) image_ = NextImage(info_, image_);
    return image_;
  }

  void Compose(const MngObject& object, ByteSpan chunks, const MngGlobals& globals, bool first) {
    if (info_->ping != MagickFalse) return;
    if (!canvas_) canvas_.emplace(columns_, rows_, background_);
    if (clear_before_) canvas_->Clear(frame_clip_);
    clear_before_ = false;
    const MngBox clip = frame_clip_.Within(object.clip);
    if (first) {
      is_seen_ = IsSeenAsItIs(object, clip);
      return canvas_->Draw(pending_, object.x, object.y, clip, exception_);
    }
    is_seen_ = false;
    const ImageOwner layer(AllocateImage(info_));
    if (layer.get() == nullptr) throw std::bad_alloc();
    ReadObject(object, chunks, globals, layer.get());
    canvas_->Draw(layer.get(), object.x, object.y, clip, exception_);
  }

  // A layer that hides what is below, or has nothing below it, keeps its palette and depth.
  bool IsSeenAsItIs(const MngObject& object, const MngBox& clip) const {
    return pending_->columns == columns_ && pending_->rows == rows_ && object.x == 0 &&
           object.y == 0 && clip == canvas_box_ &&
           (pending_->matte == MagickFalse || canvas_->is_blank());
  }

  // Without a delay, the next layers belong to the same frame.
  void EndSubframe() {
    const bool goes_on = frame_delay_ == 0 && ticks_per_second_ != 0 && !as_they_are_;
    if (!goes_on) EndFrame();
    if (IsFrameByItself()) frame_delay_ = default_delay_;
  }

  void EndFrame() {
    if (pending_ == nullptr) return;
    pending_->delay = frame_delay_;
    pending_->scene = frames_ - 1;
    pending_->page.width = columns_;
    pending_->page.height = rows_;
    if (!as_they_are_) ShowCanvas();
    done_ = done_ || IsLastWanted(info_, pending_);
    pending_ = nullptr;
  }

  void ShowCanvas() {
    pending_->page.x = pending_->page.y = 0;
    if (info_->ping != MagickFalse) {
      pending_->columns = columns_;
      pending_->rows = rows_;
    } else if (!is_seen_) {
      canvas_->Show(pending_, exception_);
    }
    pending_->dispose = NoneDispose;
    if (pending_->matte == MagickFalse) return;
    pending_->dispose = BackgroundDispose;
    pending_->background_color.opacity = TransparentOpacity;
    if (pending_->previous != nullptr) pending_->previous->dispose = BackgroundDispose;
  }

  void Finish() {
    if (loops_.iterations() != 1) image_->delay = std::max(image_->delay, last_delay_);
    for (Image* image = image_; image != nullptr; image = image->previous)
      image->iterations = loops_.iterations();
  }

  const ImageInfo* info_;
  ByteCursor cursor_;
  MngLoops loops_;
  Image* image_;  // the last of the list
  ExceptionInfo* exception_;
  bool done_ = false;

  std::uint32_t columns_ = 0, rows_ = 0, ticks_per_second_ = 0;
  bool as_they_are_ = false;
  MngBox canvas_box_;
  PixelPacket background_ = TransparentPixel();

  unsigned mode_ = kMngLayers;
  unsigned long frame_delay_ = 0, default_delay_ = 0, last_delay_ = 0;
  MngBox frame_clip_;
  std::optional<MngBox> default_clip_;
  bool clear_before_ = false;

  MngGlobals globals_;
  MngObjects objects_;
  std::optional<MngCanvas> canvas_;
  std::uint64_t frames_ = 0;
  Image* pending_ = nullptr;  // the frame whose layers are being drawn
  bool is_seen_ = false;      // it is its only layer
};

const MngReader::Handler MngReader::kHandlers[27] = {
    {"BACK", &MngReader::Background},  {"BASI", &MngReader::Unknown},
    {"CLIP", &MngReader::Clip},        {"CLON", &MngReader::Clone},
    {"DEFI", &MngReader::Define},      {"DHDR", &MngReader::Unknown},
    {"DISC", &MngReader::Discard},     {"ENDL", &MngReader::EndLoop},
    {"FRAM", &MngReader::Frame},       {"IHDR", &MngReader::Embedded},
    {"JHDR", &MngReader::Embedded},    {"LOOP", &MngReader::Loop},
    {"MAGN", &MngReader::Magnify},     {"MEND", &MngReader::End},
    {"MOVE", &MngReader::Move},        {"PAST", &MngReader::Unknown},
    {"PLTE", &MngReader::Palette},     {"SAVE", &MngReader::Save},
    {"SEEK", &MngReader::Seek},        {"SHOW", &MngReader::Show},
    {"TERM", &MngReader::Terminate},   {"cHRM", &MngReader::Default},
    {"gAMA", &MngReader::Default},     {"iCCP", &MngReader::Default},
    {"pHYs", &MngReader::Default},     {"sRGB", &MngReader::Default},
    {"tRNS", &MngReader::Transparency}};

}  // namespace

Image* ReadMng(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    MngReader(image_info, WholeBlob(image), image, exception).Read();
  });
}

}  // namespace lodestone::coders
