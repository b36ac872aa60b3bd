import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { readDocumentText, storeDocument } from './document-texts.ts'
import { openTestStore } from './store.fixture.ts'

const row = (id: string, text: string) => ({
  id,
  sha256: 'the same',
  name: id,
  mimeType: 'text/plain',
  sizeBytes: 1,
  textLength: text.length,
  isCut: false,
})
/** Every piece boundary in this text falls inside a surrogate pair. */
const long = `a${'😀'.repeat(150_000)}`

it('storeDocument stores the long text of a document completely and only once', async () => {
  const store = await openTestStore()
  await storeDocument(store, row('first', long), { text: long })
  expect(await storeDocument(store, row('second', long), { text: long })).toMatchObject({
    id: 'first',
    name: 'second',
  })
  expect(await readDocumentText(store.db, 'first')).toBe(long)
  expect(await readDocumentText(store.db, 'second')).toBe('')
  await store.close()
})

it('the migration of document texts splits the texts of older versions into pieces', async () => {
  const store = await openTestStore()
  await store.executeSql(`create schema before; set search_path to before;
    create table documents (id text primary key, text text not null)`)
  await store.executeSql(
    `insert into documents values ('long', $1), ('short', 'b'), ('empty', '')`,
    [long],
  )
  const file = new URL('migrations/before-1.0/0079_document_texts.sql', import.meta.url)
  await store.executeSql(await readFile(file, 'utf8'))
  const { rows } = await store.executeSql(
    `select document_id as id, string_agg(text, '' order by position) as text from document_texts
     group by 1 order by 1`,
  )
  expect(rows).toEqual([
    { id: 'long', text: long },
    { id: 'short', text: 'b' },
  ])
  await store.close()
})
