import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  folderListSchema,
  folderSchema,
  promptListSchema,
  promptSchema,
} from '#contract/chat/library.ts'
import { searchPageSchema } from '#contract/chat/search.ts'
import { chatParamsSchema, chatToolListSchema } from '#contract/chat/settings.ts'
import { chatExportSchema, importAnswerSchema } from '#contract/chat/transfer.ts'
import {
  conversationDetailSchema,
  conversationListSchema,
  conversationSchema,
  messageSchema,
} from '#contract/chat/chat.ts'
import { documentDetailSchema, documentSchema } from '#contract/documents.ts'
import { newId } from '#lib/id.ts'
import {
  openChatApp,
  createQuestion,
  readRunEvents,
  type ChatApp,
} from '../../../chat/chat-app.fixture.ts'
import { purgeTrash } from '../../../chat/conversations/purge-trash.ts'
import { conversations, documents, documentTexts, files, folders } from '../../../store/schema.ts'
import { openTestStore } from '../../../store/store.fixture.ts'
import type { Store } from '../../../store/store.ts'
import { createPdf } from '../../../documents/small-pdf.fixture.ts'

let store: Store
let app: ChatApp
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  app = await openChatApp(store, {
    readPicture: (id) => Promise.resolve(`data:image/png;base64,${id}`),
  })
})
afterEach(async () => {
  await app.close()
  await store.db.delete(conversations)
  await store.db.delete(folders)
})

const json = async (path: string, method?: string, body?: unknown): Promise<unknown> =>
  (await app.call(path, method, body)).json()

async function say(
  question: string,
  answer: string,
  more: Parameters<typeof createQuestion>[1] = {},
) {
  const id = newId()
  const request = createQuestion(question, more)
  const asked = app.provider.requests.length
  const reading = app
    .call(`/api/conversations/${id}/runs`, 'POST', request)
    .then((response) => readRunEvents(response))
  await vi.waitFor(() => expect(app.provider.requests).toHaveLength(asked + 1))
  app.provider.say(answer)
  app.provider.finish()
  await reading
  return { id, request }
}
const list = async (query = '') =>
  conversationListSchema.parse(await json(`/api/conversations${query}`))
const getDetail = async (id: string) =>
  conversationDetailSchema.parse(await json(`/api/conversations/${id}`))

const search = async (query: string) => searchPageSchema.parse(await json(`/api/search?${query}`))

const found = async (q: string) => {
  const { hits } = await search(`q=${encodeURIComponent(q)}`)
  return hits.flatMap(({ message, snippet }) =>
    message ? [snippet.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join('')] : [],
  )
}
const upload = (name: string, body: string | Uint8Array<ArrayBuffer>) =>
  app.call(`/api/documents?name=${encodeURIComponent(name)}`, 'POST', body)

const node = (id: string, parent: string | null, role: string, content: object, more = {}) => ({
  id,
  parent,
  message: role && {
    author: { role },
    content,
    create_time: 1_700_000_000.5,
    metadata: { model_slug: 'gpt-4o' },
    ...more,
  },
})
const said = (...parts: unknown[]) => ({ content_type: 'text', parts })

