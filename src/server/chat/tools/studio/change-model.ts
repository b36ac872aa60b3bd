import { z } from 'zod'
import type { Asset } from '#contract/assets.ts'
import { defineTool, ToolError, type Tool } from '../tool.ts'
import { describeAsset, figuresOf } from './describe-asset.ts'
import { findModel, modelWords } from './find-model.ts'
import type { Studio } from './studio.ts'

const timeoutMs = 180_000
/** Of the recipe of a model that was changed here. */
const workshopId = 'bozzetto/workshop'

const millimetres = z.number().positive().max(10_000)

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
      ]),
    )
    .min(1)
    .max(8)
    .describe(
      'In this order. height scales; repair makes it watertight; fill closes holes; hollow leaves a wall; base cuts that much off the bottom so that it stands; plate puts it onto the ground; lighten reduces.',
    ),
  name: z.string().trim().max(200).optional().describe('Of the new model.'),
})

/** The steps of the workshop, done to a copy: the model itself stays as it is. */
export const createChangeTool = (
  studio: Pick<Studio, 'assets' | 'blobs' | 'workshop' | 'importModel'>,
): Tool =>
  defineTool({
    name: 'change_model',
    title: 'Change models',
    description:
      'Makes a changed copy of a 3D model: a size in millimetres, ready to print, hollow, lighter. Such as [{"kind":"repair"},{"kind":"height","heightMm":80},{"kind":"plate"}].',
    effect: 'changes',
    isRepeatable: true,
    timeoutMs,
    // A copy on this machine costs nothing, and can be deleted.
    leave: () => Promise.resolve({ asks: false }),
    input,
    run: async ({ id, steps, name }, context) => {
      const known = await studio.assets.find(context.orderId)
      if (known) return resultOf(known.asset, [])
      const { asset, blobKey } = await findModel(studio, id, context)
      const before = await studio.blobs.read(blobKey)
      const { answer, bytes } = await studio.workshop.work({ type: 'change', steps }, before)
      if (context.signal.aborted) throw new ToolError('This took too long.')
      const kinds = steps.map(({ kind }) => kind).join(', ')
      const changed = await studio.importModel(bytes, name ?? `${asset.name}, changed`, {
        id: context.orderId,
        recipe: {
          modelId: workshopId,
          params: { steps },
          inputSha256: [asset.sha256],
          source: { assetId: asset.id, name: asset.name, step: kinds },
        },
      })
      return resultOf(changed, answer.sentences)
    },
  })

const resultOf = (asset: Asset, sentences: readonly string[]) => ({
  text: [...sentences, `The changed copy: ${describeAsset(asset)}.`].join('\n'),
  structured: figuresOf(asset),
  assetIds: [asset.id],
})
