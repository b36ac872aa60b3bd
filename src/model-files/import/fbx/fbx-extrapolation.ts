import { type FbxNode, findChild, getNumbers, getText } from './fbx-node.ts'

type Mode = 'constant' | 'slope' | 'repeat' | 'repeatRelative' | 'mirror'

/** Rule for a curve before its first key or after its last key. */
export type Extrapolation = {
  readonly mode: Mode
  readonly count: number
}

const modes = new Map<string, Mode>([
  ['A', 'repeatRelative'],
  ['K', 'slope'],
  ['M', 'mirror'],
  ['R', 'repeat'],
])

export const still: Extrapolation = { mode: 'constant', count: 0 }

export function readExtrapolation(node: FbxNode, name: string): Extrapolation {
  const stated = findChild(node, name)
  const type = findChild(stated, 'Type')
  const code = getNumbers(type)[0]
  const mode = modes.get(code === undefined ? getText(type) : String.fromCharCode(code))
  if (!mode) return still
  const count = getNumbers(findChild(stated, 'Repetition'))[0] ?? -1
  return { mode, count: count < 0 ? Infinity : count }
}

type Ends = {
  readonly first: { readonly time: number; readonly value: number }
  readonly last: { readonly time: number; readonly value: number }
  readonly slopes: readonly [before: number, after: number]
}

/**
 * Maps a time before or after all keys to a time between the keys.
 * @returns the mapped time, and a number to add to the curve's value.
 */
export function extrapolate(
  time: number,
  { mode, count }: Extrapolation,
  { first, last, slopes }: Ends,
): { readonly time: number; readonly add: number } {
  const isBefore = time < first.time
  const end = isBefore ? first : last
  const length = last.time - first.time
  if (mode === 'slope') {
    return { time: end.time, add: (time - end.time) * (isBefore ? slopes[0] : slopes[1]) }
  }
  if (mode === 'constant' || count === 0 || !(length > 0)) return { time: end.time, add: 0 }
  const distance = isBefore ? first.time - time : time - last.time
  let round = Math.floor(distance / length)
  let rest = distance - round * length
  if (round >= count) {
    round = count - 1
    rest = length
  }
  if (mode === 'mirror' && round % 2 === 0) rest = length - rest
  if (isBefore) rest = length - rest
  const growth = (last.value - first.value) * (isBefore ? -1 : 1) * (round + 1)
  return { time: first.time + rest, add: mode === 'repeatRelative' ? growth : 0 }
}
