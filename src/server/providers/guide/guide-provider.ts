import { setTimeout as sleep } from 'node:timers/promises'
import type { ChatModel } from '#contract/models.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { ChatProvider } from '../../ports/chat-provider.ts'
import { createFindSections } from './find-sections.ts'
import { answerFrom } from './guide-answer.ts'
import { manual } from './manual.ts'

const guide: ChatModel = {
  id: 'bozzetto/guide',
  name: 'Guide',
  provider: 'bozzetto',
  description:
    'Not a language model: answers questions about Bozzetto from its manual, without a key.',
  kind: 'chat',
  canSee: false,
  canUseTools: false,
  canReason: false,
}

/**
 * The built-in guide. It says that it is no language model, and streams like one.
 *
 * @param options.wordDelayMs pause between two words: as fast as one can follow with the eye.
 */
export function createGuideProvider({
  wordDelayMs = 12,
}: { wordDelayMs?: number } = {}): ChatProvider {
  const find = createFindSections(manual)

  return {
    id: guide.provider,
    isFallback: true,
    isFree: true,
    listModels: () => Promise.resolve([guide]),

    async streamChat({ model, messages }, signal, take) {
      if (`${guide.provider}/${model}` !== guide.id) {
        throw new HttpError('unknown_model', `Bozzetto has no model “${model}”, only ${guide.id}.`)
      }
      await take({})
      const words = answerFrom(manual, find, messages).match(/\s*\S+\s*/g) ?? []
      for (const text of words) {
        signal.throwIfAborted()
        await take({ text })
        if (wordDelayMs > 0) await sleep(wordDelayMs, undefined, { signal })
      }
      // It reads no tokens; some clients need the numbers.
      await take({
        finishReason: 'stop',
        usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
      })
    },
  }
}
