import { Buffer } from 'node:buffer'
import type fs from 'node:fs'
import { materializeContent, type FileContent } from './folder-tree.ts'

type HandleNotes = {
  stepCount: () => number
  write: (bytes: Buffer, at: unknown) => void
  sync: (upTo: number) => void
  close: () => void
}

export function recordHandle(handle: fs.promises.FileHandle, notes: HandleNotes): void {
  const real = {
    sync: handle.sync.bind(handle),
    datasync: handle.datasync.bind(handle),
    write: handle.write.bind(handle) as (...given: unknown[]) => Promise<unknown>,
    writeFile: handle.writeFile.bind(handle),
    close: handle.close.bind(handle),
  }
  const syncFrom = async (how: () => Promise<void>) => {
    const upTo = notes.stepCount()
    await how()
    notes.sync(upTo)
  }
  Object.assign(handle, {
    sync: () => syncFrom(real.sync),
    datasync: () => syncFrom(real.datasync),
    write: async (...given: [Uint8Array, number, number, number]) => {
      const [bytes, offset, length, at] = given
      const done = await real.write(...given)
      notes.write(Buffer.from(bytes.buffer, bytes.byteOffset + offset, length), at)
      return done
    },
    writeFile: async (content: FileContent) => {
      await real.writeFile(content)
      notes.write(materializeContent(content), 0)
    },
    close: async () => {
      notes.close()
      await real.close()
    },
  })
}
