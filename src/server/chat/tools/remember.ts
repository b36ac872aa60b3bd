import { memoryLengthMax } from '#contract/chat/memory.ts'
import { newId } from '#lib/id.ts'
import type { MemoryService } from '../memory/memory-service.ts'
import { ToolError, type Tool } from './tool.ts'

/** Adds to what every chat is told, after a person has allowed it. */
export const createMemoryTool = (memory: Pick<MemoryService, 'isOn' | 'put'>): Tool => ({
  name: 'remember',
  title: 'Remember',
  effect: 'changes',
  description:
    'Keeps a fact about the person, such as a preference, for all later chats. Only for what they want remembered.',
  parameters: {
    type: 'object',
    properties: {
      fact: { type: 'string', description: 'One sentence.', maxLength: memoryLengthMax },
    },
    required: ['fact'],
  },
  isOffered: memory.isOn,
  run: async ({ fact }) => {
    if (typeof fact !== 'string' || fact.trim() === '') {
      throw new ToolError('Give the fact as a string.')
    }
    if (!memory.isOn()) throw new ToolError('Memory is off.')
    await memory.put(newId(), fact.trim())
    return 'Kept. It can be edited in Settings › Memory.'
  },
})
