"""The same work by Lodestone, Pillow and libvips, with how long each took and the ratio to Lodestone.

    make bench-python                          in the build folder, or with the package installed:
    python3 bench/peers.py [IMAGE] [--runs N] [--mode off|auto|require] [--clock wall|cpu]

Each operation starts from decoded pixels in memory and ends with all pixels of the result in memory; the
fastest of the runs counts. Where others use the machine, take --clock cpu: the time of all CPUs together.

Lodestone computes with samples of its build's depth, the others with 8 bits. libvips reduces by Lanczos, but
enlarges by a bicubic interpolation; its source is marked as sequential, with which it reduces several times
as fast.
Debian 12 has no pyvips: libvips is called through pyvips if that is there, else by GObject introspection
(packages python3-gi, gir1.2-vips-8.0), which builds the same operations.
"""

import argparse
import os
import statistics
import time

import numpy as np

import lodestone


def photo(rows=2000, columns=3000):
    """Samples like a photograph's: soft shapes, edges and noise."""
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float32)
    layers = [
        np.sin(x / 90 + k) * np.cos(y / 70 - k) + (np.hypot(x - 900 * k, y - 700) < 400) for k in range(3)
    ]
    noise = np.random.default_rng(1).normal(0, 0.05, (rows, columns, 3))
    return np.clip((np.stack(layers, axis=2) / 4 + 0.5 + noise) * 255, 0, 255).astype(np.uint8)


class Lodestone:
    name = f"Lodestone Q{lodestone.QUANTUM_DEPTH}"

    def __init__(self, samples):
        self.samples = samples
        self.image = lodestone.Image.from_array(samples)
        self.jpeg = self.image.encode("JPEG", quality=90)

    def finish(self, result):
        result.pixels  # fetches what may be on a device

    def resize(self, width, height):
        return self.image.resize(width, height, lodestone.Filter.LANCZOS)

    def scale(self, width, height):
        return self.image.scale(width, height)

    def blur(self, sigma):
        return self.image.blur(sigma)

    def convolve(self, matrix):
        return self.image.convolve(matrix)

    def rotate(self):
        return self.image.rotate(90)

    def decode(self, jpeg):
        return lodestone.open(jpeg)

    def from_array(self):
        return lodestone.Image.from_array(self.samples)

    def to_array(self):
        return np.asarray(self.image)


class Pillow:
    def __init__(self, samples):
        from PIL import Image, ImageFilter, __version__

        self.name = f"Pillow {__version__}"
        self.module, self.filters, self.samples = Image, ImageFilter, samples
        self.image = Image.fromarray(samples)

    def finish(self, result):
        result.load()

    def resize(self, width, height):
        return self.image.resize((width, height), self.module.LANCZOS)

    def scale(self, width, height):
        return self.image.resize((width, height), self.module.BOX)

    def blur(self, sigma):
        return self.image.filter(self.filters.GaussianBlur(sigma))

    def convolve(self, matrix):
        return self.image.filter(self.filters.Kernel((3, 3), np.ravel(matrix).tolist()))

    def rotate(self):
        return self.image.transpose(self.module.ROTATE_270)

    def decode(self, jpeg):
        import io

        return self.module.open(io.BytesIO(jpeg))

    def from_array(self):
        return self.module.fromarray(self.samples)

    def to_array(self):
        return np.asarray(self.image)


class Vips:
    """Operations by their names and arguments in libvips."""

    def __init__(self, samples):
        self.samples = samples
        self.rows, self.columns = samples.shape[:2]

    def to_array(self):
        return np.frombuffer(self.image.write_to_memory(), np.uint8).reshape(self.samples.shape)

    def resize(self, width, height):
        return self.run("resize", scale=width / self.columns, vscale=height / self.rows, kernel=self.lanczos)

    def scale(self, width, height):
        return self.run("shrink", hshrink=self.columns / width, vshrink=self.rows / height)

    def blur(self, sigma):
        return self.run("gaussblur", sigma=sigma)

    def convolve(self, matrix):
        return self.run("conv", mask=self.matrix(matrix), precision=self.integer)

    def rotate(self):
        return self.run("rot", angle=self.right_angle)


class PyVips(Vips):
    def __init__(self, samples):
        import pyvips

        self.name = f"pyvips {pyvips.__version__}"
        super().__init__(samples)
        self.module = pyvips
        self.image = pyvips.Image.new_from_memory(
            samples.tobytes(), self.columns, self.rows, 3, "uchar"
        ).copy()
        self.image.set_type(pyvips.GValue.gint_type, "vips-sequential", 1)
        self.lanczos, self.integer, self.right_angle = "lanczos3", "integer", "d90"

    def from_array(self):
        return self.module.Image.new_from_memory(self.samples.tobytes(), self.columns, self.rows, 3, "uchar")

    def run(self, name, **arguments):
        return self.module.Operation.call(name, self.image, **arguments)

    def matrix(self, rows):
        return self.module.Image.new_from_array(np.asarray(rows).tolist(), scale=float(np.sum(rows)))

    def finish(self, result):
        result.copy_memory()

    def decode(self, jpeg):
        return self.module.Image.new_from_buffer(jpeg, "")


