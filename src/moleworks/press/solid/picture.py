"""Draw a picture of a part: its mesh from above and in front, shaded, as an SVG file with a PNG inside."""

from __future__ import annotations

import base64
import struct
import zlib
from xml.sax.saxutils import escape

import numpy as np
from numpy.typing import NDArray

from moleworks.press.sheet import Colour
from moleworks.press.solid.mesh import Mesh

SIZE = 260
"""The side of a picture, in pixels."""
TILT = np.radians(52.0)
"""How far the view is tilted from straight above."""
LIGHT = np.array([-0.35, -0.55, 0.76])
MARGIN = 6
DENSE = 1.6
"""Samples for every pixel of a triangle, along each side."""


def picture(title: str, mesh: Mesh, colour: Colour) -> bytes:
    """The picture of a part, as SVG with its title."""
    data = base64.b64encode(_png(_shaded(mesh, colour))).decode()
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}" width="{SIZE}" height="{SIZE}">'
        f"<title>{escape(title)}</title>"
        f'<image href="data:image/png;base64,{data}" width="{SIZE}" height="{SIZE}"/></svg>'
    ).encode()


def _shaded(mesh: Mesh, colour: Colour) -> NDArray[np.uint8]:
    """The pixels: the nearest sample of all triangles, lit from the upper left."""
    cos, sin = np.cos(TILT), np.sin(TILT)
    x, y, z = mesh.vertices.T
    across, down, near = x, -(y * cos + z * sin), z * cos - y * sin
    scale = (SIZE - 2 * MARGIN) / max(np.ptp(across), np.ptp(down))
    across = (across - (across.min() + across.max()) / 2) * scale + SIZE / 2
    down = (down - (down.min() + down.max()) / 2) * scale + SIZE / 2
    screen = np.stack([across, down, near], axis=1)[mesh.triangles]
    body = mesh.vertices[mesh.triangles]
    normal = np.cross(body[:, 1] - body[:, 0], body[:, 2] - body[:, 0])
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-12)
    towards = -normal[:, 1] * sin + normal[:, 2] * cos > 0
    light = 0.42 + 0.58 * np.clip(normal @ (LIGHT / np.linalg.norm(LIGHT)), 0, 1)
    pixels = np.full((SIZE * SIZE, 3), 255, dtype=np.uint8)
    samples = [_samples(screen[here], light[here]) for here in _alike(screen, towards)]
    if samples:
        points, shades = (np.concatenate(found) for found in zip(*samples, strict=True))
        order = np.argsort(points[:, 2])
        place = points[order, 1].astype(int) * SIZE + points[order, 0].astype(int)
        # The darkest team would be a black spot, so that every colour starts from a lighter one.
        tint = 40 + np.array(colour) * (215 / 255)
        pixels[place] = (shades[order, None] * tint).clip(0, 255).astype(np.uint8)
    return pixels.reshape(SIZE, SIZE, 3)


def _alike(screen: NDArray[np.float64], towards: NDArray[np.bool_]) -> list[NDArray[np.int64]]:
    """Triangles that face the viewer, grouped by how many samples they need along and across."""
    flat = screen[:, :, :2]
    sides = np.linalg.norm(flat - np.roll(flat, -1, axis=1), axis=2)
    longest = sides.max(axis=1)
    one, other = flat[:, 1] - flat[:, 0], flat[:, 2] - flat[:, 0]
    height = np.abs(one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]) / np.maximum(longest, 1e-9)
    needed = np.stack([longest, height], axis=1) * DENSE
    steps = np.exp2(np.ceil(np.log2(np.maximum(needed, 1))))
    return [
        np.flatnonzero(towards & (steps == count).all(axis=1)) for count in np.unique(steps[towards], axis=0)
    ]


def _samples(
    screen: NDArray[np.float64], light: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Points spread over triangles of about one size, and the light on each."""
    flat = screen[:, :, :2]
    sides = np.linalg.norm(flat - np.roll(flat, -1, axis=1), axis=2)
    first = sides.argmax(axis=1)
    rows = np.arange(len(screen))
    start, end, tip = (screen[rows, (first + n) % 3] for n in range(3))
    along = int(np.ceil(sides.max() * DENSE)) + 1
    one, other = end - start, tip - start
    height = np.abs(one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]) / np.maximum(sides.max(axis=1), 1e-9)
    across = int(np.ceil(height.max() * DENSE)) + 1
    grid = np.meshgrid(np.linspace(0, 1, along), np.linspace(0, 1, across))
    s, t = (axis.ravel() for axis in grid)
    weights = np.stack([(1 - t) * (1 - s), (1 - t) * s, t], axis=1)
    points = np.einsum("sk,tkd->tsd", weights, np.stack([start, end, tip], axis=1)).reshape(-1, 3)
    return points, np.repeat(light, len(weights))


def _png(pixels: NDArray[np.uint8]) -> bytes:
    """The bytes of a PNG file."""
    rows = np.concatenate([np.zeros((SIZE, 1), np.uint8), pixels.reshape(SIZE, -1)], axis=1)
    header = struct.pack(">IIBBBBB", SIZE, SIZE, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(rows.tobytes(), 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )
