import type { Run, StartRun } from '#contract/chat/chat.ts'
import { getCurrentPerson } from '../../process/current-person.ts'
import { isServerScope, ownerIdHere } from '../../store/owner-scope.ts'
import type { LiveRun } from './live/live-run.ts'

const isOwn = (ownerId: string): boolean => isServerScope() || ownerId === ownerIdHere()

/**
 * Maximum number of waiting runs in memory. Beyond it, runs without followers stay only in the
 * store.
 */
const waitingMax = 200

export type StartingRun = {
  ownerId: string
  actorId: string
  request: StartRun
  conversationId: string
  done: Promise<void>
}

/** All runs of this process by stage: starting, live, being loaded from the store, ending. */
export class RunRegistry {
  readonly #starting = new Map<string, StartingRun>()
  readonly #lives = new Map<string, LiveRun>()
  readonly #revivals = new Map<string, Promise<LiveRun | undefined>>()
  readonly #ends = new Map<LiveRun, Promise<Run>>()

  starting(runId: string): StartingRun | undefined {
    const starting = this.#starting.get(runId)
    return starting && isOwn(starting.ownerId) ? starting : undefined
  }

  /** Runs of other owners are not returned. */
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

  /** True if a stored run is marked as running although this process does not write it. */
  isLost(run: Run): boolean {
    return run.status === 'running' && !this.#lives.has(run.id) && !this.#starting.has(run.id)
  }

  isEnding(live: LiveRun): boolean {
    return this.#ends.has(live)
  }

  add(live: LiveRun): void {
    this.#lives.set(live.run.id, live)
  }

  /** Removes a run that another process has taken over. */
  forget(live: LiveRun): void {
    if (this.#lives.get(live.run.id) === live) this.#lives.delete(live.run.id)
    this.#ends.delete(live)
  }

  /** Registers a run as starting until `store` has finished. */
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

  /** Loads a run from the store, once for concurrent callers. */
  revive(runId: string, find: () => Promise<LiveRun | undefined>): Promise<LiveRun | undefined> {
    const key = `${ownerIdHere()} ${runId}`
    const reviving = this.#revivals.get(key)
    if (reviving) return reviving
    const finding = find().finally(() => this.#revivals.delete(key))
    this.#revivals.set(key, finding)
    return finding
  }

  /**
   * Ends a run. If called twice, the first call decides the outcome. Once `store` has finished,
   * followers are notified and the run is removed.
   */
  end(live: LiveRun, store: () => Promise<Run>): Promise<Run> {
    const ending = this.#ends.get(live)
    if (ending) return ending
    const done = store().then((run) => {
      // Another process may have taken over the run. Its followers must not receive this end.
      if (!live.hasLeft) live.settle(run)
      this.forget(live)
      return run
    })
    this.#ends.set(live, done)
    return done
  }

  /**
   * Removes waiting runs without followers from memory, because runs may wait for days. They can be
   * loaded from the store.
   */
  forgetSomeWaiting(): void {
    const waiting = this.allLive().filter(({ run }) => run.status === 'waiting')
    for (const live of waiting.slice(0, Math.max(0, waiting.length - waitingMax))) {
      if (!live.isFollowed && !this.#ends.has(live)) this.#lives.delete(live.run.id)
    }
  }
}
