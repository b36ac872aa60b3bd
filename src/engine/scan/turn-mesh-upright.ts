type Directed = { positions: Float32Array; normals: Float32Array }

/** Rotates a mesh from the mat's coordinates (z up) to the coordinates of a GLB (y up). */
export const turnMeshUpright = <Turned extends Directed>(mesh: Turned): Turned => ({
  ...mesh,
  positions: turnVectors(mesh.positions),
  normals: turnVectors(mesh.normals),
})

function turnVectors(values: Float32Array): Float32Array {
  const turned = new Float32Array(values.length)
  for (let k = 0; k < values.length; k += 3) {
    turned[k] = values[k]
    turned[k + 1] = values[k + 2]
    turned[k + 2] = -values[k + 1]
  }
  return turned
}
