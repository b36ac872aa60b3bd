import { createYield } from '../process/yield-loop.ts'

/** What one query hands over: work that nothing interrupts, of some milliseconds. */
const rowsAtOnce = 100
const bytesAtOnce = 256 * 1024

/** A row to be read, and how large its largest parts are. */
type Wanted = { id: string; bytes: number }

/**
 * Reads rows that may be large some at a time, so that nothing else waits for all of them.
 *
 * @param read hands over the rows of these ids, in the order of `wanted`; those that are gone are left out.
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

/** Each has one row at least, whatever its size. */
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