describe('conversations', () => {
  it('lists conversations in pages, pinned ones first', async () => {
    const ids: string[] = []
    for (let count = 0; count < 5; count++) ids.push((await say(`Question ${count}`, 'a')).id)
    await app.call(`/api/conversations/${ids[1]}`, 'PATCH', { isPinned: true })
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await list(`?limit=2${cursor ? `&cursor=${cursor}` : ''}`)
      seen.push(...page.conversations.map(({ id }) => id))
      cursor = page.nextCursor
    } while (cursor !== undefined)
    expect(seen).toEqual([ids[1], ids[4], ids[3], ids[2], ids[0]])
    expect((await app.call('/api/conversations?cursor=nonsense')).status).toBe(400)
  })

  it('archives conversations, puts them into folders, and returns the selected branch', async () => {
    const { id, request } = await say('Hello', 'Hi')
    const folderId = newId()
    const folder = await json(`/api/folders/${folderId}`, 'PUT', { name: 'Work' })
    expect(folderSchema.parse(folder)).toMatchObject({ id: folderId, conversations: 0 })
    const path = `/api/conversations/${id}`
    const moved = await json(path, 'PATCH', { folderId, leafId: request.answerId })
    expect(conversationSchema.parse(moved)).toMatchObject({ folderId, leafId: request.answerId })
    const { folders: all } = folderListSchema.parse(await json('/api/folders'))
    expect(all).toMatchObject([{ name: 'Work', conversations: 1 }])
    expect((await list(`?folderId=${folderId}`)).conversations).toHaveLength(1)

    await app.call(path, 'PATCH', { isArchived: true })
    expect((await list()).conversations).toEqual([])
    expect((await list('?view=archived')).conversations).toMatchObject([{ id }])
    await app.call(`/api/folders/${folderId}`, 'DELETE')
    expect((await getDetail(id)).conversation.folderId).toBeUndefined()
    for (const [body, status] of [
      [{ folderId: newId() }, 400],
      [{}, 400],
    ] as const) {
      expect((await app.call(path, 'PATCH', body)).status).toBe(status)
    }
  })

  it('keeps deleted conversations in the trash for thirty days, and restores them from there', async () => {
    const { id, request } = await say('Hello', 'Hi')
    const path = `/api/conversations/${id}`
    expect((await app.call(path, 'DELETE')).status).toBe(204)
    expect((await app.call(path, 'DELETE')).status).toBe(204)
    expect((await list()).conversations).toEqual([])
    expect((await list('?view=trash')).conversations).toMatchObject([{ id }])
    const into = await app.call(
      `${path}/runs`,
      'POST',
      createQuestion('More', { parentId: request.answerId }),
    )
    expect(into.status).toBe(409)
    expect(await purgeTrash(store, new Date(Date.now() + 29 * 24 * 3_600_000))).toBe(0)
    const restored = conversationSchema.parse(await json(`${path}/restore`, 'POST'))
    expect(restored.deletedAt).toBeUndefined()
    await app.call(path, 'DELETE')
    expect(await purgeTrash(store, new Date(Date.now() + 31 * 24 * 3_600_000))).toBe(1)
    expect((await app.call(`${path}/restore`, 'POST')).status).toBe(404)
  })

  it('stores a conversation’s settings, and messages that no model answers', async () => {
    const { id, request } = await say('Hello', 'Hi')
    const settings = { systemPrompt: 'Rhyme.\u0000', params: { top_p: 0.5 }, tools: ['calculate'] }
    await app.call(`/api/conversations/${id}/settings`, 'PUT', settings)
    const edited = {
      id: newId(),
      role: 'assistant',
      text: 'Good day.',
      parentId: request.question?.id,
    }
    const path = `/api/conversations/${id}/messages`
    expect((await app.call(path, 'POST', edited)).status).toBe(201)
    expect(messageSchema.parse(await json(path, 'POST', edited))).toMatchObject(edited)
    const detail = await getDetail(id)
    expect(detail.settings).toEqual({ ...settings, systemPrompt: 'Rhyme.\uFFFD' })
    expect(detail.messages.map(({ text }) => text)).toEqual(['Hello', 'Hi', 'Good day.'])
    for (const [body, status] of [
      [{ ...edited, id: newId(), parentId: newId() }, 400],
      [{ ...edited, id: newId(), text: '' }, 400],
      [{ ...edited, role: 'user' }, 409],
    ] as const) {
      expect((await app.call(path, 'POST', body)).status).toBe(status)
    }
    const nowhere = `/api/conversations/${newId()}`
    expect((await app.call(`${nowhere}/settings`, 'PUT', {})).status).toBe(404)
    expect((await app.call(`${nowhere}/messages`, 'POST', edited)).status).toBe(404)
  })

  it('titles a conversation with its model unless a person has set a title', async () => {
    const { id } = await say('Why is the sky blue?', 'Scattering.')
    const path = `/api/conversations/${id}`
    const finding = json(`${path}/title`, 'POST')
    await vi.waitFor(() => expect(app.provider.requests).toHaveLength(2))
    app.provider.say('<think>short</think>\n\n**“Blue Sky', ' Explained”.**\n')
    app.provider.finish()
    expect(conversationSchema.parse(await finding).title).toBe('Blue Sky Explained')
    await app.call(path, 'PATCH', { title: 'Mine' })
    expect(await json(`${path}/title`, 'POST')).toMatchObject({ title: 'Mine' })
    expect(app.provider.requests).toHaveLength(2)
  })
})

