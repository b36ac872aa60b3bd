import type { Asset } from '#contract/assets.ts'

/** The figures of a model for programs; lengths in millimetres, a unit of the file taken for a metre. */
export function figuresOf({ id, name, stats, sizeBytes, mimeType, recipe, createdAt }: Asset) {
  const size = stats?.boundsMax.map((max, axis) =>
    round((max - (stats.boundsMin[axis] ?? 0)) * 1000),
  )
  return {
    id,
    name,
    made_by: recipe?.modelId ?? 'imported',
    created_at: createdAt,
    file_type: mimeType,
    file_bytes: sizeBytes,
    ...(stats && {
      triangles: stats.triangles,
      vertices: stats.vertices,
      meshes: stats.meshes,
      materials: stats.materials,
      textures: stats.textures.length,
      size_mm: { width: size?.[0], height: size?.[1], depth: size?.[2] },
    }),
  }
}

/** One line about a model. */
export function describeAsset(asset: Asset): string {
  const { id, name, triangles, size_mm: size } = figuresOf(asset)
  const figures =
    triangles === undefined
      ? ''
      : `, ${triangles} triangles, ${size?.width} × ${size?.height} × ${size?.depth} mm (width × height × depth)`
  return `${name} (id ${id})${figures}`
}

const round = (value: number) => Number(value.toPrecision(4))
