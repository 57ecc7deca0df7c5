// The plain C record of a work as the kernels see it.
#pragma once

#include "accel/plugin.h"
#include "kernels/window/convolve/convolve_cpu.hpp"
#include "kernels/common/finish.hpp"
#include "kernels/color/color_cpu.hpp"
#include "kernels/composite/composite_cpu.hpp"
#include "kernels/cube/cube_cpu.hpp"
#include "kernels/count/count_cpu.hpp"
#include "kernels/noise/noise_cpu.hpp"
#include "kernels/series/series_cpu.hpp"
#include "kernels/shear/shear_cpu.hpp"
#include "kernels/warp/warp_cpu.hpp"
#include "kernels/wavelet/wavelet_cpu.hpp"
#include "kernels/point/point_cpu.hpp"
#include "kernels/rearrange/rearrange_cpu.hpp"
#include "kernels/resample/cpu/resample_cpu.hpp"
#include "kernels/window/functions/windows_cpu.hpp"

namespace lodestone::accel {

kernels::SourceView SourceOf(const MagickAccelerateWork& work);
kernels::DestinationView DestinationOf(const MagickAccelerateWork& work);
kernels::Channels ChannelsOf(const MagickAccelerateWork& work);

// With one of the arguments of `work`, which it refers to.
template <class Arguments>
kernels::Work<Arguments> ToWork(const MagickAccelerateWork& work, const Arguments& rule) {
  return {SourceOf(work), DestinationOf(work), ChannelsOf(work), rule};
}

// Each is for the operations that have the tables it reads, and may refer to the arguments of
// `work`.
kernels::ResampleWork ToResampleWork(const MagickAccelerateWork& work);
kernels::BorderedSource ToBorderedSource(const MagickAccelerateWork& work);
kernels::ConvolveWork ToConvolveWork(const MagickAccelerateWork& work);
kernels::PointWork ToPointWork(const MagickAccelerateWork& work);
kernels::ColorWork ToColorWork(const MagickAccelerateWork& work);
kernels::CompositeWork ToCompositeWork(const MagickAccelerateWork& work);
kernels::CubeWork ToCubeWork(const MagickAccelerateWork& work);
kernels::ShearWork ToShearWork(const MagickAccelerateWork& work);
kernels::WarpWork ToWarpWork(const MagickAccelerateWork& work);
kernels::SeriesWork ToSeriesWork(const MagickAccelerateWork& work);
kernels::RearrangeWork ToRearrangeWork(const MagickAccelerateWork& work);
kernels::WindowsWork ToWindowsWork(const MagickAccelerateWork& work);
kernels::HistogramWork ToHistogramWork(const MagickAccelerateWork& work);

}  // namespace lodestone::accel
