import type { PaidCalls, PaidCallsMax } from './paid-calls.ts'
import type { ChatProvider, ChatRequestMessage } from '../../ports/chat-provider.ts'
import type { CallPermission } from '../tools/tool.ts'
import type { RunTools } from '../tools/tools.ts'

export type AnswerJob = {
  provider: ChatProvider
  /** The provider's own name of the model. */
  model: string
  /** Messages from the root to the question. */
  history: ChatRequestMessage[]
  fields: Record<string, unknown>
  /** Tools that are offered to the model. It can call no others. */
  tools: RunTools
  canSee?: boolean | undefined
  allowed: ReadonlySet<string>
  paidCalls: { before: PaidCalls; max: PaidCallsMax }
  /** Set if nobody can allow calls. Returns why a call is refused that must not or cannot ask. */
  refuse?: ((call: CallPermission & { isAllowed: boolean }) => string | undefined) | undefined
  /** True if an answer that has text already is continued. */
  isContinuation: boolean
}
