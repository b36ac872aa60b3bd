import { Buffer } from 'node:buffer'
import fs from 'node:fs'
import { open, unlink } from 'node:fs/promises'
import path from 'node:path'
import { isMissing } from '../../disk/missing.ts'
import { syncPath, syncPathNow, syncPaths } from '../../disk/synced.ts'

/** What a checkpoint has to get to the disk before its record may say so. */
type Checkpoint = { files: Set<string>; control?: { file: string; bytes: Buffer }; gone: string[] }

/**
 * In which order the files of an embedded Postgres reach the disk.
 *
 * Postgres asks for a sync wherever it needs one, and cannot wait for it: waiting would stop the
 * process. So those of its log are put off and made together, for all transactions that ended
 * meanwhile, before any of them is answered (`settled`). What must not reach the disk before the log
 * does waits for it (`beforeChange`). All other syncs are made at once, save those of a checkpoint
 * between `hold` and `release`: the record of the checkpoint, and the deletion of what it makes
 * superfluous, are put off until they are made.
 */
export class WriteOrder {
  /** How many syncs of the log Postgres has asked for. */
  asked = 0
  /** Written to the log since the last checkpoint. */
  logBytes = 0
  /** Files that were written to, and folders in which names changed, since their last sync. */
  readonly #changed = new Set<string>()
  /** Of the log: syncs that are put off, and those that are being made. */
  #due = new Set<string>()
  #underWay = new Set<string>()
  #settled = 0
  #round: Promise<void> | undefined
  #checkpoint: Checkpoint | undefined
  #failure: Error | undefined

  /** What is in a file changed, or the names in a folder. */
  noteChange(file: string): void {
    this.#changed.add(file)
  }

  noteRename(from: string, to: string): void {
    for (const set of [this.#changed, this.#due]) if (set.delete(from)) set.add(to)
    this.#changed.add(path.dirname(from)).add(path.dirname(to))
  }

  /** Whether anything but the log has to wait for it now. */
  get isLogDue(): boolean {
    return this.#due.size > 0 || this.#underWay.size > 0 || this.#failure !== undefined
  }

  /**
   * Gets the log to the disk before a change that relies on it. Blocks.
   *
   * @throws what the file system says, or said to an earlier sync.
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

  /** Postgres asks for a sync of its log. */
  putOff(file: string): void {
    this.asked++
    for (const place of this.#takeChanged(file)) this.#due.add(place)
  }

  /** Postgres asks for a sync of anything else. Blocks, unless it is for a checkpoint that is held. */
  sync(file: string): void {
    const places = this.#takeChanged(file)
    for (const place of places) {
      if (this.#checkpoint) this.#checkpoint.files.add(place)
      else syncPathNow(place)
    }
  }

  /** Syncs a file that is about to take the place of another. Blocks. */
  syncNow(file: string): void {
    if (this.#changed.delete(file)) syncPathNow(file)
  }

  /** A new file is on the disk when its name is too. */
  #takeChanged(file: string): string[] {
    return [file, path.dirname(file)].filter((place) => this.#changed.delete(place))
  }

  /**
   * Resolves when all that Postgres had asked for is on the disk; whoever comes while a sync is made
   * shares the next one.
   *
   * @throws what the file system says: it is not known then what is on the disk.
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

  /** After this nobody knows what is on the disk. */
  #fail(error: unknown): Error {
    this.#failure = error instanceof Error ? error : new Error('A sync failed.', { cause: error })
    return this.#failure
  }

  /** From now on syncs are those of a checkpoint. */
  hold(): void {
    this.#checkpoint = { files: new Set(), gone: [] }
    // What is written while it is made counts for the next one.
    this.logBytes = 0
  }

  /** Takes the record of a checkpoint that is held. @returns false when none is. */
  holdRecord(file: string, bytes: Uint8Array): boolean {
    if (!this.#checkpoint) return false
    this.#checkpoint.control = { file, bytes: Buffer.from(bytes) }
    return true
  }

  /** Takes a deletion of a checkpoint that is held. @returns false when none is. */
  holdDeletion(file: string): boolean {
    this.#checkpoint?.gone.push(file)
    return this.#checkpoint !== undefined
  }

  /** Postgres has ended the checkpoint. @returns gets it to the disk; may throw what `settled` does. */
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

/** Whether a write only makes a file longer, by zeros: what needs no log to be understood. */
export function growsByZeros(
  descriptor: number,
  { bytes, position }: { bytes: Uint8Array; position: number },
): boolean {
  return position >= fs.fstatSync(descriptor).size && bytes.every((byte) => byte === 0)
}
