import * as z from 'zod/mini'
import { idSchema } from './id.ts'

/** Longest height, wall or hole of a model, in millimetres. */
export const lengthMmMax = 10_000

const millimetres = z.number().check(z.positive(), z.maximum(lengthMmMax))

/** Formats that a model can be saved in; `obj` and `gltf` are zips with their textures. */
export const savedFormats = ['glb', '3mf', 'stl', 'gltf', 'obj', 'ply', 'usdz'] as const

/** One thing to do to a copy of a model. */
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
  /** Comes last: nothing here changes files of other kinds than GLB. */
  z.object({ kind: z.literal('convert'), format: z.enum(savedFormats) }),
])
export type ChangeStep = z.infer<typeof changeStepSchema>

export const changeStepsMax = 8

/** `POST /api/assets/:id/versions`: the answer is the new model. */
export const changeAssetSchema = z.object({
  /** Of the new model, chosen by whoever asks: the same again makes no second one. */
  id: idSchema,
  steps: z.array(changeStepSchema).check(z.minLength(1), z.maxLength(changeStepsMax)),
})
