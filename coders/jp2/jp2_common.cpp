#include <algorithm>
#include <cstring>
#include <string_view>

#include "base/thread_pool.hpp"
#include "coders/common/registration.hpp"
#include "coders/jp2/jp2.hpp"

namespace lodestone::coders {
namespace {

constexpr OPJ_SIZE_T kFailed = static_cast<OPJ_SIZE_T>(-1);

std::string_view TextOf(const unsigned char* magick, std::size_t length) {
  return {reinterpret_cast<const char*>(magick), length};
}

unsigned int IsJp2(const unsigned char* magick, const std::size_t length) {
  return IsBoxed({magick, length}) ? MagickTrue : MagickFalse;
}

unsigned int IsJpc(const unsigned char* magick, const std::size_t length) {
  return TextOf(magick, length).starts_with("\xff\x4f\xff\x51") ? MagickTrue : MagickFalse;
}

unsigned int IsPgx(const unsigned char* magick, const std::size_t length) {
  const std::string_view start = TextOf(magick, length);
  return start.starts_with("PG ML") || start.starts_with("PG LM") ? MagickTrue : MagickFalse;
}

const char* Version() {
  static const std::string version = std::string("libopenjp2 ") + opj_version();
  return version.c_str();
}

}  // namespace

J2kStream::J2kStream(std::span<const std::uint8_t> source) : source_(source) {
  Create(true);
  opj_stream_set_read_function(get(), Read);
  opj_stream_set_user_data_length(get(), source.size());
}

J2kStream::J2kStream(std::vector<std::uint8_t>& target) : target_(&target) {
  Create(false);
  opj_stream_set_write_function(get(), Write);
}

void J2kStream::Create(bool reads) {
  stream_.reset(opj_stream_default_create(reads ? OPJ_TRUE : OPJ_FALSE));
  if (stream_ == nullptr) throw std::bad_alloc();
  opj_stream_set_user_data(get(), this, nullptr);
  opj_stream_set_skip_function(get(), Skip);
  opj_stream_set_seek_function(get(), Seek);
}

OPJ_SIZE_T J2kStream::Read(void* buffer, OPJ_SIZE_T bytes, void* self) {
  auto& stream = *static_cast<J2kStream*>(self);
  const std::size_t count = std::min(bytes, stream.source_.size() - stream.position_);
  if (count == 0) return kFailed;
  std::memcpy(buffer, stream.source_.data() + stream.position_, count);
  stream.position_ += count;
  return count;
}

OPJ_SIZE_T J2kStream::Write(void* buffer, OPJ_SIZE_T bytes, void* self) {
  auto& stream = *static_cast<J2kStream*>(self);
  std::vector<std::uint8_t>& target = *stream.target_;
  try {
    if (target.size() < stream.position_ + bytes) target.resize(stream.position_ + bytes);
  } catch (...) {
    stream.exhausted_ = true;
    return kFailed;
  }
  std::memcpy(target.data() + stream.position_, buffer, bytes);
  stream.position_ += bytes;
  return bytes;
}

OPJ_OFF_T J2kStream::Skip(OPJ_OFF_T bytes, void* self) {
  auto& stream = *static_cast<J2kStream*>(self);
  const auto position = static_cast<OPJ_OFF_T>(stream.position_);
  return bytes >= 0 && Seek(position + bytes, self) != OPJ_FALSE ? bytes : -1;
}

OPJ_BOOL J2kStream::Seek(OPJ_OFF_T position, void* self) {
  auto& stream = *static_cast<J2kStream*>(self);
  const std::size_t end =
      stream.target_ == nullptr ? stream.source_.size() : stream.target_->size();
  if (position < 0 || static_cast<std::uint64_t>(position) > end) return OPJ_FALSE;
  stream.position_ = static_cast<std::size_t>(position);
  return OPJ_TRUE;
}

void UseThreads(opj_codec_t* codec, std::uint64_t pixels) {
  constexpr std::uint64_t kPixelsPerThread = 1 << 15;
  const std::uint64_t threads =
      std::min<std::uint64_t>(accel::ThreadLimit(), pixels / kPixelsPerThread);
  if (threads > 1) opj_codec_set_threads(codec, static_cast<int>(threads));
}

}  // namespace lodestone::coders

using namespace lodestone::coders;

LS_CODER_ENTRY(JP2) {
  const auto add = [](FormatEntry entry) {
    entry.adjoin = false;
    entry.version = Version();
    RegisterFormat(entry);
  };
  constexpr FormatTraits kStreams = {"1 to 16", "yes", "", "comment", ""};
  constexpr FormatTraits kBoxes = {"1 to 16", "yes", "", "ICC, EXIF, XMP, IPTC, comment", ""};
  for (const char* name : {"J2C", "J2K", "JPC"}) {
    FormatEntry entry{name, "JPEG 2000 codestream", "JP2", ReadJp2, WriteJp2, IsJpc};
    entry.traits = kStreams;
    add(entry);
  }
  FormatEntry jp2{"JP2", "JPEG 2000", "JP2", ReadJp2, WriteJp2, IsJp2};
  jp2.traits = kBoxes;
  add(jp2);
  FormatEntry jpx{"JPX", "JPEG 2000, extended", "JP2", ReadJp2, nullptr, nullptr};
  jpx.traits = kBoxes;
  add(jpx);
  FormatEntry pgx{"PGX", "JPEG 2000 verification model", "JP2", ReadPgx, WritePgx, IsPgx};
  pgx.traits = {"1 to 16", "", "", "", ""};
  add(pgx);
}
