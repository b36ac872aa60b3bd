import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { imageTo3d } from '#engine/image-to-3d.ts'
import { viewNames } from '#engine/params.ts'
import { tryMasks } from './masks.ts'
import { readSample } from './sample.ts'

/**
 * Runs one measurement in a separate process, so that its peak memory can be measured. Prints JSON.
 * The arguments are one of these lists: `model`, project folder, picture size in pixels, face
 * limit, optionally `preview`; `sides`, project folder, picture folder, face limit; `masks`, first
 * random silhouette, step, end.
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
    weightsPath: getWeights(root),
    onProgress: (stage) => {
      if (stage === 'mask') maskStart = performance.now()
    },
    ...(extra === 'preview' && {
      onPreview: () => void (previewMs = performance.now() - maskStart),
    }),
  })
  return { ...takenSince(start), previewMs }
}

async function makeOfSides(root: string, folder: string, faceLimit: number) {
  doWithoutThreads()
  const read = (name: string) => readFile(join(folder, `${name}.png`))
  const front = await read('front')
  const sides = await Promise.all(viewNames.map(async (name) => [name, await read(name)] as const))
  const views = Object.fromEntries(sides)
  const start = performance.now()
  await imageTo3d(front, {
    params: { face_limit: faceLimit },
    weightsPath: getWeights(root),
    views,
  })
  return takenSince(start)
}

function doWithoutThreads(): void {
  sharp.cache(false)
  sharp.concurrency(1)
}

function getWeights(root: string): string {
  return join(root, 'src/engine/weights/u2netp.onnx')
}

function takenSince(startMs: number) {
  const wallMs = performance.now() - startMs
  return { wallMs, peakMib: process.resourceUsage().maxRSS / 1024 }
}
