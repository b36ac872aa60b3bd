import { legFrom, type Leg } from './legs.ts'

type AroundLegs = {
  readonly filled: Uint8Array
  readonly inside: Uint8Array
  readonly width: number
  /** Largest distance of a line's node from the legs, in nodes. */
  readonly widthMax: number
}

export function withLines(
  legs: readonly Leg[],
  { filled, inside, width, widthMax }: AroundLegs,
): Leg[] {
  const body = legs.length
  const owners = Int32Array.from(filled, (value) => (value ? body : -1))
  for (const [k, { nodes }] of legs.entries()) for (const i of nodes) owners[i] = k
  let edge = [...owners.keys()].filter((i) => owners[i] >= 0)
  const nodesOf = legs.map(({ nodes }) => [...nodes])
  for (let ring = 0; ring < widthMax; ring++) {
    const next: number[] = []
    for (const i of edge) {
      for (const n of [i - 1, i + 1, i - width, i + width]) {
        if (!inside[n] || owners[n] >= 0) continue
        owners[n] = owners[i]
        nodesOf[owners[i]]?.push(n)
        next.push(n)
      }
    }
    edge = next
  }
  return nodesOf.map((nodes) => legFrom(nodes, width))
}
