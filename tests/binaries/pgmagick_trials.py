"""Uses pgmagick as its users do: prints ok or not ok of each trial, and leaves images."""
import sys

import pgmagick
from pgmagick import api

INPUTS = sys.argv[1] + "/"


def read_and_write(name, made):
    pgmagick.Image(INPUTS + name).write(made)


def operations(image):
    yield "blur", lambda: image.blur(2, 1)
    yield "border", lambda: image.border("4x3")
    yield "charcoal", lambda: image.charcoal(1, 0.5)
    yield "contrast", lambda: image.contrast(1)
    yield "crop", lambda: image.crop("20x20+8+8")
    yield "edge", lambda: image.edge(1)
    yield "emboss", lambda: image.emboss(1, 0.5)
    yield "equalize", image.equalize
    yield "flip", image.flip
    yield "gamma", lambda: image.gamma(1.5)
    yield "implode", lambda: image.implode(0.4)
    yield "modulate", lambda: image.modulate(110, 80, 120)
    yield "negate", image.negate
    yield "normalize", image.normalize
    yield "quantize", lambda: (image.quantizeColors(16), image.quantizeDither(False), image.quantize(False))
    yield "rotate", lambda: image.rotate(30)
    yield "sample", lambda: image.sample("30x30!")
    yield "scale", lambda: image.scale("30x30")
    yield "sharpen", lambda: image.sharpen(1, 0.5)
    yield "solarize", lambda: image.solarize(20000)
    yield "swirl", lambda: image.swirl(40)
    yield "trim", image.trim
    yield "unsharpmask", lambda: image.unsharpmask(1, 0.5, 1, 0.01)
    yield "zoom", lambda: image.zoom("50%")


def draw():
    image = pgmagick.Image(pgmagick.Geometry(90, 60), pgmagick.Color("#f0f4ff"))
    drawables = pgmagick.DrawableList()
    drawables.append(pgmagick.DrawableFillColor("orange"))
    drawables.append(pgmagick.DrawableStrokeColor(pgmagick.Color("navy")))
    drawables.append(pgmagick.DrawableCircle(45, 30, 60, 30))
    drawables.append(pgmagick.DrawableRectangle(5, 5, 25, 20))
    drawables.append(pgmagick.DrawableRoundRectangle(60, 35, 85, 55, 5, 5))
    drawables.append(pgmagick.DrawableLine(0, 59, 89, 0))
    image.draw(drawables)
    image.write("drawn.png")


def composite():
    image = pgmagick.Image(INPUTS + "photo.png")
    image.composite(pgmagick.Image(INPUTS + "disc.png"), 10, 5, pgmagick.CompositeOperator.OverCompositeOp)
    image.write("composite.png")


def blob():
    made = pgmagick.Blob()
    pgmagick.Image(INPUTS + "photo.png").write(made, "PNG")
    again = pgmagick.Image(made)
    assert (again.columns(), again.rows()) == (64, 48)
    again.write("blob.png")


def animation():
    frames = pgmagick.ImageList()
    for number in range(4):
        frames.append(pgmagick.Image(f"{INPUTS}frame{number}.png"))
    frames.animationDelayImages(20)
    frames.scaleImages("16x16")
    frames.writeImages("animation.gif")


def python_style():
    image = api.Image(INPUTS + "photo.png")
    image.scale(0.5)
    image.write("api.png")
    assert (image.width, image.height) == (32, 24)


def montage():
    frames = pgmagick.ImageList()
    for number in range(4):
        frames.append(pgmagick.Image(f"{INPUTS}frame{number}.png"))
    sheet = pgmagick.ImageList()
    settings = pgmagick.Montage()
    settings.geometry("20x20+2+2")
    settings.tile("2x2")
    pgmagick.montageImages(sheet, frames, settings)
    sheet.writeImages("montage.png")


def attempt(name, work):
    try:
        work()
        print("ok", name)
    except Exception as problem:  # pylint: disable=broad-except
        print("not ok", name)
        print("#", problem)


for file in ("photo.jpg", "photo.png", "photo.bmp", "photo.tif", "photo.tga", "palette.gif", "deep.ppm", "disc.png"):
    for extension in ("png", "tif", "gif", "bmp"):
        result = f"{file.replace('.', '-')}.{extension}"
        attempt(f"{file} to {extension}", lambda f=file, r=result: read_and_write(f, r))
for named, _ in operations(pgmagick.Image()):
    subject = pgmagick.Image(INPUTS + "photo.png")
    run = dict(operations(subject))[named]
    attempt(named, lambda r=run, s=subject, n=named: (r(), s.write(f"{n}.png")))
for function in (draw, composite, blob, animation, python_style, montage):
    attempt(function.__name__, function)
