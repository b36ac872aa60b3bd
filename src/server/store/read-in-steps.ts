import { createYield } from '../process/yield-loop.ts'

/** Number of rows per query. A query of this size blocks the event loop for some milliseconds. */
const rowsAtOnce = 100
const bytesAtOnce = 256 * 1024

type Wanted = { id: string; bytes: number }

/**
 * Reads large rows with several queries, so that other requests can run in between.
 * @param read returns the rows of these ids in the order of `wanted`. Missing rows are skipped.
 */
export async function readInSteps<Row>(
  wanted: readonly Wanted[],
  read: (ids: string[]) => Promise<Row[]>,
): Promise<Row[]> {
  const all: Row[] = []
  const yieldLoop = createYield()
  for (const ids of steps(wanted)) {
    all.push(...(await read(ids)))
    await yieldLoop()
  }
  return all
}

function* steps(wanted: readonly Wanted[]): Generator<string[]> {
  let ids: string[] = []
  let sum = 0
  for (const { id, bytes } of wanted) {
    if (ids.length >= rowsAtOnce || (ids.length > 0 && sum + bytes > bytesAtOnce)) {
      yield ids
      ids = []
      sum = 0
    }
    ids.push(id)
    sum += bytes
  }
  if (ids.length > 0) yield ids
}
