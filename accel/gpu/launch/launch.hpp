// Launching one kernel over an image, and the inputs of a call's launches.
#pragma once

#include <array>
#include <span>
#include <type_traits>

#include "accel/gpu/plans/kernel_plan.hpp"
#include "accel/gpu/launch/session.hpp"
#include "accel/gpu/launch/tables.hpp"

namespace lodestone::accel::gpu {

// An image on the device, or the band of it that begins with row `top`.
struct Plane {
  Memory* buffer;
  uint32_t stride_px;
  uint32_t top;
};

// Rows [begin, end) of an image.
struct Rows {
  uint32_t begin, end;
};

// Which part of the destination to compute, and with what groups.
struct Geometry {
  uint32_t columns;
  Rows rows;
  size_t group[2];        // work-items; 0: the driver's default
  size_t groups_across;   // enough for the columns
  uint32_t group_height;  // destination rows per group
};

constexpr uint64_t GroupsFor(uint64_t count, uint64_t size) {
  return (count + size - 1) / size;
}

// Groups whose work-items compute one pixel each.
Geometry GeometryOf(uint32_t columns, Rows rows, const Tile& tile);

// One kernel with its arguments, in the order of LS_PLANES and what follows it.
class Launch {
 public:
  Launch(Session& session, LaneKernel& kernel, const Geometry& geometry)
      : session_(session), kernel_(*kernel.kernel), geometry_(geometry) {}
  // Of a kernel without planes.
  Launch(Session& session, LaneKernel& kernel) : Launch(session, kernel, Geometry{}) {}

  void SetPlanes(const Plane& source, const Plane& destination) {
    SetPlane(source);
    SetDestination(destination);
  }
  // LS_IMAGE_ARGUMENTS: the source is an image object that begins with row `top`.
  void SetImage(Memory* image, uint32_t top, const Plane& destination) {
    Set(image);
    Set(top);
    SetDestination(destination);
  }

  // LS_EIGHT_IMAGES: of at least one image, at most so many.
  static constexpr size_t kMostImages = 8;
  void SetImages(std::span<const Plane> images);

  template <typename T>
  void Set(const T& value) {
    static_assert(!std::is_pointer_v<T>);
    kernel_.Set(index_++, &value, sizeof(value));
  }
  void Set(Memory* memory) { kernel_.Set(index_++, memory); }
  void SetLocal(uint64_t bytes) { kernel_.SetLocal(index_++, static_cast<size_t>(bytes)); }

  void Enqueue();
  // Of a kernel without planes, with work-items side by side.
  void EnqueueGroups(size_t across, size_t down, size_t items);

 private:
  void SetPlane(const Plane& plane) {
    Set(plane.buffer);
    Set(plane.stride_px);
    Set(plane.top);
  }
  void SetDestination(const Plane& destination) {
    SetPlane(destination);
    Set(geometry_.columns);
    rows_index_ = index_;
    index_ += 2;
  }

  Session& session_;
  Kernel& kernel_;
  Geometry geometry_;
  uint32_t index_ = 0, rows_index_ = 0;
};

// launch(first, images) for images side by side, as many at once as one launch takes: their kernels
// are of one program.
template <class Image, class Function>
void EachLaunch(std::span<Image> images, Function launch) {
  for (size_t first = 0, end = 0; first < images.size(); first = end) {
    while (end < images.size() && end - first < Launch::kMostImages &&
           &images[end].program == &images[first].program)
      ++end;
    launch(static_cast<uint32_t>(first), images.subspan(first, end - first));
  }
}

// The call's inputs, in one place.
struct Job {
  Session& session;
  Program& program;  // of plan.key
  const KernelPlan& plan;
  const MagickAccelerateWork& work;
  const DeviceTables& tables;
  Plane second;  // the whole second image, if there is one
};

}  // namespace lodestone::accel::gpu
