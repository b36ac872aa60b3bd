import { setImmediate as othersTurn } from 'node:timers/promises'
import { and, asc, count, eq, gt, inArray, isNotNull } from 'drizzle-orm'
import { documentPassages, documents, passageVectors } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'

export type PassageKey = { documentId: string; position: number }

/** Vectors per query. A query of this size blocks the embedded database for a few milliseconds. */
const readAtOnce = 250
/** Maximum size of the cache of vectors, which holds about 40,000 vectors of 1,536 numbers. */
const cachedBytesMax = 64 * 1024 * 1024

/**
 * Quantises a vector to one byte per number. The length of the vector is lost, because only its
 * direction matters.
 */
export function toBytes(vector: readonly number[]): Uint8Array {
  const most = vector.reduce((max, value) => Math.max(max, Math.abs(value)), 0) || 1
  const numbers = Int8Array.from(vector, (value) => Math.round((value / most) * 127))
  return new Uint8Array(numbers.buffer)
}

type DocumentVectors = { positions: number[]; vectors: Int8Array[]; lengths: number[] }

export type PassageVectors = {
  nearest: (
    documentIds: readonly string[],
    model: string,
    question: readonly number[],
  ) => Promise<PassageKey[]>
}

/**
 * Creates an exact nearest-neighbour search, which takes about 40 ms for 20,000 vectors. The index
 * extension pgvector is missing in PGlite and in most Postgres servers.
 */
export function createPassageVectors(
  store: Store,
  { foundMax }: { foundMax: number },
): PassageVectors {
  const cached = new Map<string, DocumentVectors>()
  let cachedBytes = 0

  async function getVectors(
    { id: documentId, encoding, readerVersion, textLength }: DocumentText,
    model: string,
  ): Promise<DocumentVectors> {
    const key = [documentId, encoding, readerVersion, textLength, model].join(' ')
    const known = cached.get(key)
    if (known) {
      cached.delete(key)
      cached.set(key, known)
      return known
    }
    const read = await readVectors(store, documentId, model)
    // A document with all its vectors can be cached, because the passages of one text never change.
    if (await isComplete(store, documentId, read.positions.length)) keep(key, read)
    return read
  }

  function keep(key: string, vectors: DocumentVectors): void {
    if (cached.has(key)) return
    cached.set(key, vectors)
    cachedBytes += getBytes(vectors)
    for (const [oldest, old] of cached) {
      if (cachedBytes <= cachedBytesMax) break
      cached.delete(oldest)
      cachedBytes -= getBytes(old)
    }
  }

  return {
    async nearest(documentIds, model, question) {
      const found: (PassageKey & { likeness: number })[] = []
      for (const text of await listTexts(store, documentIds)) {
        const documentId = text.id
        const { positions, vectors, lengths } = await getVectors(text, model)
        for (const [at, vector] of vectors.entries()) {
          // Vectors of another length belong to another model with the same name.
          if (vector.length !== question.length) continue
          const likeness = dot(vector, question) / (lengths[at] || 1)
          found.push({ documentId, position: positions[at] ?? 0, likeness })
        }
        await othersTurn()
      }
      return found.toSorted((a, b) => b.likeness - a.likeness).slice(0, foundMax)
    },
  }
}

type DocumentText = Awaited<ReturnType<typeof listTexts>>[number]

/** Lists what tells the present text of each document from its former texts. */
const listTexts = ({ db }: Store, ids: readonly string[]) =>
  db
    .select({
      id: documents.id,
      encoding: documents.encoding,
      readerVersion: documents.readerVersion,
      textLength: documents.textLength,
    })
    .from(documents)
    .where(inArray(documents.id, [...ids]))

async function readVectors(
  { db }: Store,
  documentId: string,
  model: string,
): Promise<DocumentVectors> {
  const read: DocumentVectors = { positions: [], vectors: [], lengths: [] }
  for (let after = -1; ;) {
    const rows = await db
      .select({ position: passageVectors.position, vector: passageVectors.vector })
      .from(passageVectors)
      .where(
        and(
          eq(passageVectors.documentId, documentId),
          eq(passageVectors.model, model),
          gt(passageVectors.position, after),
          isNotNull(passageVectors.vector),
        ),
      )
      .orderBy(asc(passageVectors.position))
      .limit(readAtOnce)
    for (const { position, vector } of rows) {
      if (!vector) continue
      const numbers = Int8Array.from(new Int8Array(vector.buffer, vector.byteOffset, vector.length))
      read.positions.push(position)
      read.vectors.push(numbers)
      read.lengths.push(Math.sqrt(dot(numbers, numbers)))
    }
    after = rows.at(-1)?.position ?? after
    if (rows.length < readAtOnce) return read
    await othersTurn()
  }
}

async function isComplete({ db }: Store, documentId: string, stored: number): Promise<boolean> {
  const [row] = await db
    .select({ count: count() })
    .from(documentPassages)
    .where(eq(documentPassages.documentId, documentId))
  return row?.count === stored
}

const getBytes = ({ vectors }: DocumentVectors): number =>
  vectors.reduce((sum, vector) => sum + vector.length + 32, 0)

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}
