// Launching one kernel over an image, and the inputs of a call's launches.
#pragma once

#include "accel/opencl/plans/kernel_plan.hpp"
#include "accel/opencl/launch/session.hpp"
#include "accel/opencl/launch/tables.hpp"

namespace lodestone::accel::opencl {

// An image on the device, or the band of it that begins with row `top`.
struct Plane {
  cl_mem buffer;
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

// Groups whose work-items compute one pixel each.
Geometry GeometryOf(uint32_t columns, Rows rows, const Tile& tile);

// One kernel with its arguments, in the order of LS_PLANES and what follows it.
class Launch {
 public:
  Launch(Session& session, LaneKernel& kernel, const Geometry& geometry)
      : session_(session), kernel_(kernel.kernel.get()), geometry_(geometry) {}

  void SetPlanes(const Plane& source, const Plane& destination) {
    SetPlane(source);
    SetDestination(destination);
  }
  // LS_IMAGE_ARGUMENTS: the source is an image object that begins with row `top`.
  void SetImage(cl_mem image, uint32_t top, const Plane& destination) {
    Set(image);
    Set(top);
    SetDestination(destination);
  }

  template <typename T>
  void Set(const T& value) {
    SetAt(index_++, sizeof(value), &value);
  }

  void SetLocal(uint64_t bytes) { SetAt(index_++, static_cast<size_t>(bytes), nullptr); }

  void Enqueue();

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
  void SetAt(uint32_t index, size_t size, const void* value);

  Session& session_;
  cl_kernel kernel_;
  Geometry geometry_;
  uint32_t index_ = 0, rows_index_ = 0;
};

// The call's inputs, in one place.
struct Job {
  Session& session;
  cl_program program;  // of plan.key
  const KernelPlan& plan;
  const MagickAccelerateWork& work;
  const DeviceTables& tables;
  Plane second;  // the whole second image, if there is one
};

}  // namespace lodestone::accel::opencl
