import type { ChatExport } from '#contract/chat-transfer.ts'
import type { ConversationDetail, Message, ToolCall } from '#contract/chat.ts'

/** Conversations as one JSON file, piece by piece: the whole need not fit into memory. */
export async function* exportAll(
  conversations: AsyncIterable<ConversationDetail>,
  now: Date,
): AsyncGenerator<string> {
  yield `{"format":"bozzetto-chat","version":1,"exportedAt":${JSON.stringify(now.toISOString())},"conversations":[`
  let isFirst = true
  for await (const detail of conversations) {
    yield `${isFirst ? '\n' : ',\n'}${JSON.stringify(detail)}`
    isFirst = false
  }
  yield '\n]}\n'
}

/** One conversation with all its branches, in a form that can be imported again. */
export const exportAsJson = (detail: ConversationDetail, now: Date): string => {
  const whole: ChatExport = {
    format: 'bozzetto-chat',
    version: 1,
    exportedAt: now.toISOString(),
    conversations: [detail],
  }
  return `${JSON.stringify(whole, undefined, 2)}\n`
}

/** The branch that is shown, for people. */
export function exportAsMarkdown({ conversation, settings, messages }: ConversationDetail): string {
  const parts = [`# ${conversation.title}`]
  if (settings?.systemPrompt) parts.push(`> **System prompt:** ${quoted(settings.systemPrompt)}`)
  for (const message of branchOf(messages, conversation.leafId))
    parts.push(...describeMessage(message))
  return `${parts.join('\n\n')}\n`
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

/** From the first message to the newest below `leafId`, or to the newest of all. */
function branchOf(messages: readonly Message[], leafId: string | undefined): Message[] {
  const byId = new Map(messages.map((message) => [message.id, message]))
  let at = (leafId !== undefined && byId.get(leafId)) || messages.at(-1)
  // Messages come oldest first: the last with this parent is the newest.
  const seen = new Set<string>()
  for (let next = at; next && !seen.has(next.id);) {
    seen.add(next.id)
    at = next
    const parentId: string = next.id
    next = messages.findLast((message) => message.parentId === parentId)
  }
  const branch: Message[] = []
  const used = new Set<Message>()
  while (at && !used.has(at)) {
    used.add(at)
    branch.push(at)
    at = at.parentId === undefined ? undefined : byId.get(at.parentId)
  }
  return branch.toReversed()
}
