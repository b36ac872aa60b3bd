import type { Message, ToolCall } from '#contract/chat/chat.ts'
import { toolTitle } from '#lib/tool-title.ts'
import type { OpenConversation } from '../conversations/conversation-service.ts'
import { joinPieces } from './export-chats.ts'

/** Returns a model's display name, or its id if the model no longer exists. */
export type NameOfModel = (modelId: string) => string

/** Yields the displayed branch as Markdown, piece by piece. */
export const exportAsMarkdown = (
  conversation: OpenConversation,
  nameOfModel: NameOfModel,
): AsyncGenerator<Uint8Array> => joinPieces(writeMarkdown(conversation, nameOfModel))

async function* writeMarkdown(
  { conversation, settings, shownPages }: OpenConversation,
  nameOfModel: NameOfModel,
) {
  yield Buffer.from(`# ${conversation.title}`)
  if (settings?.systemPrompt) {
    yield Buffer.from(`\n\n> **System prompt:** ${quote(settings.systemPrompt)}`)
  }
  for await (const page of shownPages()) {
    for (const message of page) {
      for (const part of describeMessage(message, nameOfModel)) {
        yield Buffer.from(`\n\n${part}`)
      }
    }
  }
  yield Buffer.from('\n')
}

function describeMessage(message: Message, nameOfModel: NameOfModel): string[] {
  const { role, run, attachments = [], deletedFiles = 0 } = message
  const name = run ? nameOfModel(run.modelId) : 'Assistant'
  const files = attachments.map((file) => `*${file.kind}: ${file.name}*`)
  if (deletedFiles > 0) files.push(`*deleted files: ${deletedFiles}*`)
  return [role === 'user' ? '## You' : `## ${name}`, ...files, ...describeAnswer(message)].filter(
    Boolean,
  )
}

function describeAnswer({ text, toolCalls = [] }: Message): string[] {
  const parts: string[] = []
  let from = 0
  for (const call of toolCalls.toSorted((a, b) => a.at.text - b.at.text || a.index - b.index)) {
    const at = Math.min(Math.max(call.at.text, from), text.length)
    parts.push(text.slice(from, at).trim(), describeCall(call))
    from = at
  }
  const rest = text.slice(from)
  return [...parts, toolCalls.length > 0 ? rest.trim() : rest]
}

const describeCall = ({
  name,
  title = toolTitle(name),
  arguments: given,
  result,
}: ToolCall): string =>
  `> **Tool: ${title}** \`${given.replaceAll('`', '’')}\`${result === undefined ? '' : `\n>\n> ${quote(result)}`}`

const quote = (text: string) => text.replaceAll('\n', '\n> ')
