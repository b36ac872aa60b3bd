import { setTimeout as sleep } from 'node:timers/promises'
import type { ChatModel } from '#contract/models.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { ChatProvider } from '../../ports/chat-provider.ts'
import { findInManual } from './find-in-manual.ts'
import { answerFrom } from './guide-answer.ts'
import { guideModelId, readGuideTurn } from './guide-command.ts'
import { manual } from './manual.ts'

export const guide: ChatModel = {
  id: guideModelId,
  name: 'Guide',
  provider: 'bozzetto',
  description:
    'Not a language model: answers questions about Bozzetto from its manual, without a key.',
  kind: 'chat',
  canUseTools: false,
  canReason: false,
}

/** The guide uses no tokens, but some clients require the fields. */
const noUsage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }

/**
 * Creates a provider that answers from the manual.
 * @param options.wordDelayMs pause between two words, at reading speed.
 */
export function createGuideProvider({
  wordDelayMs = 12,
}: { wordDelayMs?: number } = {}): ChatProvider {
  return {
    id: guide.provider,
    isFallback: true,
    isFree: true,
    listModels: () => Promise.resolve([guide]),

    async streamChat({ model, messages, commands }, signal, take) {
      if (`${guide.provider}/${model}` !== guide.id) {
        throw new HttpError('unknown_model', `Bozzetto has no model “${model}”, only ${guide.id}.`)
      }
      await take({})
      const turn = commands === true ? readGuideTurn(messages) : undefined
      if (turn && 'call' in turn) {
        const { name, arguments: given } = turn.call
        const called = { name, arguments: JSON.stringify(given) }
        await take({ toolCalls: [{ index: 0, id: 'command', type: 'function', function: called }] })
        await take({ finishReason: 'tool_calls', usage: noUsage })
        return
      }
      const answer = turn?.answer ?? answerFrom(manual, findInManual, messages)
      const words = answer.match(/\s*\S+\s*/g) ?? []
      for (const text of words) {
        signal.throwIfAborted()
        await take({ text })
        if (wordDelayMs > 0) await sleep(wordDelayMs, undefined, { signal })
      }
      await take({ finishReason: 'stop', usage: noUsage })
    },
  }
}
