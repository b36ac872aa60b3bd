export type LineChange = { kind: 'same' | 'added' | 'removed'; text: string }

/**
 * Maximum number of changed lines that are compared. Beyond it, the whole changed part counts as
 * replaced, because time and memory grow with the square of the number.
 */
const changesMax = 800

/** Compares two texts line by line with the algorithm of Myers (1986). */
export function diffLines(before: string, after: string): LineChange[] {
  const old = before.split('\n')
  const fresh = after.split('\n')
  let start = 0
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start++
  let oldEnd = old.length
  let freshEnd = fresh.length
  while (oldEnd > start && freshEnd > start && old[oldEnd - 1] === fresh[freshEnd - 1]) {
    oldEnd--
    freshEnd--
  }
  return [
    ...old.slice(0, start).map(toChange('same')),
    ...diffMiddle(old.slice(start, oldEnd), fresh.slice(start, freshEnd)),
    ...old.slice(oldEnd).map(toChange('same')),
  ]
}

const toChange =
  (kind: LineChange['kind']) =>
  (text: string): LineChange => ({ kind, text })

function diffMiddle(old: readonly string[], fresh: readonly string[]): LineChange[] {
  const trace = traceChanges(old, fresh)
  if (!trace) return [...old.map(toChange('removed')), ...fresh.map(toChange('added'))]
  const changes: LineChange[] = []
  let x = old.length
  let y = fresh.length
  for (let step = trace.length - 1; step >= 0; step--) {
    const reached = trace[step]
    const k = x - y
    const isDown =
      k === -step || (k !== step && getReached(reached, k - 1) < getReached(reached, k + 1))
    const fromK = isDown ? k + 1 : k - 1
    const fromX = step === 0 ? 0 : getReached(reached, fromK)
    const fromY = step === 0 ? 0 : fromX - fromK
    while (x > fromX && y > fromY) {
      x--
      y--
      changes.push({ kind: 'same', text: old[x] ?? '' })
    }
    if (step === 0) break
    if (isDown) {
      y--
      changes.push({ kind: 'added', text: fresh[y] ?? '' })
    } else {
      x--
      changes.push({ kind: 'removed', text: old[x] ?? '' })
    }
  }
  return changes.toReversed()
}

const getReached = (reached: ReadonlyMap<number, number> | undefined, k: number): number =>
  reached?.get(k) ?? -1

/**
 * Returns, for each step of the algorithm, the farthest position in `old` on each diagonal.
 * Undefined if there are too many changes.
 */
function traceChanges(
  old: readonly string[],
  fresh: readonly string[],
): Map<number, number>[] | undefined {
  const trace: Map<number, number>[] = []
  const reached = new Map<number, number>([[1, 0]])
  for (let step = 0; step <= Math.min(old.length + fresh.length, changesMax); step++) {
    trace.push(new Map(reached))
    for (let k = -step; k <= step; k += 2) {
      const isDown =
        k === -step || (k !== step && getReached(reached, k - 1) < getReached(reached, k + 1))
      let x = isDown ? getReached(reached, k + 1) : getReached(reached, k - 1) + 1
      let y = x - k
      while (x < old.length && y < fresh.length && old[x] === fresh[y]) {
        x++
        y++
      }
      reached.set(k, x)
      if (x >= old.length && y >= fresh.length) return trace
    }
  }
  return undefined
}

export function countChanges(changes: readonly LineChange[]): { added: number; removed: number } {
  const count = (kind: LineChange['kind']) =>
    changes.filter((change) => change.kind === kind).length
  return { added: count('added'), removed: count('removed') }
}
