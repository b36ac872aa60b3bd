import type { PaidCalls, PaidCallsMax } from './paid-calls.ts'
import type { ChatProvider, ChatRequestMessage } from '../../ports/chat-provider.ts'
import type { RunTools } from '../tools/tools.ts'

export type AnswerJob = {
  provider: ChatProvider
  /** The provider's own name of the model. */
  model: string
  /** Messages from the root to the question. */
  history: ChatRequestMessage[]
  fields: Record<string, unknown>
  /** The tools that are offered to the model. It can call no others. */
  tools: RunTools
  canSee?: boolean | undefined
  allowed: ReadonlySet<string>
  paidCalls: { before: PaidCalls; max: PaidCallsMax }
  /** True if the answer has text already and was cut off. */
  isContinuation: boolean
}
