import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { imageTo3d } from '#engine/image-to-3d.ts'
import { tryMasks } from './engine-masks.ts'

/**
 * Work in a process of its own, so that the peak of memory is its own; prints JSON. Arguments:
 * `model`, folder of the project, side of the picture in pixels, most faces, and `preview` to make a
 * preview as well; `warm` and the same, for the time of one model once others have been made; or `masks`,
 * the first random silhouette, the step to the next, and the end.
 */
const warmModels = 3
/** As many as V8 needs to compile nearly all that is used, as in a thread of the server's that has had work. */
const modelsBefore = 8
const [kind, ...args] = process.argv.slice(2)
if (kind === 'masks') {
  const [first, step, end] = args.map(Number)
  console.log(JSON.stringify(await tryMasks({ first, step, end })))
} else {
  const [root, side, faceLimit, extra] = args
  const make = () => makeModel(root, Number(side), Number(faceLimit), extra)
  let made = await make()
  if (kind === 'warm') {
    for (let k = 1; k < modelsBefore; k++) await make()
    let wallMs = 0
    for (let k = 0; k < warmModels; k++) {
      made = await make()
      wallMs += made.wallMs / warmModels
    }
    made = { ...made, wallMs }
  }
  console.log(JSON.stringify(made))
}

/** Wall-clock times and peak memory of one model. */
async function makeModel(root: string, side: number, faceLimit: number, extra?: string) {
  sharp.cache(false)
  sharp.concurrency(1)
  const picture = await sharp(await readFile(join(root, 'public/samples/teddy-bear.webp')))
    .resize(side)
    .png()
    .toBuffer()

  const start = performance.now()
  let maskStart = start
  let previewMs: number | undefined
  await imageTo3d(picture, {
    params: { face_limit: faceLimit },
    weightsPath: join(root, 'src/engine/weights/u2netp.onnx'),
    onProgress: (stage) => {
      if (stage === 'mask') maskStart = performance.now()
    },
    ...(extra === 'preview' && {
      onPreview: () => void (previewMs = performance.now() - maskStart),
    }),
  })
  const wallMs = performance.now() - start
  // Linux and macOS under Node count this in KiB.
  const peakMib = process.resourceUsage().maxRSS / 1024
  return { wallMs, peakMib, previewMs }
}
