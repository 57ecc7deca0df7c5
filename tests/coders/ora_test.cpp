// OpenRaster: archives made file by file.

#include <zlib.h>

#include <algorithm>

#include "tests/coders/dds_builder.hpp"
#include "tests/coders/format_checks.hpp"

namespace lodestone::coders::test {
namespace {

struct Member {
  std::string name;
  Bytes content;
  bool deflated = false;
  unsigned flags = 0;
  unsigned method = 0;  // unless deflated
};

Bytes BytesOf(const std::string& text) {
  return {text.begin(), text.end()};
}

Bytes Deflated(const Bytes& bytes) {
  z_stream stream = {};
  EXPECT_EQ(deflateInit2(&stream, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY), Z_OK);
  Bytes packed(deflateBound(&stream, bytes.size()));
  stream.next_in = const_cast<Bytef*>(bytes.data());
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = packed.data();
  stream.avail_out = static_cast<uInt>(packed.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

// What the header of a file and the list have in common.
void PutFields(Bytes& out, const Member& member, const Bytes& packed) {
  PutLittle(out, member.flags, 2);
  PutLittle(out, member.deflated ? 8 : member.method, 2);
  PutLittle(out, 0, 4);
  PutLittle(out, crc32(0, member.content.data(), static_cast<uInt>(member.content.size())));
  PutLittle(out, packed.size());
  PutLittle(out, member.content.size());
  PutLittle(out, member.name.size(), 2);
  PutLittle(out, 0, 2);
}

Bytes Archive(const std::vector<Member>& members, const std::string& comment = "") {
  Bytes out, list;
  for (const Member& member : members) {
    const Bytes packed = member.deflated ? Deflated(member.content) : member.content;
    PutText(list, "PK\1\2");
    PutLittle(list, 20 << 16 | 20);
    PutFields(list, member, packed);
    PutLittle(list, 0, 10);
    PutLittle(list, out.size());
    PutText(list, member.name);
    PutText(out, "PK\3\4");
    PutLittle(out, 20, 2);
    PutFields(out, member, packed);
    PutText(out, member.name);
    PutBytes(out, packed);
  }
  const std::size_t start = out.size();
  PutBytes(out, list);
  PutText(out, "PK\5\6");
  PutLittle(out, 0, 4);
  PutLittle(out, members.size(), 2);
  PutLittle(out, members.size(), 2);
  PutLittle(out, list.size());
  PutLittle(out, start);
  PutLittle(out, comment.size(), 2);
  PutText(out, comment);
  return out;
}

Bytes Png(const Kind& kind, unsigned seed) {
  Exception exception;
  return Write("PNG", MakeTestImage(kind, seed), Info(), exception);
}

const Member kType = {"mimetype", BytesOf("image/openraster")};

std::vector<Member> Members() {
  const std::string stack =
      "<?xml version='1.0'?>\n<!-- <layer src='none'/> -->"
      "<image w=\"5\" h=\"4\" xres='300' yres='150'><stack>"
      "<stack opacity='0.5' visibility='hidden' name='group'>"
      "<layer name='a &lt;b&gt; &amp; c' src=\"data/1.png\" x='-2' y='3'"
      " composite-op='svg:multiply' opacity=\"0.5\"/></stack>"
      "<layer src='data/0.png' composite-op='svg:src-over'></layer></stack></image>";
  return {kType,
          {"stack.xml", BytesOf(stack), true},
          {"data/0.png", Png({5, 4, 8}, 1)},
          {"data/1.png", Png({3, 2, 8, true}, 2), true},
          {"mergedimage.png", Png({5, 4, 8, true}, 3), true}};
}

TEST(Ora, TheMergedImage) {
  Exception exception;
  for (const char* comment : {"", "a comment with PK\5 in it"}) {
    const ImageHandle image = ReadBytes("ORA", Archive(Members(), comment), exception);
    ASSERT_TRUE(image) << exception.Text();
    EXPECT_EQ(GetImageListLength(image.get()), 1u);
    EXPECT_EQ(Rgba16(image.get()), Rgba16(MakeTestImage({5, 4, 8, true}, 3).get()));
    EXPECT_EQ(image->x_resolution, 300);
    EXPECT_EQ(image->y_resolution, 150);
    EXPECT_EQ(image->units, PixelsPerInchResolution);
  }
  std::vector<Member> without = Members();
  without.erase(without.begin() + 1);
  EXPECT_TRUE(ReadBytes("ORA", Archive(without), exception)) << exception.Text();
}

TEST(Ora, Layers) {
  const TemporaryFolder folder;
  WriteWholeFile(folder.File("x"), Archive(Members()));
  Exception exception;
  const ImageHandle layers = Read(folder.File("x[1-5]"), exception);
  ASSERT_TRUE(layers) << exception.Text();
  EXPECT_STREQ(layers->magick, "ORA");
  ASSERT_EQ(GetImageListLength(layers.get()), 2u);
  EXPECT_EQ(Rgba16(layers.get()), Rgba16(MakeTestImage({5, 4, 8}, 1).get()));
  EXPECT_EQ(layers->compose, OverCompositeOp);
  const Image* upper = layers->next;
  std::vector<std::uint16_t> expected = Rgba16(MakeTestImage({3, 2, 8, true}, 2).get());
  const std::vector<std::uint16_t> found = Rgba16(upper);
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(found[i], i % 4 == 3 ? expected[i] / 4.0 : expected[i], i % 4 == 3 ? 257 : 0);
  EXPECT_EQ(upper->page.x, -2);
  EXPECT_EQ(upper->page.y, 3);
  EXPECT_EQ(upper->compose, NoCompositeOp);
  EXPECT_EQ(Attribute(upper, "label"), "a <b> & c");
  EXPECT_EQ(upper->scene, 2u);
  const ImageHandle merged = Read(folder.File("x[0]"), exception);
  ASSERT_TRUE(merged) << exception.Text();
  EXPECT_EQ(Rgba16(merged.get()), Rgba16(MakeTestImage({5, 4, 8, true}, 3).get()));
  EXPECT_FALSE(Read(folder.File("x[3]"), exception));
}

TEST(Ora, VisibleLayersHaveTheirOperator) {
  std::vector<Member> members = Members();
  const std::string stack =
      "<image><stack><layer src='data/0.png' composite-op='svg:color-dodge'/></stack></image>";
  members[1].content = BytesOf(stack);
  const TemporaryFolder folder;
  WriteWholeFile(folder.File("x.ora"), Archive(members));
  Exception exception;
  const ImageHandle layer = Read(folder.File("x.ora[1]"), exception);
  ASSERT_TRUE(layer) << exception.Text();
  EXPECT_EQ(layer->compose, ColorDodgeCompositeOp);
}

TEST(Ora, Ping) {
  Exception exception;
  const Bytes file = Archive(Members());
  const ImageHandle image(PingBlob(Info("ORA:").get(), file.data(), file.size(), exception.get()));
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_EQ(image->columns, 5u);
  EXPECT_EQ(image->rows, 4u);
}

TEST(Ora, DamageAndLimits) {
  CheckDamage("ORA", Archive(Members()));
  CheckLimit("ORA", Archive(Members()));
}

TEST(Ora, BadFilesFailWithAReason) {
  const auto with = [](auto change) {
    std::vector<Member> members = Members();
    change(members);
    return Archive(members);
  };
  const auto replaced = [](Bytes file, const Bytes& from, const Bytes& to) {
    const auto at = std::find_end(file.begin(), file.end(), from.begin(), from.end());
    EXPECT_NE(at, file.end());
    std::copy(to.begin(), to.end(), at);
    return file;
  };
  const Bytes whole = Archive(Members());
  Bytes huge;  // says that it becomes four gigabytes
  PutLittle(huge, Members().back().content.size());
  const std::pair<Bytes, const char*> files[] = {
      {with([](auto& m) { m.pop_back(); }), "lacks a file: mergedimage.png"},
      {with([](auto& m) { m.back().flags = 1; }), "Encrypted"},
      {with([](auto& m) {
         m.back().deflated = false;
         m.back().method = 12;
       }),
       "not supported"},
      {with([](auto& m) { m.back().content = BytesOf("GIF89a"); }), "expected PNG"},
      {with([](auto& m) { m[1].content = BytesOf("<image xres"); }), "stack"},
      {replaced(whole, huge, {0xff, 0xff, 0xff, 0x7f}), "Improper zip archive"},
      {replaced(whole, BytesOf("PK\1\2"), BytesOf("PK\1\3")), "Improper zip archive"},
      {replaced(whole, BytesOf("PK\5\6"), BytesOf("PK\5\7")), "end-of-file"}};
  for (const auto& [bytes, reason] : files) {
    Exception exception;
    EXPECT_FALSE(ReadBytes("ORA", bytes, exception)) << reason;
    EXPECT_NE(exception.Text().find(reason), std::string::npos) << exception.Text() << reason;
  }
  // A byte of the image that is stored as it is.
  std::vector<Member> stored = Members();
  stored.back().deflated = false;
  Bytes changed = Archive(stored);
  const Bytes& png = stored.back().content;
  std::search(changed.begin(), changed.end(), png.begin(), png.end())[40] ^= 1;
  Exception exception;
  EXPECT_FALSE(ReadBytes("ORA", changed, exception));
  EXPECT_NE(exception.Text().find("Checksum"), std::string::npos) << exception.Text();
}

}  // namespace
}  // namespace lodestone::coders::test
