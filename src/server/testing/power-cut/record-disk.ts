import { Buffer } from 'node:buffer'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'

/** One thing that happened to a folder. Files and folders have numbers, the recorded folder has 0. */
export type Step<Answer> =
  | { kind: 'write'; inode: number; at: number; bytes: Buffer }
  | { kind: 'resize'; inode: number; size: number }
  /** A name now leads to something, or to nothing; those of one `move` come together. */
  | { kind: 'name'; inode: number; name: string; leadsTo: number | undefined; move?: number }
  /** All that happened to it before the step `upTo` is on the disk. */
  | { kind: 'sync'; inode: number; upTo: number }
  | { kind: 'answer'; answer: Answer }

type Content = string | Uint8Array
const bytesOf = (content: Content): Buffer =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(content)

type Note = (given: unknown[], result: unknown) => void

export type Recording<Answer> = {
  /** What was there before comes first: so many steps. */
  before: number
  steps: Step<Answer>[]
  /** The numbers of folders. */
  folders: Set<number>
  /** Notes that something was acknowledged. */
  answer: (answer: Answer) => void
  stop: () => void
}

/**
 * Records what this process does to the files below `root`: every write, every name, and every sync
 * that ended. What is there already counts as being on the disk.
 *
 * @throws {Error} later, in a function of `node:fs` that is used in a way this does not know.
 */
export function recordDisk<Answer>(root: string): Recording<Answer> {
  const steps: Step<Answer>[] = []
  const tree = new Tree(steps as Step<never>[], root)
  const before = steps.length
  const descriptors = new Map<number, number>()
  const undo: (() => void)[] = []
  /** Some of these functions call each other. */
  let depth = 0

  const replace = (owner: object, name: string, note: Note) => {
    const functions = owner as Record<string, (...given: unknown[]) => unknown>
    const real = functions[name]
    if (!real) throw new Error(`There is no ${name}.`)
    functions[name] = (...given) => {
      depth++
      try {
        const result = real(...given)
        if (depth === 1) note(given, result)
        return result
      } finally {
        depth--
      }
    }
    undo.push(() => {
      functions[name] = real
    })
  }
  const replaceAsync = (name: string, note: Note) => {
    const functions = fs.promises as unknown as Record<string, (...given: unknown[]) => unknown>
    const real = functions[name]
    if (!real) throw new Error(`There is no ${name}.`)
    functions[name] = async (...given) => {
      const result = await real(...given)
      note(given, result)
      return result
    }
    undo.push(() => {
      functions[name] = real
    })
  }
  const opened = (place: unknown, flags: unknown, descriptor: number) => {
    const inode = tree.openFile(String(place), flags)
    if (inode !== undefined) descriptors.set(descriptor, inode)
    else descriptors.delete(descriptor)
  }
  const write = (descriptor: number, bytes: Buffer, at: unknown) => {
    const inode = descriptors.get(descriptor)
    if (inode === undefined) return
    if (typeof at !== 'number') throw new Error('A write without a position is not recorded.')
    steps.push({ kind: 'write', inode, at, bytes: Buffer.from(bytes) })
  }
  const sync = (descriptor: number, upTo = steps.length) => {
    const inode = descriptors.get(descriptor)
    if (inode !== undefined) steps.push({ kind: 'sync', inode, upTo })
  }

  replace(fs, 'openSync', ([place, flags], descriptor) => opened(place, flags, Number(descriptor)))
  replace(fs, 'closeSync', ([descriptor]) => descriptors.delete(Number(descriptor)))
  replace(fs, 'writeSync', (given, length) => {
    if (typeof given[1] === 'string') return write(Number(given[0]), Buffer.from(given[1]), 0)
    const [descriptor, bytes, offset, , at] = given as [number, Uint8Array, number, number, unknown]
    write(descriptor, Buffer.from(bytes.buffer, bytes.byteOffset + offset, Number(length)), at)
  })
  replace(fs, 'fsyncSync', ([descriptor]) => sync(Number(descriptor)))
  replace(fs, 'fdatasyncSync', ([descriptor]) => sync(Number(descriptor)))
  replace(fs, 'ftruncateSync', ([descriptor, size]) => {
    const inode = descriptors.get(Number(descriptor))
    if (inode !== undefined) steps.push({ kind: 'resize', inode, size: Number(size ?? 0) })
  })
  const remove: Note = ([place]) => tree.remove(String(place))
  const byPlace: Record<string, Note> = {
    writeFile: ([place, content, options]) =>
      tree.writeFile(String(place), content as Content, (options as { flag?: string })?.flag),
    truncate: ([place, size]) => tree.resize(String(place), Number(size ?? 0)),
    mkdir: ([place]) => tree.makeFolder(String(place)),
    rename: ([from, to]) => tree.rename(String(from), String(to)),
    link: ([from, to]) => tree.link(String(from), String(to)),
    unlink: remove,
    rmdir: remove,
    rm: remove,
  }
  for (const [name, note] of Object.entries(byPlace)) {
    replace(fs, `${name}Sync`, note)
    replaceAsync(name, note)
  }
  replaceAsync('open', ([place, flags], result) => {
    const handle = result as fs.promises.FileHandle
    const descriptor = handle.fd
    opened(place, flags, descriptor)
    if (!descriptors.has(descriptor)) return
    const real = {
      sync: handle.sync.bind(handle),
      datasync: handle.datasync.bind(handle),
      write: handle.write.bind(handle) as (...given: unknown[]) => Promise<unknown>,
      writeFile: handle.writeFile.bind(handle),
      close: handle.close.bind(handle),
    }
    const syncFrom = async (how: () => Promise<void>) => {
      const upTo = steps.length
      await how()
      sync(descriptor, upTo)
    }
    Object.assign(handle, {
      sync: () => syncFrom(real.sync),
      datasync: () => syncFrom(real.datasync),
      write: async (...given: [Uint8Array, number, number, number]) => {
        const [bytes, offset, length, at] = given
        const done = await real.write(...given)
        write(descriptor, Buffer.from(bytes.buffer, bytes.byteOffset + offset, length), at)
        return done
      },
      writeFile: async (content: Content) => {
        await real.writeFile(content)
        write(descriptor, bytesOf(content), 0)
      },
      close: async () => {
        descriptors.delete(descriptor)
        await real.close()
      },
    })
  })
  syncBuiltinESMExports()

  return {
    before,
    steps,
    folders: tree.folders,
    answer: (answer) => void steps.push({ kind: 'answer', answer }),
    stop: () => {
      for (const one of undo) one()
      syncBuiltinESMExports()
    },
  }
}

