#include "coders/ora/zip.hpp"

#include <zlib.h>

#include <algorithm>
#include <climits>
#include <string>

namespace lodestone::coders {
namespace {

constexpr std::string_view kEnd = "PK\5\6", kListed = "PK\1\2", kHeader = "PK\3\4";
constexpr std::size_t kEndBytes = 22, kMostComment = 65535;
constexpr unsigned kEncrypted = 1, kStored = 0, kDeflated = 8;

[[noreturn]] void FailOfArchive() {
  Fail(CorruptImageError, "Improper zip archive");
}

// Behind it there is only a comment.
ByteCursor AtEnd(ByteSpan file) {
  if (file.size() < kEndBytes) FailTruncated();
  const std::size_t last = file.size() - kEndBytes;
  const std::size_t least = last > kMostComment ? last - kMostComment : 0;
  for (std::size_t at = last + 1; at-- > least;) {
    ByteCursor cursor(file);
    cursor.Seek(at);
    if (cursor.TakeIf(kEnd)) return cursor;
  }
  FailTruncated();
}

ZipEntry TakeEntry(ByteCursor& cursor) {
  if (!cursor.TakeIf(kListed)) FailOfArchive();
  ZipEntry entry;
  cursor.Skip(4);  // versions
  entry.flags = cursor.U16Le();
  entry.method = cursor.U16Le();
  cursor.Skip(4);  // time
  entry.checksum = cursor.U32Le();
  entry.packed_bytes = cursor.U32Le();
  entry.bytes = cursor.U32Le();
  const std::size_t name = cursor.U16Le(), extra = cursor.U16Le(), comment = cursor.U16Le();
  cursor.Skip(8);
  entry.offset = cursor.U32Le();
  const ByteSpan text = cursor.Take(name);
  entry.name = {reinterpret_cast<const char*>(text.data()), text.size()};
  cursor.Skip(extra + comment);
  return entry;
}

ByteSpan PackedBytes(ByteSpan archive, const ZipEntry& entry) {
  ByteCursor cursor(archive);
  cursor.Seek(entry.offset);
  if (!cursor.TakeIf(kHeader)) FailOfArchive();
  cursor.Skip(22);
  const std::size_t name = cursor.U16Le(), extra = cursor.U16Le();
  cursor.Skip(name + extra);
  return cursor.Take(entry.packed_bytes);
}

}  // namespace

ZipContent::ZipContent(ByteSpan archive, const ZipEntry& entry) {
  if ((entry.flags & kEncrypted) != 0) Fail(CoderError, "Encrypted files are not supported");
  bytes_ = PackedBytes(archive, entry);
  if (entry.method == kDeflated)
    Inflate(bytes_, entry.bytes);
  else if (entry.method != kStored)
    Fail(CoderError, "Data encoding scheme is not supported");
  if (bytes_.size() != entry.bytes || crc32_z(0, bytes_.data(), bytes_.size()) != entry.checksum) {
    Fail(CorruptImageError, "Checksum of a file in the archive is wrong");
  }
}

void ZipContent::Inflate(ByteSpan packed, std::size_t length) {
  constexpr std::size_t kDeflateMost = 1032;  // bytes from one
  if (length / kDeflateMost > packed.size() || length > UINT_MAX || packed.size() > UINT_MAX)
    FailOfArchive();
  if (!memory_.Acquire(length)) FailOfMemoryLimit();
  storage_.resize(length);
  z_stream stream = {};
  stream.next_in = const_cast<Bytef*>(packed.data());
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = storage_.data();
  stream.avail_out = static_cast<uInt>(length);
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) throw std::bad_alloc();
  const int status = inflate(&stream, Z_FINISH);
  inflateEnd(&stream);
  if (status != Z_STREAM_END || stream.avail_out != 0)
    Fail(CorruptImageError, "Unable to decompress image data");
  bytes_ = storage_;
}

ZipArchive::ZipArchive(ByteSpan file) : file_(file) {
  ByteCursor end = AtEnd(file);
  end.Skip(6);
  const std::size_t count = end.U16Le();
  end.Skip(4);
  ByteCursor list(file);
  list.Seek(end.U32Le());
  for (std::size_t i = 0; i < count; ++i) entries_.push_back(TakeEntry(list));
}

bool ZipArchive::Has(std::string_view name) const {
  return std::ranges::find(entries_, name, &ZipEntry::name) != entries_.end();
}

ZipContent ZipArchive::Read(std::string_view name) const {
  const auto found = std::ranges::find(entries_, name, &ZipEntry::name);
  if (found == entries_.end())
    Fail(CorruptImageError, "The archive lacks a file: " + std::string(name));
  return {file_, *found};
}

}  // namespace lodestone::coders
