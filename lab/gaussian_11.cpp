// The 11-tap filter: memory objects, work-group sizes and precision.
#include <algorithm>

#include "lab/experiments.hpp"
#include "lab/kernels/gaussian_11.h"

namespace lodestone::lab {
namespace {

constexpr char kArticle[] = "Gaussian filter optimisation, part 3 (2015)";

// The article's times, in milliseconds.
constexpr double kRowsBuffer = 5, kColumnsBuffer = 17, kRowsImage = 9.4, kColumnsImage = 6.4;
constexpr double kMixed = 13, kBuffers = kRowsBuffer + kColumnsBuffer;
constexpr double kImages = kRowsImage + kColumnsImage;

enum class Home { kBuffer, kImage };

std::string OptionsFor(Home from, Home to) {
  return std::string("-DLAB_FROM_IMAGE=") + (from == Home::kImage ? "1" : "0") +
         " -DLAB_TO_IMAGE=" + (to == Home::kImage ? "1" : "0");
}

std::string Reading(const char* what, Home from) {
  return std::string(what) + (from == Home::kImage ? " from an image object" : " from a buffer");
}

uint32_t GroupsOf(uint32_t count, uint32_t size) {
  return (count + size - 1) / size;
}

class Gaussian11 {
 public:
  Gaussian11(Bench& bench, Notebook& notebook, const Size& size)
      : bench_(bench),
        notebook_(notebook),
        size_(size),
        source_(Noise(size.columns, size.rows)),
        columns_(bench.Upload(MirrorTable(size.columns, LAB_LEFT, 2 * LAB_LEFT))),
        rows_(bench.Upload(MirrorTable(size.rows, LAB_REACH, LAB_REACH))),
        buffer_(bench.Upload(source_.pixels)),
        destination_(bench.MakeBuffer(source_.pixels.size())) {}

  void CompareStorage() {
    const Plane across = Gaussian11Across(source_), down = Gaussian11Down(source_);
    const Plane both = Gaussian11Down(across);
    for (const Home from : {Home::kBuffer, Home::kImage}) {
      const double ms = from == Home::kBuffer ? kRowsBuffer : kRowsImage;
      NotePass(PassVariant("rows", from, ms, kRowsBuffer), from, true, across);
    }
    for (const Home from : {Home::kBuffer, Home::kImage}) {
      const double ms = from == Home::kBuffer ? kColumnsBuffer : kColumnsImage;
      NotePass(PassVariant("columns", from, ms, kColumnsBuffer), from, false, down);
    }
    const std::string buffers = "both from buffers";
    NoteBoth({buffers, ""}, {kArticle, kBuffers, 0}, Home::kBuffer, Home::kBuffer, both);
    NoteBoth({"both from image objects", buffers}, {kArticle, kImages, kBuffers / kImages},
             Home::kImage, Home::kImage, both);
    NoteBoth({"rows buffer, columns image object", buffers}, {kArticle, kMixed, kBuffers / kMixed},
             Home::kBuffer, Home::kImage, both);
    NoteBoth({"rows image object, columns buffer", buffers}, {}, Home::kImage, Home::kBuffer, both);
  }

  void ComparePrecision() {
    const Plane across = Gaussian11Across(source_);
    constexpr const char* kBaseline = "whole numbers";
    NoteReal(kBaseline, "", nullptr, 0, across);
    NoteReal("float", "-DLAB_REAL=float", nullptr, 0, across);
    NoteReal("double", "-DLAB_REAL=double -DLAB_DOUBLE", "cl_khr_fp64", 0, across);
    NoteReal("half precision", "-DLAB_REAL=half -DLAB_HALF", "cl_khr_fp16", 1, across);
  }

 private:
  struct Names {
    std::string variant, baseline;
  };

  Variant Blank(const Names& names, const Published& published, uint64_t passes) const {
    return {names.variant,
            names.baseline,
            size_.columns,
            size_.rows,
            2 * passes * source_.pixels.size(),
            published};
  }

  Variant PassVariant(const char* what, Home from, double ms, double buffer_ms) const {
    if (from == Home::kBuffer) return Blank({Reading(what, from), ""}, {kArticle, ms, 0}, 1);
    return Blank({Reading(what, from), Reading(what, Home::kBuffer)},
                 {kArticle, ms, buffer_ms / ms}, 1);
  }

