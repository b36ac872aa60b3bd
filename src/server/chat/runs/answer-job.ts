import type { PaidCalls, PaidCallsMax } from './paid-calls.ts'
import type { ChatProvider, ChatRequestMessage } from '../../ports/chat-provider.ts'
import type { RunTools } from '../tools/tools.ts'

/** What an answer is made from. */
export type AnswerJob = {
  provider: ChatProvider
  /** The provider's own name of the model. */
  model: string
  /** From the first message up to the question. */
  history: ChatRequestMessage[]
  /** Sampling and the like. */
  fields: Record<string, unknown>
  /** The tools that the model is offered. It can call no others. */
  tools: RunTools
  /** Whether the model looks at pictures; absent: not known. */
  canSee?: boolean | undefined
  /** Names of tools that run without asking. */
  allowed: ReadonlySet<string>
  /** Those of the chat before this answer, and what there may be of them before allowed tools ask again. */
  paidCalls: { before: PaidCalls; max: PaidCallsMax }
  /** The answer has words already, and was cut off. */
  isContinuation: boolean
}
