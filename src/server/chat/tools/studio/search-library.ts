import { z } from 'zod'
import { defineTool, type Tool } from '../tool.ts'
import { describeAsset, getFigures, figuresSchema } from './describe-asset.ts'
import type { Studio } from './studio.ts'

const input = z.object({
  query: z
    .string()
    .max(200)
    .optional()
    .describe('Words in the name, the params or the tags. If omitted: the newest ones.'),
  limit: z.number().int().min(1).max(20).optional(),
})

const output = z.object({ models: z.array(figuresSchema) })

export const createLibrarySearchTool = ({ assets }: Pick<Studio, 'assets'>): Tool =>
  defineTool({
    name: 'search_library',
    title: 'Library',
    description: 'Finds 3D models in the library, newest first.',
    effect: 'reads',
    input,
    output,
    run: async ({ query = '', limit = 8 }) => {
      const { assets: found, corrected } = await assets.list({ limit }, { search: query })
      if (found.length === 0) {
        return { text: 'The library has no such model.', structured: { models: [] } }
      }
      return {
        text: [
          ...(corrected === undefined
            ? []
            : [`Nothing has “${query}”; these have “${corrected}”:`]),
          ...found.map(describeAsset),
        ].join('\n'),
        structured: { models: found.map(getFigures) },
        assetIds: found.map(({ id }) => id),
      }
    },
  })
