import { LineSegments, Mesh, type Object3D, Points } from 'three'
import { OBJLoader } from 'three/addons/loaders/OBJLoader.js'
import type { MeshPart, PartMaterial } from '../mesh/parts.ts'
import type { MtlMaterial } from './read-mtl.ts'
import { toPart, toStroke, unpainted, unpaintedStroke } from './read-three.ts'
import type { Drawn, Stroke } from './write-glb.ts'

/**
 * Reads an OBJ, with a part for each object and material in it, its lines and its points.
 * @param named materials by their names in the OBJ; missing ones get the default material.
 */
export function readObj(text: string, named: ReadonlyMap<string, MtlMaterial>): Drawn {
  const parts: MeshPart[] = []
  const strokes: Stroke[] = []
  const worn = wornMaterials(named)
  // A point cloud may have no face, line or point element.
  const isCloud = !/^[fpl]\s/m.test(text)
  new OBJLoader().parse(isCloud ? withPoints(text) : text).traverse((object) => {
    if (!isDrawn(object)) return
    const { geometry, material: materials } = object as Mesh
    const names = [materials].flat().map(({ name }) => name)
    const whole = { ...toPart(geometry, 0), ...(object.name !== '' && { name: object.name }) }
    if (!(object instanceof Mesh)) {
      const kind = object instanceof Points ? 'points' : 'lines'
      strokes.push(toStroke(kind, worn.dress(whole, names[0] ?? '', unpaintedStroke)))
      return
    }
    const { groups } = geometry
    if (groups.length === 0) parts.push(worn.dress(whole, names[0] ?? '', unpainted))
    for (const { start, count, materialIndex = 0 } of groups) {
      const indices = whole.indices.slice(start, start + count)
      parts.push(worn.dress({ ...whole, indices }, names[materialIndex] ?? '', unpainted))
    }
  })
  const shown = parts.filter(({ indices }) => indices.length > 0)
  return { parts: shown, materials: worn.materials, strokes }
}

const isDrawn = (object: Object3D): boolean =>
  object instanceof Mesh || object instanceof LineSegments || object instanceof Points

function wornMaterials(named: ReadonlyMap<string, MtlMaterial>) {
  const materials: PartMaterial[] = []
  const places = new Map<string, number>()
  const getPlace = (key: string, material: PartMaterial): number => {
    const known = places.get(key)
    if (known !== undefined) return known
    places.set(key, materials.length)
    return materials.push(material) - 1
  }
  return {
    materials,
    /**
     * Gives a part its material.
     * @param plain material for parts without one in the MTL.
     */
    dress: (part: MeshPart, name: string, plain: PartMaterial): MeshPart => {
      // A comment may follow a name, but a name may also contain a number sign.
      const found = named.get(name) ?? named.get(name.replace(/\s+#.*$/, ''))
      if (!found) {
        // White, because a material colour would darken vertex colours.
        const color: PartMaterial['color'] = part.colors ? [1, 1, 1, 1] : plain.color
        const material = { ...plain, name: name || plain.name, color }
        return { ...part, material: getPlace(`${plain.name}:${color[0]}:${name}`, material) }
      }
      const { picturePlace, ...material } = found
      const uvs = picturePlace && part.uvs ? movedOnPicture(part.uvs, picturePlace) : part.uvs
      return { ...part, material: getPlace(name, material), ...(uvs && { uvs }) }
    },
  }
}

/**
 * Moves and scales texture coordinates.
 * @param uvs as in glTF, with v running down, whereas offset and scale count upwards.
 */
const movedOnPicture = (
  uvs: Float32Array,
  { offset, scale }: NonNullable<MtlMaterial['picturePlace']>,
): Float32Array =>
  uvs.map((value, at) =>
    at % 2 === 0 ? value * scale[0] + offset[0] : 1 - ((1 - value) * scale[1] + offset[1]),
  )

function withPoints(text: string): string {
  const count = text.match(/^v\s/gm)?.length ?? 0
  if (count === 0) return text
  const numbers = Array.from({ length: count }, (_, at) => at + 1)
  return `${text}\np ${numbers.join(' ')}\n`
}
