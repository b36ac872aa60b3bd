import { findInManual } from '../../providers/guide/find-in-manual.ts'
import { ToolError, type Tool } from './tool.ts'

const sectionsMax = 3

/** What Bozzetto's manual says. */
export const createManualTool = (): Tool => ({
  name: 'search_manual',
  title: 'Bozzetto manual',
  effect: 'reads',
  description: 'Searches the manual of Bozzetto, this app.',
  parameters: {
    type: 'object',
    properties: { query: { type: 'string', description: 'A question, or a few words.' } },
    required: ['query'],
  },
  run: ({ query }) => {
    if (typeof query !== 'string') throw new ToolError('Give the query as a string.')
    const found = findInManual(query).slice(0, sectionsMax)
    if (found.length === 0) return 'The manual has nothing about this.'
    return found.map(({ page, heading, body }) => `# ${page}: ${heading}\n${body}`).join('\n\n')
  },
})
