#include "accel/opencl/resample.hpp"

#include <algorithm>

namespace lodestone::accel::opencl {
namespace {

constexpr char kScale[] = "ScaleFilter";
constexpr char kHorizontal[] = "ResizeHorizontalFilter";
constexpr char kVertical[] = "ResizeVerticalFilter";

// Some devices count groups in y with 16 bits.
constexpr uint64_t kLaunchGroupRows = 65535;

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

  void Enqueue() {
    const Tile& tile = geometry_.tile;
    const uint64_t rows_a_launch = kLaunchGroupRows * tile.group_rows;
    for (uint64_t row = 0; row < geometry_.rows; row += rows_a_launch) {
      const auto base = static_cast<cl_uint>(row);
      SetAt(row_base_index_, sizeof(base), &base);
      const uint64_t rows = std::min(rows_a_launch, geometry_.rows - row);
      const size_t group[2] = {tile.group_columns, tile.group_rows};
      const size_t global[2] = {RoundUp(geometry_.columns, group[0]), RoundUp(rows, group[1])};
      cl_event event = nullptr;
      Check(clEnqueueNDRangeKernel(session_.queue(), kernel_, 2, nullptr, global, group, 0, nullptr,
                                   &event),
            "clEnqueueNDRangeKernel", session_.device());
      session_.timeline().Add(Stage::kKernel, event);
    }
  }

 private:
  static size_t RoundUp(uint64_t count, size_t unit) { return (count + unit - 1) / unit * unit; }

  void SetAt(cl_uint index, size_t size, const void* value) {
    Check(clSetKernelArg(kernel_, index, size, value), "clSetKernelArg", session_.device());
  }

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
  const DeviceTables& tables;
};

void Scale(const Job& job, const Plane& source, const Plane& sink) {
  const auto& axis = job.work.horizontal;
  LaneKernel& kernel = job.session.KernelOf(job.program, job.key, kScale);
  const cl_uint rows = job.work.destination.rows;
  const Tile tile =
      job.key.local ? TileAlongRows(axis, kernel.limits) : TileWithoutLocal(kernel.limits);
  Launch launch(job.session, kernel, {axis.outputs, rows, tile});
  launch.SetPlanes(source, sink);
  launch.Set(job.tables.columns());
  launch.Set(job.tables.weights());
  launch.Set(job.tables.rows());
  if (job.key.local) launch.SetTile();
  launch.Enqueue();
}

void Horizontal(const Job& job, const Plane& source, const Plane& sink, cl_uint rows) {
  const auto& axis = job.work.horizontal;
  LaneKernel& kernel = job.session.KernelOf(job.program, job.key, kHorizontal);
  const Tile tile =
      job.key.local ? TileAlongRows(axis, kernel.limits) : TileWithoutLocal(kernel.limits);
  Launch launch(job.session, kernel, {axis.outputs, rows, tile});
  launch.SetPlanes(source, sink);
  launch.Set(job.tables.columns());
  launch.Set(job.tables.weights());
  if (job.key.local) launch.SetTile();
  launch.Enqueue();
}

void Vertical(const Job& job, const Plane& source, const Plane& sink, cl_uint columns) {
  const auto& axis = job.work.vertical;
  LaneKernel& kernel = job.session.KernelOf(job.program, job.key, kVertical);
  const Tile tile = job.key.local ? TileAlongColumns(axis, columns, kernel.limits)
                                  : TileWithoutLocal(kernel.limits);
  Launch launch(job.session, kernel, {columns, axis.outputs, tile});
  launch.SetPlanes(source, sink);
  launch.Set(job.tables.rows());
  launch.Set(job.tables.weights());
  if (job.key.local) launch.SetTile();
  launch.Enqueue();
}

// Returns the image between the passes, which must live until the session has finished.
Buffer Resize(const Job& job, const Plane& source, const Plane& sink) {
  const auto& work = job.work;
  const cl_uint columns = work.vertical_first ? work.source.columns : work.destination.columns;
  const cl_uint rows = work.vertical_first ? work.destination.rows : work.source.rows;
  Buffer buffer =
      job.session.Allocate(CL_MEM_READ_WRITE, uint64_t{columns} * rows * sizeof(cl_float4));
  const Plane between = {buffer.get(), columns};
  if (work.vertical_first) {
    Vertical(job, source, between, columns);
    Horizontal(job, between, sink, rows);
  } else {
    Horizontal(job, source, between, rows);
    Vertical(job, between, sink, columns);
  }
  return buffer;
}

std::string KernelNames(const MagickAccelerateWork& work) {
  if (work.operation == MagickAccelerateScale) return kScale;
  const std::string horizontal = kHorizontal, vertical = kVertical;
  return work.vertical_first ? vertical + "," + horizontal : horizontal + "," + vertical;
}

}  // namespace

void Resample(Session& session, cl_program program, const ProgramKey& key, SharePolicy share,
              const MagickAccelerateWork& work, MagickAccelerateParts* parts) {
  const size_t pixel_bytes = work.quantum_depth / 8 * 4;
  const DeviceTables tables(session, work);
  const DeviceImage source(session, work.source, pixel_bytes, DeviceImage::Role::kSource, share);
  DeviceImage sink(session, work.destination, pixel_bytes, DeviceImage::Role::kSink, share);
  const Plane from = {source.buffer(), source.stride_px()};
  const Plane to = {sink.buffer(), sink.stride_px()};
  const Job job = {session, program, key, work, tables};
  Buffer between;
  if (work.operation == MagickAccelerateScale) {
    Scale(job, from, to);
  } else {
    between = Resize(job, from, to);
  }
  sink.Download();
  session.Finish(parts);
  parts->bytes_up += tables.moved_bytes() + source.moved_bytes();
  parts->bytes_down += sink.moved_bytes();
  CopyText(parts->kernels, sizeof(parts->kernels), KernelNames(work));
}

}  // namespace lodestone::accel::opencl
