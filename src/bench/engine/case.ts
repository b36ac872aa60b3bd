import { join } from 'node:path'
import sharp from 'sharp'
import { imageTo3d } from '#engine/image-to-3d.ts'
import { tryMasks } from './masks.ts'
import { readSample } from './sample.ts'

/**
 * Work in a process of its own, so that the peak of memory is its own; prints JSON. Arguments:
 * `model`, folder of the project, side of the picture in pixels, most faces, and `preview` to make a
 * preview as well; or `masks`, the first random silhouette, the step to the next, and the end.
 */
const [kind, ...args] = process.argv.slice(2)
if (kind === 'masks') {
  const [first, step, end] = args.map(Number)
  console.log(JSON.stringify(await tryMasks({ first, step, end })))
} else {
  const [root, side, faceLimit, extra] = args
  console.log(
    JSON.stringify(
      await makeModel(root, { side: Number(side), faceLimit: Number(faceLimit), extra }),
    ),
  )
}

/** Wall-clock times and peak memory of one model. */
async function makeModel(
  root: string,
  { side, faceLimit, extra }: { side: number; faceLimit: number; extra?: string | undefined },
) {
  sharp.cache(false)
  sharp.concurrency(1)
  const picture = await readSample(root, side)
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