  int32_t width() const { return static_cast<int32_t>(size_.columns); }
  int32_t height() const { return static_cast<int32_t>(size_.rows); }

  // CPUs have few threads, which are faster with long pieces.
  Launch PrepareAcross(const Kernel& kernel, const Memory& from, const Memory& to) const {
    const int32_t steps = bench_.facts().is_cpu() ? 64 : 8;
    bench_.SetArguments(kernel, from, to, columns_, width(), height(), steps);
    const auto piece = 16 * static_cast<uint32_t>(steps);
    return {kernel.get(), {GroupsOf(size_.columns, piece), size_.rows}, {}};
  }
  Launch PrepareDown(const Kernel& kernel, const Memory& from, const Memory& to) const {
    const int32_t steps = bench_.facts().is_cpu() ? 256 : 32;
    bench_.SetArguments(kernel, from, to, columns_, rows_, width(), height(), steps);
    const auto piece = static_cast<uint32_t>(steps);
    return {kernel.get(), {GroupsOf(size_.columns, 16), GroupsOf(size_.rows, piece)}, {}};
  }

  const Memory& SourceIn(Home home) {
    if (home == Home::kBuffer) return buffer_;
    if (!image_.image) image_ = bench_.UploadImage(source_);
    return image_;
  }

  void NotePass(const Variant& variant, Home from, bool across, const Plane& expected) {
    notebook_.Try(variant, [&] {
      const Memory& source = SourceIn(from);
      const Kernel kernel = bench_.MakeKernel(kGaussian11Source, OptionsFor(from, Home::kBuffer),
                                              across ? "GaussianAcross" : "GaussianDown");
      const Launch launch = across ? PrepareAcross(kernel, source, destination_)
                                   : PrepareDown(kernel, source, destination_);
      notebook_.NoteLaunches(variant, {launch}, bench_.AllGroups(bench_.MaxItems(kernel)),
                             destination_, expected.pixels.data());
    });
  }

  void NoteBoth(const Names& names, const Published& published, Home rows, Home columns,
                const Plane& expected) {
    const Variant variant = Blank(names, published, 2);
    notebook_.Try(variant, [&] {
      const Memory& source = SourceIn(rows);
      const Memory intermediate = columns == Home::kImage
                                      ? bench_.MakeImage(size_.columns, size_.rows)
                                      : bench_.MakeBuffer(source_.pixels.size());
      const Kernel across =
          bench_.MakeKernel(kGaussian11Source, OptionsFor(rows, columns), "GaussianAcross");
      const Kernel down =
          bench_.MakeKernel(kGaussian11Source, OptionsFor(columns, Home::kBuffer), "GaussianDown");
      const size_t max_items = std::min(bench_.MaxItems(across), bench_.MaxItems(down));
      notebook_.NoteLaunches(variant,
                             {PrepareAcross(across, source, intermediate),
                              PrepareDown(down, intermediate, destination_)},
                             bench_.AllGroups(max_items), destination_, expected.pixels.data(), 0,
                             &intermediate);
    });
  }

  void NoteReal(const std::string& name, const std::string& options, const char* extension,
                unsigned tolerance, const Plane& expected) {
    const std::string baseline = options.empty() ? "" : "whole numbers";
    const Variant variant = Blank({name, baseline}, {kArticle}, 1);
    notebook_.Try(variant, [&] {
      if (extension && !bench_.HasExtension(extension)) {
        throw Problem(MagickAccelerateDeclined, MagickAccelerateUnsupported,
                      std::string("the device does not report ") + extension);
      }
      const Kernel kernel = bench_.MakeKernel(kGaussian11Source, options, "GaussianAcross");
      const Group groups[] = {{0, 0}};
      notebook_.NoteLaunches(variant, {PrepareAcross(kernel, buffer_, destination_)}, groups,
                             destination_, expected.pixels.data(), tolerance);
    });
  }

  Bench& bench_;
  Notebook& notebook_;
  const Size size_;
  const Plane source_;
  const Memory columns_, rows_, buffer_, destination_;
  Memory image_;
};

}  // namespace

void ExperimentGaussian11(Bench& bench, Notebook& notebook, const Size& size) {
  Gaussian11(bench, notebook, size).CompareStorage();
}

void ExperimentPrecision(Bench& bench, Notebook& notebook, const Size& size) {
  Gaussian11(bench, notebook, size).ComparePrecision();
}

}  // namespace lodestone::lab
