import { isRecord } from '#lib/fields.ts'
import { toObjectList } from './glb-json.ts'
import { readGlb } from './glb-header.ts'

/** Axis of a quarter turn, counter-clockwise if the axis points at the viewer. */
export type RotateAxis = 'x' | 'y' | 'z'

const half = Math.SQRT1_2
const turns: Readonly<Record<RotateAxis, readonly number[]>> = {
  x: [half, 0, 0, half],
  y: [0, half, 0, half],
  z: [0, 0, half, half],
}

/**
 * Rotates a model by a quarter turn and keeps all of its content.
 * @throws {BrokenModelError} if the bytes are no GLB.
 */
export function rotateGlb(glb: Uint8Array<ArrayBuffer>, axis: RotateAxis): Uint8Array<ArrayBuffer> {
  const { root } = readGlb(glb)
  const nodes: unknown[] = [...toObjectList(root['nodes'])]
  const scenes = toObjectList(root['scenes']).map((scene) => {
    const children = scene['nodes']
    if (!Array.isArray(children) || children.length === 0) return scene
    nodes.push({ name: 'turned', rotation: turns[axis], children })
    return { ...scene, nodes: [nodes.length - 1] }
  })
  return withDescription(glb, { ...root, nodes, scenes })
}

export function withDescription(
  glb: Uint8Array<ArrayBuffer>,
  root: unknown,
): Uint8Array<ArrayBuffer> {
  if (!isRecord(root)) return glb
  const before = new DataView(glb.buffer, glb.byteOffset).getUint32(12, true)
  const rest = glb.subarray(20 + before)
  const text = new TextEncoder().encode(JSON.stringify(root))
  const length = Math.ceil(text.byteLength / 4) * 4
  const made = new Uint8Array(20 + length + rest.byteLength)
  made.set(glb.subarray(0, 20))
  made.fill(0x20, 20, 20 + length)
  made.set(text, 20)
  made.set(rest, 20 + length)
  const view = new DataView(made.buffer)
  view.setUint32(8, made.byteLength, true)
  view.setUint32(12, length, true)
  return made
}
