import { Buffer } from 'node:buffer'
import type fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { FolderTree, type FileContent, type PowerCutStep } from './folder-tree.ts'
import { createPatches, type CallRecorder } from './patch-fs.ts'
import { recordHandle } from './record-handle.ts'

export type Recording<Answer> = {
  before: number
  steps: PowerCutStep<Answer>[]
  folders: Set<number>
  answer: (answer: Answer) => void
  stop: () => void
}

/**
 * Records the operations of this process on files and folders below `root`. Existing files count as
 * synced.
 * @throws {Error} in a later call of `node:fs` with arguments that cannot be recorded.
 */
export function recordDisk<Answer>(root: string): Recording<Answer> {
  const steps: PowerCutStep<Answer>[] = []
  const tree = new FolderTree(steps as PowerCutStep<never>[], root)
  const before = steps.length
  const descriptors = new Map<number, number>()
  const patches = createPatches()
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

  patches.sync('openSync', ([place, flags], descriptor) => opened(place, flags, Number(descriptor)))
  patches.sync('closeSync', ([descriptor]) => descriptors.delete(Number(descriptor)))
  patches.sync('writeSync', (given, length) => {
    if (typeof given[1] === 'string') return write(Number(given[0]), Buffer.from(given[1]), 0)
    const [descriptor, bytes, offset, , at] = given as [number, Uint8Array, number, number, unknown]
    write(descriptor, Buffer.from(bytes.buffer, bytes.byteOffset + offset, Number(length)), at)
  })
  patches.sync('fsyncSync', ([descriptor]) => sync(Number(descriptor)))
  patches.sync('fdatasyncSync', ([descriptor]) => sync(Number(descriptor)))
  patches.sync('ftruncateSync', ([descriptor, size]) => {
    const inode = descriptors.get(Number(descriptor))
    if (inode !== undefined) steps.push({ kind: 'resize', inode, size: Number(size ?? 0) })
  })
  for (const [name, note] of Object.entries(notesByPlace(tree))) {
    patches.sync(`${name}Sync`, note)
    patches.async(name, note)
  }
  patches.async('open', ([place, flags], result) => {
    const handle = result as fs.promises.FileHandle
    const descriptor = handle.fd
    opened(place, flags, descriptor)
    if (!descriptors.has(descriptor)) return
    recordHandle(handle, {
      stepCount: () => steps.length,
      write: (bytes, at) => write(descriptor, bytes, at),
      sync: (upTo) => sync(descriptor, upTo),
      close: () => void descriptors.delete(descriptor),
    })
  })
  syncBuiltinESMExports()

  return {
    before,
    steps,
    folders: tree.folders,
    answer: (answer) => void steps.push({ kind: 'answer', answer }),
    stop: () => {
      patches.undo()
      syncBuiltinESMExports()
    },
  }
}

function notesByPlace(tree: FolderTree): Record<string, CallRecorder> {
  const remove: CallRecorder = ([place]) => tree.remove(String(place))
  return {
    writeFile: ([place, content, options]) =>
      tree.writeFile(String(place), content as FileContent, (options as { flag?: string })?.flag),
    truncate: ([place, size]) => tree.resize(String(place), Number(size ?? 0)),
    mkdir: ([place]) => tree.makeFolder(String(place)),
    rename: ([from, to]) => tree.rename(String(from), String(to)),
    link: ([from, to]) => tree.link(String(from), String(to)),
    unlink: remove,
    rmdir: remove,
    rm: remove,
  }
}
