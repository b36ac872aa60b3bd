import type { Context } from 'hono'
import { isJsonLongerThan, jsonPieces, pieceLength } from '../json/encode-json.ts'
import { toStream } from './to-stream.ts'

/** Sends JSON like `c.json`, without blocking the event loop for large values. */
export const sendJson = (c: Context, value: unknown): Response =>
  isJsonLongerThan(pieceLength, value)
    ? c.body(toStream(jsonPieces(value)), 200, { 'Content-Type': 'application/json' })
    : c.json(value)
