import type { PaidCalls, PaidCallsMax } from './paid-calls.ts'
import type { ChatProvider, ChatRequestMessage } from '../../ports/chat-provider.ts'
import type { CallPermission } from '../tools/tool.ts'
import type { RunTools } from '../tools/tools.ts'

export type AnswerJob = {
  provider: ChatProvider
  model: string
  history: ChatRequestMessage[]
  fields: Record<string, unknown>
  tools: RunTools
  canSee?: boolean | undefined
  allowed: ReadonlySet<string>
  paidCalls: { before: PaidCalls; max: PaidCallsMax }
  /**
   * Returns why a tool call is refused that would have to ask a person. Set if nobody watches the
   * answer.
   */
  refuse?: ((call: CallPermission & { isAllowed: boolean }) => string | undefined) | undefined
  isContinuation: boolean
}
