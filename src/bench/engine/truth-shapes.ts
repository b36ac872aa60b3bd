import type { CrossSection, Manifold, ManifoldToplevel, Vec2, Vec3 } from 'manifold-3d'

/** A solid and its colour as `0xrrggbb`. */
export type Painted = readonly [Manifold, number]

export type Shapes = ReturnType<typeof makeShapes>

export function makeShapes({ Manifold, CrossSection }: ManifoldToplevel) {
  const box = (size: Vec3, at: Vec3 = [0, 0, 0]) => Manifold.cube(size, true).translate(at)
  const ball = (size: Vec3, at: Vec3 = [0, 0, 0]) =>
    Manifold.sphere(1, 48).scale(size).translate(at)
  const rod = (from: Vec3, to: Vec3, [r0, r1 = r0]: readonly [number, number?]) =>
    Manifold.hull([Manifold.sphere(r0, 24).translate(from), Manifold.sphere(r1, 24).translate(to)])
  /**
   * Rotates an outline around the vertical axis. The outline is a list of pairs of radius and
   * height.
   */
  const turned = (outline: Vec2[]) =>
    CrossSection.ofPolygons([outline], 'EvenOdd').revolve(64).rotate([-90, 0, 0])
  const wheel = (radius: number, width: number, at: Vec3) =>
    Manifold.cylinder(width, radius, radius, 40, true).translate(at)
  const torus = (radius: number, thickness: number) =>
    CrossSection.circle(thickness, 24).translate([radius, 0]).revolve(64)
  const polygons = (outlines: Vec2[][]) => CrossSection.ofPolygons(outlines)
  return { box, ball, rod, turned, wheel, torus, polygons }
}

/** Extrudes an outline to `depth`, half of it in each direction from z = 0. */
export const plate = (outline: CrossSection, depth: number): Manifold =>
  outline.extrude(depth, 0, 0, [1, 1], true)
