import { z } from 'zod'
import { idSchema } from './id.ts'

/** Largest document, in bytes. */
export const documentBytesMax = 32 * 1024 * 1024
/** Of a longer text only this much is kept, in UTF-16 units: some 250,000 tokens. */
export const documentTextMax = 1_000_000

/** A file as text, for models to read: `POST /api/documents?name=…` with the bytes as body. */
export const documentSchema = z.object({
  id: idSchema,
  name: z.string(),
  mimeType: z.string(),
  sizeBytes: z.number().int(),
  /** UTF-16 units of the text. */
  textLength: z.number().int(),
  /** Of a PDF. */
  pages: z.number().int().optional(),
  /** The text was longer than what is kept. */
  isCut: z.boolean(),
})
export type Document = z.infer<typeof documentSchema>

/** `GET /api/documents/:id`: the same with its text. */
export const documentDetailSchema = documentSchema.extend({ text: z.string() })
export type DocumentDetail = z.infer<typeof documentDetailSchema>
