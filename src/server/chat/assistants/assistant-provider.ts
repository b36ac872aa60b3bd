import type { ChatModel } from '#contract/models.ts'
import type { Source } from '#contract/chat/chat.ts'
import type {
  AssistantTarget,
  ChatProvider,
  ChatRequestMessage,
} from '../../ports/chat-provider.ts'
import { assistantProviderId } from '#contract/chat/assistants.ts'
import { chatParamSchema, requestFields } from '../completions/chat-params.ts'
import { describeSources } from '../knowledge/knowledge-service.ts'

type Options = {
  target: AssistantTarget
  listed: (models: readonly ChatModel[]) => ChatModel | undefined
  findSources: (question: string) => Promise<readonly Source[]>
}

/**
 * Creates a provider that asks the assistant's model with the assistant's instructions, params and
 * files. Chats read `assistant` instead, because chats add their own instructions and tools.
 */
export function createAssistantProvider({ target, listed, findSources }: Options): ChatProvider {
  const { provider, model } = target
  return {
    id: assistantProviderId,
    isFree: provider.isFree === true,
    ...(provider.isFallback === true && { isFallback: true }),
    ...(provider.enteredPrice && { enteredPrice: provider.enteredPrice }),
    ...(provider.handsBack && { handsBack: provider.handsBack }),
    assistant: target,
    isInPrivateNetwork: async () => (await provider.isInPrivateNetwork?.()) === true,
    listModels: async (signal) => {
      const shown = listed(await provider.listModels(signal))
      return shown ? [shown] : []
    },
    streamChat: async (request, signal, take) => {
      const sources = await findSources(readQuestion(request.messages))
      const asked = {
        ...requestFields(target.params, chatParamSchema(undefined), model),
        ...request,
        model,
        messages: withInstructions(request.messages, [
          target.instructions,
          describeSources(sources),
        ]),
      }
      return provider.streamChat(asked, signal, take)
    },
  }
}

const isInstruction = ({ role }: ChatRequestMessage) => role === 'system' || role === 'developer'

/**
 * Appends the client's system message to the assistant's, because many services accept only one
 * system message.
 */
function withInstructions(
  messages: readonly ChatRequestMessage[],
  parts: readonly (string | undefined)[],
): ChatRequestMessage[] {
  const [first, ...rest] = messages
  const isJoined = first !== undefined && isInstruction(first) && typeof first.content === 'string'
  // A temporary chat has already put the instructions behind more general ones.
  const said = parts.filter((part) => part && !(isJoined && String(first.content).includes(part)))
  if (said.length === 0) return [...messages]
  const content = [...said, ...(isJoined ? [String(first.content)] : [])].join('\n\n')
  return [{ ...(isJoined ? first : { role: 'system' }), content }, ...(isJoined ? rest : messages)]
}

function readQuestion(messages: readonly ChatRequestMessage[]): string {
  const content = messages.findLast(({ role }) => role === 'user')?.content
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .flatMap((part: { text?: unknown }) => (typeof part.text === 'string' ? part.text : []))
    .join('\n')
}
