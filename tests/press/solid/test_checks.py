"""Every check catches what it is there for, and names the element."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Iterable

import numpy as np
import pytest
from manifold3d import Manifold

from moleworks import boards
from moleworks.games import Complaint
from moleworks.press import solid
from moleworks.press.checks import PrintError
from moleworks.press.sheet import GamePiece
from moleworks.press.solid import checks, export, stl, threemf
from moleworks.press.solid.board import carve
from moleworks.press.solid.joints import TileSeam, split_along_seams
from moleworks.press.solid.mesh import Mesh, to_mesh
from moleworks.press.solid.model import HollowFeature, RaisedFeature, SolidModel
from moleworks.press.solid.shapes import disc, ring, slab, stroke, unite
from tests.press.solid.sets import models, order

CUBE = to_mesh(Manifold.cube((10, 10, 10)))


def told(failures: Iterable[PrintError]) -> list[str]:
    return [str(failure) for failure in failures]


def board(raised: tuple[RaisedFeature, ...] = (), hollows: tuple[HollowFeature, ...] = ()) -> SolidModel:
    body = slab(disc(0, 0, 30), 0, 4)
    return SolidModel("board", "Board", "lawn", body, raised=raised, hollows=hollows, thick=4)


def test_a_cube_passes() -> None:
    assert told(checks.check_mesh("Cube", CUBE)) == []


def test_a_hole_in_the_surface() -> None:
    (failure,) = told(checks.check_mesh("Cube", CUBE._replace(triangles=CUBE.triangles[1:])))
    assert failure.startswith("Cube, #")
    assert "not closed" in failure


def test_a_triangle_the_wrong_way_round() -> None:
    triangles = CUBE.triangles.copy()
    triangles[0] = triangles[0][::-1]
    assert any(
        "not closed" in failure
        for failure in told(checks.check_mesh("Cube", CUBE._replace(triangles=triangles)))
    )


def test_a_triangle_twice() -> None:
    triangles = np.concatenate([CUBE.triangles, CUBE.triangles[:1]])
    assert any(
        "not closed" in failure for failure in told(checks.check_mesh("Cube", Mesh(CUBE.vertices, triangles)))
    )


def test_inside_out() -> None:
    failures = told(checks.check_mesh("Cube", CUBE._replace(triangles=CUBE.triangles[:, ::-1])))
    assert "Cube, #1: The body is inside out." in failures


def test_too_large_for_the_bed() -> None:
    (failure,) = told(checks.check_mesh("Slab", to_mesh(Manifold.cube((201, 10, 2)))))
    assert failure == "Slab, 201.0 × 10.0 mm: It does not fit on a bed of 200 mm."


def test_in_the_air() -> None:
    failures = told(checks.check_mesh("Cube", CUBE._replace(vertices=CUBE.vertices + np.array([0, 0, 1]))))
    assert "Cube, #1: It does not lie on the bed." in failures


@pytest.mark.parametrize(("width", "leans"), [(10.9, False), (14.0, True)])
def test_leaning_out(width: float, leans: bool) -> None:
    """A cone on its tip: 47 degrees can be printed, 54 cannot."""
    cone = Manifold.cylinder(10, 0.2, width, 64)
    found = [failure for failure in told(checks.check_mesh("Cone", to_mesh(cone))) if "leans out" in failure]
    assert bool(found) == leans
    assert not leans or "leans out by 54 degrees" in found[0]


def test_a_roof_over_a_hollow() -> None:
    hollow = to_mesh(Manifold.cube((10, 10, 10)) - Manifold.cube((4, 4, 4)).translate((3, 3, -1)))
    assert any("leans out by 90 degrees" in failure for failure in told(checks.check_mesh("Box", hollow)))


def test_raised_things_too_near() -> None:
    one, other = RaisedFeature("ring one", ring(-8, 0, 6, 1.1)), RaisedFeature("ring two", ring(7, 0, 6, 1.1))
    (failure,) = told(checks.check_outlines(board((one, other))))
    assert failure == "Board, ring one: It is less than 3.2 mm from ring two: fingers need that gap."
    assert not told(checks.check_outlines(board((one, other._replace(joins=frozenset({"ring one"}))))))
    apart = other._replace(shape=other.shape.translate((0.25, 0)))
    assert not told(checks.check_outlines(board((one, apart))))


def test_a_line_too_thin() -> None:
    thin = RaisedFeature("line", stroke([(0, 0), (10, 0)], 0.9))
    assert told(checks.check_outlines(board((thin,)))) == ["Board, line: It is thinner than 1.1 mm."]


def carved(*hollows: HollowFeature) -> SolidModel:
    whole = board(hollows=hollows)
    return whole._replace(body=carve(whole.body, whole.thick, (), hollows))


def test_the_wall_between_two_hollows() -> None:
    near = (HollowFeature("pit one", disc(0, 0, 5), 2), HollowFeature("pit two", disc(11, 0, 5), 2))
    assert told(checks.check_outlines(carved(*near))) == [
        "Board, pit one: The wall to pit two is thinner than 1.2 mm."
    ]


@pytest.mark.parametrize(("depth", "fails"), [(2.4, False), (2.6, True), (4, False)])
def test_the_floor_under_a_hollow(depth: float, fails: bool) -> None:
    failures = told(checks.check_hollows(carved(HollowFeature("pit", disc(0, 0, 5), depth))))
    assert failures == (["Board, pit: The floor under it is thinner than 1.5 mm."] if fails else [])


def test_a_floor_is_measured_on_the_body() -> None:
    """The outlines alone would promise a floor of two millimetres."""
    model = carved(HollowFeature("pit", disc(0, 0, 5), 2))
    hollow = model._replace(body=model.body - slab(disc(0, 0, 8), -1, 1))
    assert not told(checks.check_hollows(model))
    assert told(checks.check_hollows(hollow)) == ["Board, pit: The floor under it is thinner than 1.5 mm."]


@pytest.mark.parametrize(("x", "fails"), [(23.75, False), (23.9, True), (24.2, True)])
@pytest.mark.parametrize("depth", [2, 4])
def test_the_wall_to_the_edge_of_the_board(x: float, depth: float, fails: bool) -> None:
    """The board's radius is 30."""
    failures = told(checks.check_hollows(carved(HollowFeature("pit", disc(x, 0, 5), depth))))
    assert failures == (["Board, pit: The wall around it is thinner than 1.2 mm."] if fails else [])


