import { serveWorker } from '#model-files/worker/serve-worker.ts'
import { type Bvh, buildBvh, type TriangleSurface } from '#model-files/mesh/bvh.ts'

export type BvhAnswer = { bvh: Bvh; surface: TriangleSurface }

serveWorker(
  async (surface: TriangleSurface & { positions: Float32Array; indices?: Uint32Array }) => ({
    bvh: buildBvh(surface),
    surface,
  }),
  ({ bvh, surface }) => [
    ...[bvh.boxes, bvh.next, bvh.counts, bvh.order].map(({ buffer }) => buffer),
    ...[surface.positions.buffer, surface.indices?.buffer].filter((one) => one !== undefined),
  ],
)
