import { BufferAttribute, type BufferGeometry, LineSegments, Mesh, Points } from 'three'
import { OBJLoader } from 'three/addons/loaders/OBJLoader.js'
import { PLYLoader } from 'three/addons/loaders/PLYLoader.js'
import { STLLoader } from 'three/addons/loaders/STLLoader.js'
import type { Part, PartMaterial, Parts, Picture } from '../mesh/parts.ts'
import { readPlyStrips } from './ply-strips.ts'
import type { Drawn, Stroke } from './write-glb.ts'

/** What a file without materials looks like: light, unpainted plastic. */
export const unpainted: PartMaterial = {
  name: 'unpainted',
  color: [0.6, 0.6, 0.6, 1],
  metalness: 0,
  roughness: 0.6,
  emissive: [0, 0, 0],
}

/** Text or binary STL. */
export const readStl = (bytes: ArrayBuffer): Parts => ({
  // Its normals are one per face, which is what is drawn without any.
  parts: [partOf(new STLLoader().parse(bytes), 0, { hasNormals: false })],
  materials: [unpainted],
})

/**
 * Text or binary PLY: faces, strips of triangles, or points alone.
 *
 * @param pictureNamed the dropped file of that name, if it is there.
 */
export function readPly(
  bytes: ArrayBuffer,
  pictureNamed: (name: string) => Picture | undefined,
): Drawn {
  const geometry = new PLYLoader().parse(withOneLook(bytes))
  const strips = readPlyStrips(new Uint8Array(bytes))
  if (strips) geometry.setIndex(new BufferAttribute(strips, 1))
  const head = new TextDecoder('latin1').decode(bytes.slice(0, 4096))
  const texture = /\ncomment TextureFile ([^\r\n]{1,200})/i.exec(head)?.[1]
  const picture = texture === undefined ? undefined : pictureNamed(texture.trim())
  const isBright = geometry.hasAttribute('color') || picture !== undefined
  const color: PartMaterial['color'] = isBright ? [1, 1, 1, 1] : unpainted.color
  const materials = [{ ...unpainted, color, ...(picture && { picture }) }]
  const part = partOf(geometry, 0)
  const hasFaces = strips !== undefined || /\nelement face [1-9]/.test(head)
  if (hasFaces) return { parts: [part], materials }
  // Their order is that of the file.
  return {
    parts: [],
    materials,
    strokes: part.positions.length > 0 ? [strokeOf('points', part)] : [],
  }
}

/**
 * Of faces with places on a picture and colours the loader can only take one: the colours get names
 * of the same length that it does not know.
 */
function withOneLook(bytes: ArrayBuffer): ArrayBuffer {
  const head = new TextDecoder('latin1').decode(bytes.slice(0, 4096))
  const start = head.indexOf('\nelement face ')
  const faces = start < 0 ? '' : head.slice(start, head.indexOf('\nend_header'))
  if (!/ (texcoord|texture_uv)\b/.test(faces)) return bytes
  const copy = new Uint8Array(bytes.slice(0))
  for (const { index } of faces.matchAll(/ (?:red|green|blue)(?=\r?\n|$)/g)) {
    copy[start + index + 1] = 'x'.charCodeAt(0)
  }
  return copy.buffer
}

const strokeOf = (kind: Stroke['kind'], { positions, colors, material }: Part): Stroke => ({
  kind,
  part: { positions, material, indices: new Uint32Array(), ...(colors && { colors }) },
})

/**
 * An OBJ, with a part for each object and material in it, its lines and its points.
 *
 * @param named materials by their names in the OBJ; those that are not there look unpainted.
 */
export function readObj(text: string, named: ReadonlyMap<string, PartMaterial>): Drawn {
  const parts: Part[] = []
  const strokes: Stroke[] = []
  const materials: PartMaterial[] = []
  const places = new Map<string, number>()
  const placeOf = (name: string) => {
    const known = places.get(name)
    if (known !== undefined) return known
    places.set(name, materials.length)
    return materials.push(named.get(name) ?? { ...unpainted, name }) - 1
  }
  // A cloud of points may come without any face, line or point element.
  const isCloud = !/^[fpl]\s/m.test(text)
  new OBJLoader().parse(isCloud ? withPoints(text) : text).traverse((object) => {
    const isStroke = object instanceof LineSegments || object instanceof Points
    if (!(object instanceof Mesh) && !isStroke) return
    const mesh = object as Mesh
    const worn = [mesh.material].flat()
    const whole = { ...partOf(mesh.geometry, 0), ...(object.name !== '' && { name: object.name }) }
    if (isStroke) {
      const kind = object instanceof Points ? 'points' : 'lines'
      strokes.push(strokeOf(kind, { ...whole, material: placeOf(worn[0]?.name ?? '') }))
      return
    }
    const { groups } = mesh.geometry
    if (groups.length === 0) {
      parts.push({ ...whole, material: placeOf(worn[0]?.name ?? '') })
    }
    for (const { start, count, materialIndex = 0 } of groups) {
      const indices = whole.indices.slice(start, start + count)
      parts.push({ ...whole, indices, material: placeOf(worn[materialIndex]?.name ?? '') })
    }
  })
  return { parts: parts.filter(({ indices }) => indices.length > 0), materials, strokes }
}

/** Every vertex as a point. */
function withPoints(text: string): string {
  const count = text.match(/^v\s/gm)?.length ?? 0
  if (count === 0) return text
  const numbers = Array.from({ length: count }, (_, at) => at + 1)
  return `${text}\np ${numbers.join(' ')}\n`
}

function partOf(geometry: BufferGeometry, material: number, { hasNormals = true } = {}): Part {
  const values = (name: string) => {
    const attribute = geometry.getAttribute(name)
    if (!attribute) return undefined
    // Colours of faces come as bytes.
    const scale = attribute.normalized && attribute.array instanceof Uint8Array ? 255 : 1
    return Float32Array.from(attribute.array, (value) => value / scale)
  }
  const positions = values('position') ?? new Float32Array()
  const index = geometry.getIndex()
  const indices = index
    ? new Uint32Array(index.array)
    : Uint32Array.from({ length: positions.length / 3 }, (_, at) => at)
  const normals = hasNormals ? values('normal') : undefined
  // three.js has the origin of textures where OBJ has it; glTF has it at the other end.
  const uvs = values('uv')?.map((value, at) => (at % 2 === 1 ? 1 - value : value))
  const colors = values('color')
  return {
    positions,
    indices,
    material,
    ...(normals && { normals }),
    ...(uvs && { uvs }),
    ...(colors && { colors }),
  }
}
