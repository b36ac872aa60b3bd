import type { ChatExport } from '#contract/chat/transfer.ts'
import type { ConversationDetail, Message, ToolCall } from '#contract/chat/chat.ts'
import { jsonPieces } from '../../json/encode-json.ts'
import { shownBranch } from '../conversations/shown-branch.ts'
import { createYield } from '../../process/yield-loop.ts'

/** Conversations as one JSON file, piece by piece: the whole need not fit into memory. */
export async function* exportAll(
  conversations: AsyncIterable<ConversationDetail>,
  now: Date,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(
    `{"format":"bozzetto-chat","version":1,"exportedAt":${JSON.stringify(now.toISOString())},"conversations":[`,
  )
  let isFirst = true
  for await (const detail of conversations) {
    yield Buffer.from(isFirst ? '\n' : ',\n')
    yield* jsonPieces(detail)
    isFirst = false
  }
  yield Buffer.from('\n]}\n')
}

/** One conversation with all its branches, in a form that can be imported again. */
export async function* exportAsJson(
  detail: ConversationDetail,
  now: Date,
): AsyncGenerator<Uint8Array> {
  const whole: ChatExport = {
    format: 'bozzetto-chat',
    version: 1,
    exportedAt: now.toISOString(),
    conversations: [detail],
  }
  yield* jsonPieces(whole)
  yield Buffer.from('\n')
}

/** The branch that is shown, for people. */
export async function* exportAsMarkdown({
  conversation,
  settings,
  messages,
}: ConversationDetail): AsyncGenerator<Uint8Array> {
  const yieldLoop = createYield()
  yield Buffer.from(`# ${conversation.title}`)
  if (settings?.systemPrompt) {
    yield Buffer.from(`\n\n> **System prompt:** ${quoted(settings.systemPrompt)}`)
  }
  for (const message of await shownBranch(messages, conversation.leafId)) {
    for (const part of describeMessage(message)) yield Buffer.from(`\n\n${part}`)
    await yieldLoop()
  }
  yield Buffer.from('\n')
}

function describeMessage(message: Message): string[] {
  const { role, text, run, attachments = [], deletedFiles = 0, toolCalls = [] } = message
  const who = role === 'user' ? '## You' : `## ${run?.modelId ?? 'Assistant'}`
  const files = attachments.map(({ kind, name }) => `*${kind}: ${name}*`)
  if (deletedFiles > 0) files.push(`*deleted files: ${deletedFiles}*`)
  return [who, ...files, ...toolCalls.map(describeCall), text].filter(Boolean)
}

const describeCall = ({ name, arguments: given, result }: ToolCall): string =>
  `> **Tool ${name}** \`${given.replaceAll('`', '’')}\`${result === undefined ? '' : `\n>\n> ${quoted(result)}`}`

const quoted = (text: string) => text.replaceAll('\n', '\n> ')
