import Module, { type Manifold, type ManifoldToplevel } from 'manifold-3d/manifold'
import { cutMaterial, type MeshPart, type PartMaterial, type Parts } from '../mesh/parts.ts'
import { UnworkableModelError } from '../unworkable-model-error.ts'
import { weld } from '../mesh/weld.ts'

/** Smallest angle in degrees of an edge that stays hard when normals are computed again. */
const sharpAngle = 50
/** Numbers per vertex: position, normal, texture coordinates, colour. */
const vertexProperties = 11

/**
 * Starts the WebAssembly library for solid modelling (Manifold).
 * @param wasmUrl address of the WebAssembly file, except in Node.
 */
export async function startSolids(wasmUrl?: string): Promise<ManifoldToplevel> {
  const solids = await (wasmUrl === undefined ? Module() : Module({ locateFile: () => wasmUrl }))
  solids.setup()
  return solids
}

export type PrintSolid = {
  body: Manifold
  solids: ManifoldToplevel
  materialOf: ReadonlyMap<number, number>
  nameOf?: ReadonlyMap<number, string>
  materials: PartMaterial[]
}

/**
 * Makes one body of all parts, which keeps texture coordinates and colours.
 * @throws {UnworkableModelError} if the surface has no clear inside, or no thickness.
 */
export function toSolid({ parts, materials }: Parts, solids: ManifoldToplevel): PrintSolid {
  const welded = weld(parts)
  const count = parts.reduce((sum, { positions }) => sum + positions.length / 3, 0)
  const vertProperties = new Float32Array(count * vertexProperties)
  const starts: number[] = []
  let before = 0
  for (const { positions, uvs, colors } of parts) {
    starts.push(before)
    const points = positions.length / 3
    for (let point = 0; point < points; point++) {
      const at = (before + point) * vertexProperties
      for (let part = 0; part < 2; part++) {
        vertProperties[at + 6 + part] = uvs?.[point * 2 + part] ?? 0
      }
      for (let part = 0; part < 3; part++) {
        vertProperties[at + 8 + part] = colors?.[point * 3 + part] ?? 1
      }
    }
    before += points
  }
  const firstByPlace = new Int32Array(welded.positions.length / 3).fill(-1)
  const merged = new Map<number, number>()
  welded.origins.forEach((origin, corner) => {
    const place = welded.indices[corner] ?? 0
    for (let axis = 0; axis < 3; axis++) {
      vertProperties[origin * vertexProperties + axis] = welded.positions[place * 3 + axis] ?? 0
    }
    const first = firstByPlace[place] ?? -1
    if (first < 0) firstByPlace[place] = origin
    else if (first !== origin) merged.set(origin, first)
  })
  const firstId = solids.Manifold.reserveIDs(parts.length)
  const runIndex: number[] = []
  const runOriginalID: number[] = []
  const materialOf = new Map<number, number>()
  const nameOf = new Map<number, string>()
  let corner = 0
  parts.forEach(({ material, name }, place) => {
    const end = starts[place + 1] ?? count
    const start = corner
    while (corner < welded.origins.length && (welded.origins[corner] ?? 0) < end) corner += 3
    if (corner === start) return
    runIndex.push(start)
    runOriginalID.push(firstId + place)
    materialOf.set(firstId + place, material)
    if (name !== undefined) nameOf.set(firstId + place, name)
  })
  const body = makeBody(
    {
      numProp: vertexProperties,
      vertProperties,
      triVerts: welded.origins,
      mergeFromVert: new Uint32Array(merged.keys()),
      mergeToVert: new Uint32Array(merged.values()),
      runIndex: new Uint32Array([...runIndex, corner]),
      runOriginalID: new Uint32Array(runOriginalID),
    },
    solids,
  )
  if (isFlat({ volume: body.volume(), area: body.surfaceArea() })) {
    throw new UnworkableModelError(
      'This model has no thickness: press “Repair” first, which makes it thicker.',
    )
  }
  return { body, solids, materialOf, nameOf, materials }
}

/** Smallest volume of a solid. A plate has it whose thickness is about 0.0003% of its length. */
const flatRatio = 1e-6

/** Returns whether a closed surface, such as a sheet with two sides, has no thickness. */
export const isFlat = ({ volume, area }: { volume: number; area: number }): boolean =>
  Math.abs(volume) < flatRatio * area ** 1.5

/** Unites overlapping shells. A body with cavities stays unchanged. */
export function joinShells(solid: PrintSolid, solids: ManifoldToplevel): PrintSolid {
  const shells = solid.body.decompose()
  if (shells.length < 2 || shells.some((shell) => shell.volume() <= 0)) return solid
  return { ...solid, body: solids.Manifold.union(shells) }
}

function makeBody(
  mesh: ConstructorParameters<ManifoldToplevel['Mesh']>[0],
  solids: ManifoldToplevel,
): Manifold {
  try {
    const body = solids.Manifold.ofMesh(new solids.Mesh(mesh))
    return body.status() === 'NoError' && !body.isEmpty() ? body : refuse(body.status())
  } catch (error) {
    return refuse(error)
  }
}

function refuse(cause: unknown): never {
  throw new UnworkableModelError('This needs a watertight mesh: press “Repair” first.', { cause })
}

/** Returns the parts of a body. Surfaces created by a cut get the cut material. */
export function toParts({
  body,
  materialOf,
  nameOf,
  materials,
}: Omit<PrintSolid, 'solids'>): Parts {
  const mesh = body.calculateNormals(0, sharpAngle).getMesh()
  const { numProp, vertProperties, triVerts, runIndex, runOriginalID } = mesh
  const groups = new Map<string, { material: number; name: string | undefined; list: number[] }>()
  for (let run = 0; run < runOriginalID.length; run++) {
    const material = materialOf.get(runOriginalID[run] ?? -1) ?? materials.length
    const name = nameOf?.get(runOriginalID[run] ?? -1)
    const key = JSON.stringify([name, material])
    const group = groups.get(key) ?? { material, name, list: [] }
    for (let at = runIndex[run] ?? 0; at < (runIndex[run + 1] ?? 0); at++) {
      group.list.push(triVerts[at] ?? 0)
    }
    groups.set(key, group)
  }
  const parts = [...groups.values()].map(({ material, name, list }): MeshPart => {
    const places = new Map<number, number>()
    const used: number[] = []
    const indices = Uint32Array.from(list, (point) => {
      const known = places.get(point)
      if (known !== undefined) return known
      places.set(point, used.length)
      return used.push(point) - 1
    })
    const take = (from: number, width: number) => {
      const taken = new Float32Array(used.length * width)
      used.forEach((point, at) => {
        for (let part = 0; part < width; part++) {
          taken[at * width + part] = vertProperties[point * numProp + from + part] ?? 0
        }
      })
      return taken
    }
    const isCut = material === materials.length
    return {
      material,
      ...(name !== undefined && { name }),
      indices,
      positions: take(0, 3),
      normals: take(3, 3),
      ...(!isCut && { uvs: take(6, 2), colors: take(8, 3) }),
    }
  })
  return {
    parts,
    materials: parts.some(({ material }) => material === materials.length)
      ? [...materials, cutMaterial]
      : materials,
  }
}
