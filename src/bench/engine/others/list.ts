import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

/** A repository at one commit, whose models have the licence `licence` (SPDX). */
export type ModelSource = {
  readonly repository: string
  readonly commit: string
  readonly licence: string
  readonly author: string
}

export type Listed = {
  /** Unique name, created from the source and the file. */
  readonly name: string
  readonly source: ModelSource
  readonly path: string
  /** Git's SHA-1 of the file. */
  readonly blob: string
  readonly kind: string
  /** Rotation for the picture in degrees, for models whose typical side is not the front. */
  readonly yaw: number
}

export type ModelHalf = 'tuning' | 'held_out'

type Entry = { source: string; path: string; blob: string; kind: string; yaw?: number }

export async function readList(): Promise<Listed[]> {
  const file = await readFile(new URL('models.json', import.meta.url), 'utf8')
  // Not validated, because the file is part of this project and an error shows in the first run.
  const { sources, models }: { sources: Record<string, ModelSource>; models: Entry[] } =
    JSON.parse(file)
  return models.map(({ source, path, blob, kind, yaw = 0 }) => ({
    name: createModelName(source, path),
    source: sources[source],
    path,
    blob,
    kind,
    yaw,
  }))
}

export function createModelName(source: string, path: string): string {
  const parts = path.replace(/\.[a-z]+$/, '').split('/')
  const own = parts.at(-1) === 'model' ? parts.slice(-2, -1) : parts.slice(-2)
  return [source, ...own].join('-').toLowerCase()
}

/** Depends only on the name, so that a longer list does not move models between the halves. */
export function selectHalf(name: string): ModelHalf {
  return createHash('sha256').update(name).digest()[0] % 2 === 0 ? 'tuning' : 'held_out'
}
