import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

/** A repository at one commit, whose models are free to use as `licence` (SPDX) says. */
export type Source = {
  readonly repository: string
  readonly commit: string
  readonly licence: string
  readonly author: string
}

/** A model that somebody else made. */
export type Listed = {
  /** Unique, from its source and file. */
  readonly name: string
  readonly source: Source
  readonly path: string
  /** Git's SHA-1 of the file. */
  readonly blob: string
  readonly kind: string
  /** Degrees that it is turned by for its picture, where its best-known side is not its front. */
  readonly yaw: number
}

/** The rules are made while looking at one half, and judged by the other. */
export type Half = 'tuning' | 'held_out'

type Entry = { source: string; path: string; blob: string; kind: string; yaw?: number }

/** All models of the list, in its order. */
export async function readList(): Promise<Listed[]> {
  const file = await readFile(new URL('models.json', import.meta.url), 'utf8')
  // Our own file: a mistake in it shows in the first run.
  const { sources, models }: { sources: Record<string, Source>; models: Entry[] } = JSON.parse(file)
  return models.map(({ source, path, blob, kind, yaw = 0 }) => ({
    name: nameOf(source, path),
    source: sources[source],
    path,
    blob,
    kind,
    yaw,
  }))
}

export function nameOf(source: string, path: string): string {
  const parts = path.replace(/\.[a-z]+$/, '').split('/')
  const own = parts.at(-1) === 'model' ? parts.slice(-2, -1) : parts.slice(-2)
  return [source, ...own].join('-').toLowerCase()
}

/** By the name alone, so that a longer list moves no model from one half to the other. */
export function halfOf(name: string): Half {
  return createHash('sha256').update(name).digest()[0] % 2 === 0 ? 'tuning' : 'held_out'
}
