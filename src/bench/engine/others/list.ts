import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

/** A repository at one commit. `licence` is the SPDX name of the licence of its models. */
export type ModelSource = {
  readonly repository: string
  readonly commit: string
  readonly licence: string
  readonly author: string
}

export type Listed = {
  readonly name: string
  readonly source: ModelSource
  readonly path: string
  readonly blob: string
  readonly kind: string
  /**
   * Rotation in degrees before the picture is taken, because the typical side of some models is not
   * the front.
   */
  readonly yaw: number
}

export type ModelHalf = 'tuning' | 'held_out'

export async function readList(): Promise<Listed[]> {
  // The lists are not validated, because an error in a file of the project shows in the first run.
  const sources: Record<string, ModelSource> = JSON.parse(
    await readFile(new URL('sources.json', import.meta.url), 'utf8'),
  )
  const models = await readTable(new URL('models.tsv', import.meta.url))
  return models.map(([source, path, blob, kind, yaw]) => ({
    name: createModelName(source, path),
    source: sources[source],
    path,
    blob,
    kind,
    yaw: Number(yaw),
  }))
}

/** Reads a file with a row per line, whose cells are separated by tabs. */
export async function readTable(file: URL): Promise<string[][]> {
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
  return lines.map((line) => line.split('\t'))
}

export function createModelName(source: string, path: string): string {
  const parts = path.replace(/\.[a-z]+$/, '').split('/')
  const own = parts.at(-1) === 'model' ? parts.slice(-2, -1) : parts.slice(-2)
  return [source, ...own].join('-').toLowerCase()
}

/**
 * Returns the half of the list that a model belongs to. The half depends only on the name, so that
 * adding models does not move other models.
 */
export function selectHalf(name: string): ModelHalf {
  return createHash('sha256').update(name).digest()[0] % 2 === 0 ? 'tuning' : 'held_out'
}
