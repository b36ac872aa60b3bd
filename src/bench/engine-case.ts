import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { imageTo3d } from '#engine/image-to-3d.ts'

/**
 * One model in a process of its own, so that the peak of memory is this job's: prints wall-clock
 * time and peak as JSON. Arguments: side of the picture in pixels, most faces.
 */
sharp.cache(false)
sharp.concurrency(1)

const [side, faceLimit] = process.argv.slice(2).map(Number)
const picture = await sharp(
  await readFile(new URL('../../public/samples/teddy-bear.webp', import.meta.url)),
)
  .resize(side)
  .png()
  .toBuffer()

const start = performance.now()
await imageTo3d(picture, {
  params: { face_limit: faceLimit },
  weightsPath: fileURLToPath(new URL('../engine/weights/u2netp.onnx', import.meta.url)),
})
const wallMs = performance.now() - start
// Linux and macOS under Node count this in KiB.
const peakMib = process.resourceUsage().maxRSS / 1024
console.log(JSON.stringify({ wallMs, peakMib }))
