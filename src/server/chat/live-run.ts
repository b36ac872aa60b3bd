import type { Conversation, Run, RunEvent } from '#contract/chat.ts'
import { GrowingText } from './growing-text.ts'

/** Followers of one run; each is one open stream. */
const followersMax = 100

/** How much of an answer somebody has, in UTF-16 units. */
export type Position = { reasoning: number; text: number }

export type SentRunEvent = { id?: string; event: RunEvent }

/** Reads `Last-Event-ID`; anything that is no position of ours means the beginning. */
export function parsePosition(lastEventId: string | undefined): Position {
  const [, reasoning = 0, text = 0] = /^(\d{1,9})\.(\d{1,9})$/.exec(lastEventId ?? '') ?? []
  return { reasoning: Number(reasoning), text: Number(text) }
}

type LiveRunOptions = {
  run: Run
  conversation: Conversation
  answerId: string
  /** The message that is being answered. */
  parentId: string
}

/** A run in memory: what has been written, and who is reading along. */
export class LiveRun {
  readonly reasoning = new GrowingText()
  readonly text = new GrowingText()
  readonly conversation: Conversation
  readonly answerId: string
  readonly parentId: string
  readonly #abort = new AbortController()
  readonly #followers = new Set<() => void>()
  #run: Run
  #isOver = false

  constructor({ run, conversation, answerId, parentId }: LiveRunOptions) {
    this.#run = run
    this.conversation = conversation
    this.answerId = answerId
    this.parentId = parentId
  }

  get run(): Run {
    return this.#run
  }

  /** Fires when nothing more is wanted from the provider. */
  get signal(): AbortSignal {
    return this.#abort.signal
  }

  get sizeBytes(): number {
    return this.reasoning.sizeBytes + this.text.sizeBytes
  }

  get isCrowded(): boolean {
    return this.#followers.size >= followersMax
  }

  /** Adds words and tells every follower at once. */
  append(delta: { reasoning?: string; text?: string }): void {
    if (delta.reasoning) this.reasoning.append(delta.reasoning)
    if (delta.text) this.text.append(delta.text)
    this.#wakeFollowers()
  }

  /** The first word has come. */
  noteFirstToken(firstTokenMs: number): void {
    this.#run = { ...this.#run, firstTokenMs }
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

  /**
   * The run's events from `from` on. A follower is a position and a wake-up: one that reads slowly
   * gets larger pieces and costs no memory.
   */
  async *follow(from: Position, signal: AbortSignal): AsyncGenerator<SentRunEvent> {
    let wake: (() => void) | undefined
    const onNews = () => wake?.()
    this.#followers.add(onNews)
    signal.addEventListener('abort', onNews)
    try {
      yield this.#startEvent()
      const at = { ...from }
      while (!signal.aborted) {
        const reasoning = this.reasoning.after(at.reasoning)
        if (reasoning) {
          at.reasoning += reasoning.length
          yield delta('reasoning-delta', reasoning, at)
          continue
        }
        const text = this.text.after(at.text)
        if (text) {
          at.text += text.length
          yield delta('text-delta', text, at)
          continue
        }
        if (this.#isOver) {
          yield { event: { type: 'run-end', run: this.#run } }
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

/** The events of a run that is over, from `from` on. */
export function* replay(
  over: { run: Run; conversation: Conversation; answerId: string; reasoning: string; text: string },
  from: Position,
): Generator<SentRunEvent> {
  const { run, conversation, answerId } = over
  yield { event: { type: 'run-start', conversation, run, answerId } }
  const at = { ...from }
  const reasoning = over.reasoning.slice(at.reasoning)
  at.reasoning += reasoning.length
  if (reasoning) yield delta('reasoning-delta', reasoning, at)
  const text = over.text.slice(at.text)
  at.text += text.length
  if (text) yield delta('text-delta', text, at)
  yield { event: { type: 'run-end', run } }
}

const delta = (
  type: 'reasoning-delta' | 'text-delta',
  words: string,
  at: Position,
): SentRunEvent => ({ id: `${at.reasoning}.${at.text}`, event: { type, delta: words } })
