import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { copyTree } from '../../disk/copy-tree.ts'
import { syncPath, syncTree } from '../../disk/synced.ts'
import { writeWhole } from '../../disk/write-whole.ts'
import { guardFiles, type NodeFiles } from './guard-files.ts'
import { newDatabaseFolder } from './new-database-folder.ts'
import type { WriteOrder } from './write-order.ts'

const syncedName = 'bozzetto-synced'

type Options = Parameters<NodeFS['init']>[1]

/**
 * The files of an embedded Postgres in a folder: written in the order that `order` keeps, for their
 * owner only. The first ones are copied or made beside the folder, which takes its name when they
 * are whole and on the disk.
 */
export class PostgresFiles extends NodeFS {
  readonly #folder: string
  readonly #order: WriteOrder
  /** Where they lie now; read by Emscripten at every step. */
  readonly #mount: { root: string }
  #isNew = false
  /** What has to be done before Postgres reads the files. */
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
    // It is awaited later, when the code of Postgres has been loaded.
    this.#preparing?.catch(() => undefined)
    const mount: NonNullable<Options['preRun']>[number] = ({ FS, NODEFS }) => {
      guardFiles(NODEFS as NodeFiles, { order: this.#order, pathOf: FS.getPath })
      FS.mkdirTree(PGlite.paths.PGDATA)
      FS.mount(NODEFS, this.#mount, PGlite.paths.PGDATA)
    }
    return { emscriptenOpts: { ...options, preRun: [...(options.preRun ?? []), mount] } }
  }

  /** What Postgres leaves when it does not end by itself. */
  get #leftMark(): string {
    return path.join(this.#folder, 'postmaster.pid')
  }

  /** Says that all which was written here was synced; earlier versions synced nothing. */
  get #syncedMark(): string {
    return path.join(this.#folder, syncedName)
  }

  /**
   * What a process that was killed has written, or one of an earlier version, can be read and need not
   * be on the disk yet.
   */
  async #repairLeft(): Promise<void> {
    await syncTree(this.#folder)
    await writeWhole(this.#syncedMark, '', { replaces: true })
    // It would keep Postgres from starting when it is torn; whose the folder is, its own lock says.
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

  /** Where the build has left no new database, Postgres makes one. */
  async #copyNew(): Promise<void> {
    if (newDatabaseFolder === undefined || !existsSync(newDatabaseFolder)) return
    await copyTree(newDatabaseFolder, this.#mount.root, { fileMode: 0o600 })
    await this.#finish()
  }

  /** Called after every query, and first of all when Postgres has made the first files. */
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

/** An earlier version could be cut off while it made the first files: nothing had been stored then. */
async function setAside(folder: string): Promise<void> {
  if (!existsSync(folder) || (await readdir(folder)).length === 0) return
  const aside = `${folder}.incomplete-${Date.now()}`
  await rename(folder, aside)
  console.warn(`${folder} did not hold a complete database. It was moved to ${aside}.`)
}
