import { fileURLToPath } from 'node:url'
import { HttpError } from '../errors/http-error.ts'
import { createBoundedPool, ProcessEndedError } from '../process/bounded-pool.ts'
import { createGate } from '../process/gate.ts'
import { workshopProcessUrl } from '../process/worker-files.ts'
import type { WorkshopAnswer, WorkshopRequest } from './workshop-job.ts'

/** For a million triangles with their textures, three times over. */
const memoryMegabytesMax = 2_000
const keptMegabytesMax = 300
const idleMs = 60_000
const timeoutMs = 120_000
/** Beside the engine it would take all of a small machine. */
const atOnceMax = 1
const waitingMax = 8
const smallBytesMax = 2 * 1024 * 1024

/** The steps of the page's workshop, done here. */
export type Workshop = {
  /** @throws {HttpError} `bad_model` where a step cannot be done, `rate_limited` where many wait. */
  work: (
    request: WorkshopRequest,
    glb: Uint8Array,
  ) => Promise<{ answer: WorkshopAnswer; bytes: Uint8Array }>
}

export function createWorkshop(): Workshop {
  const gate = createGate({
    runningMax: atOnceMax,
    waitingMax,
    smallBytesMax,
    what: 'changes of 3D models',
  })
  const work = createBoundedPool<WorkshopRequest, WorkshopAnswer>({
    entry: fileURLToPath(workshopProcessUrl),
    memoryMegabytesMax,
    keptMegabytesMax,
    idleMs,
    timeoutMs,
  })
  return {
    work: (request, glb) =>
      gate(
        async () => {
          try {
            return await work(request, glb)
          } catch (cause) {
            if (!(cause instanceof ProcessEndedError)) throw cause
            throw new HttpError(
              'bad_model',
              'This takes too much memory or time for this model. Lighten it first.',
              { cause },
            )
          }
        },
        { bytes: glb.byteLength },
      ),
  }
}
