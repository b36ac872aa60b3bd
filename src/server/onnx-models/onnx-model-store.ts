import { existsSync, statSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod/mini'
import { writeWhole } from '../disk/write-whole.ts'
import { HttpError } from '../errors/http-error.ts'
import type { KnownFile, KnownOnnxModel } from './known-onnx-models.ts'

const savedSchema = z.object({
  folder: z.optional(z.string()),
  used: z.record(z.string(), z.string()),
  lastMs: z.record(z.string(), z.number()),
})
type Saved = z.infer<typeof savedSchema>

export type OnnxModelStore = {
  readonly folder: string
  readonly known: readonly KnownOnnxModel[]
  readonly saved: Saved
  readonly save: () => Promise<void>
  readonly problems: Map<string, string>
  readonly find: (id: string) => KnownOnnxModel
  readonly ownPath: (id: string, file: KnownFile) => string
  readonly pathOf: (id: string, file: KnownFile) => string | undefined
  readonly isReady: (network: KnownOnnxModel) => boolean
}

/** Opens the folder. An unreadable settings file counts as empty. */
export async function openOnnxModelStore(
  folder: string,
  known: readonly KnownOnnxModel[],
): Promise<OnnxModelStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const savedPath = path.join(folder, 'networks.json')
  const saved = await readSaved(savedPath)
  const ownPath = (id: string, { name }: KnownFile) => path.join(folder, id, name)
  const getPath = (id: string, file: KnownFile): string | undefined => {
    const own = ownPath(id, file)
    if (existsSync(own)) return own
    const other = saved.folder === undefined ? undefined : path.join(saved.folder, file.name)
    return other !== undefined && isFile(other) ? other : undefined
  }
  return {
    folder,
    known,
    saved,
    save: () => writeWhole(savedPath, JSON.stringify(saved, null, 2), { replaces: true }),
    problems: new Map(),
    find: (id) => {
      const network = known.find((one) => one.id === id)
      if (!network) throw new HttpError('not_found', 'There is no such network.')
      return network
    },
    ownPath,
    pathOf: getPath,
    isReady: ({ id, files }) => files.every((file) => getPath(id, file) !== undefined),
  }
}

const isFile = (file: string): boolean =>
  statSync(file, { throwIfNoEntry: false })?.isFile() === true

async function readSaved(file: string): Promise<Saved> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return { used: {}, lastMs: {} }
  try {
    return savedSchema.parse(JSON.parse(text))
  } catch (error) {
    console.warn('The choice of networks could not be read; none is used.', error)
    return { used: {}, lastMs: {} }
  }
}