def test_a_hollow_that_a_seam_cuts_is_measured_on_neither_tile() -> None:
    """Its wall is the other tile."""
    pits = (HollowFeature("pit", disc(0, 0, 5), 2), HollowFeature("beside", disc(12, 0, 5), 2))
    left, right = split_along_seams(carved(*pits).body, [TileSeam(True, 0, ())])
    model = carved(*pits)
    assert not [
        failure
        for body in (left, right)
        for failure in told(checks.check_hollows(model._replace(body=body, tiles=2)))
    ]
    assert told(checks.check_hollows(model._replace(body=right)))


@pytest.mark.parametrize(("thick", "fails"), [(0.6, True), (1.0, False)])
@pytest.mark.parametrize("turn", [(0, 0, 0), (90, 0, 0), (0, 90, 0), (45, 0, 0), (35, 45, 0)])
def test_a_plate_too_thin_however_it_stands(
    turn: tuple[float, float, float], thick: float, fails: bool
) -> None:
    """A floor, a wall and a roof: the same plate with thick ends, turned."""
    ends = [Manifold.cube((4, 20, 4)).translate((x, 0, -2)) for x in (-4, 20)]
    body = unite([Manifold.cube((20, 20, thick)).translate((0, 0, -thick / 2)), *ends]).rotate(turn)
    found = told(checks.check_walls(SolidModel("plate", "Plate", "lawn", body)))
    assert bool(found) == fails


