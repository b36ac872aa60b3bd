import { Buffer } from 'node:buffer'
import fs from 'node:fs'
import path from 'node:path'

/** A recorded operation. Files and folders have numbers. The recorded folder is 0. */
export type PowerCutStep<Answer> =
  | { kind: 'write'; inode: number; at: number; bytes: Buffer }
  | { kind: 'resize'; inode: number; size: number }
  /** A name was created or removed. Changes of one `move` are atomic. */
  | { kind: 'name'; inode: number; name: string; leadsTo: number | undefined; move?: number }
  /** All changes of the file before the step `upTo` are on the disk. */
  | { kind: 'sync'; inode: number; upTo: number }
  | { kind: 'answer'; answer: Answer }

export type FileContent = string | Uint8Array
export const materializeContent = (content: FileContent): Buffer =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(content)

/** The names below a folder as the running process sees them. */
export class FolderTree {
  readonly folders = new Set([0])
  readonly #names = new Map<number, Map<string, number>>([[0, new Map()]])
  #next = 1
  #moves = 0

  readonly #steps: PowerCutStep<never>[]
  readonly #root: string

  constructor(steps: PowerCutStep<never>[], root: string) {
    this.#steps = steps
    this.#root = root
    this.#read(root, 0)
  }

  #push(step: PowerCutStep<never>): void {
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

  writeFile(place: string, content: FileContent, flag = 'w'): void {
    const inode = this.openFile(place, flag)
    if (inode === undefined) return
    this.#push({ kind: 'write', inode, at: 0, bytes: materializeContent(content) })
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
