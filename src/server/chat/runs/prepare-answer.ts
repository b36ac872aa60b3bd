import { eq } from 'drizzle-orm'
import type { StartRun } from '#contract/chat/chat.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { Catalogue } from '../../models/catalogue.ts'
import { allowedTools, conversations, messages } from '../../store/schema.ts'
import { isGuest } from '../../store/owner-scope.ts'
import type { Store } from '../../store/store.ts'
import { chatParamSchema, requestFields } from '../completions/chat-params.ts'
import { describeSources, type KnowledgeService } from '../knowledge/knowledge-service.ts'
import type { MemoryService } from '../memory/memory-service.ts'
import { historyTo } from './history.ts'
import type { LiveRun } from './live/live-run.ts'
import { modelFacts } from '../completions/model-facts.ts'
import type { Toolbox } from '../tools/tools.ts'
import type { AnswerJob } from './answer-job.ts'
import { paidCallsMaxOf, readPaidCalls } from './paid-calls.ts'

type FoundModel = Awaited<ReturnType<Catalogue['chat']>>

/** Tools that take a picture of the chat. */
const picturing = new Set(['make_3d_model', 'cut_out_picture'])

/** For what a model can do, where it matters before the question is sent. */
const factsWaitMs = 5_000

export type AnswerPreparer = ReturnType<typeof createAnswerPreparer>

export type AnswerSources = {
  store: Store
  toolbox: Toolbox
  /** What the chats of a folder have. */
  knowledge: Pick<KnowledgeService, 'forQuestion'>
  /** What the person wants every chat to know. */
  memory: Pick<MemoryService, 'forPrompt'>
  /** A picture as a `data:` address, small enough for models. */
  readPicture: (fileId: string) => Promise<string | undefined>
}

/** Makes a picture that a model answered with a file. @returns its id. */
export type KeepPicture = (bytes: Uint8Array, name: string) => Promise<string>

/** Makes a model's request out of what is stored. */
export function createAnswerPreparer({
  store,
  toolbox,
  knowledge,
  memory,
  readPicture,
}: AnswerSources) {
  return {
    /**
     * Refuses what cannot work before anything is stored.
     *
     * @throws {HttpError} `invalid_params`, or `bad_request` for a picture to a blind model.
     */
    async check({ provider, model }: FoundModel, request: StartRun): Promise<void> {
      const { params = {} } = request.settings ?? {}
      const shows = request.question?.attachments?.some(({ kind }) => kind === 'picture') ?? false
      if (!shows && Object.keys(params).length === 0) return
      const facts = await modelFacts(provider, model, factsWaitMs)
      if (shows && facts?.canSee === false) {
        throw new HttpError(
          'bad_request',
          `${facts.name} cannot see pictures. Choose a model that can, or remove the picture.`,
        )
      }
      requestFields(params, chatParamSchema(facts), model)
    },

    /** Everything that the model is asked with. */
    async job(
      live: LiveRun,
      { provider, model }: FoundModel,
      isContinuation: boolean,
    ): Promise<AnswerJob> {
      const { systemPrompt, params = {} } = live.settings ?? {}
      // Tools reach all that the owner has, which is not shared with a guest.
      const tools = isGuest() ? [] : (live.settings?.tools ?? [])
      const hasParams = Object.keys(params).length > 0
      const readFacts = () => modelFacts(provider, model, factsWaitMs)
      let facts = hasParams || tools.length > 0 ? await readFacts() : undefined
      const offered = facts?.canUseTools === false ? [] : toolbox.offer(tools)
      // A tool may have been allowed for good since the run began.
      const allowed = offered.length > 0 ? await allowedIn(store, live.conversation.id) : []
      const history = await historyTo(store.db, live.parentId, {
        systemPrompt: await withKnowledge(live, systemPrompt),
        canSee: async () => {
          facts ??= await readFacts()
          return facts?.canSee !== false
        },
        withTools: offered.length > 0,
        namesPictures: tools.some((name) => picturing.has(name)) && offered.length > 0,
        providerId: provider.id,
        readPicture,
      })
      return {
        provider,
        model,
        history,
        fields: {
          ...(hasParams && requestFields(params, chatParamSchema(facts), model)),
          // The guide runs tools only here, where there are some.
          ...(provider.isFallback && !isGuest() && { commands: true }),
        },
        offered,
        canSee: facts?.canSee,
        allowed: new Set(allowed),
        paidCalls: {
          before: offered.length > 0 ? await readPaidCalls(store, live) : { count: 0, usd: 0 },
          max: paidCallsMaxOf(live.settings),
        },
        isContinuation,
      }
    },
  }

  /**
   * What is remembered, the instructions of the folder and the chat's own, then what the folder's files say
   * of the question.
   */
  async function withKnowledge(
    live: LiveRun,
    own: string | undefined,
  ): Promise<string | undefined> {
    // What is remembered, and what the folder has, is the owner's alone.
    if (isGuest()) return own
    const { folderId } = live.conversation
    const remembered = await memory.forPrompt()
    if (folderId === undefined) return joined([remembered, own])
    const [question] = await store.db
      .select({ text: messages.text })
      .from(messages)
      .where(eq(messages.id, live.parentId))
    const { instructions, sources } = await knowledge.forQuestion(folderId, question?.text ?? '')
    // Of a run that waited for a person there are more by now, after the same ones.
    if (sources.length > 0) live.note({ sources: live.run.sources ?? sources })
    return joined([remembered, instructions, own, describeSources(sources)])
  }
}

function joined(parts: readonly (string | undefined)[]): string | undefined {
  const said = parts.filter(Boolean)
  return said.length === 0 ? undefined : said.join('\n\n')
}

/** Names of the tools that run without asking there. */
async function allowedIn({ db }: Store, conversationId: string): Promise<readonly string[]> {
  const [[row], everywhere] = await Promise.all([
    db
      .select({ settings: conversations.settings })
      .from(conversations)
      .where(eq(conversations.id, conversationId)),
    db.select({ name: allowedTools.name }).from(allowedTools),
  ])
  return [...(row?.settings?.allowedTools ?? []), ...everywhere.map(({ name }) => name)]
}
