import { setTimeout as sleep } from 'node:timers/promises'
import type { ChatModel } from '#contract/models.ts'
import { HttpError } from '../../errors.ts'
import type { ChatProvider } from '../chat-provider.ts'
import { createFindSections } from './find-sections.ts'
import { answerFrom } from './guide-answer.ts'
import { manual } from './manual.ts'

const guide: ChatModel = {
  id: 'bozzetto/guide',
  name: 'Guide',
  provider: 'bozzetto',
  description:
    'No language model: answers questions about Bozzetto from its manual, without any key.',
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
    isFree: true,
    listModels: () => Promise.resolve([guide]),

    async *streamChat({ model, messages }, signal) {
      if (`${guide.provider}/${model}` !== guide.id) {
        throw new HttpError('unknown_model', `Bozzetto has no model “${model}”, only ${guide.id}.`)
      }
      yield {}
      const words = answerFrom(manual, find, messages).match(/\s*\S+\s*/g) ?? []
      for (const text of words) {
        signal.throwIfAborted()
        yield { text }
        if (wordDelayMs > 0) await sleep(wordDelayMs, undefined, { signal })
      }
      // It reads no tokens; some clients need the numbers.
      yield {
        finishReason: 'stop',
        usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
      }
    },
  }
}
