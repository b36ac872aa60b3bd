import type { Conversation, Run, RunEvent, Usage } from '#contract/chat/chat.ts'
import type { ChatSettings } from '#contract/chat/settings.ts'
import type { ToolAnswer } from '#contract/chat/tool-question.ts'
import { cutText } from '#lib/cut-text.ts'
import { toPublicCall, type CalledTool } from '../../tools/called-tool.ts'
import { getCurrentPerson } from '../../../process/current-person.ts'
import type { Unattended } from '../../../store/schema.ts'
import { ownerIdHere } from '../../../store/owner-scope.ts'
import { AnswerPictures } from '../../completions/answer-pictures.ts'
import type { KeptStep } from '../steps/kept-step.ts'
import { GrowingText } from './growing-text.ts'

/** Maximum number of readers of one answer, each of which has an open stream. */
const followersMax = 100

/**
 * Maximum length of a delta in UTF-16 units. A delta of this length can arrive whole on a
 * connection that often breaks.
 */
const deltaLengthMax = 16 * 1024

/** Length of the reasoning and the text that a reader has received, in UTF-16 units. */
export type Position = { reasoning: number; text: number }

export type SentRunEvent = { id?: string; event: RunEvent }

/** Parses `Last-Event-ID`. Returns the start of the answer for an invalid value. */
export function parsePosition(lastEventId: string | undefined): Position {
  const [, reasoning = 0, text = 0] = /^(\d{1,9})\.(\d{1,9})$/.exec(lastEventId ?? '') ?? []
  return { reasoning: Number(reasoning), text: Number(text) }
}

type LiveRunOptions = {
  ownerId?: string
  guestId?: string | undefined
  unattended?: Unattended | undefined
  run: Run
  settings: ChatSettings | undefined
  conversation: Conversation
  answerId: string
  parentId: string
  begun?: {
    reasoning: string
    text: string
    toolCalls: readonly CalledTool[]
    steps?: readonly KeptStep[]
  }
}

export class LiveRun {
  readonly reasoning = new GrowingText()
  readonly text = new GrowingText()
  readonly pictures = new AnswerPictures()
  readonly ownerId: string
  readonly guestId: string | undefined
  /** Set if nobody watches the answer, so that nobody can allow tool calls. */
  readonly unattended: Unattended | undefined
  readonly actorId: string = getCurrentPerson()
  readonly conversation: Conversation
  readonly settings: ChatSettings | undefined
  readonly answerId: string
  readonly parentId: string
  /**
   * One entry per request to the service, because the price may depend on the length of a prompt.
   */
  readonly requestUsages: Usage[] = []
  readonly #abort = new AbortController()
  readonly #followers = new Set<() => void>()
  #calls: readonly CalledTool[] = []
  #steps: readonly KeptStep[] = []
  #run: Run
  /**
   * Length of the reasoning after the last time that text became reasoning. 0 if that never
   * happened.
   */
  #movedUpTo = 0
  #isOver = false
  #hasLeft = false
  readonly #questions = new Map<string, (answer: Omit<ToolAnswer, 'questionId'>) => void>()

  constructor({
    run,
    settings,
    conversation,
    answerId,
    parentId,
    begun,
    ...asked
  }: LiveRunOptions) {
    this.ownerId = asked.ownerId ?? ownerIdHere()
    this.guestId = asked.guestId
    this.unattended = asked.unattended
    this.#run = run
    this.settings = settings
    this.conversation = conversation
    this.answerId = answerId
    this.parentId = parentId
    if (!begun) return
    this.reasoning.append(begun.reasoning)
    this.text.append(begun.text)
    this.#calls = begun.toolCalls
    this.#steps = begun.steps ?? []
  }

  get run(): Run {
    return this.#run
  }

  get calls(): readonly CalledTool[] {
    return this.#calls
  }

  /**
   * Hidden data of the model's responses so far, such as signed reasoning, which services expect
   * back.
   */
  get steps(): readonly KeptStep[] {
    return this.#steps
  }

  get signal(): AbortSignal {
    return this.#abort.signal
  }

  get sizeBytes(): number {
    return this.reasoning.sizeBytes + this.text.sizeBytes
  }

  /** True if another process has taken over the answer. */
  get hasLeft(): boolean {
    return this.#hasLeft
  }

  get isCrowded(): boolean {
    return this.#followers.size >= followersMax
  }

  get isFollowed(): boolean {
    return this.#followers.size > 0
  }

  append(delta: { reasoning?: string; text?: string }): void {
    if (delta.reasoning) this.reasoning.append(delta.reasoning)
    if (delta.text) this.text.append(delta.text)
    this.#wakeFollowers()
  }

  moveTextToReasoning(): void {
    const begins = this.reasoning.length > 0 ? '\n\n' : ''
    this.reasoning.append(begins + this.text.clear().trimEnd())
    this.#movedUpTo = this.reasoning.length
    this.#wakeFollowers()
  }

  /**
   * Replaces the text by the stored text. Readers who have received more start again from the
   * beginning.
   */
  replaceWords(words: { reasoning: string; text: string; movedUpTo: number }): void {
    this.reasoning.clear()
    this.text.clear()
    this.#movedUpTo = words.movedUpTo
    this.append(words)
  }

  get movedUpTo(): number {
    return this.#movedUpTo
  }

