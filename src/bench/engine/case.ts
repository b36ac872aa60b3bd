import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { imageTo3d } from '#engine/image-to-3d.ts'
import { viewNames } from '#engine/params.ts'
import { tryMasks } from './masks.ts'
import { readSample } from './sample.ts'

/**
 * Work in a process of its own, so that the peak of memory is its own; prints JSON. Arguments:
 * `model`, folder of the project, side of the picture in pixels, most faces, and `preview` to make a
 * preview as well; `sides`, folder of the project, folder of pictures, most faces; or `masks`, the first
 * random silhouette, the step to the next, and the end.
 */
const [kind, ...args] = process.argv.slice(2)
if (kind === 'masks') {
  const [first, step, end] = args.map(Number)
  console.log(JSON.stringify(await tryMasks({ first, step, end })))
} else if (kind === 'sides') {
  const [root, folder, faceLimit] = args
  console.log(JSON.stringify(await makeOfSides(root, folder, Number(faceLimit))))
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
  doWithoutThreads()
  const picture = await readSample(root, side)
  const start = performance.now()
  let maskStart = start
  let previewMs: number | undefined
  await imageTo3d(picture, {
    params: { face_limit: faceLimit },
    weightsPath: weightsOf(root),
    onProgress: (stage) => {
      if (stage === 'mask') maskStart = performance.now()
    },
    ...(extra === 'preview' && {
      onPreview: () => void (previewMs = performance.now() - maskStart),
    }),
  })
  return { ...takenSince(start), previewMs }
}

/** The same of one model from `front.png`, `back.png`, `left.png` and `right.png` of a folder. */
async function makeOfSides(root: string, folder: string, faceLimit: number) {
  doWithoutThreads()
  const read = (name: string) => readFile(join(folder, `${name}.png`))
  const front = await read('front')
  const sides = await Promise.all(viewNames.map(async (name) => [name, await read(name)] as const))
  const views = Object.fromEntries(sides)
  const start = performance.now()
  await imageTo3d(front, {
    params: { face_limit: faceLimit },
    weightsPath: weightsOf(root),
    views,
  })
  return takenSince(start)
}

function doWithoutThreads(): void {
  sharp.cache(false)
  sharp.concurrency(1)
}

function weightsOf(root: string): string {
  return join(root, 'src/engine/weights/u2netp.onnx')
}

function takenSince(startMs: number) {
  const wallMs = performance.now() - startMs
  // Linux and macOS under Node count this in KiB.
  return { wallMs, peakMib: process.resourceUsage().maxRSS / 1024 }
}
