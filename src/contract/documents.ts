import * as z from 'zod/mini'
import { idSchema } from './id.ts'

export const documentBytesMax = 32 * 1024 * 1024
/**
 * Maximum length of a document's text, in UTF-16 units: about 250,000 tokens. Longer text is
 * truncated.
 */
export const documentTextMax = 1_000_000

/** A file whose text models can read, uploaded with `POST /api/documents?name=…`. */
export const documentSchema = z.object({
  id: idSchema,
  name: z.string(),
  mimeType: z.string(),
  sizeBytes: z.int(),
  textLength: z.int(),
  pages: z.optional(z.int()),
  isCut: z.boolean(),
  /**
   * Character encoding of a plain text file, detected or chosen by the user: an id in
   * `lib/encodings`.
   */
  encoding: z.optional(z.string()),
  warnings: z.optional(z.array(z.string())),
  /**
   * True if `GET /api/documents/:id/content` returns the original file. Earlier versions did not
   * store original files.
   */
  hasFile: z.optional(z.boolean()),
})
export type Document = z.infer<typeof documentSchema>

/** Response of `GET /api/documents/:id`: the document with its text. */
export const documentDetailSchema = z.extend(documentSchema, {
  text: z.string(),
  /** Positions in the text at which pages begin, in UTF-16 units. Only for PDF files. */
  pageStarts: z.optional(z.array(z.int().check(z.nonnegative()))),
})
export type DocumentDetail = z.infer<typeof documentDetailSchema>

/**
 * Body of `PUT /api/documents/:id/encoding`, which decodes the text again, and of `PUT
 * /api/runs/:id/tool-calls/:index/encoding`, which decodes a web page again.
 */
export const setEncodingSchema = z.object({ encoding: z.string().check(z.maxLength(40)) })
