#include "magick/operations/quantize/segment_report.hpp"

#include <cstdio>

namespace lodestone {

void PrintCounts(const char* name, const ShadeCounts& counts) {
  std::printf("%s Histogram:\n", name);
  for (int value = 0; value < kShades; ++value)
    std::printf("  %03d: %llu\n", value,
                static_cast<unsigned long long>(counts[static_cast<std::size_t>(value)]));
}

void PrintClusters(const Boxes& boxes, const std::vector<Cluster>& clusters, double percentage,
                   double total) {
  constexpr char kRule[] = "===============================================\n";
  std::printf("%s           Fuzzy c-Means Statistics\n%s", kRule, kRule);
  std::printf("Cluster Threshold        = %g%%\n", percentage);
  std::printf("Weighting Exponent       = 2\n");
  std::printf("Total Number of Clusters = %zu\n", clusters.size());
  std::printf("Total Number of Vectors  = %g\n", total);
  std::printf("Cluster Threshold        = %g vectors\n\n", percentage * 0.01 * total);
  std::printf("Cluster          Usage                 Extents                  Center\n");
  std::printf("=======  ====================  =======================  =====================\n");
  int number = 0;
  for (const Cluster& cluster : clusters) {
    const Extent red = boxes.red(cluster.box), green = boxes.green(cluster.box),
                 blue = boxes.blue(cluster.box);
    std::printf("  %3d    %10llu (%6.3f%%)  %03d-%03d %03d-%03d %03d-%03d  %03.0f %03.0f %03.0f",
                number++, static_cast<unsigned long long>(cluster.count),
                static_cast<double>(cluster.count) / total * 100.0, red.left, red.right, green.left,
                green.right, blue.left, blue.right, cluster.red, cluster.green, cluster.blue);
    std::printf(" (#%02X%02X%02X)\n", static_cast<unsigned>(cluster.red + 0.5),
                static_cast<unsigned>(cluster.green + 0.5),
                static_cast<unsigned>(cluster.blue + 0.5));
  }
  std::fflush(stdout);
}

}  // namespace lodestone
