import type { Conversation, Run, RunEvent } from '#contract/chat/chat.ts'
import type { ChatSettings } from '#contract/chat/settings.ts'
import type { ToolAnswer } from '#contract/chat/tool-question.ts'
import { cutText } from '#lib/cut-text.ts'
import { toPublicCall, type CalledTool } from '../../tools/called-tool.ts'
import { personNow } from '../../../process/current-person.ts'
import { ownerIdHere } from '../../../store/owner-scope.ts'
import { AnswerPictures } from '../../completions/answer-pictures.ts'
import type { KeptStep } from '../steps/kept-step.ts'
import { GrowingText } from './growing-text.ts'

/** Followers of one run; each is one open stream. */
const followersMax = 100

/**
 * Longest delta, in UTF-16 units: on a line that keeps breaking, a reader must get on in steps that are
 * small enough to arrive whole.
 */
const deltaLengthMax = 16 * 1024

/** How much of an answer somebody has, in UTF-16 units. */
export type Position = { reasoning: number; text: number }

export type SentRunEvent = { id?: string; event: RunEvent }

/** Reads `Last-Event-ID`; anything that is no position of ours means the beginning. */
export function parsePosition(lastEventId: string | undefined): Position {
  const [, reasoning = 0, text = 0] = /^(\d{1,9})\.(\d{1,9})$/.exec(lastEventId ?? '') ?? []
  return { reasoning: Number(reasoning), text: Number(text) }
}

type LiveRunOptions = {
  /** Whose it is; who is asked for here unless said. */
  ownerId?: string
  /** The guest who asked; absent: the owner did. */
  guestId?: string | undefined
  run: Run
  settings: ChatSettings | undefined
  conversation: Conversation
  answerId: string
  /** The message that is being answered. */
  parentId: string
  /** What the answer has already, of an answer that goes on. */
  begun?: {
    reasoning: string
    text: string
    toolCalls: readonly CalledTool[]
    steps?: readonly KeptStep[]
  }
}

/** A run in memory: what has been written, and who is reading along. */
export class LiveRun {
  readonly reasoning = new GrowingText()
  readonly text = new GrowingText()
  readonly pictures = new AnswerPictures()
  readonly ownerId: string
  readonly guestId: string | undefined
  /** Who asked: a guest in the chat of somebody else, or its owner. */
  readonly actorId: string = personNow()
  readonly conversation: Conversation
  readonly settings: ChatSettings | undefined
  readonly answerId: string
  readonly parentId: string
  readonly #abort = new AbortController()
  readonly #followers = new Set<() => void>()
  #calls: readonly CalledTool[] = []
  #steps: readonly KeptStep[] = []
  #run: Run
  /** Of the reasoning, what had been taken for text at first; 0: nothing was. */
  #movedUpTo = 0
  #isOver = false
  #hasLeft = false
  /** Open questions of running calls, by their id. */
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

  /** Each is replaced, never changed. */
  get calls(): readonly CalledTool[] {
    return this.#calls
  }

  /** What services want back of the steps so far. */
  get steps(): readonly KeptStep[] {
    return this.#steps
  }

  /** Fires when nothing more is wanted from the provider. */
  get signal(): AbortSignal {
    return this.#abort.signal
  }

  get sizeBytes(): number {
    return this.reasoning.sizeBytes + this.text.sizeBytes
  }

  /** Somebody else has it now. */
  get hasLeft(): boolean {
    return this.#hasLeft
  }

  get isCrowded(): boolean {
    return this.#followers.size >= followersMax
  }

  get isFollowed(): boolean {
    return this.#followers.size > 0
  }

  /** Adds words and tells every follower at once. */
  append(delta: { reasoning?: string; text?: string }): void {
    if (delta.reasoning) this.reasoning.append(delta.reasoning)
    if (delta.text) this.text.append(delta.text)
    this.#wakeFollowers()
  }

  /** What was taken for text until now is reasoning. Followers begin anew. */
  moveTextToReasoning(): void {
    const begins = this.reasoning.length > 0 ? '\n\n' : ''
    this.reasoning.append(begins + this.text.clear().trimEnd())
    this.#movedUpTo = this.reasoning.length
    this.#wakeFollowers()
  }

  /** Puts in place of all words what the store says. Followers who have more than that begin anew. */
  replaceWords(words: { reasoning: string; text: string; movedUpTo: number }): void {
    this.reasoning.clear()
    this.text.clear()
    this.#movedUpTo = words.movedUpTo
    this.append(words)
  }

  /** Changes with `moveTextToReasoning`. */
  get movedUpTo(): number {
    return this.#movedUpTo
  }

  /** Adds calls, or replaces those with the same index, and tells every follower. */
  setCalls(changed: readonly CalledTool[]): void {
    const calls = [...this.#calls]
    for (const call of changed) calls[call.index] = call
    this.#calls = calls
    this.#wakeFollowers()
  }

  /** @returns the person's answer, or `cancel` after `limitMs` and when the run ends. */
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

  /** @returns whether the question was open. */
  giveAnswer({ questionId, ...answer }: ToolAnswer): boolean {
    const settle = this.#questions.get(questionId)
    settle?.(answer)
    return settle !== undefined
  }

  /** Adds a step; one with the same number, which was cut off, is replaced. */
  addStep(step: KeptStep): void {
    this.#steps = [...this.#steps.filter(({ round }) => round !== step.round), step]
  }

  /** Changes what is known of the run. Followers hear of another status at once. */
  note(change: Partial<Run>): void {
    const isNews = change.status !== undefined && change.status !== this.#run.status
    this.#run = { ...this.#run, ...change }
    if (isNews) this.#wakeFollowers()
  }

  /** Nothing more is wanted; the words stay. */
  halt(): void {
    this.#abort.abort()
    this.reasoning.finish()
    this.text.finish()
    this.#wakeFollowers()
  }

  /** Tells every follower how it ended. */
  settle(run: Run): void {
    this.#run = run
    this.#isOver = true
    this.#wakeFollowers()
  }

  /** Lets the followers go without an end: they come back to whoever has the run then. */
  leave(): void {
    this.#hasLeft = true
    this.#wakeFollowers()
  }

  /**
   * The run's events from `from` on, and all its tool calls. A follower is a position and a wake-up: one
   * that reads slowly gets larger pieces and costs no memory.
   *
   * @param isOnce ends with `run-pause` instead of waiting for more.
   */
  async *follow(from: Position, signal: AbortSignal, isOnce = false): AsyncGenerator<SentRunEvent> {
    let wake: (() => void) | undefined
    const onNews = () => wake?.()
    this.#followers.add(onNews)
    signal.addEventListener('abort', onNews)
    try {
      yield this.#startEvent()
      const at = { ...from }
      let { status } = this.#run
      let movedUpTo = 0
      const sent: CalledTool[] = []
      while (!signal.aborted && !this.#hasLeft) {
        if (movedUpTo !== this.#movedUpTo) {
          movedUpTo = this.#movedUpTo
          // Who has text, but not all that was moved, has it as it was before.
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
        if (this.#run.status !== status) {
          status = this.#run.status
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

type OverRun = {
  run: Run
  conversation: Conversation
  answerId: string
  reasoning: string
  text: string
  toolCalls: readonly CalledTool[]
}

/** The events of a run that is over, from `from` on. */
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
