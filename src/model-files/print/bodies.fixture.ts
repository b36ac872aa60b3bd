import type { MeshPart } from '../mesh/parts.ts'

/** Returns a ball of 40 mm whose points form circles of latitude. */
export function createBall(radius = 0.02, rings = 40): MeshPart {
  const positions: number[] = []
  const indices: number[] = []
  for (let ring = 0; ring <= rings; ring++) {
    for (let side = 0; side < rings * 2; side++) {
      const polar = (ring / rings) * Math.PI
      const azimuth = (side / rings) * Math.PI
      positions.push(
        radius * Math.sin(polar) * Math.cos(azimuth),
        radius * Math.cos(polar),
        radius * Math.sin(polar) * Math.sin(azimuth),
      )
      if (ring === rings) continue
      const next = (side + 1) % (rings * 2)
      const [a, b] = [ring * rings * 2 + side, ring * rings * 2 + next]
      indices.push(a, b, b + rings * 2, a, b + rings * 2, a + rings * 2)
    }
  }
  return { positions: new Float32Array(positions), indices: new Uint32Array(indices), material: 0 }
}

export function createSheet(cells: number, isMissing: (x: number, y: number) => boolean): MeshPart {
  const positions: number[] = []
  const indices: number[] = []
  for (let y = 0; y <= cells; y++) {
    for (let x = 0; x <= cells; x++) {
      positions.push(x, y, 0)
      if (x === cells || y === cells || isMissing(x, y)) continue
      const at = y * (cells + 1) + x
      indices.push(at, at + 1, at + cells + 2, at, at + cells + 2, at + cells + 1)
    }
  }
  return { positions: new Float32Array(positions), indices: new Uint32Array(indices), material: 0 }
}
