import { mentionedIds } from '#lib/links/model-mention.ts'
import { sql } from 'drizzle-orm'
import type { ChatRequestMessage } from '../../ports/chat-provider.ts'
import { ownedBy } from '../../store/owned-queries.ts'
import { readDocumentText } from '../../store/document-texts.ts'
import type { Database } from '../../store/store.ts'
import type { CalledTool } from '../tools/called-tool.ts'
import type { ChatPicture } from '../tools/tool.ts'
import { alternateRoles } from './alternate-roles.ts'
import { isJsonObject } from './steps/repair-arguments.ts'
import { listKeptSteps, type KeptStep } from './steps/kept-step.ts'
import { findSummary } from '../conversations/summary-rows.ts'
import { listAttachments, listToolCalls, type AttachedFile } from '../conversations/message-rows.ts'

/**
 * Maximum number of messages in a branch. The limit also ends a loop at a cycle in the message
 * tree.
 */
const depthMax = 5_000

export type HistoryOptions = {
  systemPrompt: string | undefined
  /** Returns whether the model accepts pictures. If not, only their names are sent. */
  canSee: () => Promise<boolean>
  /** Includes earlier tool calls, which services refuse if the request offers no tools. */
  withTools: boolean
  /** Adds the names of pictures, so that the model can name them in tool arguments. */
  namesPictures?: boolean
  /** Id of the provider, which receives only the hidden reasoning data that it created. */
  providerId: string
  readPicture: (fileId: string) => Promise<string | undefined>
}

/**
 * Text of an answer that consists of pictures only. The pictures follow with the next question,
 * because services accept no pictures in answers.
 */
const picturesFollow = 'The pictures follow.'

type Said = { id: string; role: 'user' | 'assistant'; text: string; hasFiles: boolean }

/**
 * Returns the messages from the root to `messageId` in the format of chat services. Empty answers
 * are left out, because services refuse them.
 */
