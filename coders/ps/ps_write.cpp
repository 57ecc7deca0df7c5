#include <algorithm>
#include <optional>

#include "coders/common/modules.hpp"
#include "coders/common/registration.hpp"
#include "coders/ps/ps.hpp"
#include "coders/ps/ps_image.hpp"
#include "coders/ps/ps_page.hpp"

namespace lodestone::coders {
namespace {

// The comments of a document say first what it needs, so all its pages are placed first.
class PsDocument {
 public:
  PsDocument(const ImageInfo* image_info, Image* first)
      : info_(image_info), kind_(PsKindOf(image_info)), first_(first) {
    for (Image* image = first; image != nullptr; image = image->next) {
      pages_.push_back(PsPageOf(kind_, image_info, image));
      if (kind_.encapsulated || image_info->adjoin == MagickFalse) break;
    }
    box_ = pages_.front().Box();
    for (const PsPage& page : pages_) box_.Include(page.Box());
  }

  void Write() {
    WriteHeader();
    if (kind_.preview) WritePsPreview(first_, first_);
    Image* image = first_;
    for (std::size_t i = 0; i < pages_.size(); ++i, image = image->next) WritePage(i, image);
    Put("%%Trailer\n%%EOF\n");
  }

 private:
  void Put(const std::string& text) { WriteText(first_, text); }

  void WriteHeader() {
    const bool labels =
        std::ranges::any_of(pages_, [](const PsPage& page) { return !page.labels.empty(); });
    std::string text = "%!PS-Adobe-3.0";
    if (kind_.encapsulated) text += " EPSF-3.0";
    text += "\n%%Creator: (Lodestone)\n";
    if (*first_->filename != '\0') text += "%%Title: " + PsLiteral(first_->filename, 1) + "\n";
    text += "%%BoundingBox: " + box_.Outer() + "\n%%HiResBoundingBox: " + box_.Exact() + "\n";
    if (labels) text += std::string("%%DocumentNeededResources: font ") + PsFontOf(kind_) + "\n";
    text += "%%DocumentData: Clean7Bit\n%%LanguageLevel: " + std::to_string(kind_.level) +
            "\n%%Pages: " + std::to_string(pages_.size()) + "\n";
    if (!kind_.encapsulated) text += "%%Orientation: Portrait\n%%PageOrder: Ascend\n";
    Put(text + "%%EndComments\n");
  }

  void WritePage(std::size_t number, Image* image) {
    const PsPage& page = pages_[number];
    const std::string ordinal = std::to_string(number + 1);
    std::string text =
        "%%Page: " + ordinal + " " + ordinal + "\n%%PageBoundingBox: " + page.Box().Outer() + "\n";
    if (!page.labels.empty())
      text += std::string("%%PageResources: font ") + PsFontOf(kind_) + "\n";
    Put(text + "save\n" + PsPageStart(kind_, page));
    if (kind_.level < 2)
      WritePsLevel1(info_, first_, image);
    else
      WritePsFiltered(info_, kind_.level, first_, image);
    Put(std::string("restore\n") + (kind_.encapsulated ? "" : "showpage\n") + "%%PageTrailer\n");
  }

  const ImageInfo* const info_;
  const PsKind& kind_;
  Image* const first_;
  std::vector<PsPage> pages_;
  PsBox box_;
};

}  // namespace

unsigned int WritePs(const ImageInfo* image_info, Image* image) {
  return Encode(image_info, image, [&] { PsDocument(image_info, image).Write(); });
}

void RegisterPsFormats(DecoderHandler decoder, MagickHandler magick, const char* version) {
  for (const PsKind& kind : PsKinds()) {
    FormatEntry entry{kind.name, kind.description, "PS", decoder, WritePs};
    entry.magick = kind.encapsulated || kind.level > 1 ? nullptr : magick;
    entry.adjoin = !kind.encapsulated;
    entry.version = version;
    entry.traits = {"1, 2, 4, 8", kind.level < 3 ? "" : "1 bit (written)",
                    kind.encapsulated ? "" : "pages", "label (written), resolution", ""};
    RegisterFormat(entry);
  }
}

void RegisterPsImage() {
  RegisterPsFormats(nullptr, nullptr, nullptr);
}

}  // namespace lodestone::coders
