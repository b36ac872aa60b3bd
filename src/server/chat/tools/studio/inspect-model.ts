import { z } from 'zod'
import { defineTool, type Tool } from '../tool.ts'
import { figuresOf } from './describe-asset.ts'
import { findModel, modelWords } from './find-model.ts'
import type { Studio } from './studio.ts'

const input = z.object({ id: z.string().max(40).default('latest').describe(modelWords) })

/** A model in figures. */
export const createInspectTool = (studio: Pick<Studio, 'assets' | 'blobs' | 'inspect'>): Tool =>
  defineTool({
    name: 'inspect_model',
    title: 'Inspect models',
    description:
      'Tells the figures of a 3D model: triangles, size, materials, textures, and what the glTF validator finds.',
    effect: 'reads',
    input,
    run: async ({ id }, context) => {
      const { asset, blobKey } = await findModel(studio, id, context)
      const { issues } = await studio.inspect(
        { type: 'inspect', glb: await studio.blobs.read(blobKey), thumbnailSidePx: 16 },
        { signal: context.signal },
      )
      const figures = {
        ...figuresOf(asset),
        validator: { ...issues, messages: issues.messages.slice(0, 10) },
      }
      return { text: JSON.stringify(figures), structured: figures, assetIds: [asset.id] }
    },
  })
