import type { Run, StartRun } from '#contract/chat/chat.ts'
import { getCurrentPerson } from '../../process/current-person.ts'
import { isServerScope, ownerIdHere } from '../../store/owner-scope.ts'
import type { LiveRun } from './live/live-run.ts'

const isOwn = (ownerId: string): boolean => isServerScope() || ownerId === ownerIdHere()

/**
 * Maximum number of waiting answers in memory. Further waiting answers without readers stay only in
 * the database.
 */
const waitingMax = 200

export type StartingRun = {
  ownerId: string
  actorId: string
  request: StartRun
  conversationId: string
  done: Promise<void>
}

/** All answers of this process by stage: starting, live, being loaded from the database, ending. */
export class RunRegistry {
  readonly #starting = new Map<string, StartingRun>()
  readonly #lives = new Map<string, LiveRun>()
  readonly #revivals = new Map<string, Promise<LiveRun | undefined>>()
  readonly #ends = new Map<LiveRun, Promise<Run>>()

  starting(runId: string): StartingRun | undefined {
    const starting = this.#starting.get(runId)
    return starting && isOwn(starting.ownerId) ? starting : undefined
  }

  live(runId: string): LiveRun | undefined {
    const live = this.#lives.get(runId)
    return live && isOwn(live.ownerId) ? live : undefined
  }

  allStarting(): StartingRun[] {
    return [...this.#starting.values()]
  }

  allLive(): LiveRun[] {
    return [...this.#lives.values()]
  }

  ids(): string[] {
    return [...this.#lives.keys(), ...this.#starting.keys()]
  }

  isLost(run: Run): boolean {
    return run.status === 'running' && !this.#lives.has(run.id) && !this.#starting.has(run.id)
  }

  isEnding(live: LiveRun): boolean {
    return this.#ends.has(live)
  }

  add(live: LiveRun): void {
    this.#lives.set(live.run.id, live)
  }

  forget(live: LiveRun): void {
    if (this.#lives.get(live.run.id) === live) this.#lives.delete(live.run.id)
    this.#ends.delete(live)
  }

  start(request: StartRun, conversationId: string, store: () => Promise<void>): Promise<void> {
    const { runId } = request
    const done = store().finally(() => this.#starting.delete(runId))
    this.#starting.set(runId, {
      ownerId: ownerIdHere(),
      actorId: getCurrentPerson(),
      request,
      conversationId,
      done,
    })
    return done
  }

  revive(runId: string, find: () => Promise<LiveRun | undefined>): Promise<LiveRun | undefined> {
    const key = `${ownerIdHere()} ${runId}`
    const reviving = this.#revivals.get(key)
    if (reviving) return reviving
    const finding = find().finally(() => this.#revivals.delete(key))
    this.#revivals.set(key, finding)
    return finding
  }

  /**
   * Ends an answer and notifies readers once `store` has finished. If called twice, the first call
   * decides the outcome.
   */
  end(live: LiveRun, store: () => Promise<Run>): Promise<Run> {
    const ending = this.#ends.get(live)
    if (ending) return ending
    const done = store().then((run) => {
      // Readers must not receive this end if another process has taken over the answer.
      if (!live.hasLeft) live.settle(run)
      this.forget(live)
      return run
    })
    this.#ends.set(live, done)
    return done
  }

  /** Removes waiting answers without readers from memory, because answers may wait for days. */
  forgetSomeWaiting(): void {
    const waiting = this.allLive().filter(({ run }) => run.status === 'waiting')
    for (const live of waiting.slice(0, Math.max(0, waiting.length - waitingMax))) {
      if (!live.isFollowed && !this.#ends.has(live)) this.#lives.delete(live.run.id)
    }
  }
}
