import { createContext } from 'react'
import type { ChatSummary } from '#contract/chat/summaries.ts'

export type ShownSummaries = {
  summaries: readonly ChatSummary[]
  edit?: { conversationId: string; onChanged: () => void } | undefined
}

export const SummariesContext = createContext<ShownSummaries>({ summaries: [] })
