import { z } from 'zod'
import { modelStatsSchema, type ModelStats } from '#contract/assets.ts'
import { cutText } from '#lib/cut-text.ts'

/** Maximum number of listed textures. More textures would slow down lists of models. */
const texturesMax = 256
const extensionsMax = 128
const nameLengthMax = 200

const count = z.number().int().nonnegative().catch(0)
const size = z.number().nonnegative().catch(0)
const name = z
  .string()
  .transform((text) => cutText(text, nameLengthMax))
  .catch('')
const corner = z.tuple([z.number(), z.number(), z.number()])
const many = <Item extends z.ZodType>(item: Item, lengthMax: number) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((list) => list.slice(0, lengthMax))
    .pipe(z.array(item))

const repairedSchema = z
  .object({
    triangles: count,
    vertices: count,
    meshes: count,
    materials: count,
    textures: many(
      z
        .object({ name, widthPx: size, heightPx: size, mimeType: name, sizeBytes: size })
        .catch({ name: '', widthPx: 0, heightPx: 0, mimeType: '', sizeBytes: 0 }),
      texturesMax,
    ),
    boundsMin: corner.catch([0, 0, 0]),
    boundsMax: corner.catch([0, 0, 0]),
    extensions: many(name, extensionsMax).transform((list) => list.filter(Boolean)),
  })
  .pipe(modelStatsSchema)

/**
 * Returns a model's statistics in the API's format. Drops invalid values, because statistics come
 * from an untrusted file.
 * @returns `undefined` if no value is valid.
 */
export function readStats(value: unknown): ModelStats | undefined {
  const { data } = repairedSchema.safeParse(value)
  if (!data) return undefined
  const isSound = data.boundsMin.every((low, axis) => low <= (data.boundsMax[axis] ?? low))
  return isSound ? data : { ...data, boundsMin: [0, 0, 0], boundsMax: [0, 0, 0] }
}
