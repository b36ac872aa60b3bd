import * as z from 'zod/mini'
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
  sizeBytes: z.int(),
  /** UTF-16 units of the text. */
  textLength: z.int(),
  /** Of a PDF. */
  pages: z.optional(z.int()),
  /** The text was longer than what is kept. */
  isCut: z.boolean(),
})
export type Document = z.infer<typeof documentSchema>

/** `GET /api/documents/:id`: the same with its text. */
export const documentDetailSchema = z.extend(documentSchema, { text: z.string() })
export type DocumentDetail = z.infer<typeof documentDetailSchema>
