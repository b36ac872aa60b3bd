import * as z from 'zod/mini'
import { exportFormats } from '#lib/export-formats.ts'
import { idSchema } from './id.ts'

/** Maximum height, wall thickness or hole diameter, in millimetres. */
export const lengthMmMax = 10_000

const millimetres = z.number().check(z.positive(), z.maximum(lengthMmMax))

/** File formats for saving a model. `obj` and `gltf` are ZIP archives with textures. */
export const savedFormats = ['glb', ...exportFormats.map(({ value }) => value)] as const

const changeStepSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('height'), heightMm: millimetres }),
  z.object({ kind: z.literal('repair') }),
  z.object({ kind: z.literal('fill') }),
  z.object({
    kind: z.literal('hollow'),
    wallMm: millimetres,
    drainMm: z.optional(millimetres),
  }),
  z.object({ kind: z.literal('base'), heightMm: millimetres }),
  z.object({ kind: z.literal('plate') }),
  z.object({
    kind: z.literal('lighten'),
    triangles: z.optional(z.int().check(z.minimum(4), z.maximum(10_000_000))),
    texturePx: z.optional(z.int().check(z.minimum(16), z.maximum(8_192))),
  }),
  /** `convert` must be the last step, because the other steps only accept GLB. */
  z.object({ kind: z.literal('convert'), format: z.enum(savedFormats) }),
])
export type ChangeStep = z.infer<typeof changeStepSchema>

export const changeStepsMax = 8

/** Body of `POST /api/assets/:id/versions`, which returns the new model. */
export const changeAssetSchema = z.object({
  /**
   * Id of the new model, chosen by the client, so that a repeated request creates no second model.
   */
  id: idSchema,
  steps: z.array(changeStepSchema).check(z.minLength(1), z.maxLength(changeStepsMax)),
})
