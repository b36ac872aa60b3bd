import { answersAtOnceMax, type StartRun } from '#contract/chat/chat.ts'
import { HttpError } from '../../errors/http-error.ts'
import { getCurrentPerson } from '../../process/current-person.ts'
import { refuseBeyondPlaces } from '../../process/places.ts'
import { guideModelId, isCommand } from '../../providers/guide/guide-command.ts'
import { isPastOrder } from '../../generation/past-orders.ts'
import type { Unattended } from '../../store/schema.ts'
import { guestIdHere } from '../../store/owner-scope.ts'
import { LiveRun } from './live/live-run.ts'
import type { RunContext } from './run-context.ts'
import type { RunRegistry } from './run-registry.ts'
import { storeStart } from './store-start.ts'
import { writeCounted } from './write-run.ts'

const runningLimits = { personMax: 32, max: 256, what: 'answer', retryAfterSeconds: 10 } as const

/**
 * Stores the question and an empty answer, and starts writing the answer.
 * @throws {HttpError} if the model is not available, the request is not valid, a restored backup no
 * longer contains the answer, or the question cannot be stored.
 */
export async function beginRun(
  context: RunContext,
  conversationId: string,
  { request, unattended }: { request: StartRun; unattended?: Unattended | undefined },
): Promise<void> {
  const { store, catalogue, prepare, pieces, registry, clock, closing, changed, keptBytes } =
    context
  // The built-in help assistant answers typed commands, which need no language model.
  const isForGuide = request.question !== undefined && isCommand(request.question.text)
  const found = await catalogue.chat(isForGuide ? guideModelId : request.modelId, closing)
  const modelId = `${found.provider.id}/${found.model}`
  await prepare.check(found, conversationId, request)
  if (await isPastOrder(store.db, request.runId)) throw pastAnswer()
  const startedAt = clock()
  const started = await keptBytes.keep(Buffer.byteLength(request.question?.text ?? ''), () =>
    storeStart(store, conversationId, { ...request, modelId, startedAt, unattended }),
  )
  const live = new LiveRun({
    run: {
      id: request.runId,
      modelId,
      status: 'running',
      startedAt: startedAt.toISOString(),
      ...(request.mergedIds && { mergedIds: request.mergedIds }),
    },
    guestId: guestIdHere(),
    unattended,
    settings: started.settings,
    conversation: started.conversation,
    answerId: request.answerId,
    parentId: started.parentId,
    begun: started.begun,
  })
  pieces.skip(live)
  registry.add(live)
  changed(conversationId)
  void writeCounted(context, live, () => prepare.job(live, found, request.isContinuation ?? false))
}

/**
 * @throws {HttpError} `rate_limited` if this question is being answered already, or too many
 * answers are being written.
 */
export function refuseIfBusy(
  registry: RunRegistry,
  { question, parentId = '', answerId, modelId }: StartRun,
): void {
  const answered = question?.id ?? parentId
  const running = registry.allLive().filter(({ run }) => run.status === 'running')
  const starting = registry.allStarting().map(({ request }) => request)
  const sameModel = (one: string) => one === modelId || one.endsWith(`/${modelId}`)
  const toSame = [
    ...running.flatMap((live) => (live.parentId === answered ? live.run.modelId : [])),
    ...starting.flatMap((one) =>
      (one.question?.id ?? one.parentId) === answered ? one.modelId : [],
    ),
  ]
  const isWritten = [...running, ...starting].some((one) => one.answerId === answerId)
  if (isWritten || toSame.some(sameModel)) {
    throw busy('This question is already being answered.', 5)
  }
  if (toSame.length >= answersAtOnceMax) {
    throw busy(`${answersAtOnceMax} models are already answering this question.`, 10)
  }
  const who = getCurrentPerson()
  const all = [...running, ...registry.allStarting()]
  const own = all.filter(({ actorId }) => actorId === who).length
  refuseBeyondPlaces({ own, all: all.length }, runningLimits)
}

const pastAnswer = (): HttpError =>
  new HttpError(
    'conflict',
    'This was asked before a backup was restored, so the model was not asked again. Its answer is in the data folder that was replaced. To get another one, ask again.',
  )

const busy = (message: string, retryAfterSeconds: number): HttpError =>
  new HttpError('rate_limited', message, { retryAfterSeconds })
