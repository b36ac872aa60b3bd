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

/** What befalls a server at work besides being killed. */
export type Fault = {
  /** The data folder that it befalls. */
  folder: string
  /** What the server is started with. */
  settings: Record<string, string>
  begin: (pid: number) => Promise<void>
  /** @param pid absent when the server is gone. */
  end: (pid?: number) => Promise<void>
  /** Leaves nothing of it behind. */
  remove: () => Promise<void>
}

/** Ways of fault by name. `undefined` where this system does not let it be made. */
export const faults: Record<string, () => Promise<Fault | undefined>> = {
  disk_full: fullDisk,
  read_only: () => faultInside('read-only'),
  next_day: () => faultInside('next-day'),
}

const nothing = () => Promise.resolve()

export async function noFault(): Promise<Fault> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-torture-'))
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5 })
  return { folder, settings: {}, begin: nothing, end: nothing, remove }
}

/** A disk of its own, on which something else takes all the room there is. */
async function fullDisk(): Promise<Fault | undefined> {
  const disk = await mkdtemp(path.join(tmpdir(), 'bozzetto-disk-'))
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${diskMib}m`, 'tmpfs', disk])
  } catch {
    // Only the owner of the machine may.
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

/** Trouble that is made in the server's own process: no system lets one disk or clock go wrong for it alone. */
async function faultInside(kind: string): Promise<Fault> {
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
      // It went with the process that it was in.
      isOn = false
    },
  }
}
