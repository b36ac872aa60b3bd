import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { judgedViewSide, type Posed } from './judge.ts'
import { renderView, type Angle, type RenderedView, type TriangleSolid } from './views.ts'

const shown: readonly Angle[] = [
  { yaw: 0, pitch: 0 },
  { yaw: 40, pitch: 20 },
  { yaw: 90, pitch: 0 },
  { yaw: 0, pitch: 80 },
]

/**
 * Writes a PNG with one row per model: its picture, and the true model (blue) beside the result
 * (grey) from four angles.
 */
export async function writeSheet(
  path: string,
  rows: readonly { truth: Posed; solid: TriangleSolid }[],
): Promise<void> {
  const columns = 1 + shown.length * 2
  const pictures = await Promise.all(
    rows.map(({ truth }) =>
      sharp(truth.picture)
        .resize(judgedViewSide, judgedViewSide)
        .flatten({ background: '#fff' })
        .png()
        .toBuffer(),
    ),
  )
  const tiles = rows.flatMap(({ truth, solid }, row) => {
    const top = row * judgedViewSide
    const views = shown.flatMap((angle, k) =>
      [truth.solid, solid].map((each, side) => ({
        input: clay(
          renderView(each, angle, judgedViewSide),
          side === 0 ? [90, 130, 190] : [200, 165, 130],
        ),
        raw: { width: judgedViewSide, height: judgedViewSide, channels: 3 as const },
        left: (1 + k * 2 + side) * judgedViewSide,
        top,
      })),
    )
    return [{ input: pictures[row], left: 0, top }, ...views]
  })
  const sheet = await sharp({
    create: {
      width: columns * judgedViewSide,
      height: rows.length * judgedViewSide,
      channels: 3,
      background: '#fff',
    },
  })
    .composite(tiles)
    .png()
    .toBuffer()
  await writeFile(path, sheet)
}

function clay({ visibility, normals }: RenderedView, colour: readonly number[]): Buffer {
  const pixels = Buffer.alloc(visibility.side ** 2 * 3, 255)
  for (let i = 0; i < visibility.side ** 2; i++) {
    if (visibility.draws[i] < 0) continue
    const [nx, ny, nz] = normals.subarray(i * 3, i * 3 + 3)
    const light = 0.3 + 0.7 * Math.max(0, -0.45 * nx + 0.5 * ny + 0.74 * nz)
    for (let c = 0; c < 3; c++) pixels[i * 3 + c] = colour[c] * light
  }
  return pixels
}
