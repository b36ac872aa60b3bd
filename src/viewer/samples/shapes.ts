export type SampleShape = {
  positions: number[]
  normals: number[]
  uvs: number[]
  indices: number[]
}

type Place = readonly [x: number, y: number, z: number]

/**
 * Returns a grid of `columns` × `rows` cells on a surface that is a function of u and v from 0 to
 * 1.
 */
function sheet(
  columns: number,
  rows: number,
  at: (u: number, v: number) => { position: number[]; normal: number[] },
): SampleShape {
  const shape: SampleShape = { positions: [], normals: [], uvs: [], indices: [] }
  for (let row = 0; row <= rows; row++) {
    for (let column = 0; column <= columns; column++) {
      const [u, v] = [column / columns, row / rows]
      const { position, normal } = at(u, v)
      shape.positions.push(...position)
      shape.normals.push(...normal)
      shape.uvs.push(u, v)
      if (column === columns || row === rows) continue
      const corner = row * (columns + 1) + column
      const below = corner + columns + 1
      shape.indices.push(corner, below, below + 1, corner, below + 1, corner + 1)
    }
  }
  return shape
}

/** Returns an upright square that faces +z, centred at x and y. */
export const createSampleSquare = ([x, y, z]: Place, side: number, cells = 1): SampleShape =>
  sheet(cells, cells, (u, v) => ({
    position: [x + (u - 0.5) * side, y + (0.5 - v) * side, z],
    normal: [0, 0, 1],
  }))

export const createSampleBall = ([x, y, z]: Place, radius: number, cells = 24): SampleShape =>
  sheet(cells, cells / 2, (u, v) => {
    const [turn, fall] = [u * 2 * Math.PI, v * Math.PI]
    const across = -Math.cos(turn) * Math.sin(fall)
    const up = Math.cos(fall)
    const out = Math.sin(turn) * Math.sin(fall)
    return {
      position: [x + across * radius, y + up * radius, z + out * radius],
      normal: [across, up, out],
    }
  })

export const createSampleTube = (radius: number, height: number, rows = 24): SampleShape =>
  sheet(24, rows, (u, v) => {
    const turn = u * 2 * Math.PI
    const [across, out] = [-Math.cos(turn), Math.sin(turn)]
    return {
      position: [across * radius, (1 - v) * height, out * radius],
      normal: [across, 0, out],
    }
  })
