import type { PaidCalls, PaidCallsMax } from './paid-calls.ts'
import type { ChatProvider, ChatRequestMessage } from '../../ports/chat-provider.ts'
import type { CallPermission } from '../tools/tool.ts'
import type { RunTools } from '../tools/tools.ts'

export type AnswerJob = {
  provider: ChatProvider
  /** The provider's own name of the model, without the connection. */
  model: string
  /** Messages from the root to the question. */
  history: ChatRequestMessage[]
  fields: Record<string, unknown>
  /** Tools that the model may call. */
  tools: RunTools
  canSee?: boolean | undefined
  allowed: ReadonlySet<string>
  paidCalls: { before: PaidCalls; max: PaidCallsMax }
  /** Returns why a tool call is refused that would have to ask a person. Set if nobody watches the answer. */
  refuse?: ((call: CallPermission & { isAllowed: boolean }) => string | undefined) | undefined
  /** True if the answer has text already and is continued. */
  isContinuation: boolean
}
