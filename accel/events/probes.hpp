// Static probes (USDT) for tracers such as bpftrace: an instruction that does nothing each, until
// one is attached. examples/calls.bt uses them.
#pragma once

#include "accel/accelerate.h"
#include "config.h"

#if defined(LS_WITH_PROBES)
#include <sys/sdt.h>
#endif

namespace lodestone::accel {

// lodestone:call__start(operation)
inline void ProbeCallStart([[maybe_unused]] const MagickAccelerateEvent& event) {
#if defined(LS_WITH_PROBES)
  DTRACE_PROBE1(lodestone, call__start, event.operation);
#endif
}

// lodestone:call__end(operation, accelerator, device, outcome, actual_ns, predicted_ns,
//                     source_columns, source_rows, columns, rows), as in MagickAccelerateEvent, on
// the thread of the start. Works of one call start one after the other, and end together.
inline void ProbeCallEnd([[maybe_unused]] const MagickAccelerateEvent& event) {
#if defined(LS_WITH_PROBES)
  DTRACE_PROBE10(lodestone, call__end, event.operation, event.accelerator, event.device,
                 static_cast<int>(event.outcome), event.actual_ns, event.predicted_ns,
                 event.source_columns, event.source_rows, event.columns, event.rows);
#endif
}

}  // namespace lodestone::accel
