// The laboratory's experiments.
#pragma once

#include "lab/notebook.hpp"

namespace lodestone::accel::opencl {

struct LabSize {
  unsigned columns, rows;
};

// What they throw beside LabStopped ends the experiment.
using LabExperiment = void(LabBench&, LabNotebook&, const LabSize&);

LabExperiment ExperimentGaussian11, ExperimentPrecision;
LabExperiment ExperimentGaussian3, ExperimentCopy, ExperimentConvolution5;
LabExperiment ExperimentHoistedCall, ExperimentTable, ExperimentIndependentIfs,
    ExperimentGroupedSwitch;

}  // namespace lodestone::accel::opencl
