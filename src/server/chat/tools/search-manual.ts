import { z } from 'zod'
import { findInManual } from '../../providers/guide/find-in-manual.ts'
import { defineTool, type Tool } from './tool.ts'

const sectionsMax = 3

const input = z.object({ query: z.string().describe('A question, or a few words.') })

const output = z.object({
  sections: z
    .array(z.object({ page: z.string(), heading: z.string(), body: z.string() }))
    .describe('The best first.'),
})

export const createManualTool = (): Tool =>
  defineTool({
    name: 'search_manual',
    title: 'Bozzetto manual',
    effect: 'reads',
    description: 'Searches the manual of Bozzetto, this app.',
    input,
    output,
    run: ({ query }) => {
      const sections = findInManual(query).slice(0, sectionsMax)
      const words = sections.map(({ page, heading, body }) => `# ${page}: ${heading}\n${body}`)
      return {
        text: words.join('\n\n') || 'The manual has nothing about this.',
        structured: { sections },
      }
    },
  })