describe('prompts', () => {
  it('rejects a second prompt with the same command', async () => {
    const id = newId()
    const prompt = { title: 'Translate', command: 'tr', text: 'Into {{language=German}}: {{text}}' }
    expect(promptSchema.parse(await json(`/api/prompts/${id}`, 'PUT', prompt))).toMatchObject(
      prompt,
    )
    expect((await app.call(`/api/prompts/${id}`, 'PUT', prompt)).status).toBe(200)
    const other = await app.call(`/api/prompts/${newId()}`, 'PUT', prompt)
    expect(other.status).toBe(409)
    expect(await other.json()).toMatchObject({ message: expect.stringContaining('Translate') })
    expect(promptListSchema.parse(await json('/api/prompts')).prompts).toHaveLength(1)
    const bad = await app.call(`/api/prompts/${newId()}`, 'PUT', { ...prompt, command: 'A B' })
    expect(bad.status).toBe(400)
    expect((await app.call(`/api/prompts/${id}`, 'DELETE')).status).toBe(204)
    expect((await app.call(`/api/folders/${newId()}`, 'DELETE')).status).toBe(404)
  })
})

describe('chat options', () => {
  it('describes a model’s params as a form and lists the tools', async () => {
    const params = chatParamsSchema.parse(await json('/api/chat/params?modelId=scripted/writer'))
    expect(Object.keys(params.paramSchema.properties)).toContain('temperature')
    const guide = chatParamsSchema.parse(await json('/api/chat/params?modelId=bozzetto/guide'))
    expect(guide.paramSchema.properties).toEqual({})
    const { tools } = chatToolListSchema.parse(await json('/api/chat/tools'))
    expect(tools.map(({ name }) => name)).toEqual([
      'current_date_time',
      'calculate',
      'search_manual',
    ])
    expect((await app.call('/api/chat/params')).status).toBe(400)
    expect((await app.call('/api/chat/params?modelId=x/y')).status).toBe(404)
  })
})

describe('search', () => {
  it('searches with an index that stores no text', async () => {
    await say('A zebra', 'stripes')
    const isFound = sql`message_words(text) @@ to_tsquery('simple', 'zebra')`
    const plan = await store.transaction(async ({ db }) => {
      await db.execute(sql`set local enable_seqscan = off`)
      return db.execute(sql`explain select id from messages where ${isFound}`)
    })
    expect(JSON.stringify(plan.rows)).toMatch(/Bitmap Index Scan on messages_words/)
    const kept = sql`select 1 from messages where search is not null`
    expect((await store.db.execute(kept)).rows).toEqual([])
  })

  it('finds words, beginnings of words, phrases and text without spaces, and marks the matches', async () => {
    await say('About Über-run.client files', 'The quick brown fox.')
    await say('蓝色的天空很美', 'quick the other way')
    expect(await found('quick fox')).toEqual(['The [quick] brown [fox].'])
    expect(await found('"quick brown"')).toEqual(['The [quick] [brown] fox.'])
    expect(await found('quick -fox')).toEqual(['[quick] the other way'])
    expect(await found('über cli')).toEqual(['About [Über]-run.[client] files'])
    expect(await found('ÜBER-RUN')).toEqual(['About [Über]-[run].client files'])
    expect(await found('天空')).toEqual(['蓝色的[天][空]很美'])
    expect(await found('空天')).toEqual([])
    expect(await found('uick')).toEqual([])
  })

  it('ignores accents in words and titles, and highlights matches in their original spelling', async () => {
    await say('Un café à l’Île-de-Bréhat', 'Die Straße nach Łódź, cafe\u0301 und ＣＡＦＥ')
    expect(await found('cafe ile')).toEqual(['Un [café] à l’[Île]-de-Bréhat'])
    expect(await found('CAFÉ strasse lodz')).toEqual([
      'Die [Straße] nach [Łódź], [cafe\u0301] und [ＣＡＦＥ]',
    ])
    expect(await found('"STRASSE nach"')).toEqual([
      'Die [Straße] [nach] Łódź, cafe\u0301 und ＣＡＦＥ',
    ])
    const { hits } = await search('q=brehat%20ILE')
    expect(hits[0]?.message).toBeUndefined()
    expect(hits[0]?.snippet.filter(({ isMatch }) => isMatch).map(({ text }) => text)).toEqual([
      'Île',
      'Bréhat',
    ])
  })

  it('normalizes text in the database exactly as in the code', async () => {
    const { toFolded } = await import('#lib/fold-text.ts')
    const texts = [
      'CAFÉ Straße Œuvre ﬁn ＡＢＣ１ İstanbul ıstanbul Ὀδυσσεύς Ёлка Łódź Đorđe Þór ÆØ',
      'שָׁלוֹם مُحَمَّد हिन्दी ગુજરાતી ภาษาไทย தமிழ் 한국어 がぎぐ か\u3099 蓝色 🎉 ½ …',
    ]
    for (const text of texts) {
      const { rows } = await store.db.execute(sql`select fold_text(${text}) as folded`)
      expect(rows).toEqual([{ folded: toFolded(text) }])
    }
  })

  it('leaves out excluded words in titles too', async () => {
    for (const name of ['Robot arm', 'Robot toy']) await say(name, 'stripes')
    const { hits } = await search(`q=${encodeURIComponent('robot -toy')}`)
    const titles = hits.flatMap(({ conversation, message }) =>
      message ? [] : [conversation.title],
    )
    expect(titles).toEqual(['Robot arm'])
  })

  it('returns search results in pages: title matches first, then newest messages, without the trash', async () => {
    const ids: string[] = []
    for (let count = 0; count < 3; count++) ids.push((await say(`Zebra ${count}`, 'stripes')).id)
    await app.call(`/api/conversations/${ids[0]}`, 'DELETE')
    const first = await search('q=zebra&limit=1')
    expect(first.hits.map(({ conversation, message }) => [conversation.id, message?.role])).toEqual(
      [
        [ids[2], undefined],
        [ids[1], undefined],
        [ids[2], 'user'],
      ],
    )
    const second = await search(`q=zebra&limit=1&cursor=${first.nextCursor}`)
    expect(second.hits.map(({ conversation }) => conversation.id)).toEqual([ids[1]])
    expect(second.nextCursor).toBeUndefined()
    expect((await search('q=stripes&role=user')).hits).toEqual([])
  })

  it.each(['', 'q=', 'q=x&limit=0', 'q=x&cursor=no'])(
    'rejects a search with ?%s',
    async (query) => {
      expect((await app.call(`/api/search?${query}`)).status).toBe(400)
    },
  )

  it.each([`'`, `\\`, `:*&|!()`, `"`, `- "" -""`, `a'b\\c`, `%`, '\u0000'])(
    'treats special characters in the search %s as text',
    async (q) => {
      expect((await app.call(`/api/search?q=${encodeURIComponent(`x${q}`)}`)).status).toBe(200)
      expect((await app.call(`/api/search?q=${encodeURIComponent(`${q}y${q}`)}`)).status).toBe(200)
    },
  )
})

