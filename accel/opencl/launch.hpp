// Launching one kernel over an image, and what a call hands to those who launch.
#pragma once

#include <string>

#include "accel/opencl/session.hpp"
#include "accel/opencl/transfer.hpp"

namespace lodestone::accel::opencl {

struct Plane {
  cl_mem buffer;
  cl_uint stride_px;
};

struct Geometry {
  cl_uint columns, rows;  // of the sink
  Tile tile;
};

// One kernel with its arguments, in the order of LS_ARGUMENTS.
class Launch {
 public:
  Launch(Session& session, LaneKernel& kernel, const Geometry& geometry)
      : session_(session), kernel_(kernel.kernel.get()), geometry_(geometry) {}

  void SetPlanes(const Plane& source, const Plane& sink) {
    Set(source.buffer);
    Set(source.stride_px);
    Set(sink.buffer);
    Set(sink.stride_px);
    Set(geometry_.columns);
    Set(geometry_.rows);
    row_base_index_ = index_++;
  }

  template <typename T>
  void Set(const T& value) {
    SetAt(index_++, sizeof(value), &value);
  }

  void SetTile() {
    SetAt(index_++, geometry_.tile.local_bytes, nullptr);
    Set(geometry_.tile.capacity);
  }

  void Enqueue();

 private:
  void SetAt(cl_uint index, size_t size, const void* value);

  Session& session_;
  cl_kernel kernel_;
  Geometry geometry_;
  cl_uint index_ = 0, row_base_index_ = 0;
};

// The call's inputs, in one place.
struct Job {
  Session& session;
  cl_program program;
  const ProgramKey& key;
  const MagickAccelerateWork& work;
  const DeviceTables* tables;  // null for operations without any
};

// What has been launched.
struct Enqueued {
  std::string kernels;  // names in launch order, comma-separated
  Buffer between;       // the image between two passes: must live until the session has finished
};

}  // namespace lodestone::accel::opencl
