import { TextReader, Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js'
import sharp from 'sharp'

type Fields = Record<string, unknown>

/** A message of ChatGPT, whose `id` is also the id of its node in the message tree. */
export type GptMessage = {
  id: string
  parent?: string | null
  role?: string
  content?: unknown
  more?: Fields
}

export const gptText = (
  id: string,
  parent: string | null,
  role: string,
  text: string,
): GptMessage => ({
  id,
  parent,
  role,
  content: { content_type: 'text', parts: [text] },
})

export const gptNode = ({
  id,
  parent = null,
  role = 'assistant',
  content,
  more = {},
}: GptMessage) => ({
  id,
  parent,
  children: [],
  message: {
    id,
    author: { role },
    create_time: 1_700_000_000,
    content,
    recipient: 'all',
    metadata: {},
    ...more,
  },
})

/** Creates a ChatGPT conversation with one question, followed by these messages. */
export const gptChat = (messages: readonly GptMessage[], more: Fields = {}): Fields => ({
  id: `gpt-${JSON.stringify(messages).length}`,
  title: 'Clay',
  create_time: 1_700_000_000,
  update_time: 1_700_000_100,
  current_node: messages.at(-1)?.id,
  mapping: Object.fromEntries(
    [gptText('q', null, 'user', 'What is clay?'), ...messages].map((one) => [one.id, gptNode(one)]),
  ),
  ...more,
})

export const claudeMessage = (uuid: string, sender: string, more: Fields): Fields => ({
  uuid,
  sender,
  text: '',
  created_at: '2025-01-01T00:00:00Z',
  ...more,
})

export const claudeChat = (messages: readonly unknown[], more: Fields = {}): Fields => ({
  uuid: `claude-${JSON.stringify(messages).length}`,
  name: 'Glaze',
  created_at: '2025-01-01T00:00:00Z',
  updated_at: '2025-01-01T00:00:01Z',
  chat_messages: messages,
  ...more,
})

export const webUiChat = (messages: readonly Fields[], more: Fields = {}): Fields => ({
  id: `webui-${JSON.stringify(messages).length}`,
  title: 'Kiln',
  created_at: 1_700_000_000,
  updated_at: 1_700_000_001,
  chat: {
    title: 'Kiln',
    models: ['llama'],
    history: {
      currentId: messages.at(-1)?.['id'],
      messages: Object.fromEntries(messages.map((one) => [one['id'], one])),
    },
    ...more,
  },
})

export const libreChatExport = (messages: readonly unknown[], more: Fields = {}): Fields => ({
  conversationId: `libre-${JSON.stringify(messages).length}`,
  title: 'Wheel',
  options: { model: 'gpt-4o' },
  messages,
  ...more,
})

export const toJson = (value: unknown): Uint8Array =>
  new Uint8Array(Buffer.from(JSON.stringify(value)))

export async function toZip(
  entries: Record<string, unknown>,
  { lockedNames = [] }: { lockedNames?: readonly string[] } = {},
): Promise<Uint8Array> {
  const zip = new ZipWriter(new Uint8ArrayWriter())
  for (const [name, content] of Object.entries(entries)) {
    const reader =
      content instanceof Uint8Array
        ? new Uint8ArrayReader(content)
        : new TextReader(typeof content === 'string' ? content : JSON.stringify(content))
    await zip.add(name, reader, lockedNames.includes(name) ? { password: 'secret' } : {})
  }
  return zip.close()
}

export const toPng = async (background: string): Promise<Uint8Array> =>
  new Uint8Array(
    await sharp({ create: { width: 20, height: 20, channels: 3, background } })
      .png()
      .toBuffer(),
  )
