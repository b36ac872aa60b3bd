import { Buffer } from 'node:buffer'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Random } from '../fuzz/json-from-schema.ts'
import type { PowerCutStep } from './folder-tree.ts'
import type { Recording } from './record-disk.ts'

/** Size of a disk sector in bytes. A disk writes a sector completely or not at all. */
const sectorBytes = 512

/** Possible effects of a power failure on unsynced data: all lost, all kept, or a mixture. */
const fates = ['lost', 'lost', 'kept', 'mixed', 'mixed', 'mixed'] as const

/**
 * Creates in `folder` the contents of the disk after a power failure before the step `at`. Each
 * unsynced write is present, missing or partial, sector by sector. Each unsynced name is present or
 * missing.
 */
export async function cutPower(
  { steps, folders }: Pick<Recording<unknown>, 'steps' | 'folders'>,
  { at, folder, random }: { at: number; folder: string; random: Random },
): Promise<void> {
  const synced = new Map<number, number>()
  for (const step of steps.slice(0, at)) {
    if (step.kind === 'sync') {
      synced.set(step.inode, Math.max(synced.get(step.inode) ?? 0, step.upTo))
    }
  }
  const fate = fates[Math.floor(random() * fates.length)] ?? 'lost'
  const keeps = fate === 'mixed' ? () => random() < 0.5 : () => fate === 'kept'
  const moves = new Map<number, boolean>()
  const names = new Map<number, Map<string, number>>()
  const contents = new Map<number, Buffer>()
  for (const [index, step] of steps.slice(0, at).entries()) {
    if (step.kind === 'sync' || step.kind === 'answer') continue
    const isSafe = index < (synced.get(step.inode) ?? 0)
    if (step.kind === 'name') {
      const isThere = isSafe || keepsName(step, { moves, keeps })
      if (isThere) setName(names, step)
    } else if (step.kind === 'resize') {
      const content = contents.get(step.inode) ?? Buffer.alloc(0)
      if (isSafe || keeps()) contents.set(step.inode, resized(content, step.size))
    } else {
      // Disks that write one write incompletely have often written other writes completely.
      const tears = !isSafe && fate === 'mixed' && random() < 0.5
      if (isSafe || tears || keeps()) {
        contents.set(step.inode, written(contents.get(step.inode), step, tears ? keeps : undefined))
      }
    }
  }
  await build({ folder, inode: 0, names, contents, folders })
}

type NameStep = Extract<PowerCutStep<unknown>, { kind: 'name' }>
type WriteStep = Extract<PowerCutStep<unknown>, { kind: 'write' }>

/**
 * Returns whether a name survives the power failure. After a rename, at least one of the old and
 * the new name survives.
 */
function keepsName(
  { move }: NameStep,
  { moves, keeps }: { moves: Map<number, boolean>; keeps: () => boolean },
): boolean {
  if (move === undefined) return keeps()
  const decided = moves.get(move) ?? keeps()
  moves.set(move, decided)
  return decided
}

function setName(
  names: Map<number, Map<string, number>>,
  { inode, name, leadsTo }: NameStep,
): void {
  const those = names.get(inode) ?? new Map<string, number>()
  names.set(inode, those)
  if (leadsTo === undefined) those.delete(name)
  else those.set(name, leadsTo)
}

function resized(content: Buffer, size: number): Buffer {
  if (size <= content.byteLength) return Buffer.from(content.subarray(0, size))
  return Buffer.concat([content], size)
}

function written(
  before: Buffer | undefined,
  { at, bytes }: WriteStep,
  keeps: (() => boolean) | undefined,
): Buffer {
  const content = before ?? Buffer.alloc(0)
  const end = at + bytes.byteLength
  const next = end > content.byteLength ? resized(content, end) : content
  for (let from = at; from < end;) {
    const to = keeps ? Math.min(end, (Math.floor(from / sectorBytes) + 1) * sectorBytes) : end
    if (!keeps || keeps()) bytes.copy(next, from, from - at, to - at)
    from = to
  }
  return next
}

type Disk = {
  names: Map<number, Map<string, number>>
  contents: Map<number, Buffer>
  folders: Set<number>
}

async function build({
  folder,
  inode,
  ...disk
}: Disk & { folder: string; inode: number }): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const [name, leadsTo] of disk.names.get(inode) ?? []) {
    const place = path.join(folder, name)
    if (disk.folders.has(leadsTo)) await build({ ...disk, folder: place, inode: leadsTo })
    else await writeFile(place, disk.contents.get(leadsTo) ?? '', { mode: 0o600 })
  }
}
