import type { Run, StartRun } from '#contract/chat/chat.ts'
import { personNow } from '../../process/current-person.ts'
import { isServerScope, ownerIdHere } from '../../store/owner-scope.ts'
import type { LiveRun } from './live/live-run.ts'

const isOwn = (ownerId: string): boolean => isServerScope() || ownerId === ownerIdHere()

/** Runs in memory that wait for a person; beyond it, those that nobody follows are only in the store. */
const waitingMax = 200

/** A run whose question is being stored. */
export type StartingRun = {
  ownerId: string
  /** Who asked: a guest in the chat of somebody else, or its owner. */
  actorId: string
  request: StartRun
  conversationId: string
  done: Promise<void>
}

/** All runs of this process, by where they are in their life: starting, live, being revived, ending. */
export class RunRegistry {
  readonly #starting = new Map<string, StartingRun>()
  readonly #lives = new Map<string, LiveRun>()
  readonly #revivals = new Map<string, Promise<LiveRun | undefined>>()
  readonly #ends = new Map<LiveRun, Promise<Run>>()

  starting(runId: string): StartingRun | undefined {
    const starting = this.#starting.get(runId)
    return starting && isOwn(starting.ownerId) ? starting : undefined
  }

  /** Of whom this is done for; another's is as good as none. */
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

  /** Ids of all runs that somebody here takes care of. */
  ids(): string[] {
    return [...this.#lives.keys(), ...this.#starting.keys()]
  }

  /** The store calls it running, and nobody writes it. */
  isLost(run: Run): boolean {
    return run.status === 'running' && !this.#lives.has(run.id) && !this.#starting.has(run.id)
  }

  isEnding(live: LiveRun): boolean {
    return this.#ends.has(live)
  }

  add(live: LiveRun): void {
    this.#lives.set(live.run.id, live)
  }

  /** It is another process's now. */
  forget(live: LiveRun): void {
    if (this.#lives.get(live.run.id) === live) this.#lives.delete(live.run.id)
    this.#ends.delete(live)
  }

  /** Known as starting until `store` is done. */
  start(request: StartRun, conversationId: string, store: () => Promise<void>): Promise<void> {
    const { runId } = request
    const done = store().finally(() => this.#starting.delete(runId))
    this.#starting.set(runId, {
      ownerId: ownerIdHere(),
      actorId: personNow(),
      request,
      conversationId,
      done,
    })
    return done
  }

  /** Looks a run up once, however many ask for it meanwhile. */
  revive(runId: string, find: () => Promise<LiveRun | undefined>): Promise<LiveRun | undefined> {
    const key = `${ownerIdHere()} ${runId}`
    const reviving = this.#revivals.get(key)
    if (reviving) return reviving
    const finding = find().finally(() => this.#revivals.delete(key))
    this.#revivals.set(key, finding)
    return finding
  }

  /** The first way to end wins. Followers are told, and the run is forgotten, when `store` is done. */
  end(live: LiveRun, store: () => Promise<Run>): Promise<Run> {
    const ending = this.#ends.get(live)
    if (ending) return ending
    const done = store().then((run) => {
      // Dropped meanwhile: it goes on elsewhere.
      if (!live.hasLeft) live.settle(run)
      this.forget(live)
      return run
    })
    this.#ends.set(live, done)
    return done
  }

  /** Runs that wait may do so for days. Those that nobody follows can be found in the store. */
  forgetSomeWaiting(): void {
    const waiting = this.allLive().filter(({ run }) => run.status === 'waiting')
    for (const live of waiting.slice(0, Math.max(0, waiting.length - waitingMax))) {
      if (!live.isFollowed && !this.#ends.has(live)) this.#lives.delete(live.run.id)
    }
  }
}
