"""Arrays in the memory of a CUDA device, by the driver's interface alone, as CuPy and PyTorch have them."""

import ctypes

import numpy as np

DEVICE = 0
LEGACY_STREAM = ctypes.c_void_p(1)


class Driver:
    """libcuda.so.1, with the primary context of a device current in each call."""

    def __init__(self):
        self.library = ctypes.CDLL("libcuda.so.1")
        self.call("cuInit", 0, context=None)
        self.context = ctypes.c_void_p()
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(self.context), DEVICE, context=None)

    def call(self, name, *arguments, context="primary"):
        if context:
            assert self.library.cuCtxPushCurrent_v2(self.context) == 0
        status = self.library[name](*arguments)
        if context:
            assert self.library.cuCtxPopCurrent_v2(ctypes.byref(ctypes.c_void_p())) == 0
        assert status == 0, (name, status)

    def allocate(self, size):
        address = ctypes.c_uint64()
        self.call("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(size))
        return address.value

    def free(self, address):
        self.call("cuMemFree_v2", ctypes.c_uint64(address))

    def upload(self, address, data):
        """Enqueued on the default stream."""
        self.call(
            "cuMemcpyHtoDAsync_v2", ctypes.c_uint64(address), data, ctypes.c_size_t(len(data)), LEGACY_STREAM
        )

    def download(self, address, size):
        data = ctypes.create_string_buffer(size)
        self.call("cuMemcpyDtoHAsync_v2", data, ctypes.c_uint64(address), ctypes.c_size_t(size), LEGACY_STREAM)
        self.call("cuStreamSynchronize", LEGACY_STREAM)
        return data.raw


class DeviceArray:
    """What has `__cuda_array_interface__`. gap: unused samples at the end of each row."""

    def __init__(self, driver, array, gap=0):
        rows = array.reshape(len(array), -1)
        padded = np.ascontiguousarray(np.pad(rows, ((0, 0), (0, gap)), constant_values=7))
        self.driver = driver
        self.data = padded.tobytes()
        self.address = driver.allocate(len(self.data))
        driver.upload(self.address, self.data)
        strides = (padded.strides[0],) + np.ascontiguousarray(array).strides[1:]
        self.__cuda_array_interface__ = {
            "version": 3,
            "shape": array.shape,
            "typestr": array.dtype.str,
            "data": (self.address, False),
            "strides": strides if gap else None,
            "stream": 1,
        }

    def is_unchanged(self):
        return self.driver.download(self.address, len(self.data)) == self.data

    def __del__(self):
        self.driver.free(self.address)


def fetch(driver, array):
    """A NumPy array of what has `__cuda_array_interface__`."""
    described = array.__cuda_array_interface__
    kind = np.dtype(described["typestr"])
    shape, strides = described["shape"], described["strides"]
    data = driver.download(described["data"][0], strides[0] * shape[0])
    return np.ndarray(shape, kind, data, strides=strides)
