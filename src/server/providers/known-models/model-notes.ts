import { z } from 'zod'
import { ownValue } from '#lib/own-value.ts'

/** Facts that no public list contains, maintained by hand from the services' documentation. */
const noteSchema = z.object({
  efforts: z.array(z.string()).optional(),
  /** Which requests must use the endpoint `/responses`: all, or those with tools. */
  responses: z.enum(['always', 'withTools']).optional(),
  ends: z.iso.date().optional(),
  successor: z.string().optional(),
})
export type ModelNote = z.infer<typeof noteSchema>

const notesSchema = z.object({
  date: z.iso.date(),
  services: z.record(z.string(), z.record(z.string(), noteSchema)),
})

let loading: Promise<z.infer<typeof notesSchema>['services']> | undefined
const loadNotes = () =>
  (loading ??= import('./model-notes.json', { with: { type: 'json' } }).then(
    ({ default: read }) => notesSchema.parse(read).services,
  ))

export const readModelNotes = async (knownAs: string): Promise<Record<string, ModelNote>> =>
  ownValue(await loadNotes(), knownAs) ?? {}
