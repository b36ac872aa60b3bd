import { newId } from '#lib/id.ts'
import type { ToolContext } from './tool.ts'

export const toolContext = (more: Partial<ToolContext> = {}): ToolContext => ({
  signal: new AbortController().signal,
  sourceCount: 0,
  conversationId: newId(),
  orderId: newId(),
  canSee: true,
  pictures: () => Promise.resolve([]),
  models: () => Promise.resolve([]),
  ...more,
})
