import type { Source, StartRun } from '#contract/chat/chat.ts'
import type { ChatSettings } from '#contract/chat/settings.ts'
import type { ChatModel } from '#contract/models.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { AssistantTarget, ChatRequestMessage } from '../../ports/chat-provider.ts'
import type { Catalogue } from '../../models/catalogue.ts'
import { allowedTools, type Unattended } from '../../store/schema.ts'
import { asOwner, isGuest, keepingOwner, ownerIdHere } from '../../store/owner-scope.ts'
import type { Store } from '../../store/store.ts'
import { askCheapModel } from '../completions/ask-briefly.ts'
import { laterWin, readDefaultsFor } from '../defaults/chat-defaults.ts'
import { chatParamSchema, requestFields } from '../completions/chat-params.ts'
import { listTurns } from '../knowledge/earlier-turns.ts'
import { describeSources, type KnowledgeService } from '../knowledge/knowledge-service.ts'
import type { MemoryService } from '../memory/memory-service.ts'
import { toCostUsd } from '../completions/answer-price.ts'
import { historyTo, type HistoryOptions } from './history.ts'
import { alternateRoles } from './alternate-roles.ts'
import { readMergedAnswers } from './merge-answers.ts'
import type { LiveRun } from './live/live-run.ts'
import { computeCost, findPrice, modelFacts } from '../completions/model-facts.ts'
import { guideTools } from '../../providers/guide/guide-command.ts'
import { findChatSettings, listAllowedIn } from '../conversations/chat-settings.ts'
import { listDefaultTools } from '../tools/tool-defaults.ts'
import { noTools, type RunTools, type Toolbox } from '../tools/tools.ts'
import type { AnswerJob } from './answer-job.ts'
import { createUnattendedAnswer } from './unattended-answer.ts'
import { readPaidCallsMax, readPaidCalls } from './paid-calls.ts'

type FoundModel = Awaited<ReturnType<Catalogue['chat']>>

const picturing = new Set(['make_3d_model', 'cut_out_picture'])

/**
 * Maximum wait for the model's capabilities in milliseconds. Afterwards the question is sent
 * without them.
 */
const factsWaitMs = 5_000

/**
 * Maximum wait for a rewritten question in milliseconds. Afterwards the folder is searched with the
 * original question.
 */
const rewriteWaitMs = 4_000

export type AnswerPreparer = ReturnType<typeof createAnswerPreparer>

/** The history of a question before it is sent, with the limits of the model. */
export type LongHistory = {
  history: readonly ChatRequestMessage[]
  /** Time at which `history` was read. */
  readAt: Date
  readFacts: () => Promise<ChatModel | undefined>
}

export type HistoryShortener = {
  /**
   * Summarises older answers if the history exceeds the model's context and the person's settings
   * allow the price.
   * @returns whether a summary was written since the history was read.
   * @throws {HttpError} the errors of the model that summarises.
   */
  shorten: (live: LiveRun, long: LongHistory) => Promise<boolean>
}

export type AnswerSources = {
  store: Store
  catalogue: Pick<Catalogue, 'chat' | 'defaultFor'>
  toolbox: Toolbox
  knowledge: Pick<KnowledgeService, 'forQuestion'>
  memory: Pick<MemoryService, 'forPrompt'>
  summaries: HistoryShortener
  readPicture: (fileId: string) => Promise<string | undefined>
}

/**
 * Stores a picture of an answer as a file.
 * @returns its id.
 */
export type KeepPicture = (bytes: Uint8Array, name: string) => Promise<string>

