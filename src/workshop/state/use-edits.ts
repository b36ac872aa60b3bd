import { useEffect, useState } from 'react'
import { translateSentence } from '#lib/language/translate-sentence.ts'
import type { EditorModel, Edit } from './editor-state.ts'

/** Maximum number of undo steps, because each step contains a whole file. */
const editsMax = 12

export type UnsavedEdits = {
  readonly url: string
  readonly sizeBytes: number
  readonly count: number
  readonly step: string
}

const stepLengthMax = 200

export const describeEdits = (edits: readonly Edit[]): string =>
  edits
    .map(({ label }) => translateSentence(label).replace(/[.。।]$/, ''))
    .join(', ')
    .slice(0, stepLengthMax)

type Edits = {
  edits: readonly Edit[]
  edited: EditorModel
  add: (glb: Blob, label: string, factor?: number) => void
  undo: () => void
}

/** Manages the edits of a model, with one GLB per step. A new model drops all edits. */
export function useEdits(original: EditorModel): Edits {
  const [made, setMade] = useState<Made>()
  const edits = getEdits(made, original)

  useEffect(() => {
    if (!made) return undefined
    for (const { url } of made.edits) clearTimeout(waiting.get(url))
    return () => {
      // Schedules the revocation of all object URLs. The next run of the effect cancels the
      // revocation of URLs in use.
      for (const { url } of made.edits) waiting.set(url, setTimeout(revoke, revokeMs, url))
    }
  }, [made])

  const last = edits.at(-1)
  return {
    edits,
    edited: last
      ? {
          ...original,
          url: last.url,
          downloadUrl: undefined,
          sizeBytes: last.sizeBytes,
          fileName: glbName(original),
        }
      : original,
    add: (glb, label, factor) => {
      const edit = { url: URL.createObjectURL(glb), label, sizeBytes: glb.size, factor }
      setMade((now) => ({
        of: original.url,
        edits: joinOldest([...getEdits(now, original), edit]),
      }))
    },
    undo: () =>
      setMade((now) => ({ of: original.url, edits: getEdits(now, original).slice(0, -1) })),
  }
}

/** Joins the two oldest edits if there are too many, so that an undo drops no edit silently. */
function joinOldest(edits: readonly Edit[]): readonly Edit[] {
  const [first, second, ...rest] = edits
  if (!first || !second || edits.length <= editsMax) return edits
  const factor = getFactor([first, second])
  return [{ ...second, label: `${describeEdits([first, second])}.`, factor }, ...rest]
}

/** Returns the factor by which edits scaled the model. */
export const getFactor = (edits: readonly Edit[]): number =>
  edits.reduce((product, { factor = 1 }) => product * factor, 1)

type Made = { of: string; edits: readonly Edit[] } | undefined

const none: readonly Edit[] = []
const getEdits = (made: Made, { url }: EditorModel) => (made?.of === url ? made.edits : none)

/**
 * Milliseconds before an object URL is revoked, because the viewer may still be reading the
 * previous file.
 */
const revokeMs = 10_000
const waiting = new Map<string, ReturnType<typeof setTimeout>>()

function revoke(url: string): void {
  waiting.delete(url)
  URL.revokeObjectURL(url)
}

const glbName = ({ fileName }: EditorModel): string =>
  `${fileName.replace(/\.[^.]+$/, '')}-edited.glb`
