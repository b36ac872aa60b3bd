import { z } from 'zod'
import { conversationDetailSchema, conversationListSchema } from '#contract/chat/chat.ts'
import { documentDetailSchema } from '#contract/documents.ts'
import { importAnswerSchema, type ImportAnswer } from '#contract/chat/transfer.ts'
import type { ChatApp } from '../../chat-app.fixture.ts'
import type { ImportCase } from './import-case.fixture.ts'

/**
 * Returns what the import neither kept nor reported, as `kept:` or `reported:` and the expected
 * words.
 */
export async function findLostItems(
  app: Pick<ChatApp, 'call'>,
  { export: create, kept, reported = [] }: ImportCase,
): Promise<{ lost: string[]; answer: ImportAnswer | undefined }> {
  const response = await app.call('/api/import', 'POST', await create())
  const body: unknown = await response.json()
  const answer = importAnswerSchema.safeParse(body).data
  const report = JSON.stringify(answer?.problems ?? body)
  const stored = await readAll(app)
  const lost = [
    ...kept
      .filter((words) => !stored.some((text) => text.includes(words)))
      .map((one) => `kept: ${one}`),
    ...reported
      .filter((words) => !report.includes(JSON.stringify(words).slice(1, -1)))
      .map((one) => `reported: ${one}`),
  ]
  return { lost, answer }
}

const foldersSchema = z.object({ folders: z.array(z.object({ id: z.string(), name: z.string() })) })

async function readAll(app: Pick<ChatApp, 'call'>): Promise<string[]> {
  const json = async (path: string): Promise<unknown> => (await app.call(path)).json()
  const { conversations } = conversationListSchema.parse(await json('/api/conversations'))
  const texts: string[] = []
  for (const { id } of conversations) {
    const detail = conversationDetailSchema.parse(await json(`/api/conversations/${id}`))
    texts.push(
      detail.conversation.title,
      detail.offeredPrompt ?? '',
      detail.settings?.systemPrompt ?? '',
    )
    for (const message of detail.messages) {
      const { toolCalls = [], attachments = [], run } = message
      texts.push(
        message.text,
        message.reasoning ?? '',
        run?.modelId ?? '',
        run?.failure?.message ?? '',
      )
      for (const call of toolCalls) texts.push(call.name, call.arguments, call.result ?? '')
      for (const { title, url = '', quote } of run?.sources ?? []) texts.push(title, url, quote)
      for (const file of attachments) {
        texts.push(file.name)
        if (file.kind !== 'document') continue
        texts.push(documentDetailSchema.parse(await json(`/api/documents/${file.id}`)).text)
      }
    }
  }
  const { folders } = foldersSchema.parse(await json('/api/folders'))
  for (const { id, name } of folders) {
    texts.push(name, textsIn(await json(`/api/folders/${id}/knowledge`)))
  }
  return texts
}

const textsIn = (value: unknown): string => JSON.stringify(value)