export function createAnswerPreparer(sources: AnswerSources) {
  const { store, toolbox, summaries, readPicture } = sources
  return {
    /**
     * Refuses invalid requests before anything is stored.
     * @throws {HttpError} `invalid_params`, or `bad_request` for a picture to a model without
     * vision.
     */
    async check(found: FoundModel, conversationId: string, request: StartRun): Promise<void> {
      const { assistant } = found.provider
      const { provider, model } = assistant ?? found
      const { params = {} } = request.settings ?? {}
      const settings = async () =>
        request.settings ?? (await findChatSettings(store.db, conversationId)).settings
      const shows = request.question?.attachments?.some(({ kind }) => kind === 'picture') ?? false
      if (!shows && Object.keys(params).length === 0) return
      const facts = await modelFacts(provider, model, factsWaitMs)
      const isBlind = facts?.canSee === false
      if (shows && isBlind && !(await passesPictures(sources, facts, { found, settings }))) {
        throw new HttpError(
          'bad_request',
          `${facts.name} cannot see pictures. Choose a model that can, or remove the picture.`,
        )
      }
      requestFields(params, chatParamSchema(facts), model)
    },

    async job(live: LiveRun, found: FoundModel, isContinuation: boolean): Promise<AnswerJob> {
      const { assistant } = found.provider
      const { provider, model } = assistant ?? found
      const { usual, params } = await readParams(store, live, found)
      const hasParams = Object.keys(params).length > 0
      const merged = await readMerged(store, live)
      const readFacts = () => modelFacts(provider, model, factsWaitMs)
      const chosen = live.settings?.tools ?? assistant?.tools
      const wanted =
        isGuest() || merged ? [] : (chosen ?? (await listDefaultTools({ store, toolbox })))
      let facts = hasParams || wanted.length > 0 ? await readFacts() : undefined
      const names = canUse(facts, { isChosen: chosen !== undefined }) ? wanted : []
      // True for the built-in help assistant, which can run tools for typed commands, but not for
      // guests.
      const isGuide = provider.isFallback === true && !isGuest()
      const tools = pickTools(toolbox, { isGuide, names })
      const isOffered = !isGuide && tools.offered.length > 0
      // Permissions are read again, because a person may have allowed tools since the answer began.
      const allowed = isOffered ? await listAllowed(store, live) : []
      const options: HistoryOptions = {
        systemPrompt: await withKnowledge(sources, live, { assistant, usual }),
        canSee: async () => {
          facts ??= await readFacts()
          return facts?.canSee !== false
        },
        withTools: isOffered,
        namesPictures: isOffered && names.some((name) => picturing.has(name)),
        providerId: provider.id,
        readPicture,
      }
      const readAt = new Date()
      let history = await historyTo(store.db, live.parentId, options)
      const isNew = live.text.length === 0 && live.calls.length === 0
      const readOnce = async () => (facts ??= await readFacts())
      if (
        isNew &&
        !isGuide &&
        (await summaries.shorten(live, { history, readAt, readFacts: readOnce }))
      ) {
        history = await historyTo(store.db, live.parentId, options)
      }
      const limited =
        live.unattended && (await limitAnswer(live, live.unattended, { provider, model }))
      return {
        provider: limited?.provider ?? provider,
        refuse: limited?.refuse,
        model,
        history: merged ? alternateRoles([...history, merged]) : history,
        fields: {
          ...(hasParams && requestFields(params, chatParamSchema(facts), model)),
          ...(isGuide && { commands: true }),
        },
        tools,
        canSee: facts?.canSee,
        allowed: new Set(allowed),
        paidCalls: await getPaidCalls(store, live, isOffered),
        isContinuation,
      }
    },
  }
}

/** Returns whether a model that cannot see a picture can pass the picture to a tool. */
async function passesPictures(
  { store, toolbox }: AnswerSources,
  facts: ChatModel,
  { found, settings }: { found: FoundModel; settings: () => Promise<ChatSettings | undefined> },
): Promise<boolean> {
  if (isGuest() || facts.canUseTools !== true) return false
  const chosen = (await settings())?.tools ?? found.provider.assistant?.tools
  const names = chosen ?? (await listDefaultTools({ store, toolbox }))
  return names.some((name) => picturing.has(name))
}

/**
 * Returns the person's instructions for the model, and the params. Params of the chat override
 * those of the assistant, which override the person's params for the model.
 */
async function readParams({ db }: Store, live: LiveRun, found: FoundModel) {
  const { assistant } = found.provider
  const { provider, model } = assistant ?? found
  const { instructions, params } = await readDefaultsFor(db, `${provider.id}/${model}`)
  return {
    usual: instructions,
    params: { ...params, ...assistant?.params, ...live.settings?.params },
  }
}

async function getPaidCalls(store: Store, live: LiveRun, isOffered: boolean) {
  const before = isOffered ? await readPaidCalls(store, live) : { count: 0, usd: 0 }
  return { before, max: readPaidCallsMax(live.settings) }
}

/**
 * Returns the request to merge answers, or undefined for other answers. Adds the sources of the
 * merged answers.
 */
async function readMerged({ db }: Store, live: LiveRun): Promise<ChatRequestMessage | undefined> {
  const { mergedIds, sources: known } = live.run
  if (!mergedIds) return undefined
  const { prompt, sources } = await readMergedAnswers(db, live.parentId, mergedIds)
  if (sources.length > 0 && !known) live.note({ sources })
  return { role: 'user', content: prompt }
}

