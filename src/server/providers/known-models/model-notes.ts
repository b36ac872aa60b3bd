import { z } from 'zod'
import { ownValue } from '#lib/own-value.ts'

/** Facts that no public list of models has, kept by hand from the documentation of the services. */
const noteSchema = z.object({
  /** Values of `reasoning_effort`. */
  efforts: z.array(z.string()).optional(),
  /** Calls that the service accepts only on `/responses`: all, or those with tools. */
  responses: z.enum(['always', 'withTools']).optional(),
  /** The day on which the service switches the model off. */
  ends: z.iso.date().optional(),
  /** A model of the same service that can replace it. */
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

/** Returns the notes of one service by the names of its models; empty for unknown services. */
export const readModelNotes = async (knownAs: string): Promise<Record<string, ModelNote>> =>
  ownValue(await loadNotes(), knownAs) ?? {}
