import { Buffer } from 'node:buffer'
import fs from 'node:fs'
import { open, unlink } from 'node:fs/promises'
import path from 'node:path'
import { isMissing } from '../../disk/missing.ts'
import { syncPath, syncPathNow, syncPaths } from '../../disk/synced.ts'

type Checkpoint = { files: Set<string>; control?: { file: string; bytes: Buffer }; gone: string[] }

/**
 * Decides in which order the files of an embedded Postgres are synced. Syncs of the log are
 * postponed and combined for all transactions that ended in the meantime, before any of them
 * returns (`settled`). Changes that must not reach the disk before the log wait for its sync
 * (`beforeChange`). Between `hold` and `release`, the syncs of a checkpoint run in the background.
 */
export class WriteOrder {
  asked = 0
  logBytes = 0
  readonly #changed = new Set<string>()
  /** Postponed syncs of the log. `#underWay` contains the running syncs. */
  #due = new Set<string>()
  #underWay = new Set<string>()
  #settled = 0
  #round: Promise<void> | undefined
  #checkpoint: Checkpoint | undefined
  #failure: Error | undefined

  noteChange(file: string): void {
    this.#changed.add(file)
  }

  noteRename(from: string, to: string): void {
    for (const set of [this.#changed, this.#due]) if (set.delete(from)) set.add(to)
    this.#changed.add(path.dirname(from)).add(path.dirname(to))
  }

  get isLogDue(): boolean {
    return this.#due.size > 0 || this.#underWay.size > 0 || this.#failure !== undefined
  }

  /**
   * Syncs the log before a change that depends on the log. Blocks.
   * @throws the file system's error, or the error of an earlier sync.
   */
  beforeChange(): void {
    if (this.#failure) throw this.#failure
    const upTo = this.asked
    try {
      for (const file of [...this.#underWay, ...this.#due]) syncPathNow(file)
    } catch (error) {
      throw this.#fail(error)
    }
    this.#due.clear()
    this.#settled = Math.max(this.#settled, upTo)
  }

  putOff(file: string): void {
    this.asked++
    for (const place of this.#takeChanged(file)) this.#due.add(place)
  }

  /** Syncs a file outside the log. Blocks, except during a held checkpoint. */
  sync(file: string): void {
    const places = this.#takeChanged(file)
    for (const place of places) {
      if (this.#checkpoint) this.#checkpoint.files.add(place)
      else syncPathNow(place)
    }
  }

  /** Syncs a file that is about to replace another file. Blocks. */
  syncNow(file: string): void {
    if (this.#changed.delete(file)) syncPathNow(file)
  }

  /**
   * Returns the file and its folder if they have changed. A new file survives a power failure only
   * if its folder is synced, too.
   */
  #takeChanged(file: string): string[] {
    return [file, path.dirname(file)].filter((place) => this.#changed.delete(place))
  }

  /**
   * Resolves when all requested syncs are done. Calls during a sync share the next sync.
   * @throws the file system's error, after which the contents of the disk are unknown.
   */
  async settled(upTo = this.asked): Promise<void> {
    while (this.#settled < upTo) {
      this.#round ??= this.#syncLog().finally(() => {
        this.#round = undefined
      })
      await this.#round
    }
    if (this.#failure) throw this.#failure
  }

  async #syncLog(): Promise<void> {
    if (this.#failure) throw this.#failure
    const upTo = this.asked
    this.#underWay = this.#due
    this.#due = new Set()
    try {
      await Promise.all([...this.#underWay].map(syncPath))
      this.#settled = Math.max(this.#settled, upTo)
      this.#underWay = new Set()
    } catch (error) {
      throw this.#fail(error)
    }
  }

  #fail(error: unknown): Error {
    this.#failure = error instanceof Error ? error : new Error('A sync failed.', { cause: error })
    return this.#failure
  }

  hold(): void {
    this.#checkpoint = { files: new Set(), gone: [] }
    // Bytes that are written during the checkpoint count towards the next checkpoint.
    this.logBytes = 0
  }

  holdRecord(file: string, bytes: Uint8Array): boolean {
    if (!this.#checkpoint) return false
    this.#checkpoint.control = { file, bytes: Buffer.from(bytes) }
    return true
  }

  holdDeletion(file: string): boolean {
    this.#checkpoint?.gone.push(file)
    return this.#checkpoint !== undefined
  }

  /**
   * Ends the postponement of deletions.
   * @returns a function that syncs the checkpoint, and throws the errors of `settled`.
   */
  release(): () => Promise<void> {
    const checkpoint = this.#checkpoint
    this.#checkpoint = undefined
    return async () => {
      try {
        if (checkpoint) await this.#finish(checkpoint)
      } catch (error) {
        throw this.#fail(error)
      }
    }
  }

  async #finish({ files, control, gone }: Checkpoint): Promise<void> {
    await this.settled()
    await syncPaths(files)
    if (!control) return
    const handle = await open(control.file, 'r+')
    try {
      await handle.write(control.bytes, 0, control.bytes.byteLength, 0)
      await handle.datasync()
    } finally {
      await handle.close()
    }
    for (const file of gone) {
      await unlink(file).catch((error: unknown) => {
        if (!isMissing(error)) throw error
      })
      this.#changed.add(path.dirname(file))
    }
  }
}

/** Returns whether a write only appends zeros, which can be recovered without the log. */
export function growsByZeros(
  descriptor: number,
  { bytes, position }: { bytes: Uint8Array; position: number },
): boolean {
  return position >= fs.fstatSync(descriptor).size && bytes.every((byte) => byte === 0)
}