async function limitAnswer(
  live: LiveRun,
  unattended: Unattended,
  { provider, model }: FoundModel,
): Promise<ReturnType<typeof createUnattendedAnswer>> {
  const { usage } = live.run
  const price = await findPrice(provider, model, factsWaitMs)
  const toolsUsd = live.calls.reduce(
    (sum, { priceUsd = 0, status }) => sum + (status === 'denied' ? 0 : priceUsd),
    0,
  )
  const modelUsd = provider.isFree ? 0 : toCostUsd({ usage, cost: computeCost(usage, price) })
  const spentUsd = toolsUsd + (modelUsd ?? 0)
  return createUnattendedAnswer(provider, unattended, { price, spentUsd })
}

/**
 * Returns whether tools are offered to a model. Default tools need a model that is known to support
 * tools, because other services may refuse the request.
 */
const canUse = (facts: ChatModel | undefined, { isChosen }: { isChosen: boolean }): boolean =>
  isChosen ? facts?.canUseTools !== false : facts?.canUseTools === true

/**
 * Returns the tools of one answer. A guest gets none, because tools read all of the owner's data.
 */
function pickTools(
  toolbox: Toolbox,
  { isGuide, names }: { isGuide: boolean; names: readonly string[] },
): RunTools {
  if (isGuest()) return noTools
  return toolbox.pick(isGuide ? guideTools : names)
}

async function withKnowledge(
  sources: AnswerSources,
  live: LiveRun,
  { assistant, usual }: { assistant: AssistantTarget | undefined; usual: readonly string[] },
): Promise<string | undefined> {
  const { systemPrompt: own } = live.settings ?? {}
  // A guest must not see the owner's memory and folder.
  if (isGuest()) return joined([assistant?.instructions, own])
  const { folderId } = live.conversation
  const remembered = await sources.memory.forPrompt()
  const known = await findKnown(sources, live, [
    ...(folderId === undefined ? [] : [{ folderId, ownerId: ownerIdHere() }]),
    ...(assistant?.knows && assistant.knows.folderId !== folderId ? [assistant.knows] : []),
  ])
  const passages = known.flatMap((one) => one.sources)
  // A resumed answer keeps its sources, because tools may have added sources with later numbers.
  if (!live.run.sources && passages.length > 0) live.note({ sources: passages })
  const instructions = folderId === undefined ? '' : known[0]?.instructions
  const specific = joined([instructions, assistant?.instructions, own])
  return joined([
    remembered,
    ...usual,
    ...(usual.length > 0 && specific !== undefined ? [laterWin] : []),
    specific,
    known.length > 0 ? describeSources(documentsIn(live.run.sources)) : '',
  ])
}

/**
 * Searches the folders of the chat and of its assistant for the question. A shared assistant's
 * folder belongs to another person.
 */
async function findKnown(
  { store, knowledge, catalogue }: AnswerSources,
  live: LiveRun,
  folders: readonly { folderId: string; ownerId: string }[],
) {
  if (folders.length === 0) return []
  const [question, ...earlier] = await listTurns(store.db, live.parentId)
  // Each folder asks for the same query, which is paid only once.
  let query: Promise<string | undefined> | undefined
  const askModel = keepingOwner(
    (prompt: string) =>
      (query ??= askCheapModel(catalogue, {
        prompt,
        waitMs: rewriteWaitMs,
        signal: live.signal,
      })),
  )
  const asked = {
    question: question?.text ?? '',
    earlier,
    ...(!live.run.sources && { askModel }),
  }
  return Promise.all(
    folders.map(({ folderId, ownerId }) =>
      asOwner(ownerId, () => knowledge.forQuestion(folderId, asked)),
    ),
  )
}

function documentsIn(sources: readonly Source[] = []): readonly Source[] {
  const other = sources.findIndex(({ documentId }) => documentId === undefined)
  return other < 0 ? sources : sources.slice(0, other)
}

function joined(parts: readonly (string | undefined)[]): string | undefined {
  const said = parts.filter(Boolean)
  return said.length === 0 ? undefined : said.join('\n\n')
}

async function listAllowed({ db }: Store, live: LiveRun): Promise<readonly string[]> {
  const [here, everywhere] = await Promise.all([
    listAllowedIn(db, live.conversation.id),
    db.select({ name: allowedTools.name }).from(allowedTools),
  ])
  const bySchedule = live.unattended?.allowedTools ?? []
  return [...here, ...everywhere.map(({ name }) => name), ...bySchedule]
}