const download = (id: string) => app.call(`/api/documents/${id}/content`)
const setEncoding = (id: string, encoding: string) =>
  app.call(`/api/documents/${id}/encoding`, 'PUT', { encoding })

describe('documents and pictures', () => {
  it('sends documents as text and pictures as pictures to the model, before the question', async () => {
    const response = await upload('notes/read me.txt', 'Buy milk.')
    expect(response.status).toBe(201)
    const document = documentSchema.parse(await response.json())
    expect(document).toMatchObject({ name: 'read me.txt', textLength: 9, isCut: false })
    expect(documentDetailSchema.parse(await json(`/api/documents/${document.id}`)).text).toBe(
      'Buy milk.',
    )
    const again = documentSchema.parse(await (await upload('other.txt', 'Buy milk.')).json())
    expect(again).toMatchObject({ id: document.id, name: 'other.txt' })

    const picture = { id: newId(), sha256: newId().repeat(4).slice(0, 64), blobKey: 'x' }
    await store.db.insert(files).values({
      ...picture,
      name: 'cat.png',
      mimeType: 'image/png',
      sizeBytes: 1,
      widthPx: 20,
      heightPx: 20,
      hasAlpha: false,
    })
    const attachments = [
      { kind: 'document' as const, id: document.id },
      { kind: 'picture' as const, id: picture.id },
    ]
    const { id } = await say('', 'I see.', {
      question: { id: newId(), text: 'What is this?', attachments },
    })
    expect(app.provider.requests.at(-1)?.messages).toEqual([
      {
        role: 'user',
        content: [
          {
            type: 'text',
            text: '<document name="other.txt">\nBuy milk.\n</document>\n\nWhat is this?',
          },
          { type: 'image_url', image_url: { url: `data:image/png;base64,${picture.id}` } },
        ],
      },
    ])
    expect((await getDetail(id)).messages[0]?.attachments).toMatchObject([
      { kind: 'document', name: 'other.txt' },
      { kind: 'picture', name: 'cat.png', url: `/api/files/${picture.id}/content` },
    ])
  })

  it('keeps a placeholder in the message when its document or picture is deleted', async () => {
    const document = documentSchema.parse(await (await upload('plan.txt', 'The plan.')).json())
    const { id } = await say('', 'I see.', {
      question: {
        id: newId(),
        text: 'What is it?',
        attachments: [{ kind: 'document', id: document.id }],
      },
    })
    const remove = () => app.call(`/api/documents/${document.id}`, 'DELETE')
    expect((await remove()).status).toBe(204)
    expect((await remove()).status).toBe(404)
    expect((await app.call(`/api/documents/${document.id}`)).status).toBe(404)
    const [question] = (await getDetail(id)).messages
    expect(question).toMatchObject({ text: 'What is it?', deletedFiles: 1 })
    expect(question?.attachments).toBeUndefined()
    const exported = await app.call(`/api/conversations/${id}/export?format=json`)
    expect(chatExportSchema.parse(await exported.json()).conversations).toHaveLength(1)
  })

  it('rejects a message if one of its documents or pictures does not exist', async () => {
    const question = { id: newId(), text: '?', attachments: [{ kind: 'document', id: newId() }] }
    const refused = await app.call(`/api/conversations/${newId()}/runs`, 'POST', {
      ...createQuestion(''),
      question,
    })
    expect(refused.status).toBe(400)
  })

  it('reads PDF documents page by page', async () => {
    const document = documentSchema.parse(
      await (await upload('a.pdf', createPdf('Hello PDF'))).json(),
    )
    expect(document).toMatchObject({ mimeType: 'application/pdf', pages: 1 })
    const detail = documentDetailSchema.parse(await json(`/api/documents/${document.id}`))
    expect(detail.text).toBe('Hello PDF')
  })

  it('returns the original file of a document as a download', async () => {
    const pdf = createPdf('Keep this file')
    for (const [name, bytes] of [
      ['kept.pdf', Buffer.from(pdf)],
      ['kept.txt', Buffer.from([0xff, 0xfe, 0xe5, 0, 0x62, 0])],
      ['kept.html', Buffer.from('<script>steal()</script> Words')],
    ] as const) {
      const document = documentSchema.parse(
        await (await upload(name, new Uint8Array(bytes))).json(),
      )
      expect(document.hasFile).toBe(true)
      const sent = await download(document.id)
      expect(Buffer.from(await sent.arrayBuffer())).toEqual(bytes)
      expect(sent.headers.get('content-type')).toBe('application/octet-stream')
      expect(sent.headers.get('content-disposition')).toContain(`attachment; filename="${name}"`)
      expect(sent.headers.get('content-security-policy')).toContain('sandbox')
    }
    expect((await download(newId())).status).toBe(404)
  })

  it('stores the file of a document when it is added again, if an earlier version stored only the text', async () => {
    const pdf = createPdf('From an earlier version')
    const { id } = documentSchema.parse(await (await upload('old.pdf', pdf)).json())
    await store.db.update(documents).set({ blobKey: null }).where(eq(documents.id, id))
    const refused = await download(id)
    expect(refused.status).toBe(404)
    expect(await refused.json()).toMatchObject({ message: expect.stringContaining('Add the file') })
    expect(await (await upload('old.pdf', pdf)).json()).toMatchObject({ id, hasFile: true })
    expect(await (await download(id)).text()).toBe(pdf)
  })

  it.each<[string, string | Uint8Array<ArrayBuffer>]>([
    ['an empty file', ''],
    ['nothing but spaces', ' \n '],
    ['bytes', new Uint8Array([0, 1, 2, 0, 255])],
    ['a broken PDF', '%PDF-1.4 nonsense'],
    ['a PDF without text', createPdf('')],
  ])('rejects a document with an understandable message: %s', async (_case, body) => {
    const refused = await upload('x', body)
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ code: 'bad_document' })
  })

  it.each([
    ['UTF-16', Uint8Array.from([0xff, 0xfe, 0xe4, 0, 0x62, 0])],
    ['Windows-1252', Uint8Array.from([0xe4, 0x62])],
  ])('accepts a document with text in %s', async (_case, bytes) => {
    const document = documentSchema.parse(await (await upload('x.txt', bytes)).json())
    expect(await json(`/api/documents/${document.id}`)).toMatchObject({ text: 'äb' })
  })

  const koi8 = Uint8Array.from([
    0xee, 0xe1, 0xe9, 0xed, 0xe5, 0xee, 0xef, 0xf7, 0xe1, 0xee, 0xe9, 0xe5,
  ])

  it('documents show their text encoding, which a person can change any number of times', async () => {
    const document = documentSchema.parse(await (await upload('a.txt', koi8)).json())
    for (const [encoding, text] of [
      ['koi8-r', 'НАИМЕНОВАНИЕ'],
      ['windows-1251', 'обйнеопчбойе'],
      ['shift_jis', expect.any(String) as string],
      ['koi8-r', 'НАИМЕНОВАНИЕ'],
    ] as const) {
      const changed = documentDetailSchema.parse(
        await (await setEncoding(document.id, encoding)).json(),
      )
      expect(changed).toMatchObject({ encoding, text })
      expect(await json(`/api/documents/${document.id}`)).toEqual(changed)
    }
    // Adding the file again keeps the encoding that the person chose.
    await setEncoding(document.id, 'windows-1251')
    expect(await (await upload('b.txt', koi8)).json()).toMatchObject({
      id: document.id,
      encoding: 'windows-1251',
    })
  })

  it('documents can be read in another encoding although only their text in UTF-8 is stored', async () => {
    const document = documentSchema.parse(await (await upload('c.txt', 'Grüße aus UTF-8')).json())
    expect(document.encoding).toBe('utf-8')
    const changed = await setEncoding(document.id, 'windows-1252')
    expect(await changed.json()).toMatchObject({ text: 'GrÃ¼ÃŸe aus UTF-8' })
    const back = await setEncoding(document.id, 'utf-8')
    expect(await back.json()).toMatchObject({ text: 'Grüße aus UTF-8' })
  })

  it('rejects an unknown encoding, and an encoding for a file that is not plain text', async () => {
    const document = documentSchema.parse(await (await upload('d.txt', 'Words')).json())
    const pdf = documentSchema.parse(await (await upload('e.pdf', createPdf('Words'))).json())
    expect((await setEncoding(document.id, 'klingon')).status).toBe(400)
    expect((await setEncoding(pdf.id, 'koi8-r')).status).toBe(400)
    expect((await setEncoding(newId(), 'koi8-r')).status).toBe(404)
  })

  it('documents are read again when the file is added to a server that reads its format better', async () => {
    const added = await upload('f.txt', Uint8Array.from([0x35, 0x20, 0x80]))
    const { id } = documentSchema.parse(await added.json())
    await store.db.update(documents).set({ readerVersion: 0 }).where(eq(documents.id, id))
    await store.db
      .update(documentTexts)
      .set({ text: '5 ?' })
      .where(eq(documentTexts.documentId, id))
    await upload('f.txt', Uint8Array.from([0x35, 0x20, 0x80]))
    expect(await json(`/api/documents/${id}`)).toMatchObject({ text: '5 €' })
  })
})

