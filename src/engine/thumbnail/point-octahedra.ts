/** Maximum number of points of a cloud that are drawn. More points take too much time. */
const pointsMax = 30_000
/** Smallest and largest radius of a point, as fractions of the cloud's diagonal. */
const radiusMin = 0.004
const radiusMax = 0.03

const corners = [
  [1, 0, 0],
  [-1, 0, 0],
  [0, 1, 0],
  [0, -1, 0],
  [0, 0, 1],
  [0, 0, -1],
] as const
const faces = [0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5] as const

type Cloud = {
  positions: Float32Array
  normals: Float32Array | undefined
  colours: Float32Array | undefined
}

/** Replaces each point of a cloud by a small octahedron, because only triangles are drawn. */
export function toOctahedra({ positions, normals, colours }: Cloud) {
  const step = Math.max(1, Math.ceil(positions.length / 3 / pointsMax))
  const count = Math.ceil(positions.length / 3 / step)
  const radius = getRadius(positions, count)
  const made = {
    positions: new Float32Array(count * corners.length * 3),
    normals: new Float32Array(count * corners.length * 3),
    colours: colours && new Float32Array(count * corners.length * 3),
    indices: new Uint32Array(count * faces.length),
  }
  for (let point = 0; point < count; point++) {
    const from = point * step * 3
    corners.forEach((corner, at) => {
      const vertex = point * corners.length + at
      for (let axis = 0; axis < 3; axis++) {
        const k = vertex * 3 + axis
        made.positions[k] = positions[from + axis] + corner[axis] * radius
        made.normals[k] = normals ? normals[from + axis] : corner[axis]
        if (made.colours && colours) made.colours[k] = colours[from + axis]
      }
    })
    faces.forEach((corner, at) => {
      made.indices[point * faces.length + at] = point * corners.length + corner
    })
  }
  return {
    ...made,
    tangents: undefined,
    uvs: undefined,
    isMirrored: false,
    isTwoSided: true,
    isCutOut: false,
  }
}

/** Makes the points of a cloud larger if there are few. */
function getRadius(positions: Float32Array, count: number): number {
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  for (let k = 0; k < positions.length; k++) {
    low[k % 3] = Math.min(low[k % 3], positions[k])
    high[k % 3] = Math.max(high[k % 3], positions[k])
  }
  const diagonal = Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2])
  return diagonal * Math.min(radiusMax, Math.max(radiusMin, 0.4 / Math.sqrt(count)))
}
