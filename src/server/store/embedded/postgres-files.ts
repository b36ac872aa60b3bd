import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { syncPath, syncTree } from '../../disk/synced.ts'
import { writeWhole } from '../../disk/write-whole.ts'
import { guardFiles, type NodeFiles } from './guard-files.ts'
import { copyNewDatabase } from './new-database-folder.ts'
import type { WriteOrder } from './write-order.ts'

const syncedName = 'bozzetto-synced'

type Options = Parameters<NodeFS['init']>[1]

/**
 * Files of an embedded Postgres. They are synced in the order of `WriteOrder`, and only their owner
 * can read them. A new database gets its final name once it is complete and synced.
 */
export class PostgresFiles extends NodeFS {
  readonly #folder: string
  readonly #order: WriteOrder
  readonly #mount: { root: string }
  #isNew = false
  #preparing: Promise<void> | undefined

  constructor(folder: string, order: WriteOrder) {
    super(path.dirname(folder))
    this.#folder = folder
    this.#order = order
    this.#mount = { root: folder }
  }

  override async init(pg: PGlite, options: Options): Promise<{ emscriptenOpts: Options }> {
    this.pg = pg
    if (!existsSync(path.join(this.#folder, 'PG_VERSION'))) {
      await this.#begin()
      this.#preparing = this.#copyNew()
    } else if (existsSync(this.#leftMark) || !existsSync(this.#syncedMark)) {
      this.#preparing = this.#repairLeft()
    }
    // The promise is awaited only after Postgres's code was loaded, so an earlier rejection must
    // not count as unhandled.
    this.#preparing?.catch(() => undefined)
    const mount: NonNullable<Options['preRun']>[number] = ({ FS, NODEFS }) => {
      guardFiles(NODEFS as NodeFiles, { order: this.#order, pathOf: FS.getPath })
      FS.mkdirTree(PGlite.paths.PGDATA)
      FS.mount(NODEFS, this.#mount, PGlite.paths.PGDATA)
    }
    return { emscriptenOpts: { ...options, preRun: [...(options.preRun ?? []), mount] } }
  }

  /** Path of the file that remains if Postgres is killed. */
  get #leftMark(): string {
    return path.join(this.#folder, 'postmaster.pid')
  }

  /** Path of the file that marks a completely synced folder. Earlier versions did not sync. */
  get #syncedMark(): string {
    return path.join(this.#folder, syncedName)
  }

  /**
   * Syncs files of a killed process or an earlier version, because they may not be on the disk yet.
   */
  async #repairLeft(): Promise<void> {
    await syncTree(this.#folder)
    await writeWhole(this.#syncedMark, '', { replaces: true })
    // Postgres does not start if this file is incomplete. The file is not needed, because
    // `lockFolder` admits only one process.
    await rm(this.#leftMark, { force: true })
  }

  override async initialSyncFs(): Promise<void> {
    await this.#preparing
  }

  async #begin(): Promise<void> {
    this.#isNew = true
    this.#mount.root = `${this.#folder}.unfinished`
    await rm(this.#mount.root, { recursive: true, force: true })
    await mkdir(this.#mount.root, { mode: 0o700 })
  }

  async #copyNew(): Promise<void> {
    if (await copyNewDatabase(this.#mount.root)) await this.#finish()
  }

  /**
   * PGlite calls this method after every query, and once when Postgres has created the initial
   * files.
   */
  override async syncToFs(): Promise<void> {
    await this.#finish()
  }

  async #finish(): Promise<void> {
    if (!this.#isNew) return
    this.#isNew = false
    await writeFile(path.join(this.#mount.root, syncedName), '', { mode: 0o600 })
    await syncTree(this.#mount.root)
    await setAside(this.#folder)
    await rename(this.#mount.root, this.#folder)
    await syncPath(path.dirname(this.#folder))
    this.#mount.root = this.#folder
  }
}

/** Renames the files of an interrupted first start. They contain no data yet. */
async function setAside(folder: string): Promise<void> {
  if (!existsSync(folder) || (await readdir(folder)).length === 0) return
  const aside = `${folder}.incomplete-${Date.now()}`
  await rename(folder, aside)
  console.warn(`${folder} did not hold a complete database. It was moved to ${aside}.`)
}
