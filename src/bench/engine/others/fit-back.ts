import { writeFile } from 'node:fs/promises'
import { nearOnGrid } from '#engine/fields/seen-depth/near-on-grid.ts'
import { nodeClues } from '#engine/fields/seen-depth/node-clues.ts'
import { createRandom } from '#engine/random.ts'
import { cropPlane } from '#engine/raster/crop-plane.ts'
import type { Plane } from '#engine/raster/plane.ts'
import { fetchModels } from './fetch-models.ts'
import { fitTrees, type Row } from './fit-trees.ts'
import { halfOf, readList } from './list.ts'
import { fieldsFrom } from './make-shape.ts'
import { pictureSide, readSubject, takeFromBehind, takePicture } from './take-pictures.ts'
import { sourceOf } from './write-trees.ts'

const target = new URL('../../../engine/fields/seen-depth/back-guesses.ts', import.meta.url)
/** Nodes of a picture; those beside each other say the same. */
const nodesOfPicture = 70
/** Nodes of one model go together, so that fewer would learn single models by heart. */
const boosting = { trees: 160, leafMin: 60, shrink: 30 } as const
/** Of thicknesses, in lengths of the front's long side. */
const bounds = [0.01, 2] as const

/**
 * Fits how thick an object is behind each point of a front whose depth is known, to the tuning half; and writes
 * it down. Only shots without perspective: of those the view from behind has the same outline.
 */
export async function fitBack(): Promise<Record<string, number>> {
  const random = createRandom(3)
  const rows: Row[] = []
  for (const listed of (await readList()).filter(({ name }) => halfOf(name) === 'tuning')) {
    const glb = (await fetchModels([listed])).get(listed.name)
    if (!glb) continue
    const subject = await readSubject(listed, glb)
    for (const shot of ['straight', 'oblique'] as const) {
      const picture = await takePicture(subject, shot)
      const { fields, cutout, clues } = await fieldsFrom(picture)
      const { grid, bounds: box, heights } = fields
      const onGrid = (map: Float32Array) => {
        const whole: Plane = { width: pictureSide, height: pictureSide, data: map }
        const whose = { width: cutout.pictureWidth, height: cutout.pictureHeight }
        const near = cropPlane(whole, whose, cutout)
        const data = near.data.map((value) => value * cutout.pictureWidth)
        return nearOnGrid({ ...near, data }, grid)
      }
      const near = onGrid(picture.nearness)
      const behind = onGrid(mirrored(takeFromBehind(subject, shot).nearness))
      if (!near || !behind) continue
      const described = nodeClues({ grid, bounds: box, near, heights, clues })
      const nodes = [...grid.inside.keys()].filter((i) => grid.inside[i] && grid.phi.data[i] > 1.5)
      for (let n = 0; n < Math.min(nodesOfPicture, nodes.length); n++) {
        const i = nodes[Math.floor(random() * nodes.length)]
        const thickness = (near[i] + behind[i]) / described.long
        const value = Math.log(Math.min(bounds[1], Math.max(bounds[0], thickness)))
        rows.push({ clues: described.of(i), value })
      }
    }
  }
  const about = `The logarithm of the thickness behind a point of the front, in lengths of the outline's long side.`
  const naming = { name: 'backTrees', about, types: '../body/trees.ts' }
  await writeFile(target, sourceOf(fitTrees(rows, boosting), naming))
  return { nodes: rows.length }
}

function mirrored(map: Float32Array): Float32Array {
  return map.map((_, i) => map[i - (i % pictureSide) + pictureSide - 1 - (i % pictureSide)])
}
