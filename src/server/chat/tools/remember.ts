import { z } from 'zod'
import { memoryLengthMax } from '#contract/chat/memory.ts'
import { newId } from '#lib/id.ts'
import type { MemoryService } from '../memory/memory-service.ts'
import { defineTool, ToolError, type Tool } from './tool.ts'

const input = z.object({
  fact: z.string().trim().min(1).max(memoryLengthMax).describe('One sentence.'),
})

const output = z.object({ id: z.string(), fact: z.string() })

export const createMemoryTool = (memory: Pick<MemoryService, 'isOn' | 'put'>): Tool =>
  defineTool({
    name: 'remember',
    title: 'Remember',
    effect: 'changes',
    description:
      'Keeps a fact about the person, such as a preference, for all later chats. Only for what they want remembered.',
    input,
    output,
    isOffered: memory.isOn,
    run: async ({ fact }) => {
      if (!memory.isOn()) throw new ToolError('Memory is off.')
      const id = newId()
      await memory.put(id, fact)
      return { text: 'Kept. It can be edited in Settings › Memory.', structured: { id, fact } }
    },
  })
