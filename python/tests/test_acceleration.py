"""Modes, devices and events."""

import os
import subprocess
import sys
import threading

import numpy as np
import pytest

import lodestone
from lodestone import Event, Image, Mode


@pytest.fixture
def image(smooth):
    return Image.from_array(smooth(200, 300))


def test_each_call_is_one_event(image):
    with lodestone.acceleration("off"), lodestone.events() as events:
        image.resize(75, 50, lodestone.Filter.TRIANGLE)
        image.blur(2.0)
    resized, blurred = events
    assert isinstance(resized, Event)
    assert (resized.operation, blurred.operation) == ("resize", "blur")
    assert (resized.source_columns, resized.source_rows, resized.columns, resized.rows) == (300, 200, 75, 50)
    assert (resized.outcome, resized.accelerator, resized.device) == ("done", "cpu", "")
    assert resized.reason == "disabled" and resized.quantum_depth == lodestone.QUANTUM_DEPTH
    assert resized.alpha is False and resized.actual_ns > 0
    assert blurred.sequence == resized.sequence + 1
    assert resized.process == os.getpid() and resized.thread == threading.get_native_id()
    assert resized.host == os.uname().nodename


def test_a_device_runs_what_requires_one(device, image):
    with lodestone.events() as events:
        with lodestone.acceleration(Mode.REQUIRE):
            on_device = image.scale(150, 100)
        with lodestone.acceleration(Mode.OFF):
            on_cpu = image.scale(150, 100)
    first, second = (event for event in events if event.operation == "scale")
    assert first.accelerator != "cpu" and first.device and first.outcome == "done"
    assert second.accelerator == "cpu"
    assert np.array_equal(on_device.pixels, on_cpu.pixels)
    assert first.device in [device.name for device in lodestone.devices() if device.usable]


def test_requiring_what_is_not_there_is_an_error(image):
    lodestone.select_device("no such device")
    try:
        with lodestone.events() as events, lodestone.acceleration("require"):
            with pytest.raises(lodestone.AccelerateError) as caught:
                image.blur(1.0)
        assert caught.value.reason
        (event,) = events
        assert event.outcome != "done" and event.accelerator == "" and event.reason != "none" and event.detail
    finally:
        lodestone.select_device(None)
    with pytest.raises(lodestone.OptionError):
        lodestone.select_device("x" * 300)


def test_modes_are_of_threads_and_nest():
    before = lodestone.get_mode()
    with lodestone.acceleration("off"):
        assert lodestone.get_mode() is Mode.OFF
        elsewhere = []
        thread = threading.Thread(target=lambda: elsewhere.append(lodestone.get_mode()))
        thread.start()
        thread.join()
        assert elsewhere == [before]
        with pytest.raises(KeyError):
            with lodestone.acceleration("require"):
                assert lodestone.get_mode() is Mode.REQUIRE
                raise KeyError
        assert lodestone.get_mode() is Mode.OFF
    assert lodestone.get_mode() is before
    lodestone.set_mode("off")
    assert lodestone.get_mode() is Mode.OFF
    lodestone.set_mode(None)
    assert lodestone.get_mode() is before
    with pytest.raises(lodestone.OptionError, match="sometimes"):
        lodestone.set_mode("sometimes")


def test_devices_begin_with_the_cpu():
    cpu = lodestone.devices()[0]
    assert (cpu.accelerator, cpu.name, cpu.type) == ("cpu", "native", lodestone.DeviceType.NATIVE)
    assert cpu.usable is True and cpu.ready is True and cpu.compute_units >= 1


def test_devices_that_are_missing_say_why():
    script = "import lodestone; [print(device.problem, device.hint) for device in lodestone.devices()[1:]]"
    environment = dict(
        os.environ, OCL_ICD_VENDORS="/nonexistent", MAGICK_ACCELERATE_PLUGIN_PATH="/nonexistent"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
    )
    assert not done.stderr
    assert all(line.strip() for line in done.stdout.splitlines())


def test_an_iteration_never_waits_and_can_go_on(image):
    events = lodestone.events()
    assert list(events) == []
    image.flip()
    assert [event.operation for event in events] == ["rearrange"]
    image.flop()
    assert [event.operation for event in events] == ["rearrange"]
    events.stop()
    image.flip()
    assert list(events) == [] and events.get() is None


def test_waiting_ends_by_time_by_an_event_or_by_the_end(image):
    with lodestone.events() as events:
        assert events.get(0.01) is None
        received = []
        thread = threading.Thread(target=lambda: received.extend([events.get(), events.get()]))
        thread.start()
        image.flip()  # deadlocks here if the thread waits with the interpreter's lock
        events.stop()
        thread.join(30)
        assert not thread.is_alive()
    assert received[0].operation == "rearrange" and received[1] is None


def test_a_full_queue_counts_what_is_lost(image):
    with lodestone.events(capacity=2) as events:
        for _ in range(5):
            image.flip()
    assert len(list(events)) == 2 and events.lost == 3
