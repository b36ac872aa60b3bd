/** Name of animation curves in a binary FBX, with its length before it, and in a text FBX. */
const names = ['\u000EAnimationCurve', 'AnimationCurve:'].map((name) =>
  new TextEncoder().encode(name),
)

/**
 * Renames the animation curves of an FBX, so that the reader ignores them.
 * @returns `undefined` if there are none.
 */
export function withoutCurves(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | undefined {
  const copy = bytes.slice()
  let count = 0
  for (const name of names) {
    const letter = name.indexOf('A'.charCodeAt(0))
    for (let at = copy.indexOf(name[0] ?? 0); at >= 0; at = copy.indexOf(name[0] ?? 0, at + 1)) {
      if (!name.every((byte, place) => copy[at + place] === byte)) continue
      copy[at + letter] = 'X'.charCodeAt(0)
      count++
    }
  }
  return count > 0 ? copy : undefined
}
