import { mentionedIds } from '#lib/links/model-mention.ts'
import { sql } from 'drizzle-orm'
import type { ChatRequestMessage } from '../../ports/chat-provider.ts'
import { ownedBy } from '../../store/owned-queries.ts'
import { readDocumentText } from '../../store/document-texts.ts'
import type { Database } from '../../store/store.ts'
import type { CalledTool } from '../tools/called-tool.ts'
import type { ChatPicture } from '../tools/tool.ts'
import { listSteps, type KeptStep } from './steps/kept-step.ts'
import { listAttachments, listToolCalls, type AttachedFile } from '../conversations/message-rows.ts'

/** Messages of one branch at most; a tree that runs in a circle ends here too. */
const depthMax = 5_000

export type HistoryOptions = {
  systemPrompt: string | undefined
  /** Whether pictures go as pictures; otherwise only their names do. Asked only where there are some. */
  canSee: () => Promise<boolean>
  /** Earlier tool calls are told too; services refuse them where no tools are offered. */
  withTools: boolean
  /** Tools can be told which picture is meant. */
  namesPictures?: boolean
  /** Who is asked: it gets back what it wants of its own answers. */
  providerId: string
  /** The picture as a `data:` address, made small enough for models. */
  readPicture: (fileId: string) => Promise<string | undefined>
}

type Said = { id: string; role: 'user' | 'assistant'; text: string; hasFiles: boolean }

/**
 * What was said from the first message down to `messageId`, in the form that services take. Answers
 * without a word are left out: services refuse them.
 */
export async function historyTo(
  db: Database,
  messageId: string,
  options: HistoryOptions,
): Promise<ChatRequestMessage[]> {
  const path = await pathTo(db, messageId)
  const ids = path.map(({ id }) => id)
  const [attached, calls, steps] = await Promise.all([
    // Most messages have none, and a long chat is many ids.
    listAttachments(
      db,
      path.flatMap(({ id, hasFiles }) => (hasFiles ? id : [])),
    ),
    options.withTools ? listToolCalls(db, ids) : [],
    listSteps(db, ids),
  ])
  const texts = await documentTexts(db, attached)
  const shown = new Set(calls.flatMap(({ pictureIds = [] }) => pictureIds))
  const hasPictures = shown.size > 0 || attached.some(({ file }) => file)
  const withPictures = hasPictures && (await options.canSee())
  const pictures = await readShown(calls, withPictures ? options.readPicture : undefined)
  const history: ChatRequestMessage[] = []
  if (options.systemPrompt) history.push({ role: 'system', content: options.systemPrompt })
  // Services take no pictures in a model's own messages, so those of an answer go with the next question.
  let made: AttachedFile[] = []
  for (const { id, role, text } of path) {
    if (role === 'assistant') {
      made = attached.filter(
        ({ messageId: of, file }) => of === id && !(file && shown.has(file.id)),
      )
      history.push(
        ...serializeAnswer({
          text,
          calls: calls.filter(({ messageId: of }) => of === id),
          steps: steps.filter(
            (step) =>
              step.messageId === id &&
              step.provider === options.providerId &&
              (options.withTools || isWholeAnswer(step)),
          ),
          pictures,
        }),
      )
      continue
    }
    const files = [...made, ...attached.filter(({ messageId: of }) => of === id)]
    made = []
    const content =
      files.length > 0
        ? await withFiles(text, { attached: files, texts, withPictures, options })
        : text
    if (content.length > 0) history.push({ role, content })
  }
  return history
}

/** Whether an answer was made in this one step, without calls. */
const isWholeAnswer = ({ round, calls }: KeptStep) => round === 0 && calls.length === 0

type SaidAnswer = {
  text: string
  calls: readonly CalledTool[]
  /** Of the provider that is asked. */
  steps: readonly KeptStep[]
  /** That tools have shown, by their ids, as `data:` addresses; those that are left out are not told. */
  pictures?: ReadonlyMap<string, string>
}

/** Each costs the model about a thousand tokens again with every question. */
const shownMax = 6

/** The last pictures that tools have shown. @param readPicture absent: the model looks at none. */
export async function readShown(
  calls: readonly CalledTool[],
  readPicture: HistoryOptions['readPicture'] | undefined,
): Promise<ReadonlyMap<string, string>> {
  const pictures = new Map<string, string>()
  if (!readPicture) return pictures
  for (const id of calls.flatMap(({ pictureIds = [] }) => pictureIds).slice(-shownMax)) {
    const url = await readPicture(id)
    if (url !== undefined) pictures.set(id, url)
  }
  return pictures
}

