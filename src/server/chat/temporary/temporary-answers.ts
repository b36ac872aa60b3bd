import type { Run } from '#contract/chat/chat.ts'
import type { TemporaryQuestion } from '#contract/chat/temporary-chat.ts'
import { newId } from '#lib/id.ts'
import { HttpError, toHttpError } from '../../errors/http-error.ts'
import type { Catalogue } from '../../models/catalogue.ts'
import type { ChatRequestMessage } from '../../ports/chat-provider.ts'
import { laterWin, type ReadDefaults } from '../defaults/chat-defaults.ts'
import { chatParamSchema, requestFields } from '../completions/chat-params.ts'
import { modelFacts } from '../completions/model-facts.ts'
import { alternateRoles } from '../runs/alternate-roles.ts'
import { LiveRun, type SentRunEvent } from '../runs/live/live-run.ts'
import { writeAnswer } from '../runs/write-answer.ts'
import { createPlaces } from '../../process/places.ts'
import { noTools } from '../tools/tools.ts'

const placeLimits = {
  personMax: 8,
  max: 64,
  what: 'temporary answer',
  retryAfterSeconds: 10,
} as const
const runMsMax = 30 * 60_000

/** Writes answers that exist only in memory and end when their reader disconnects. */
export type TemporaryAnswers = {
  /**
   * @throws {HttpError} `unknown_model`, and `rate_limited` if too many answers are being written.
   */
  begin: (
    question: TemporaryQuestion,
    signal: AbortSignal,
  ) => Promise<(signal: AbortSignal) => AsyncIterable<SentRunEvent>>
}

export function createTemporaryAnswers({
  catalogue,
  readDefaults,
  clock = () => new Date(),
}: {
  catalogue: Pick<Catalogue, 'chat'>
  readDefaults: ReadDefaults
  clock?: () => Date
}): TemporaryAnswers {
  const places = createPlaces(placeLimits)

  async function write(
    live: LiveRun,
    job: Parameters<typeof writeAnswer>[1],
    leave: () => void,
  ): Promise<void> {
    const tooLong = setTimeout(() => live.halt(), runMsMax)
    const end = (change: Partial<Run>) =>
      live.settle({ ...live.run, ...change, finishedAt: clock().toISOString() })
    try {
      const outcome = await writeAnswer(live, job, {
        onWords: () => {},
        keepCalls: () => Promise.resolve(),
      })
      end(live.signal.aborted ? { status: 'stopped' } : outcome)
    } catch (thrown) {
      const error = toHttpError(thrown)
      if (error.code === 'internal' && !live.signal.aborted) {
        console.error('An answer of a temporary chat broke.', thrown)
      }
      end(
        live.signal.aborted
          ? { status: 'stopped' }
          : { status: 'failed', failure: error.toFailure() },
      )
    } finally {
      clearTimeout(tooLong)
      leave()
    }
  }

  return {
    async begin({ modelId, messages, settings = {} }, signal) {
      const leave = places.take()
      const { provider, model, history, fields } = await prepare().catch((error: unknown) => {
        leave()
        throw error
      })
      const live = createRun(`${provider.id}/${model}`, clock().toISOString())
      return (reader) => {
        for (const gone of [signal, reader]) {
          if (gone.aborted) live.halt()
          gone.addEventListener('abort', () => live.halt(), { once: true })
        }
        const job = {
          provider,
          model,
          history,
          fields,
          // Tools may store data, but a temporary chat must store nothing.
          tools: noTools,
          allowed: new Set<string>(),
          paidCalls: { before: { count: 0, usd: 0 }, max: { count: 0 } },
          isContinuation: false,
        }
        void write(live, job, leave)
        return live.follow({ reasoning: 0, text: 0 }, reader)
      }

      async function prepare() {
        const found = await catalogue.chat(modelId, signal)
        const said = await historyFor(found, messages)
        const settled = await withSettings(readDefaults, { found, history: said, settings })
        // The model must not write for a reader who has left.
        signal.throwIfAborted()
        return { ...found, ...settled }
      }
    },
  }
}

const createRun = (modelId: string, now: string): LiveRun =>
  new LiveRun({
    run: { id: newId(), modelId, status: 'running', startedAt: now },
    settings: undefined,
    conversation: { id: newId(), title: '', createdAt: now, updatedAt: now },
    answerId: newId(),
    parentId: newId(),
  })

const factsWaitMs = 5_000

type FoundModel = Awaited<ReturnType<Catalogue['chat']>>

type Prepared = {
  found: FoundModel
  history: ChatRequestMessage[]
  settings: NonNullable<TemporaryQuestion['settings']>
}

/**
 * Adds instructions and params to a history: those for all chats, for the model, of the assistant
 * and for this temporary chat. Later ones win.
 */
async function withSettings(
  readDefaults: ReadDefaults,
  { found, history, settings }: Prepared,
): Promise<{ history: ChatRequestMessage[]; fields: Record<string, unknown> }> {
  const { assistant } = found.provider
  const { provider, model } = assistant ?? found
  const defaults = await readDefaults(`${provider.id}/${model}`)
  const params = { ...defaults.params, ...assistant?.params, ...settings.params }
  const own = settings.systemPrompt?.trim() ?? ''
  const specific = [assistant?.instructions ?? '', own].filter((text) => text !== '')
  const isLayered = defaults.instructions.length > 0 && specific.length > 0
  const content = [...defaults.instructions, ...(isLayered ? [laterWin] : []), ...specific].join(
    '\n\n',
  )
  const hasParams = Object.keys(params).length > 0
  const facts = hasParams ? await modelFacts(provider, model, factsWaitMs) : undefined
  return {
    history: content === '' ? history : [{ role: 'system', content }, ...history],
    fields: hasParams ? requestFields(params, chatParamSchema(facts), model) : {},
  }
}

async function historyFor(
  { provider, model }: FoundModel,
  messages: TemporaryQuestion['messages'],
): Promise<ChatRequestMessage[]> {
  if (messages.some(({ pictures = [] }) => pictures.length > 0)) {
    const facts = await modelFacts(provider, model, factsWaitMs)
    if (facts?.canSee === false) {
      throw new HttpError(
        'bad_request',
        `${facts.name} cannot see the pictures of this chat. Choose a model that can, or start a new chat without them.`,
      )
    }
  }
  // The history has no answers that were stopped before their first word.
  const history = messages.map(({ role, text, pictures = [] }) => ({
    role,
    content:
      pictures.length === 0
        ? text
        : [
            ...(text === '' ? [] : [{ type: 'text', text }]),
            ...pictures.map((url) => ({ type: 'image_url', image_url: { url } })),
          ],
  }))
  return alternateRoles(history)
}
