import { z } from 'zod'
import { defineTool, type Tool } from '../tool.ts'
import { describeAsset, figuresOf } from './describe-asset.ts'
import { findModel, modelWords } from './find-model.ts'
import { linkWords, partsOf } from './parts-of.ts'
import type { Studio } from './studio.ts'

const input = z.object({ id: z.string().max(40).default('latest').describe(modelWords) })

/** A model in figures. */
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
    run: async ({ id }, context) => {
      const { asset, blobKey } = await findModel(studio, id, context)
      const glb = await studio.blobs.read(blobKey)
      const [{ issues }, { answer }] = await Promise.all([
        studio.inspect({ type: 'inspect', glb, thumbnailSidePx: 16 }, { signal: context.signal }),
        studio.workshop.work({ type: 'report' }, glb),
      ])
      const { errors, warnings, messages } = issues
      const parts = partsOf(glb)
      const validator = { errors, warnings, messages: messages.slice(0, 10) }
      return {
        text: [
          `${describeAsset(asset)}.`,
          ...answer.sentences,
          `glTF validator: ${errors} errors, ${warnings} warnings.`,
          ...validator.messages,
          linkWords(asset, parts),
        ].join('\n'),
        structured: { ...figuresOf(asset), parts, surface: answer.surface, validator },
        assetIds: [asset.id],
      }
    },
  })
