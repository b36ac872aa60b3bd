import { z } from 'zod'
import type { Asset } from '#contract/assets.ts'
import { formatPlural } from '#lib/format.ts'

const count = z.number().int().min(0)
const millimetres = z.number().min(0)

/** Measurements of a 3D model in millimetres. One unit of the file counts as a metre. */
export const figuresSchema = z.object({
  id: z.string(),
  name: z.string(),
  made_by: z.string().describe('The 3D model that made it, or “imported”.'),
  created_at: z.string(),
  file_type: z.string(),
  file_bytes: count,
  triangles: count.optional(),
  vertices: count.optional(),
  meshes: count.optional(),
  materials: count.optional(),
  textures: count.optional(),
  size_mm: z.object({ width: millimetres, height: millimetres, depth: millimetres }).optional(),
})
type Figures = z.infer<typeof figuresSchema>

export function getFigures(asset: Asset): Figures {
  const { id, name, stats, sizeBytes, mimeType, recipe, createdAt } = asset
  const [width = 0, height = 0, depth = 0] =
    stats?.boundsMax.map((max, axis) => round((max - (stats.boundsMin[axis] ?? 0)) * 1000)) ?? []
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
      size_mm: { width, height, depth },
    }),
  }
}

export function describeAsset(asset: Asset): string {
  const { id, name, triangles, size_mm: size } = getFigures(asset)
  const figures =
    triangles === undefined
      ? ''
      : `, ${formatPlural(triangles, 'triangle')}, ${size?.width} × ${size?.height} × ${size?.depth} mm (width × height × depth)`
  return `${name} (id ${id})${figures}`
}

const round = (value: number) => Number(value.toPrecision(4))
