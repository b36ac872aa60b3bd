import type { Context } from 'hono'
import { isJsonLongerThan, jsonPieces, pieceLength } from '../json/encode-json.ts'
import { streamOf } from './stream-of.ts'

/** As `c.json`, without holding up the event loop for what may be many megabytes. */
export const sendJson = (c: Context, value: unknown): Response =>
  isJsonLongerThan(pieceLength, value)
    ? c.body(streamOf(jsonPieces(value)), 200, { 'Content-Type': 'application/json' })
    : c.json(value)
