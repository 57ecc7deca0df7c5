"""Small images for command lines, the same in every run."""
import pathlib
import struct
import subprocess

WIDTH, HEIGHT = 64, 48


def noise(count, seed):
    """A linear congruential generator."""
    values = []
    for _ in range(count):
        seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
        values.append(seed >> 16 & 0xFF)
    return values


def scene(x, y, grain):
    """A sky, a hill, a sun and a wall: smooth parts, edges, and fine detail."""
    if (x - 46) ** 2 + (y - 12) ** 2 < 60:
        return 250, 220 - y, 40
    if 8 <= x < 26 and 22 <= y < 40:
        brick = 30 if (x + y // 4 * 3) % 6 == 0 or y % 4 == 0 else 0
        return 180 - brick, 80 + brick // 2, 60
    if y > 34 - (x - 30) ** 2 // 90:
        return 30 + grain // 8, 90 + x + grain // 10, 20 + y // 2
    return 90 + y * 2, 140 + y + x // 4, 235 - y


def scene_pixels():
    grain = noise(WIDTH * HEIGHT, 1)
    return [scene(x, y, grain[y * WIDTH + x]) for y in range(HEIGHT) for x in range(WIDTH)]


def write_ppm(path, pixels, width=WIDTH, height=HEIGHT, depth=8):
    code = "B" if depth == 8 else ">H"
    scale = 1 if depth == 8 else 257
    body = b"".join(struct.pack(code, min(sample * scale, 65535)) for pixel in pixels for sample in pixel)
    path.write_bytes(b"P6 %d %d %d\n" % (width, height, 2**depth - 1) + body)


def write_rgba(path, size):
    """A disc with a soft edge, for watermarks: raw samples."""
    body = bytearray()
    for y in range(size):
        for x in range(size):
            away = (x - size / 2 + 0.5) ** 2 + (y - size / 2 + 0.5) ** 2
            alpha = max(0, min(255, int((size * size / 4 - away) * 4)))
            body += bytes((200, 10 * x % 256, 10 * y % 256, alpha))
    path.write_bytes(body)


def exif(orientation):
    """An APP1 segment that says how the camera was held, by which camera, and when."""
    make = b"Lodestone\0"
    date = b"2026:01:02 03:04:05\0"
    entries = 3
    data_at = 8 + 2 + 12 * entries + 4
    body = struct.pack("<2sHIH", b"II", 42, 8, entries)
    body += struct.pack("<HHII", 0x10F, 2, len(make), data_at)
    body += struct.pack("<HHIHH", 0x112, 3, 1, orientation, 0)
    body += struct.pack("<HHII", 0x132, 2, len(date), data_at + len(make))
    body += struct.pack("<I", 0) + make + date
    payload = b"Exif\0\0" + body
    return b"\xff\xe1" + struct.pack(">H", len(payload) + 2) + payload


def iptc(text):
    return b"\x1c\x02\x78" + struct.pack(">H", len(text)) + text


XMP = b'<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"/><?xpacket end="w"?>'

# What gm makes of those.
DERIVED = """
photo.ppm -quality 90 photo.jpg
photo.ppm photo.png
photo.ppm photo.miff
photo.ppm -resize 200% -quality 85 large.jpg
deep.ppm deep.png
-depth 8 -size 32x32 rgba:disc.raw disc.png
-depth 8 -size 16x16 rgba:mark.raw mark.png
photo.ppm -colorspace gray -resize 48x32! gray.pgm
photo.ppm -threshold 50% bw.pbm
photo.ppm +dither -colors 16 palette.gif
photo.ppm +dither -colors 16 palette.png
photo.ppm -colorspace cmyk -compress lzw cmyk.tif
photo.ppm -crop 16x16+8+20 +repage tile.png
photo.ppm -crop 1x1+9+9 +repage tiny.png
photo.ppm -resize 32x24! -comment First -density 72 small.png
photo.ppm -depth 8 -compress none photo.tif
photo.ppm -crop 32x32+0+0 +repage frame0.png
photo.ppm -crop 32x32+8+0 +repage frame1.png
photo.ppm -crop 32x32+16+8 +repage frame2.png
photo.ppm -crop 32x32+24+16 +repage frame3.png
frame0.png frame1.png frame2.png frame3.png -compress zip -adjoin pages.tif
+dither -delay 20 -loop 3 frame0.png frame1.png -page 32x32+4+4 tile.png -colors 32 anim.gif
photo.ppm photo.bmp
photo.ppm photo.tga
photo.ppm -page 100x80+12+10 paged.png
photo.ppm "with space.png"
identity:4 -gamma 1.3 hald.png
"""


def make(folder, gm):
    """Writes all inputs to the folder."""
    folder = pathlib.Path(folder)
    write_ppm(folder / "photo.ppm", scene_pixels())
    write_ppm(folder / "deep.ppm", scene_pixels(), depth=16)
    write_rgba(folder / "disc.raw", 32)
    write_rgba(folder / "mark.raw", 16)
    subprocess.run([gm, "batch", "-stop-on-error", "on", "-"], cwd=folder, check=True, text=True,
                   stdout=subprocess.DEVNULL,
                   input="".join(f"convert {line}\n" for line in DERIVED.strip().splitlines()))
    jpeg = (folder / "photo.jpg").read_bytes()
    (folder / "exif.jpg").write_bytes(jpeg[:2] + exif(6) + jpeg[2:])
    png = (folder / "photo.png").read_bytes()
    (folder / "cut.png").write_bytes(png[:len(png) // 2])
    (folder / "cut.jpg").write_bytes(jpeg[:len(jpeg) // 2])
    (folder / "empty.png").write_bytes(b"")
    (folder / "noise.jpg").write_bytes(bytes(noise(500, 7)))
    (folder / "names.txt").write_text("frame0.png\nframe1.png\n")
    (folder / "words.txt").write_text("Words of a file\n")
    (folder / "matrix.txt").write_text("0.9 0 0, 0 0.9 0, 0 0 1.2\n")
    (folder / "format.txt").write_text("%m of %w by %h\\n")
    (folder / "meta.iptc").write_bytes(iptc(b"A caption"))
    (folder / "meta.xmp").write_bytes(XMP)
    for name in ("photo.miff", "disc.raw", "mark.raw"):
        (folder / name).unlink()
