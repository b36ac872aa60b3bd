import { type Object3D, Points, PointsMaterial } from 'three'

/** Of one point, in pixels of the page: a few points are seen, and many stay fine. */
const size = { low: 1.5, high: 6 }
/** Points as many as this are as large as `low` allows; a quarter of them twice as large. */
const fineCount = 40_000

/** glTF draws points a pixel wide, in which a handful of them is lost. */
export function sizePoints(root: Object3D): void {
  const found: Points[] = []
  root.traverse((object) => {
    if (object instanceof Points) found.push(object as Points)
  })
  const count = found.reduce(
    (sum, { geometry }) => sum + (geometry.getAttribute('position')?.count ?? 0),
    0,
  )
  const wanted = size.low * Math.sqrt(fineCount / Math.max(1, count))
  for (const { material } of found) {
    if (material instanceof PointsMaterial) {
      material.size = Math.min(size.high, Math.max(size.low, wanted))
    }
  }
}