describe('export and import', () => {
  it('imports an exported chat once and skips it the second time', async () => {
    const { id, request } = await say('Why?', 'Because.')
    await app.call(`/api/conversations/${id}/settings`, 'PUT', { systemPrompt: 'Rhyme.' })
    await app.call(`/api/conversations/${id}/messages`, 'POST', {
      id: newId(),
      role: 'assistant',
      text: 'Other.',
      parentId: request.question?.id,
    })
    const before = await getDetail(id)
    const one = await app.call(`/api/conversations/${id}/export?format=json`)
    expect(one.headers.get('content-disposition')).toContain('attachment; filename="Why.json"')
    const all = await (await app.call('/api/export')).text()
    expect(chatExportSchema.parse(JSON.parse(all)).conversations).toEqual(
      chatExportSchema.parse(await one.json()).conversations,
    )
    const known = importAnswerSchema.parse(await json('/api/import', 'POST', all))
    expect(known).toMatchObject({ source: 'bozzetto', conversations: 0, known: 1 })
    await app.call(`/api/conversations/${id}?forever=1`, 'DELETE')
    const answer = importAnswerSchema.parse(await json('/api/import', 'POST', all))
    expect(answer).toMatchObject({ conversations: 1, messages: 3, prompts: 1, problems: [] })
    const { settings, ...others } = before
    // A system prompt from an imported file applies only after the owner has accepted it.
    const offered = { settings: {}, offeredPrompt: settings?.systemPrompt }
    expect(await getDetail(id)).toEqual({ ...others, ...offered })
    const again = await (await app.call('/api/export')).text()
    expect(chatExportSchema.parse(JSON.parse(again)).conversations).toEqual(
      chatExportSchema.parse(JSON.parse(all)).conversations,
    )
  })

  it('exports the visible branch of a chat as Markdown', async () => {
    const { id, request } = await say('Why?', 'Because.')
    await app.call(`/api/conversations/${id}/messages`, 'POST', {
      id: newId(),
      role: 'assistant',
      text: 'Other.',
      parentId: request.question?.id,
    })
    const path = `/api/conversations/${id}`
    const newest = await (await app.call(`${path}/export?format=markdown`)).text()
    expect(newest).toBe('# Why?\n\n## You\n\nWhy?\n\n## Assistant\n\nOther.\n')
    await app.call(path, 'PATCH', { leafId: request.answerId })
    const chosen = await app.call(`${path}/export?format=markdown`)
    expect(await chosen.text()).toContain('## writer\n\nBecause.\n')
    expect((await app.call(`${path}/export?format=doc`)).status).toBe(400)
    expect((await app.call(`/api/conversations/${newId()}/export`)).status).toBe(404)
  })

  it('imports ChatGPT’s conversations with their branches, reasoning and pictures', async () => {
    const hidden = { metadata: { is_visually_hidden_from_conversation: true } }
    const nodes = [
      { id: 'root', parent: null, message: null },
      node('sys', 'root', 'system', said('')),
      node('hid', 'sys', 'user', said('secret'), hidden),
      node('q', 'hid', 'user', {
        content_type: 'multimodal_text',
        parts: [{ content_type: 'image_asset_pointer' }, 'Draw it'],
      }),
      node('t', 'q', 'assistant', { content_type: 'thoughts', thoughts: [{ content: 'Hm.' }] }),
      node('c', 't', 'assistant', { content_type: 'code', language: 'python', text: 'x = 1' }),
      node('tool', 'c', 'tool', said('1')),
      node('a', 'tool', 'assistant', said('Done.')),
      node('b', 'q', 'assistant', said('Another.')),
    ]
    const foreign = [
      {
        title: 'Art',
        create_time: 1_700_000_000,
        update_time: 1_700_000_100,
        conversation_id: 'abc',
        current_node: 'b',
        mapping: Object.fromEntries(nodes.map((one) => [one.id, one])),
      },
      { title: 'Broken', mapping: { x: { id: 5 } } },
    ]
    const answer = importAnswerSchema.parse(
      await json('/api/import', 'POST', JSON.stringify(foreign)),
    )
    expect(answer).toMatchObject({ source: 'chatgpt', conversations: 1, messages: 3 })
    expect(answer.problems).toMatchObject([
      { title: 'Broken' },
      { title: 'Art', message: 'Not imported: Notes of ChatGPT that its page does not show.' },
      {
        title: 'Art',
        message: 'Not imported: Content of the unknown type “image_asset_pointer”.',
      },
    ])
    const [conversation] = (await list()).conversations
    const { messages } = await getDetail(conversation!.id)
    expect(messages.map(({ role, text, reasoning }) => [role, text, reasoning])).toEqual([
      ['user', 'Draw it', undefined],
      ['assistant', '```python\nx = 1\n```\n\nDone.', 'Hm.'],
      ['assistant', 'Another.', undefined],
    ])
    expect(messages.slice(1).map(({ parentId }) => parentId)).toEqual([
      messages[0]?.id,
      messages[0]?.id,
    ])
    expect(conversation).toMatchObject({
      title: 'Art',
      modelId: 'gpt-4o',
      leafId: messages[2]?.id,
      updatedAt: '2023-11-14T22:15:00.000Z',
    })
    const again = importAnswerSchema.parse(
      await json('/api/import', 'POST', JSON.stringify(foreign)),
    )
    expect(again).toMatchObject({ conversations: 0, known: 1 })
  })

  it.each(['nonsense', '{}', '[]', '[1]', '{"format":"bozzetto-chat"}'])(
    'rejects the import of %s with an understandable message',
    async (body) => {
      const refused = await app.call('/api/import', 'POST', body)
      expect(refused.status).toBe(400)
      expect(await refused.json()).toMatchObject({ code: 'bad_request' })
    },
  )
})
