import { newId } from '../../src/lib/id.ts'

const body = (at: number) =>
  `# Part ${at}\n\nA **glaze** holds:\n\n1. silica\n2. \`CaO\`\n\n\`\`\`python\nprint(${at})\n\`\`\`\n\n${'It melts slowly and cools again. '.repeat(5 + (at % 30))}`

/** Imports a conversation of many messages into the server, and returns its title. */
export async function importLongChat(
  url: string,
  { messages, needle, at }: { messages: number; needle: string; at: number },
): Promise<string> {
  const conversationId = newId()
  const title = `A long talk ${conversationId.slice(-4)}`
  const startMs = Date.parse('2026-01-01T00:00:00.000Z')
  const iso = (index: number) => new Date(startMs + index * 30_000).toISOString()
  const all = []
  let parent = {}
  for (let index = 0; index < messages; index++) {
    const id = newId(startMs + index * 30_000)
    const turn = Math.floor(index / 2)
    const isQuestion = index % 2 === 0
    all.push({
      id,
      conversationId,
      ...parent,
      role: isQuestion ? 'user' : 'assistant',
      text: isQuestion ? `Question ${turn}?` : `${body(turn)}${turn === at ? ` ${needle}` : ''}`,
      createdAt: iso(index),
    })
    parent = { parentId: id }
  }
  const now = new Date().toISOString()
  const conversation = { id: conversationId, title, createdAt: iso(0), updatedAt: now }
  const response = await fetch(`${url}/api/import`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({
      format: 'bozzetto-chat',
      version: 1,
      exportedAt: now,
      conversations: [{ conversation, messages: all }],
    }),
  })
  if (!response.ok) throw new Error(`Not taken in: ${await response.text()}`)
  return title
}
