/*
  Lodestone acceleration layer: choosing devices, warming them up, and the event log.

  Plain C, stands alone. Every function is safe to call from any thread at any time, also before
  InitializeMagick. Nothing here prints, exits or throws.
*/
#ifndef LODESTONE_ACCEL_ACCELERATE_H
#define LODESTONE_ACCEL_ACCELERATE_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define MAGICK_ACCELERATE_EXPORT __attribute__((visibility("default")))
#else
#define MAGICK_ACCELERATE_EXPORT
#endif

#if defined(__cplusplus)
extern "C" {
#endif

/* Which accelerators may run operations. */
typedef enum {
  MagickAccelerateInherit = 0, /* a thread: the process mode; the process: the environment's */
  MagickAccelerateOff,         /* the CPU; devices are not even discovered */
  MagickAccelerateAuto,   /* the accelerator predicted to finish first, of those that are ready */
  MagickAccelerateRequire /* a device, or the call fails with an exception */
} MagickAccelerateMode;

/* Result of one attempt by one accelerator. */
typedef enum {
  MagickAccelerateDone = 0,
  MagickAccelerateDeclined, /* did not start; normal */
  MagickAccelerateFailed    /* started but could not finish; the next accelerator starts over */
} MagickAccelerateOutcome;

/* Why an accelerator declined or failed; MagickAccelerateReasonName gives the stable name. */
typedef enum {
  MagickAccelerateNoReason = 0,
  MagickAccelerateDisabled,       /* disabled by mode, environment or device selection */
  MagickAccelerateUnsupported,    /* operation or pixel type not implemented */
  MagickAccelerateTooSmall,       /* the fixed cost of a device would outweigh the work */
  MagickAccelerateTooLarge,       /* exceeds the device's limits */
  MagickAccelerateCold,           /* not warmed up yet */
  MagickAccelerateSlower,         /* predicted slower than the accelerator chosen */
  MagickAccelerateNoDevice,       /* no usable device */
  MagickAccelerateSelfTestFailed, /* its pixels differ from the CPU's for this operation */
  MagickAccelerateQuarantined,    /* failed before, or processes crashed inside its driver */
  MagickAccelerateForked,         /* in a forked child; the parent has the device open */
  MagickAccelerateBuildFailed,    /* kernel build failed */
  MagickAccelerateDeviceMemory,   /* out of device memory */
  MagickAccelerateDeviceError,    /* any other device error */
  MagickAccelerateHostMemory,     /* out of host memory */
  MagickAccelerateCancelled       /* cancelled by the progress monitor */
} MagickAccelerateReason;

typedef enum {
  MagickAccelerateTypeNative = 0, /* the CPU, by the library itself */
  MagickAccelerateTypeCPU,        /* the CPU, through a device interface such as OpenCL */
  MagickAccelerateTypeGPU,
  MagickAccelerateTypeOther
} MagickAccelerateDeviceType;

/*
  The record of one call. Times are in nanoseconds, 0 = not measured. Strings are never NULL. They
  belong to the library and live as long as the record: during the callback, or until the next pull.
*/
typedef struct MagickAccelerateEvent {
  size_t struct_size;    /* as written by the library: read no field beyond it */
  uint64_t sequence;     /* 1, 2, 3 ... within the process */
  int64_t unix_time_ns;  /* end of the call */
  uint64_t thread;       /* operating system thread id */
  const char* operation; /* "scale", "resize", ... */
  unsigned long source_columns, source_rows, columns, rows; /* pixels */
  unsigned int quantum_depth;                               /* 8 or 16 */
  unsigned int alpha;                                       /* 1: the image has an alpha channel */
  MagickAccelerateOutcome outcome; /* done: `accelerator` ran the operation; else none did */
  const char* accelerator;         /* "cpu", "opencl", ...; "" if none ran it */
  const char* device;              /* stable device name, platform:type:name; "" for the CPU */
  const char* declined_by;         /* best device or accelerator that did not run it, "" if none */
  MagickAccelerateOutcome declined_by_outcome; /* declined or failed, if there is a reason */
  MagickAccelerateReason reason; /* why `declined_by`, or every device, did not run it */
  const char* detail;            /* the reason in one readable sentence, "" if none */
  const char* kernels;           /* comma-separated names of the kernels run, "" if none */
  unsigned int first;            /* 1: the process's first call there of this operation or kernel */
  unsigned int resident;         /* 1: the source was already on the device */
  uint64_t predicted_ns, actual_ns;
  uint64_t queue_ns, compile_ns, upload_ns, kernel_ns, download_ns;
  uint64_t bytes_up, bytes_down;
  uint64_t context_ns;  /* opening the device, if this call did */
  uint64_t load_ns;     /* loading cached programs; compile_ns is building from source */
  uint64_t test_ns;     /* self-test, if this call ran it */
  unsigned int strips;  /* number of strips a large image was split into; 0: not split */
  unsigned int samples; /* per pixel: 4, or 1 for a grey image processed as such */
  uint64_t process;     /* operating system process id */
  const char* host;     /* name of this machine */
  const char* item; /* what the thread was working on (MagickAccelerateSetItem), "" if unknown */
} MagickAccelerateEvent;

/*
  Receives every record of the process, on the thread that made the call, one at a time: a slow
  handler delays the end of every call. It must not call image operations or wait for a thread that
  does; it may set another handler and use event queues. `event` and its strings are valid only
  during the call. A forked child keeps the handler.
*/
typedef void (*MagickAccelerateEventHandler)(const MagickAccelerateEvent* event, void* context);

/* One device. Strings are NUL-terminated; a truncated one ends in "...". */
typedef struct MagickAccelerateDeviceInfo {
  size_t struct_size;
  char accelerator[32]; /* "cpu", "opencl", ... */
  char name[256];       /* stable selector platform:type:name; "native" for the CPU */
  char platform[128];
  char driver[128]; /* driver and platform version */
  MagickAccelerateDeviceType type;
  unsigned int usable; /* 1: may be chosen */
  unsigned int ready;  /* 1: warmed up */
  uint64_t memory_bytes, local_memory_bytes;
  unsigned int compute_units;
  char self_test[128];         /* "not run", "passed", or what failed */
  char cache[256];             /* folder of compiled programs, or why there is none */
  char problem[256];           /* why it cannot be used, "" if it can */
  char hint[256];              /* hint for the user: a package to install, a variable to set */
  unsigned int driver_crashes; /* processes that crashed in its driver since it last worked */
  char last_driver_crash[256]; /* the last such crash: process, time, operation; "" if none */
  /* Warm-up in this process, nanoseconds: opening the module and the device, loading cached
     programs, building programs from source, self-tests. */
  uint64_t open_ns, context_ns, load_ns, compile_ns, test_ns;
  char conformance[256]; /* "not checked", or what the latest check found and when, beginning with
                            "out of date" if that was with another driver or library */
  unsigned int conforms; /* 1: that check found every case equal, and is not out of date */
  char hardware[32]; /* "pci:0000:3b:00.0", the same from every module that shows it; "": unknown */
} MagickAccelerateDeviceInfo;

/*
  MagickAccelerateSetMode: which accelerators may run operations, for the whole process.
  Overrides MAGICK_ACCELERATE and the switch in MAGICK_OCL_DEVICE. Inherit restores those; a value
  that is not a mode changes nothing.
  Returns: the previous mode.
*/
MAGICK_ACCELERATE_EXPORT MagickAccelerateMode MagickAccelerateSetMode(MagickAccelerateMode mode);

/* MagickAccelerateGetMode: the mode that applies to a call made now on this thread. */
MAGICK_ACCELERATE_EXPORT MagickAccelerateMode MagickAccelerateGetMode(void);

/*
  MagickAccelerateSetThreadMode: the mode for calls made by the calling thread, until changed.
  For a single call, set it before and restore it after. Inherit: the process mode applies. A value
  that is not a mode changes nothing.
  Returns: the thread's previous mode.
*/
MAGICK_ACCELERATE_EXPORT MagickAccelerateMode
MagickAccelerateSetThreadMode(MagickAccelerateMode mode);

/*
  MagickAccelerateSetItem: name what the calling thread works on from now on, such as a file, for
  the records of its calls.
  item: copied, up to 1023 bytes; NULL or "" for nothing.
*/
MAGICK_ACCELERATE_EXPORT void MagickAccelerateSetItem(const char* item);

/*
  MagickAccelerateSelectDevice: use only devices that match.
  selector: a stable name (platform:type:name; a second device of that name is name#2) or whole
            words of one, a class (GPU, CPU), "true", "yes", "on" or "1" for any, "OFF", "false",
            "no" or "0" for none, NULL to restore MAGICK_OCL_DEVICE. Another number alone matches no
            device. Neither case nor spaces around it matter.
  Returns:  1, or 0 if the selector is too long (over 255 bytes).
*/
MAGICK_ACCELERATE_EXPORT int MagickAccelerateSelectDevice(const char* selector);

/*
  MagickAccelerateWarmUp: open the devices that calls would use, build or load their programs,
  self-test them. These are the devices that mode auto uses or, if there is none, all that are
  selected. Blocks until done: with a new driver up to a minute, afterwards a second or two.
  Returns: number of devices that are ready; 0 is normal on a machine without any.
*/
MAGICK_ACCELERATE_EXPORT unsigned int MagickAccelerateWarmUp(void);

/*
  MagickAccelerateBuildPrograms: build the programs that MagickAccelerateWarmUp needs, except those
  that are in the cache or that another process is building, and store them there. Many drivers
  build one program at a time in a process: several processes that call this at once, and others
  that warm up meanwhile, share the work. Tests nothing. Returns when nothing is left to begin.
  Returns: number of devices that have nothing left to begin; 0 also if the cache cannot be written.
*/
MAGICK_ACCELERATE_EXPORT unsigned int MagickAccelerateBuildPrograms(void);

/*
  MagickAccelerateAbandonWarmUp: tell a background warm-up to stop after its current step, without
  waiting for it.
  Returns: 1 while it is still inside a driver, else 0. A program that then exits normally waits for
           that step, at most ten seconds, or sixty while it computes on a busy machine; one that
           flushes its files and calls _exit does not.
*/
MAGICK_ACCELERATE_EXPORT int MagickAccelerateAbandonWarmUp(void);

/*
  MagickAccelerateShutdown: wait for running calls, ten seconds at most, then close all devices.
  They reopen on demand. A call, or a warm-up, that takes longer keeps them open.
*/
MAGICK_ACCELERATE_EXPORT void MagickAccelerateShutdown(void);

/*
  MagickAccelerateListDevices: describe the CPU, every device, and every accelerator that could not
  be loaded (usable is 0, problem and hint are set).
  infos:   array of `count` elements whose struct_size the caller has set to that of one, or NULL to
           get the number.
  Returns: number of entries available; at most `count` are written.
*/
MAGICK_ACCELERATE_EXPORT size_t MagickAccelerateListDevices(MagickAccelerateDeviceInfo* infos,
                                                            size_t count);

/*
  MagickAccelerateForgetDevice: discard what earlier processes recorded about devices: self-test
  verdicts, driver crashes, measurements, tuned variants.
  selector: a device or class, as for MagickAccelerateSelectDevice, or the name of an accelerator
            that could not be loaded, or "native" for the CPU; NULL or "" for everything.
  Returns:  number of devices and accelerators that matched.
*/
MAGICK_ACCELERATE_EXPORT unsigned int MagickAccelerateForgetDevice(const char* selector);

/*
  What a device, or the CPU, made of a list of cases whose results are known: cases is the sum of
  the other three.
*/
typedef struct MagickAccelerateConformance {
  size_t struct_size; /* set by the caller */
  unsigned int list;  /* version of the list, from 1 */
  unsigned int cases, equal, different, not_run;
} MagickAccelerateConformance;

/*
  MagickAccelerateKeepConformance: keep what a check found, for the list of devices of this and
  later processes. It counts as long as driver and library stay the same.
  device:  whole name of the device, "native" for the CPU.
  found:   copied.
  Returns: 1, or 0 if there is no such device or the cache directory cannot be written to.
*/
MAGICK_ACCELERATE_EXPORT int MagickAccelerateKeepConformance(
    const char* device, const MagickAccelerateConformance* found);

/*
  MagickAccelerateSetEventHandler: pass every record to `handler`; NULL: none.
  On return, the previous handler is no longer running.
*/
MAGICK_ACCELERATE_EXPORT void MagickAccelerateSetEventHandler(MagickAccelerateEventHandler handler,
                                                              void* context);

/*
  MagickAccelerateSetPartTimes: whether the handler and the queues of this process want the times of
  parts by devices' clocks, which may make devices slower. They do until this is called, for calls
  that begin afterwards.
  wanted: 0: upload_ns, kernel_ns and download_ns of records may be 0, and queue_ns lacks what only
          such a clock tells. Log files, and the library's own log, get all times nevertheless.
*/
MAGICK_ACCELERATE_EXPORT void MagickAccelerateSetPartTimes(int wanted);

/*
  A queue of records that the program pulls; it never delays a call. Any number of queues may be
  open; each gets every record. A forked child has its own copies.
*/
typedef struct MagickAccelerateEventQueue MagickAccelerateEventQueue;

/*
  MagickAccelerateOpenEventQueue: queue every record from now on, for MagickAcceleratePullEvent.
  capacity: maximum number of queued records, 0 for 1024; memory is allocated as they arrive, about
            500 bytes each. Records that arrive while the queue is full are dropped and counted.
  Returns:  a queue to be closed by the caller, or NULL with errno ENOMEM.
*/
MAGICK_ACCELERATE_EXPORT MagickAccelerateEventQueue* MagickAccelerateOpenEventQueue(
    size_t capacity);

/*
  MagickAcceleratePullEvent: remove the oldest record from a queue.
  seconds: how long to wait for one; 0: do not wait; negative: wait until there is one or the queue
           is stopped. A waiting thread may get a record a few milliseconds late, since no call
           spends time waking it.
  Returns: the record, which the queue owns; it and its strings are valid until the same thread
           pulls from that queue again, or the queue is closed. Otherwise NULL, with errno ETIMEDOUT
           if none arrived in time, ECANCELED if the queue is stopped and empty, ENOMEM if out of
           memory.
  Threads: several may pull from one queue; each record goes to one of them.
*/
MAGICK_ACCELERATE_EXPORT const MagickAccelerateEvent* MagickAcceleratePullEvent(
    MagickAccelerateEventQueue* queue, double seconds);

/* MagickAccelerateLostEvents: number of records dropped: the queue was full, or out of memory. */
MAGICK_ACCELERATE_EXPORT uint64_t
MagickAccelerateLostEvents(const MagickAccelerateEventQueue* queue);

/*
  MagickAccelerateStopEventQueue: accept no more records, and end all waits. Records already queued
  can still be pulled.
*/
MAGICK_ACCELERATE_EXPORT void MagickAccelerateStopEventQueue(MagickAccelerateEventQueue* queue);

/*
  MagickAccelerateCloseEventQueue: stop a queue, let waiting pulls return, and free it with its
  records. No other thread may use it afterwards: stop it and join them first. NULL is ignored.
*/
MAGICK_ACCELERATE_EXPORT void MagickAccelerateCloseEventQueue(MagickAccelerateEventQueue* queue);

/*
  One accelerator that could run an operation. Times are predictions in nanoseconds, 0 = none or
  unknown. Strings are never NULL and are valid only during the callback.
*/
typedef struct MagickAccelerateCandidate {
  size_t struct_size;              /* as written by the library: read no field beyond it */
  const char* accelerator;         /* "cpu", "opencl", ... */
  const char* device;              /* stable name; "" for the CPU */
  MagickAccelerateOutcome outcome; /* done: it can run it now */
  MagickAccelerateReason reason;   /* why it cannot, or would not be chosen */
  const char* detail;              /* the reason in one sentence, "" if none */
  unsigned int chosen;             /* 1: this one would run it */
  unsigned int resident;           /* 1: the source is, or would be, already on the device */
  uint64_t predicted_ns;           /* of the call: the sum of the next five */
  uint64_t source_fetch_ns;        /* fetching the source from another device first */
  uint64_t launch_ns, upload_ns, kernel_ns, download_ns;
  uint64_t fetch_ns;  /* later download of a result that stays on the device */
  uint64_t queued_ns; /* until calls there, or where the source is fetched from, have ended */
} MagickAccelerateCandidate;

/*
  Receives one explanation. event: what the call's record would be, without measured times.
  candidates: the CPU, then the selected devices; `struct_size` bytes from one to the next.
*/
typedef void (*MagickAccelerateExplainHandler)(const MagickAccelerateEvent* event,
                                               const MagickAccelerateCandidate* candidates,
                                               size_t count, void* context);

/*
  MagickAccelerateSetThreadExplain: from now on, operations of the calling thread are not run but
  explained to `handler`, in the current mode; NULL ends that. Results are images of the right size
  without pixels (they read as zeros). Devices are discovered; none is warmed up.
*/
MAGICK_ACCELERATE_EXPORT void MagickAccelerateSetThreadExplain(
    MagickAccelerateExplainHandler handler, void* context);

/*
  One finding of MagickAccelerateTune. Strings are never NULL and are valid only during the
  callback.
*/
typedef struct MagickAccelerateTuneStep {
  size_t struct_size;         /* as written by the library: read no field beyond it */
  const char* device;         /* stable name */
  const char* operation;      /* "scale", ...; "" for a link */
  const char* shape;          /* "reduce by 2 and more", "reduce", "enlarge", "same size"; "" for a
                                 link */
  const char* item;           /* name of the variant, "default" for the module's own choice; for a
                                 link: "upload", "upload pinned", "download" */
  unsigned int alpha;         /* 1: with an alpha channel */
  unsigned int columns, rows; /* of the source */
  uint64_t ns;                /* the shortest of several runs; 0: could not be run */
  uint64_t bytes;             /* transferred over the link */
  unsigned int wrong;         /* 1: its pixels differ from the CPU's; never used */
  unsigned int best;          /* 1: from now on used for this work class */
  double done;                /* progress, 0 ... 1 */
  const char* channels;       /* "opaque", "alpha", "plain", "grey"; "" for a link */
} MagickAccelerateTuneStep;

/* Receives every step. Returns 0 to stop; results so far are kept. */
typedef int (*MagickAccelerateTuneHandler)(const MagickAccelerateTuneStep* step, void* context);

/*
  MagickAccelerateTune: warm up the selected devices, measure their links and every variant of every
  work class, and keep the fastest for later processes. Takes seconds; other load distorts the
  result.
  seconds: start nothing new after this time.
  handler: may be NULL.
  Returns: number of devices tuned completely; 0 also if learning is disabled.
*/
MAGICK_ACCELERATE_EXPORT unsigned int MagickAccelerateTune(double seconds,
                                                           MagickAccelerateTuneHandler handler,
                                                           void* context);

/*
  MagickAccelerateOpenLog: append every record to a file, created if absent; NULL closes it.
  A file that holds something else than such a log is left alone (EEXIST).
  A name ending in .jsonl gets one JSON object per line, any other the text layout.
  Returns: 1, or 0 with errno set if the file cannot be opened, or, for NULL, if something could not
           be written to it.
*/
MAGICK_ACCELERATE_EXPORT int MagickAccelerateOpenLog(const char* filename);

/* MagickAccelerateReasonName: stable lower-case name, as in the event log, or "unknown"; never
   NULL. */
MAGICK_ACCELERATE_EXPORT const char* MagickAccelerateReasonName(MagickAccelerateReason reason);

/* MagickAccelerateOutcomeName: "done", "declined", "failed" or "unknown"; never
   NULL. */
MAGICK_ACCELERATE_EXPORT const char* MagickAccelerateOutcomeName(MagickAccelerateOutcome outcome);

#if defined(__cplusplus)
}
#endif

#endif
