import { Line, LineBasicMaterial, type Object3D, Points, PointsMaterial } from 'three'

const size = { low: 1.5, high: 6 }
/**
 * Number of points from which each point has the `low` size. A quarter of this number doubles the
 * size.
 */
const fineCount = 40_000

const plain = 0x80_80_80

/** Makes points and lines visible, which are white and one pixel wide by default. */
export function showStrokes(root: Object3D): void {
  const found: Points[] = []
  root.traverse((object) => {
    if (object instanceof Points) found.push(object)
    if (object instanceof Points || object instanceof Line) colorPlain(object.material)
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

function colorPlain(material: unknown): void {
  if (!(material instanceof PointsMaterial || material instanceof LineBasicMaterial)) return
  const isPlain = material.name === '' && !material.vertexColors && !material.map
  if (isPlain && material.color.getHex() === 0xff_ff_ff) material.color.setHex(plain)
}
