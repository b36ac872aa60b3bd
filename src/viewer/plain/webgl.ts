import { determinant } from '#lib/geometry/matrix.ts'
import type { Numbers, PlainShape } from './read-shapes.ts'

export type Uploaded = {
  shape: PlainShape
  array: WebGLVertexArrayObject
  count: number
  /** WebGL type of the indices. Undefined without an index buffer. */
  indexType: number | undefined
}

/**
 * Compiles and links a program.
 * @throws {Error} if the driver rejects the program.
 */
export function linkProgram(
  gl: WebGL2RenderingContext,
  { vertex, fragment }: { vertex: string; fragment: string },
): WebGLProgram {
  const program = gl.createProgram()
  for (const [kind, source] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(kind)
    if (!shader) throw new Error('This browser cannot show 3D here.')
    gl.shaderSource(shader, source)
    gl.compileShader(shader)
    gl.attachShader(program, shader)
    gl.deleteShader(shader)
  }
  gl.linkProgram(program)
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) {
    throw new Error(gl.getProgramInfoLog(program) ?? 'This browser cannot show 3D here.')
  }
  return program
}

/**
 * Uploads shapes for a program with the attributes `position`, `normal`, `uv` and `colour`.
 * @returns the uploaded shapes, and a function that frees them.
 */
export function uploadShapes(
  gl: WebGL2RenderingContext,
  program: WebGLProgram,
  shapes: readonly PlainShape[],
): { uploaded: Uploaded[]; free: () => void } {
  const buffers = new Map<Numbers, WebGLBuffer>()
  const bind = (target: number, numbers: Numbers) => {
    const known = buffers.get(numbers)
    const buffer = known ?? gl.createBuffer()
    gl.bindBuffer(target, buffer)
    if (known) return
    buffers.set(numbers, buffer)
    gl.bufferData(target, numbers.data, gl.STATIC_DRAW)
  }
  const uploaded = shapes.map((shape) => {
    const { positions, normals, uvs, colours, indices } = shape
    const array = gl.createVertexArray()
    gl.bindVertexArray(array)
    const given = { position: positions, normal: normals, uv: uvs, colour: colours }
    for (const [name, numbers] of Object.entries(given)) {
      const place = gl.getAttribLocation(program, name)
      if (place < 0 || !numbers) continue
      bind(gl.ARRAY_BUFFER, numbers)
      gl.enableVertexAttribArray(place)
      gl.vertexAttribPointer(place, numbers.size, getType(numbers), numbers.isNormalized, 0, 0)
    }
    if (indices) bind(gl.ELEMENT_ARRAY_BUFFER, indices)
    gl.bindVertexArray(null)
    const count = indices?.data.length ?? positions.data.length / positions.size
    return { shape, array, count, indexType: indices && getType(indices) }
  })
  return {
    uploaded,
    free: () => {
      for (const { array } of uploaded) gl.deleteVertexArray(array)
      for (const buffer of buffers.values()) gl.deleteBuffer(buffer)
    },
  }
}

export function drawShape(
  gl: WebGL2RenderingContext,
  { shape, array, count, indexType }: Uploaded,
): void {
  gl.bindVertexArray(array)
  if (shape.isTwoSided) gl.disable(gl.CULL_FACE)
  else gl.enable(gl.CULL_FACE)
  gl.frontFace(determinant(shape.matrix) < 0 ? gl.CW : gl.CCW)
  if (indexType === undefined) gl.drawArrays(gl.TRIANGLES, 0, count)
  else gl.drawElements(gl.TRIANGLES, count, indexType, 0)
}

function getType({ data }: Numbers): number {
  if (data instanceof Float32Array) return 5126
  if (data instanceof Uint32Array) return 5125
  if (data instanceof Uint16Array) return 5123
  if (data instanceof Int16Array) return 5122
  return data instanceof Uint8Array ? 5121 : 5120
}
