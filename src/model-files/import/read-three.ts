import { BufferAttribute, type BufferGeometry } from 'three'
import { PLYLoader } from 'three/addons/loaders/PLYLoader.js'
import { STLLoader } from 'three/addons/loaders/STLLoader.js'
import type { MeshPart, PartMaterial, Parts, EmbeddedPicture } from '../mesh/parts.ts'
import { UnworkableModelError } from '../unworkable-model-error.ts'
import { readPlyStrips } from './ply-strips.ts'
import type { Drawn, Stroke } from './write-glb.ts'

/** Material of parts without one: light, unpainted plastic. */
export const unpainted: PartMaterial = {
  name: 'unpainted',
  color: [0.6, 0.6, 0.6, 1],
  metalness: 0,
  roughness: 0.6,
  emissive: [0, 0, 0],
}

/** Material of lines and points without one: grey, because white is invisible on a pale stage. */
export const unpaintedStroke: PartMaterial = {
  ...unpainted,
  name: 'line',
  color: [0.21, 0.21, 0.21, 1],
}

export function readStl(bytes: ArrayBuffer): Parts {
  // An STL has one normal per face, which equals the shading of parts without normals.
  const part = toPart(new STLLoader().parse(withoutComments(bytes)), 0, { hasNormals: false })
  // Some programs write only a colour in the header, which the loader turns into black faces.
  if (part.colors?.every((value) => value === 0)) delete part.colors
  return { parts: [part], materials: [unpainted] }
}

/** Removes comments from a text STL; other files stay unchanged. */
function withoutComments(bytes: ArrayBuffer): ArrayBuffer | string {
  const head = new TextDecoder('latin1').decode(bytes.slice(0, 1024))
  const isText = /^\s*(?:#[^\n]*\n\s*)*solid\b/.test(head) && /\bfacet\b/.test(head)
  if (!isText || !head.includes('#')) return bytes
  return new TextDecoder().decode(bytes).replaceAll(/#[^\n]*/g, '')
}

/**
 * Reads text or binary PLY: faces, strips of triangles, or points alone.
 * @param pictureNamed returns the dropped file of that name, if it exists.
 */
export function readPly(
  bytes: ArrayBuffer,
  pictureNamed: (name: string) => EmbeddedPicture | undefined,
): Drawn {
  const head = new TextDecoder('latin1').decode(bytes.slice(0, 4096))
  const texture = /\ncomment TextureFile ([^\r\n]{1,200})/i.exec(head)?.[1]
  const picture = texture === undefined ? undefined : pictureNamed(texture.trim())
  const look = texture === undefined ? 'colors' : 'picture'
  const geometry = new PLYLoader().parse(withOneLook(bytes, look))
  checkWholePly(head, geometry)
  const strips = readPlyStrips(new Uint8Array(bytes))
  if (strips) geometry.setIndex(new BufferAttribute(strips, 1))
  const isBright = geometry.hasAttribute('color') || picture !== undefined
  const hasFaces = strips !== undefined || /\nelement face [1-9]/.test(head)
  const plain = hasFaces ? unpainted : unpaintedStroke
  const color: PartMaterial['color'] = isBright ? [1, 1, 1, 1] : plain.color
  const materials = [{ ...plain, color, ...(picture && { picture }) }]
  const part = toPart(geometry, 0)
  if (hasFaces) return { parts: [part], materials }
  // Without faces, no vertices are shared, so the points stay in file order.
  return {
    parts: [],
    materials,
    strokes: part.positions.length > 0 ? [toStroke('points', part)] : [],
  }
}

/**
 * Checks that a text PLY is complete, because the loader silently accepts a truncated one.
 * @throws {UnworkableModelError} if it is not.
 */
function checkWholePly(head: string, geometry: BufferGeometry): void {
  const claimed = Number(/\nelement vertex (\d+)/.exec(head)?.[1] ?? 0)
  const found = geometry.getAttribute('position')?.count ?? 0
  // Faces with their own colours or texture coordinates share no vertices: the loader then
  // duplicates them.
  const [, ofFaces = ''] = head.split('\nend_header', 1)[0]?.split('\nelement face ') ?? []
  const sharesVertices = (ofFaces.match(/\nproperty /g)?.length ?? 0) < 2
  if (!sharesVertices || found >= claimed) return
  const [some, all] = [found, claimed].map((count) => count.toLocaleString('en'))
  throw new UnworkableModelError(`This PLY is incomplete: it has ${some} of ${all} vertices.`)
}

/**
 * Hides either the colours or the texture coordinates of faces, because the loader supports only
 * one of them. The hidden properties are renamed to unknown names of the same length.
 */
function withOneLook(bytes: ArrayBuffer, wanted: 'colors' | 'picture'): ArrayBuffer {
  const head = new TextDecoder('latin1').decode(bytes.slice(0, 4096))
  const start = head.indexOf('\nelement face ')
  const faces = start < 0 ? '' : head.slice(start, head.indexOf('\nend_header'))
  const colors = / (?:red|green|blue)(?=\r?\n|$)/g
  const places = / (?:texcoord|texture_uv)(?=\r?\n|$)/g
  if (faces.search(colors) < 0 || faces.search(places) < 0) return bytes
  const copy = new Uint8Array(bytes.slice(0))
  for (const { index } of faces.matchAll(wanted === 'colors' ? places : colors)) {
    copy[start + index + 1] = 'x'.charCodeAt(0)
  }
  return copy.buffer
}

export const toStroke = (
  kind: Stroke['kind'],
  { positions, colors, material }: MeshPart,
): Stroke => ({
  kind,
  part: { positions, material, indices: new Uint32Array(), ...(colors && { colors }) },
})

/** Returns the integer that means 1 in an array of normalised integers. */
function getWhole(array: ArrayLike<number>): number {
  if (array instanceof Uint8Array) return 255
  return array instanceof Uint16Array ? 65_535 : 1
}

export function toPart(
  geometry: BufferGeometry,
  material: number,
  { hasNormals = true } = {},
): MeshPart {
  const values = (name: string) => {
    const attribute = geometry.getAttribute(name)
    if (!attribute) return undefined
    const scale = attribute.normalized ? getWhole(attribute.array) : 1
    return Float32Array.from(attribute.array, (value) => value / scale)
  }
  const positions = values('position') ?? new Float32Array()
  const index = geometry.getIndex()
  const indices = index
    ? new Uint32Array(index.array)
    : Uint32Array.from({ length: positions.length / 3 }, (_, at) => at)
  const normals = hasNormals ? values('normal') : undefined
  // three.js has the origin of textures at the bottom, glTF at the top.
  const uvs = values('uv')?.map((value, at) => (at % 2 === 1 ? 1 - value : value))
  // Replaces NaN, which would be drawn black.
  const colors = values('color')?.map((value) => (Number.isFinite(value) ? value : 1))
  return {
    positions,
    indices,
    material,
    ...(normals && { normals }),
    ...(uvs && { uvs }),
    ...(colors && { colors }),
  }
}
