import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const inside = fileURLToPath(new URL('./fault-inside.ts', import.meta.url))
const diskMib = 192
const pieceBytes = 64 * 1024

/** A fault that is turned on while the server runs, in addition to kills. */
export type ServerFault = {
  folder: string
  settings: Record<string, string>
  begin: (pid: number) => Promise<void>
  end: (pid?: number) => Promise<void>
  remove: () => Promise<void>
}

/** Faults by name. A function returns `undefined` if this system does not support its fault. */
export const faults: Record<string, () => Promise<ServerFault | undefined>> = {
  disk_full: fullDisk,
  read_only: () => faultInside('read-only'),
  next_day: () => faultInside('next-day'),
}

const nothing = () => Promise.resolve()

export async function noFault(): Promise<ServerFault> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-torture-'))
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5 })
  return { folder, settings: {}, begin: nothing, end: nothing, remove }
}

async function fullDisk(): Promise<ServerFault | undefined> {
  const disk = await mkdtemp(path.join(tmpdir(), 'bozzetto-disk-'))
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${diskMib}m`, 'tmpfs', disk])
  } catch {
    // Only root can mount a disk.
    await rm(disk, { recursive: true })
    return undefined
  }
  const balloon = path.join(disk, 'balloon')
  const folder = path.join(disk, 'data')
  await mkdir(folder)
  return {
    folder,
    settings: {},
    begin: () => inflate(balloon),
    end: () => rm(balloon, { force: true }),
    remove: async () => {
      await run('umount', ['--lazy', disk])
      await rm(disk, { recursive: true })
    },
  }
}

async function inflate(file: string): Promise<void> {
  const handle = await open(file, 'a')
  const piece = Buffer.alloc(pieceBytes)
  try {
    for (let at = 0; at < diskMib * 1024 * 1024; at += pieceBytes) await handle.write(piece)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  } finally {
    await handle.close()
  }
}

/**
 * Creates faults inside the server's process, because a system cannot change disk or clock for a
 * single process.
 */
async function faultInside(kind: string): Promise<ServerFault> {
  const calm = await noFault()
  let isOn = false
  const turn = (pid: number) => {
    process.kill(pid, 'SIGUSR2')
    isOn = !isOn
    return nothing()
  }
  return {
    ...calm,
    settings: { BOZZETTO_TROUBLE: kind, NODE_OPTIONS: `--import tsx --import ${inside}` },
    begin: turn,
    end: async (pid) => {
      if (pid !== undefined && isOn) await turn(pid)
      isOn = false
    },
  }
}