/** An answer with the calls made in it, and what they gave, in their places. */
export function serializeAnswer({
  text,
  calls,
  steps,
  pictures = new Map(),
}: SaidAnswer): ChatRequestMessage[] {
  const keptOf = (round: number) => steps.find((step) => step.round === round)
  const said: ChatRequestMessage[] = []
  let from = 0
  for (let round = 0; round <= (calls.at(-1)?.round ?? -1); round++) {
    const together = calls.filter((call) => call.round === round)
    const [first] = together
    if (!first) continue
    const kept = keptOf(round)
    said.push({
      ...kept?.message,
      role: 'assistant',
      content: text.slice(from, first.at.text) || null,
      tool_calls: together.map(({ upstreamId, name, arguments: given }, position) => ({
        ...kept?.calls[position],
        id: upstreamId,
        type: 'function',
        function: { name, arguments: given },
      })),
    })
    from = first.at.text
    for (const { upstreamId, result = 'The call was stopped.' } of together) {
      said.push({ role: 'tool', tool_call_id: upstreamId, content: result })
    }
    said.push(...shownBy(together, pictures))
  }
  const rest = text.slice(from)
  const kept = keptOf((calls.at(-1)?.round ?? -1) + 1)
  if (rest) said.push({ ...kept?.message, role: 'assistant', content: rest })
  return said
}

/** Services take no pictures as a tool's result, so they follow in a message of their own. */
function shownBy(
  calls: readonly CalledTool[],
  pictures: ReadonlyMap<string, string>,
): ChatRequestMessage[] {
  const parts = calls.flatMap(({ name, pictureIds = [] }) => {
    const urls = pictureIds.flatMap((id) => pictures.get(id) ?? [])
    if (urls.length === 0) return []
    return [
      { type: 'text', text: `[What ${name} shows]` },
      ...urls.map((url) => ({ type: 'image_url', image_url: { url } })),
    ]
  })
  return parts.length > 0 ? [{ role: 'user', content: parts }] : []
}

/** The pictures of a branch, with those of `answerId`, oldest first. */
export async function listChatPictures(
  db: Database,
  { questionId, answerId }: { questionId: string; answerId: string },
): Promise<ChatPicture[]> {
  const ids = [...(await pathTo(db, questionId)).map(({ id }) => id), answerId]
  const attached = await listAttachments(db, ids)
  return ids.flatMap((id) =>
    attached.flatMap(({ messageId, file }) =>
      messageId === id && file ? [{ id: file.id, name: file.name }] : [],
    ),
  )
}

/** Ids of the models that a branch names, or that its tools have made or shown, oldest first. */
export async function listChatModels(db: Database, questionId: string): Promise<string[]> {
  const path = await pathTo(db, questionId)
  const calls = await listToolCalls(
    db,
    path.map(({ id }) => id),
  )
  return path.flatMap(({ id, role, text }) => [
    ...(role === 'user' ? mentionedIds(text) : []),
    ...calls.flatMap(({ messageId, assetIds = [] }) => (messageId === id ? assetIds : [])),
  ])
}

async function pathTo(db: Database, messageId: string): Promise<Said[]> {
  const { rows } = await db.execute<Said>(sql`
    with recursive path as (
      select id, parent_id, role, text, 1 as depth from messages
      where ${ownedBy('messages')} and id = ${messageId}
      union all
      select up.id, up.parent_id, up.role, up.text, path.depth + 1
      from path join messages up on up.id = path.parent_id
      where path.depth < ${depthMax}
    )
    select id, role, text,
      exists (select from message_attachments where message_id = path.id) as "hasFiles"
    from path order by depth desc`)
  return rows
}

async function documentTexts(
  db: Database,
  attached: readonly AttachedFile[],
): Promise<Map<string, string>> {
  const ids = [...new Set(attached.flatMap(({ document }) => document?.id ?? []))]
  const texts = new Map<string, string>()
  for (const id of ids) texts.set(id, await readDocumentText(db, id))
  return texts
}

type Part = { type: 'text'; text: string } | { type: 'image_url'; image_url: { url: string } }

type MessageParts = {
  readonly attached: readonly AttachedFile[]
  /** Of the documents. */
  readonly texts: ReadonlyMap<string, string>
  readonly withPictures: boolean
  readonly options: HistoryOptions
}

/** Documents before the words, so that the question comes last; then the pictures. */
async function withFiles(
  text: string,
  { attached, texts, withPictures, options: { readPicture, namesPictures = false } }: MessageParts,
): Promise<string | Part[]> {
  const read: string[] = []
  const pictures: Part[] = []
  for (const { file, document } of attached) {
    if (document) {
      const cut = document.isCut ? ' (only its beginning)' : ''
      const label = document.name.replaceAll(/[<>"\n]/g, ' ')
      read.push(`<document name="${label}"${cut}>\n${texts.get(document.id) ?? ''}\n</document>`)
    }
    if (!document && !file) read.push('[A file that was deleted]')
    if (!file) continue
    const url = withPictures ? await readPicture(file.id) : undefined
    if (url === undefined) {
      const which = namesPictures ? ` (${file.id})` : ''
      read.push(`[A picture you cannot see${which}: ${file.name}]`)
    } else {
      if (namesPictures) read.push(`[Picture ${file.id}: ${file.name}]`)
      pictures.push({ type: 'image_url', image_url: { url } })
    }
  }
  const words = [...read, text].filter(Boolean).join('\n\n')
  if (pictures.length === 0) return words
  return [...(words ? [{ type: 'text' as const, text: words }] : []), ...pictures]
}