  setCalls(changed: readonly CalledTool[]): void {
    const calls = [...this.#calls]
    for (const call of changed) calls[call.index] = call
    this.#calls = calls
    this.#wakeFollowers()
  }

  /**
   * Waits for a person to answer a question of a tool call.
   * @returns the person's answer, or `cancel` after `limitMs` milliseconds or when the run ends.
   */
  waitForAnswer(questionId: string, limitMs: number): Promise<Omit<ToolAnswer, 'questionId'>> {
    return new Promise((resolve) => {
      const settle = (answer: Omit<ToolAnswer, 'questionId'>) => {
        clearTimeout(timer)
        this.signal.removeEventListener('abort', cancel)
        this.#questions.delete(questionId)
        resolve(answer)
      }
      const cancel = () => settle({ action: 'cancel' })
      const timer = setTimeout(cancel, limitMs)
      this.signal.addEventListener('abort', cancel)
      this.#questions.set(questionId, settle)
    })
  }

  giveAnswer({ questionId, ...answer }: ToolAnswer): boolean {
    const settle = this.#questions.get(questionId)
    settle?.(answer)
    return settle !== undefined
  }

  /**
   * Adds the hidden data of a step (one response of the model). Data of an interrupted step with
   * the same number is replaced.
   */
  addStep(step: KeptStep): void {
    this.#steps = [...this.#steps.filter(({ round }) => round !== step.round), step]
  }

  note(change: Partial<Run>): void {
    const before = toState(this.#run)
    this.#run = { ...this.#run, ...change }
    if (toState(this.#run) !== before) this.#wakeFollowers()
  }

  halt(): void {
    this.#abort.abort()
    this.reasoning.finish()
    this.text.finish()
    this.#wakeFollowers()
  }

  settle(run: Run): void {
    this.#run = run
    this.#isOver = true
    this.#wakeFollowers()
  }

  /**
   * Disconnects the readers without an end event, so that they reconnect to the server that has
   * taken over.
   */
  leave(): void {
    this.#hasLeft = true
    this.#wakeFollowers()
  }

  /**
   * Yields the events of this answer from position `from`, and all its tool calls. A slow reader
   * receives merged events instead of a queue.
   * @param isOnce if true, yields `run-pause` and ends instead of waiting for more events.
   */
  async *follow(from: Position, signal: AbortSignal, isOnce = false): AsyncGenerator<SentRunEvent> {
    let wake: (() => void) | undefined
    const onNews = () => wake?.()
    this.#followers.add(onNews)
    signal.addEventListener('abort', onNews)
    try {
      yield this.#startEvent()
      const at = { ...from }
      let state = toState(this.#run)
      let movedUpTo = 0
      const sent: CalledTool[] = []
      while (!signal.aborted && !this.#hasLeft) {
        if (movedUpTo !== this.#movedUpTo) {
          movedUpTo = this.#movedUpTo
          // This reader received the text before it became reasoning.
          if (at.text > 0 && at.reasoning < movedUpTo) {
            at.reasoning = at.text = 0
            yield { event: { type: 'run-restart' } }
          }
        }
        const reasoning = cutText(this.reasoning.after(at.reasoning), deltaLengthMax)
        if (reasoning) {
          at.reasoning += reasoning.length
          yield delta('reasoning-delta', reasoning, at)
          continue
        }
        const text = cutText(this.text.after(at.text), deltaLengthMax)
        if (text) {
          at.text += text.length
          yield delta('text-delta', text, at)
          continue
        }
        const call = this.#calls.find((one, index) => sent[index] !== one)
        if (call) {
          sent[call.index] = call
          yield { event: { type: 'tool-call', call: toPublicCall(call) } }
          continue
        }
        if (this.#isOver) {
          yield { event: { type: 'run-end', run: this.#run } }
          return
        }
        if (toState(this.#run) !== state) {
          state = toState(this.#run)
          yield { event: { type: 'run-state', run: this.#run } }
          continue
        }
        if (isOnce) {
          yield { event: { type: 'run-pause' } }
          return
        }
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    } finally {
      this.#followers.delete(onNews)
      signal.removeEventListener('abort', onNews)
    }
  }

  #startEvent(): SentRunEvent {
    const { conversation, run, answerId } = this
    return { event: { type: 'run-start', conversation, run, answerId } }
  }

  #wakeFollowers(): void {
    for (const wake of this.#followers) wake()
  }
}

const toState = ({ status, isSummarising = false }: Run): string => `${status} ${isSummarising}`

type OverRun = {
  run: Run
  conversation: Conversation
  answerId: string
  reasoning: string
  text: string
  toolCalls: readonly CalledTool[]
}

export function* replay(over: OverRun, from: Position): Generator<SentRunEvent> {
  const { run, conversation, answerId } = over
  yield { event: { type: 'run-start', conversation, run, answerId } }
  const at = { ...from }
  for (const channel of ['reasoning', 'text'] as const) {
    for (;;) {
      const words = cutText(over[channel].slice(at[channel]), deltaLengthMax)
      if (!words) break
      at[channel] += words.length
      yield delta(`${channel}-delta`, words, at)
    }
  }
  for (const call of over.toolCalls) {
    yield { event: { type: 'tool-call', call: toPublicCall(call) } }
  }
  yield { event: { type: 'run-end', run } }
}

const delta = (
  type: 'reasoning-delta' | 'text-delta',
  words: string,
  at: Position,
): SentRunEvent => ({ id: `${at.reasoning}.${at.text}`, event: { type, delta: words } })
