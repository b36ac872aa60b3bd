import { z } from 'zod'
import type { Asset } from '#contract/assets.ts'
import { changeStepsMax, lengthMmMax, savedFormats } from '#contract/change-model.ts'
import { defineTool, type Tool } from '../tool.ts'
import { describeAsset, getFigures, figuresSchema } from './describe-asset.ts'
import { findModel, modelWords } from './find-model.ts'
import type { Studio } from './studio.ts'

const timeoutMs = 180_000

const millimetres = z.number().positive().max(lengthMmMax)

/** Repeats the API's schema, because the API uses zod/mini, which cannot generate JSON Schema. */
const input = z.object({
  id: z.string().max(40).default('latest').describe(modelWords),
  steps: z
    .array(
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('height'), heightMm: millimetres }),
        z.object({ kind: z.literal('repair') }),
        z.object({ kind: z.literal('fill') }),
        z.object({
          kind: z.literal('hollow'),
          wallMm: millimetres,
          drainMm: millimetres.optional(),
        }),
        z.object({ kind: z.literal('base'), heightMm: millimetres }),
        z.object({ kind: z.literal('plate') }),
        z.object({
          kind: z.literal('lighten'),
          triangles: z.number().int().min(4).max(10_000_000).optional(),
          texturePx: z.number().int().min(16).max(8_192).optional(),
        }),
        z.object({ kind: z.literal('convert'), format: z.enum(savedFormats) }),
      ]),
    )
    .min(1)
    .max(changeStepsMax)
    .describe(
      'In this order. height scales; repair makes it watertight; fill closes holes; hollow leaves a wall; base cuts that much off the bottom so that it stands; plate puts it onto the ground; lighten reduces; convert, as the last, saves it in another format: stl and 3mf to print, usdz for iPhones, obj and gltf as a zip with textures.',
    ),
  name: z.string().trim().max(200).optional().describe('Name of the new model.'),
})

export const createChangeTool = (studio: Pick<Studio, 'assets' | 'changeAsset'>): Tool =>
  defineTool({
    name: 'change_model',
    title: 'Change models',
    description:
      'Makes a changed copy of a 3D model: a size in millimetres, ready to print, hollow, lighter, in another file format. Such as [{"kind":"repair"},{"kind":"height","heightMm":80},{"kind":"plate"}].',
    effect: 'changes',
    isRepeatable: true,
    timeoutMs,
    // No permission is needed, because a local copy is free and can be deleted.
    checkPermission: () => Promise.resolve({ asks: false }),
    input,
    output: figuresSchema,
    run: async ({ id, steps, name }, context) => {
      const known = await studio.assets.find(context.orderId)
      if (known) return toResult(known.asset, [])
      const found = await findModel(studio, id, context)
      const { signal, orderId } = context
      const { asset, sentences } = await studio.changeAsset(found, {
        id: orderId,
        steps,
        name,
        signal,
      })
      return toResult(asset, sentences)
    },
  })

const toResult = (asset: Asset, sentences: readonly string[]) => ({
  text: [...sentences, `The changed copy: ${describeAsset(asset)}.`].join('\n'),
  structured: getFigures(asset),
  assetIds: [asset.id],
})