export async function historyTo(
  db: Database,
  messageId: string,
  options: HistoryOptions,
): Promise<ChatRequestMessage[]> {
  const branch = await listPathMessages(db, messageId)
  const ids = branch.map(({ id }) => id)
  const path = withSummary(branch, await findSummary(db, ids))
  const [attached, calls, steps] = await Promise.all([
    // Only messages with attachments are queried, because long chats have many messages.
    listAttachments(
      db,
      path.flatMap(({ id, hasFiles }) => (hasFiles ? id : [])),
    ),
    options.withTools ? listToolCalls(db, ids) : [],
    listKeptSteps(db, ids),
  ])
  const texts = await documentTexts(db, attached)
  const shown = new Set(calls.flatMap(({ pictureIds = [] }) => pictureIds))
  const hasPictures = shown.size > 0 || attached.some(({ file }) => file)
  const withPictures = hasPictures && (await options.canSee())
  const pictures = await readShown(calls, withPictures ? options.readPicture : undefined)
  const history: ChatRequestMessage[] = []
  if (options.systemPrompt) history.push({ role: 'system', content: options.systemPrompt })
  // Pictures of an answer are sent with the next question, because services accept no pictures in
  // assistant messages.
  let made: AttachedFile[] = []
  for (const { id, role, text, isSummarised } of path) {
    if (role === 'assistant') {
      made = attached.filter(
        ({ messageId: of, file }) => of === id && !(file && shown.has(file.id)),
      )
      const answer = serializeAnswer({
        text,
        // A summary also replaces the tool calls of its answers.
        calls: isSummarised ? [] : calls.filter(({ messageId: of }) => of === id),
        steps: steps.filter(
          (step) =>
            step.messageId === id &&
            !isSummarised &&
            step.provider === options.providerId &&
            (options.withTools || isWholeAnswer(step)),
        ),
        pictures,
      })
      // An answer without text is replaced, because roles have to alternate.
      if (answer.length === 0 && made.length > 0)
        answer.push({ role: 'assistant', content: picturesFollow })
      history.push(...answer)
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
  return alternateRoles(history)
}

type Summarised = Said & { isSummarised?: boolean }

function withSummary(
  branch: readonly Said[],
  summary: { untilId: string; text: string } | undefined,
): Summarised[] {
  const until = summary ? branch.findIndex(({ id }) => id === summary.untilId) : -1
  return branch.map((one, at) => {
    if (at > until || one.role === 'user') return one
    const text = at === until ? `Summary of my answers so far:\n\n${summary?.text}` : ''
    return { ...one, text, isSummarised: true }
  })
}

const isWholeAnswer = ({ round, calls }: KeptStep) => round === 0 && calls.length === 0

type SaidAnswer = {
  text: string
  calls: readonly CalledTool[]
  steps: readonly KeptStep[]
  pictures?: ReadonlyMap<string, string>
}

/**
 * Maximum number of pictures from tools that the model receives. Each picture costs about a
 * thousand tokens with every question.
 */
const shownMax = 6

/**
 * Returns the last pictures that tools have shown.
 * @param readPicture absent if the model accepts no pictures.
 */
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

export function serializeAnswer({
  text,
  calls,
  steps,
  pictures = new Map(),
}: SaidAnswer): ChatRequestMessage[] {
  const findKeptStep = (round: number) => steps.find((step) => step.round === round)
  const said: ChatRequestMessage[] = []
  let from = 0
  for (let round = 0; round <= (calls.at(-1)?.round ?? -1); round++) {
    const together = calls.filter((call) => call.round === round)
    const [first] = together
    if (!first) continue
    const kept = findKeptStep(round)
    said.push({
      ...kept?.message,
      role: 'assistant',
      content: text.slice(from, first.at.text) || null,
      tool_calls: together.map(({ upstreamId, name, arguments: given }, position) => ({
        ...kept?.calls[position],
        id: upstreamId,
        type: 'function',
        // Replaces invalid arguments, because strict services would refuse the whole chat.
        function: { name: toCallName(name), arguments: isJsonObject(given) ? given : '{}' },
      })),
    })
    from = first.at.text
    for (const { upstreamId, result = 'The call was stopped.' } of together) {
      said.push({ role: 'tool', tool_call_id: upstreamId, content: result })
    }
    said.push(...shownBy(together, pictures))
  }
  const rest = text.slice(from)
  const kept = findKeptStep((calls.at(-1)?.round ?? -1) + 1)
  if (rest) said.push({ ...kept?.message, role: 'assistant', content: rest })
  return said
}

/**
 * Replaces invalid characters in a tool's name, because services would refuse every later request.
 */
const toCallName = (name: string): string =>
  name.replaceAll(/[^\w-]/g, '_').slice(0, callNameLengthMax) || 'tool'
const callNameLengthMax = 64

/**
 * Returns a question with the pictures that tools have shown, because services accept no pictures
 * in tool results. An answer precedes the question, because strict services require one after tool
 * results.
 */
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
  if (parts.length === 0) return []
  return [
    { role: 'assistant', content: picturesFollow },
    { role: 'user', content: parts },
  ]
}

/**
 * Returns the pictures of the branch up to the question, and those of the answer `answerId`, oldest
 * first.
 */
export async function listChatPictures(
  db: Database,
  { questionId, answerId }: { questionId: string; answerId: string },
): Promise<ChatPicture[]> {
  const ids = [...(await listPathMessages(db, questionId)).map(({ id }) => id), answerId]
  const attached = await listAttachments(db, ids)
  return ids.flatMap((id) =>
    attached.flatMap(({ messageId, file }) =>
      messageId === id && file ? [{ id: file.id, name: file.name }] : [],
    ),
  )
}

/**
 * Returns the ids of 3D models that the branch mentions or that its tools made or showed, oldest
 * first.
 */
export async function listChatModels(db: Database, questionId: string): Promise<string[]> {
  const path = await listPathMessages(db, questionId)
  const calls = await listToolCalls(
    db,
    path.map(({ id }) => id),
  )
  return path.flatMap(({ id, role, text }) => [
    ...(role === 'user' ? mentionedIds(text) : []),
    ...calls.flatMap(({ messageId, assetIds = [] }) => (messageId === id ? assetIds : [])),
  ])
}

/** Returns the messages from the root to `messageId`. */
export async function listPathMessages(db: Database, messageId: string): Promise<Said[]> {
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
  readonly texts: ReadonlyMap<string, string>
  readonly withPictures: boolean
  readonly options: HistoryOptions
}

/**
 * Returns a question with its files. The text follows the documents, so that the text is near the
 * end of the prompt.
 */
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