/** The names below a folder, as the running process sees them. */
class Tree {
  readonly folders = new Set([0])
  readonly #names = new Map<number, Map<string, number>>([[0, new Map()]])
  #next = 1
  #moves = 0

  readonly #steps: Step<never>[]
  readonly #root: string

  constructor(steps: Step<never>[], root: string) {
    this.#steps = steps
    this.#root = root
    this.#read(root, 0)
  }

  #push(step: Step<never>): void {
    this.#steps.push(step)
  }

  #read(folder: string, inode: number): void {
    for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
      const place = path.join(folder, entry.name)
      const made = this.#make(inode, entry.name, entry.isDirectory())
      if (entry.isDirectory()) this.#read(place, made)
      else if (entry.isFile()) {
        this.#push({ kind: 'write', inode: made, at: 0, bytes: fs.readFileSync(place) })
        this.#push({ kind: 'sync', inode: made, upTo: this.#steps.length })
      }
    }
    this.#push({ kind: 'sync', inode, upTo: this.#steps.length })
  }

  /** The folder of a place, and its name there; nothing for what lies elsewhere. */
  #find(place: string): { folder: number; name: string; inode: number | undefined } | undefined {
    const parts = path.relative(this.#root, path.resolve(place)).split(path.sep)
    if (parts[0] === '..' || parts[0] === '') return undefined
    let folder = 0
    for (const part of parts.slice(0, -1)) {
      const next = this.#names.get(folder)?.get(part)
      if (next === undefined) throw new Error(`${place} was made unseen.`)
      folder = next
    }
    const name = parts.at(-1) ?? ''
    return { folder, name, inode: this.#names.get(folder)?.get(name) }
  }

  #make(folder: number, name: string, isFolder: boolean): number {
    const inode = this.#next++
    if (isFolder) {
      this.folders.add(inode)
      this.#names.set(inode, new Map())
    }
    this.#name(folder, name, { leadsTo: inode })
    return inode
  }

  #name(
    folder: number,
    name: string,
    { leadsTo, move }: { leadsTo: number | undefined; move?: number },
  ): void {
    const names = this.#names.get(folder)
    if (leadsTo === undefined) names?.delete(name)
    else names?.set(name, leadsTo)
    this.#push({ kind: 'name', inode: folder, name, leadsTo, ...(move && { move }) })
  }

  openFile(place: string, flags: unknown): number | undefined {
    if (path.resolve(place) === this.#root) return 0
    const found = this.#find(place)
    if (!found) return undefined
    const { O_TRUNC } = fs.constants
    const empties =
      typeof flags === 'number' ? (flags & O_TRUNC) !== 0 : String(flags).startsWith('w')
    const inode = found.inode ?? this.#make(found.folder, found.name, false)
    if (empties && found.inode !== undefined) this.#push({ kind: 'resize', inode, size: 0 })
    return inode
  }

  writeFile(place: string, content: Content, flag = 'w'): void {
    const inode = this.openFile(place, flag)
    if (inode === undefined) return
    this.#push({ kind: 'write', inode, at: 0, bytes: bytesOf(content) })
  }

  resize(place: string, size: number): void {
    const inode = this.#find(place)?.inode
    if (inode !== undefined) this.#push({ kind: 'resize', inode, size })
  }

  makeFolder(place: string): void {
    const parts = path.relative(this.#root, path.resolve(place)).split(path.sep)
    if (parts[0] === '..' || parts[0] === '') return
    let folder = 0
    for (const part of parts) {
      folder = this.#names.get(folder)?.get(part) ?? this.#make(folder, part, true)
    }
  }

  rename(from: string, to: string): void {
    const [source, target] = [this.#find(from), this.#find(to)]
    if (!source || !target) return
    const move = ++this.#moves
    this.#name(target.folder, target.name, { leadsTo: source.inode, move })
    this.#name(source.folder, source.name, { leadsTo: undefined, move })
  }

  link(from: string, to: string): void {
    const [source, target] = [this.#find(from), this.#find(to)]
    if (source && target) this.#name(target.folder, target.name, { leadsTo: source.inode })
  }

  remove(place: string): void {
    const found = this.#find(place)
    if (found?.inode !== undefined) this.#name(found.folder, found.name, { leadsTo: undefined })
  }
}
