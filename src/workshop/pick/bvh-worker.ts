import { serveWorker } from '#model-files/worker/serve-worker.ts'
import { type Bvh, buildBvh, type Surface } from './bvh.ts'

export type BvhAnswer = { bvh: Bvh; surface: Surface }

serveWorker(
  async (surface: Surface & { positions: Float32Array; indices?: Uint32Array }) => ({
    bvh: buildBvh(surface),
    surface,
  }),
  ({ bvh, surface }) => [
    ...[bvh.boxes, bvh.next, bvh.counts, bvh.order].map(({ buffer }) => buffer),
    ...[surface.positions.buffer, surface.indices?.buffer].filter((one) => one !== undefined),
  ],
)
