import { Line, LineBasicMaterial, type Object3D, Points, PointsMaterial } from 'three'

/** Of one point, in pixels of the page: a few points are seen, and many stay fine. */
const size = { low: 1.5, high: 6 }
/** Points as many as this are as large as `low` allows; a quarter of them twice as large. */
const fineCount = 40_000

/** What no light falls on, in the middle between a white page and a black one. */
const plain = 0x80_80_80

/**
 * Makes points and lines seen: glTF draws points a pixel wide, in which a handful of them is lost,
 * and both white where the file gives no material, which vanishes on a pale page.
 */
export function showStrokes(root: Object3D): void {
  const found: Points[] = []
  root.traverse((object) => {
    if (object instanceof Points) found.push(object as Points)
    if (object instanceof Points || object instanceof Line) colorPlain((object as Points).material)
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

/** @param material without a name is the one that three.js gives to what has none. */
function colorPlain(material: unknown): void {
  if (!(material instanceof PointsMaterial || material instanceof LineBasicMaterial)) return
  const isPlain = material.name === '' && !material.vertexColors && !material.map
  if (isPlain && material.color.getHex() === 0xff_ff_ff) material.color.setHex(plain)
}
