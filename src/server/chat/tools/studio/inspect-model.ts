import { z } from 'zod'
import { formatPlural } from '#lib/format.ts'
import { defineTool, type Tool } from '../tool.ts'
import { describeAsset, getFigures, figuresSchema } from './describe-asset.ts'
import { findModel, modelWords } from './find-model.ts'
import { linkWords, listParts } from './parts-of.ts'
import type { Studio } from './studio.ts'

const input = z.object({ id: z.string().max(40).default('latest').describe(modelWords) })

const count = z.number().int().min(0)

const output = figuresSchema.extend({
  parts: z.array(z.string()).describe('Names of its parts; none where it is one piece.'),
  surface: z
    .object({
      watertight: z.boolean(),
      boundary_edges: count,
      non_manifold_edges: count,
      shells: count,
      volume_cm3: z.number(),
      area_cm2: z.number(),
    })
    .optional(),
  validator: z.object({ errors: count, warnings: count, messages: z.array(z.string()) }),
})

export const createInspectTool = (
  studio: Pick<Studio, 'assets' | 'blobs' | 'inspect' | 'workshop'>,
): Tool =>
  defineTool({
    name: 'inspect_model',
    title: 'Inspect models',
    description:
      'Gives the figures of a 3D model: triangles, size, materials, textures, what the glTF validator finds, and whether it can be printed as it is.',
    effect: 'reads',
    input,
    output,
    run: async ({ id }, context) => {
      const { asset, blobKey } = await findModel(studio, id, context)
      const glb = await studio.blobs.read(blobKey)
      const [{ issues }, { answer }] = await Promise.all([
        studio.inspect({ type: 'inspect', glb, thumbnailSidePx: 16 }, { signal: context.signal }),
        studio.workshop.work({ type: 'report' }, glb),
      ])
      const { errors, warnings, messages } = issues
      const parts = listParts(glb)
      const validator = { errors, warnings, messages: messages.slice(0, 10) }
      return {
        text: [
          [
            `${describeAsset(asset)}.`,
            ...answer.sentences,
            `glTF validator: ${formatPlural(errors, 'error')}, ${formatPlural(warnings, 'warning')}.`,
            ...validator.messages,
          ].join('\n'),
          linkWords(asset, parts),
        ].join('\n\n'),
        structured: { ...getFigures(asset), parts, surface: answer.surface, validator },
        assetIds: [asset.id],
      }
    },
  })
