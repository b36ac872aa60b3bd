import { fileURLToPath } from 'node:url'
import { HttpError } from '../errors/http-error.ts'
import { createBoundedPool, ProcessEndedError } from '../process/bounded-pool.ts'
import { createGate } from '../process/gate.ts'
import { workshopProcessUrl } from '../process/worker-files.ts'
import type { WorkshopAnswer, WorkshopRequest } from './workshop-job.ts'

/**
 * Memory limit of the process in MB: enough for three copies of a million triangles with textures.
 */
const memoryMegabytesMax = 2_000
const keptMegabytesMax = 300
const idleMs = 60_000
const timeoutMs = 120_000
/** Maximum number of jobs at the same time. Two jobs would use up the memory of a small machine. */
const atOnceMax = 1
const waitingMax = 8
const smallBytesMax = 2 * 1024 * 1024

export type Workshop = {
  /**
   * @throws {HttpError} `bad_model` if a step is impossible, `rate_limited` if too many jobs wait.
   */
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
    what: 'model change',
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
