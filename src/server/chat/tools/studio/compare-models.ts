import { z } from 'zod'
import { defineTool, type Tool } from '../tool.ts'
import { describeAsset, getFigures, figuresSchema } from './describe-asset.ts'
import { findModel } from './find-model.ts'
import { drawSides } from './look-at-model.ts'
import type { Studio } from './studio.ts'

const timeoutMs = 120_000

const input = z.object({
  ids: z.array(z.string().max(40)).min(2).max(4).describe('Ids of two to four library models.'),
})

const output = z.object({ models: z.array(figuresSchema) })

export const createCompareTool = (studio: Pick<Studio, 'assets' | 'blobs' | 'inspect'>): Tool =>
  defineTool({
    name: 'compare_models',
    title: 'Compare models',
    description: 'Shows you two to four 3D models from the same two sides, with their figures.',
    effect: 'reads',
    timeoutMs,
    input,
    output,
    run: async ({ ids }, context) => {
      const found = await Promise.all(ids.map((id) => findModel(studio, id, context)))
      const pictures = []
      for (const one of found) {
        const wish = { sides: ['front', 'studio'] as const, signal: context.signal }
        pictures.push({
          bytes: await drawSides(studio, await studio.blobs.read(one.blobKey), wish),
          name: `${one.asset.name}.jpg`,
        })
      }
      return {
        text: found
          .map(
            ({ asset }, at) =>
              `Picture ${at + 1}: ${describeAsset(asset)}, from the front and the studio’s view.`,
          )
          .join('\n'),
        structured: { models: found.map(({ asset }) => getFigures(asset)) },
        pictures,
        assetIds: found.map(({ asset }) => asset.id),
      }
    },
  })