def test_the_place_of_a_thin_floor_is_told() -> None:
    block = slab(disc(0, 0, 12), 0, 10) - slab(disc(5, 0, 4), 0.5, 11)
    (failure, *_) = told(checks.check_walls(SolidModel("cup", "Cup", "lawn", block)))
    found = re.fullmatch(r"Cup, cup.stl: It is thinner than 0.8 mm at (.*), (.*), (.*) mm.", failure)
    assert found
    x, y, z = map(float, found.groups())
    assert math.hypot(x - 5, y) < 4
    assert 0 < z < 0.5


def test_a_mark_on_a_thick_body_is_no_wall() -> None:
    ridge = slab(ring(0, 0, 10.3, 0.6), 4, 4.6)
    model = SolidModel("post", "Post", "lawn", slab(disc(0, 0, 10), 0, 10) + ridge)
    assert not told(checks.check_walls(model))


@pytest.mark.parametrize(("thick", "fails"), [(0.6, True), (1.0, False)])
def test_a_body_too_thin(thick: float, fails: bool) -> None:
    tube = slab(ring(0, 0, 6, thick), 0, 10)
    model = SolidModel("tube", "Tube", "lawn", tube)
    found = told(checks.check_walls(model))
    assert bool(found) == fails
    assert all(failure.startswith("Tube, tube.stl: It is thinner than 0.8 mm at ") for failure in found)


def test_pieces_too_few_or_too_many() -> None:
    rods = board()._replace(copies=21, piece=GamePiece("rod", ""))
    (failure,) = told(checks.check_counts([rods], {GamePiece("rod", ""): 22}))
    assert "21" in failure
    assert "22" in failure
    assert failure.startswith("rod")


def test_plates_too_full() -> None:
    boxes = [("one", 1.0, 1.0, 9.0, 9.0), ("two", 8.0, 1.0, 20.0, 9.0), ("three", 190.0, 1.0, 201.0, 9.0)]
    assert told(checks.check_plate("Plate", boxes)) == [
        "Plate, three: It does not fit on a bed of 200 mm.",
        "Plate, one: It overlaps with two.",
    ]


def test_a_set_with_a_fault_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """One rod too few, and no file leaves."""
    whole = list(models("mole-hill", "patch").values())

    class Short:
        @staticmethod
        def models(wanted: solid.SolidOrder) -> Iterable[SolidModel]:
            return (model._replace(copies=model.copies - (model.name == "rod")) for model in whole)

        touch_key = export.game_solids("mole-hill").touch_key

    monkeypatch.setattr(export, "game_solids", lambda _game: Short)
    with pytest.raises(PrintError, match="rod"):
        next(iter(solid.files(order("mole-hill", "patch"))))


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "manifold3d", None)
    with pytest.raises(Complaint, match=r'pip install "moleworks\[press3d\]"'):
        next(iter(solid.files(order("mole-hill", "patch"))))


def test_an_unknown_game() -> None:
    with pytest.raises(Complaint, match="There is no game chess"):
        solid.order("chess", boards.named("mole-hill", "patch"))


def test_stl_and_3mf_read_what_they_wrote() -> None:
    shifted = CUBE._replace(vertices=CUBE.vertices + np.array([0.125, 1 / 1024, 0]))
    for mesh in (CUBE, shifted._replace(vertices=shifted.vertices.round(3))):
        back = stl.read_stl(stl.write_stl(mesh))
        assert np.allclose(back.vertices, mesh.vertices)
        assert not told(checks.check_mesh("Cube", back))
        part = threemf.PlacedMesh('Würfel <&> "dé"', (1, 20, 255), mesh, ((1.5, 2.0), (20.0, 3.25)))
        (again,) = threemf.read_3mf(threemf.write_3mf("A & B", "de", [part]))
        assert (again.name, again.colour, again.places) == part[:2] + part[3:]
        assert np.array_equal(again.mesh.vertices, mesh.vertices)
        assert len(again.mesh.triangles) == len(mesh.triangles)
