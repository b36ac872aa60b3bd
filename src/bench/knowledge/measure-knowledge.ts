import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Source } from '#contract/chat/chat.ts'
import { newId } from '#lib/id.ts'
import { createKnowledgeService } from '#server/chat/knowledge/knowledge-service.ts'
import { storeDocument } from '#server/store/document-texts.ts'
import { folders } from '#server/store/schema.ts'
import { openStore, type Store } from '#server/store/store.ts'
import { median, printTable, rounded } from '../table.ts'
import { readDocuments } from './read-documents.ts'

/** @property answer text of the passage that answers the question, with single spaces. */
type Question = { question: string; document: string; answer: string }

export async function measureKnowledge(): Promise<Record<string, number>> {
  const documents = await readDocuments()
  const questions = JSON.parse(
    await readFile('src/bench/knowledge/questions.json', 'utf8'),
  ) as Question[]
  const folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-knowledge-'))
  const store = await openStore(folder)
  try {
    const knowledge = createKnowledgeService({ store })
    const folderId = newId()
    await store.db.insert(folders).values({ id: folderId, name: 'Documents' })
    const ids: string[] = []
    for (const { name, text } of documents) ids.push(await addDocument(store, name, text))
    const indexing = startClock()
    for (const id of ids) await knowledge.add(folderId, id)
    const indexed = indexing()
    const results: { isHeldOut: boolean; language: string; rank: number }[] = []
    const times: Spent[] = []
    for (const one of questions) {
      const asking = startClock()
      const { sources } = await knowledge.forQuestion(folderId, { question: one.question })
      times.push(asking())
      const rank = sources.findIndex((source) => isAnswer(source, one))
      results.push({ isHeldOut: isHeldOut(one), language: getLanguage(one), rank })
      if (process.env['BOZZETTO_KNOWLEDGE'] === 'missed' && rank < 0 && !isHeldOut(one)) {
        console.log(`missed: ${one.question} (${one.document})`)
      }
    }
    return report(results, indexed, times)
  } finally {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function addDocument(store: Store, name: string, text: string): Promise<string> {
  const id = newId()
  await storeDocument(
    store,
    {
      id,
      sha256: createHash('sha256').update(name).digest('hex'),
      name,
      mimeType: 'text/plain',
      sizeBytes: Buffer.byteLength(text),
      textLength: text.length,
      isCut: false,
    },
    { text },
  )
  return id
}

const isAnswer = ({ quote }: Source, { answer }: Question): boolean =>
  quote.replaceAll(/\s+/g, ' ').includes(answer)

/**
 * Returns whether a question belongs to the half that is never used for tuning, selected by a hash.
 */
const isHeldOut = ({ question }: Question): boolean =>
  (createHash('sha256').update(question).digest()[0] ?? 0) % 2 === 1

function getLanguage({ question, document }: Question): string {
  if (!/\s/.test(question) && /^[\w.=-]+$/.test(question)) return 'identifiers'
  const [, locale] = /(?:electron-|declaration-|react-)(\w\w)/.exec(document) ?? []
  return locale ?? 'en'
}

/**
 * `ms` is the duration, and `cpuMs` the CPU time of this process, which hardly depends on other
 * programs.
 */
type Spent = { ms: number; cpuMs: number }

function startClock(): () => Spent {
  const startMs = performance.now()
  const start = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(start)
    return { ms: performance.now() - startMs, cpuMs: (user + system) / 1_000 }
  }
}

function report(
  results: readonly { isHeldOut: boolean; language: string; rank: number }[],
  indexed: Spent,
  times: readonly Spent[],
): Record<string, number> {
  const hits = (of: typeof results) =>
    rounded(of.filter(({ rank }) => rank >= 0 && rank < 6).length / Math.max(1, of.length), 3)
  const languages = [...new Set(results.map(({ language }) => language))]
  const halves = [false, true].map((is) => results.filter(({ isHeldOut: held }) => held === is))
  printTable([
    ['language', 'questions', 'tuning half', 'held-out half'],
    ...languages.map((language) => [
      language,
      results.filter((one) => one.language === language).length,
      ...halves.map((half) => hits(half.filter((one) => one.language === language))),
    ]),
  ])
  return {
    knowledge_hit_at_6: hits(halves[1] ?? []),
    knowledge_hit_at_6_tuning: hits(halves[0] ?? []),
    knowledge_hit_at_6_all: hits(results),
    knowledge_indexing_s: rounded(indexed.ms / 1_000, 2),
    knowledge_indexing_cpu_s: rounded(indexed.cpuMs / 1_000, 2),
    knowledge_question_p50_ms: rounded(median(times.map(({ ms }) => ms)), 1),
    knowledge_question_cpu_p50_ms: rounded(median(times.map(({ cpuMs }) => cpuMs)), 1),
    knowledge_question_cpu_max_ms: rounded(Math.max(...times.map(({ cpuMs }) => cpuMs)), 1),
  }
}