class IntrospectedVips(Vips):
    def __init__(self, samples):
        import gi

        gi.require_version("Vips", "8.0")
        from gi.repository import GObject, Vips as module

        module.init("peers")
        self.name = f"libvips {module.version(0)}.{module.version(1)}"
        # Vips.Object has methods of these names that are others.
        self.module, self.set, self.get = module, GObject.Object.set_property, GObject.Object.get_property
        super().__init__(samples)
        self.image = self.from_array()
        self.image.set_int("vips-sequential", 1)
        self.lanczos, self.integer = module.Kernel.LANCZOS3, module.Precision.INTEGER
        self.right_angle = module.Angle.D90

    def from_array(self):
        kind = self.module.BandFormat.UCHAR
        return self.from_memory(self.samples.tobytes(), self.columns, self.rows, 3, kind)

    def from_memory(self, data, columns, rows, bands, kind):
        return self.module.Image.new_from_memory_copy(data, columns, rows, bands, kind)

    def run(self, name, source=False, **arguments):
        operation = self.module.Operation.new(name)
        for key, value in (arguments if source else {"in": self.image, **arguments}).items():
            self.set(operation, key, value)
        built = self.module.cache_operation_build(operation)
        if built is None:
            raise RuntimeError(self.module.error_buffer())
        return self.get(built, "out")

    def matrix(self, rows):
        values = np.asarray(rows, np.float64)
        mask = self.from_memory(
            values.tobytes(), values.shape[1], values.shape[0], 1, self.module.BandFormat.DOUBLE
        )
        mask.set_double("scale", float(values.sum()))
        return mask

    def finish(self, result):
        result.write_to_memory()

    def decode(self, jpeg):
        return self.run("jpegload_buffer", source=True, buffer=self.module.Blob.copy(jpeg))


SOFTEN = [[1, 2, 1], [2, 4, 2], [1, 2, 1]]


def operations(columns, rows, jpeg):
    return {
        "decode a JPEG": lambda peer: peer.decode(jpeg),
        "resize to a quarter, Lanczos": lambda peer: peer.resize(columns // 4, rows // 4),
        "resize to 1.5 times, Lanczos": lambda peer: peer.resize(columns * 3 // 2, rows * 3 // 2),
        "scale to a third, area": lambda peer: peer.scale(columns // 3, rows // 3),
        "blur, sigma 3": lambda peer: peer.blur(3.0),
        "convolve 3x3": lambda peer: peer.convolve(SOFTEN),
        "rotate by 90 degrees": lambda peer: peer.rotate(),
    }


CONVERSIONS = {
    "image from an array": lambda peer: peer.from_array(),
    "array of an image": lambda peer: peer.to_array(),
}

CLOCKS = {"wall": time.perf_counter, "cpu": time.process_time}


def milliseconds(peer, work, runs, clock):
    times = []
    for _ in range(runs):
        begin = clock()
        result = work(peer)
        if not isinstance(result, np.ndarray):
            peer.finish(result)
        times.append((clock() - begin) * 1e3)
    return min(times)


def available(samples):
    peers = []
    for kinds in ((Pillow,), (PyVips, IntrospectedVips)):
        for kind in kinds:
            try:
                peers.append(kind(samples))
                break
            except (ImportError, ValueError) as error:
                print(f"not here: {kind.__name__} ({error})")
    return peers


def compare(works, own, peers, runs, clock):
    """Prints a line for each of the works, and returns the ratios of each peer."""
    ratios = [[] for _ in peers]
    for name, work in works.items():
        mine = milliseconds(own, work, runs, clock)
        line = f"{name:30}{mine:17.2f}"
        for place, peer in enumerate(peers):
            theirs = milliseconds(peer, work, runs, clock)
            ratios[place].append(theirs / mine)
            line += f"{theirs:18.2f}{theirs / mine:7.2f}"
        print(line)
    return ratios


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("image", nargs="?", help="an image file; without it, one is computed")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--mode", choices=["off", "auto", "require"], default="off")
    parser.add_argument("--clock", choices=CLOCKS, default="wall")
    arguments = parser.parse_args()
    samples = lodestone.open(arguments.image).to_array("RGB", "uint8") if arguments.image else photo()
    rows, columns = samples.shape[:2]
    own = Lodestone(samples)
    peers = available(samples)
    runs, clock = arguments.runs, CLOCKS[arguments.clock]
    print(
        f"{columns}x{rows}, {len(os.sched_getaffinity(0))} CPUs, mode {arguments.mode}, "
        f"{arguments.clock} time, best of {runs} runs"
    )
    print(
        f"{'':30}{own.name + ' ms':>17}" + "".join(f"{peer.name + ' ms':>18}{'ratio':>7}" for peer in peers)
    )
    with lodestone.acceleration(arguments.mode):
        ratios = compare(operations(columns, rows, own.jpeg), own, peers, runs, clock)
        means = [statistics.geometric_mean(values) for values in ratios]
        print(f"{'geometric mean':47}" + "".join(f"{'':18}{mean:7.2f}" for mean in means))
        compare(CONVERSIONS, own, peers, runs, clock)


if __name__ == "__main__":
    main()
