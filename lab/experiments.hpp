// The lab's experiments.
#pragma once

#include "lab/notebook.hpp"

namespace lodestone::lab {

struct Size {
  unsigned columns, rows;
};

// Any exception other than Stopped ends only the experiment.
using Experiment = void(Bench&, Notebook&, const Size&);

Experiment ExperimentGaussian11, ExperimentPrecision;
Experiment ExperimentGaussian3, ExperimentCopy, ExperimentConvolution5;
Experiment ExperimentHoistedCall, ExperimentTable, ExperimentIndependentIfs,
    ExperimentGroupedSwitch;

// Their kernels, embedded.
extern const char kBranchesSource[], kConvolution5Source[], kCopySource[], kGaussian11Source[],
    kGaussian3Source[];

}  // namespace lodestone::lab
