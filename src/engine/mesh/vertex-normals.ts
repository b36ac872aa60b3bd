export function vertexNormals(p: Float32Array, indices: Uint32Array): Float32Array {
  const normals = new Float32Array(p.length)
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [indices[t] * 3, indices[t + 1] * 3, indices[t + 2] * 3]
    const [ux, uy, uz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]]
    const [vx, vy, vz] = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]]
    const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
    for (let k = t; k < t + 3; k++) {
      const vertex = indices[k] * 3
      normals[vertex] += x
      normals[vertex + 1] += y
      normals[vertex + 2] += z
    }
  }
  for (let n = 0; n < normals.length; n += 3) {
    const length = Math.hypot(normals[n], normals[n + 1], normals[n + 2]) || 1
    for (let k = 0; k < 3; k++) normals[n + k] /= length
  }
  return normals
}
