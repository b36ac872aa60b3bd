import { sql } from 'drizzle-orm'
import type { ChatRequestMessage } from '../../ports/chat-provider.ts'
import { readDocumentText } from '../../store/document-texts.ts'
import type { Database } from '../../store/store.ts'
import type { CalledTool } from '../tools/called-tool.ts'
import { listSteps, type KeptStep } from './kept-step.ts'
import { listAttachments, listToolCalls, type AttachedFile } from '../conversations/message-rows.ts'

/** Messages of one branch at most; a tree that runs in a circle ends here too. */
const depthMax = 5_000

export type HistoryOptions = {
  systemPrompt: string | undefined
  /** Pictures go as pictures; otherwise only their names do. */
  withPictures: boolean
  /** Earlier tool calls are told too; services refuse them where no tools are offered. */
  withTools: boolean
  /** Who is asked: it gets back what it wants of its own answers. */
  providerId: string
  /** The picture as a `data:` address, made small enough for models. */
  readPicture: (fileId: string) => Promise<string | undefined>
}

type Said = { id: string; role: 'user' | 'assistant'; text: string }

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
    listAttachments(db, ids),
    options.withTools ? listToolCalls(db, ids) : [],
    options.withTools ? listSteps(db, ids) : [],
  ])
  const texts = await documentTexts(db, attached)
  const history: ChatRequestMessage[] = []
  if (options.systemPrompt) history.push({ role: 'system', content: options.systemPrompt })
  // Services take no pictures in a model's own messages, so those of an answer go with the next question.
  let made: AttachedFile[] = []
  for (const { id, role, text } of path) {
    if (role === 'assistant') {
      made = attached.filter(({ messageId: of }) => of === id)
      history.push(
        ...serializeAnswer({
          text,
          calls: calls.filter(({ messageId: of }) => of === id),
          steps: steps.filter(
            ({ messageId: of, provider }) => of === id && provider === options.providerId,
          ),
        }),
      )
      continue
    }
    const files = [...made, ...attached.filter(({ messageId: of }) => of === id)]
    made = []
    const content =
      files.length > 0 ? await withFiles(text, { attached: files, texts, options }) : text
    if (content.length > 0) history.push({ role, content })
  }
  return history
}

type SaidAnswer = {
  text: string
  calls: readonly CalledTool[]
  /** Of the provider that is asked. */
  steps: readonly KeptStep[]
}

/** An answer with the calls made in it, and what they gave, in their places. */
export function serializeAnswer({ text, calls, steps }: SaidAnswer): ChatRequestMessage[] {
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
  }
  const rest = text.slice(from)
  const last = calls.at(-1)
  const kept = last && keptOf(last.round + 1)
  if (rest) said.push({ ...kept?.message, role: 'assistant', content: rest })
  return said
}

async function pathTo(db: Database, messageId: string): Promise<Said[]> {
  const { rows } = await db.execute<Said>(sql`
    with recursive path as (
      select id, parent_id, role, text, 1 as depth from messages where id = ${messageId}
      union all
      select up.id, up.parent_id, up.role, up.text, path.depth + 1
      from path join messages up on up.id = path.parent_id
      where path.depth < ${depthMax}
    )
    select id, role, text from path order by depth desc`)
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
  readonly options: HistoryOptions
}

/** Documents before the words, so that the question comes last; then the pictures. */
async function withFiles(
  text: string,
  { attached, texts, options: { withPictures, readPicture } }: MessageParts,
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
    if (url === undefined) read.push(`[A picture you cannot see: ${file.name}]`)
    else pictures.push({ type: 'image_url', image_url: { url } })
  }
  const words = [...read, text].filter(Boolean).join('\n\n')
  if (pictures.length === 0) return words
  return [...(words ? [{ type: 'text' as const, text: words }] : []), ...pictures]
}
