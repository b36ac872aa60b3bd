import { asList, asRecord, asString, isRecord } from '#lib/fields.ts'
import { listRecords, type ReadProgram } from './plain-chat.ts'

export const readTypingMind: ReadProgram = (value) => {
  const { data } = asRecord(value)
  const { chats, folders } = asRecord(data)
  if (!Array.isArray(chats)) return undefined
  const names = new Map(listRecords(folders).map(({ id, title, name }) => [id, title ?? name]))
  return listRecords(chats).map((chat) => ({
    id: chat['chatID'] ?? chat['id'],
    title: chat['chatTitle'] ?? chat['title'],
    model: asRecord(chat['modelInfo'])['id'] ?? chat['model'],
    folder: names.get(chat['folderID']),
    created_at: chat['createdAt'],
    updated_at: chat['updatedAt'],
    messages: listRecords(chat['messages']).map((one) => ({
      role: one['role'],
      content: one['content'],
      model: one['model'],
      created_at: one['createdAt'],
    })),
  }))
}

export const readNextChat: ReadProgram = (value) => {
  const { 'chat-next-web-store': stored } = asRecord(value)
  if (!isRecord(stored)) return undefined
  return listRecords(stored['sessions']).map((session) => ({
    id: session['id'],
    title: session['topic'],
    created_at: session['lastUpdate'],
    messages: [
      ...listRecords(asRecord(session['mask'])['context']),
      ...listRecords(session['messages']),
    ].map((one) => ({
      role: one['role'],
      content: one['content'],
      model: one['model'],
      created_at: one['date'],
    })),
  }))
}

export const readBigAgi: ReadProgram = (value) => {
  const list = isRecord(value) ? (value['conversations'] ?? [value]) : value
  const chats = listRecords(list).filter(({ messages }) =>
    listRecords(messages).some(({ fragments }) => Array.isArray(fragments)),
  )
  if (chats.length === 0) return undefined
  return chats.map((chat) => ({
    id: chat['id'],
    title: chat['userTitle'] ?? chat['autoTitle'],
    created_at: chat['created'],
    updated_at: chat['updated'],
    messages: listRecords(chat['messages']).map((one) => {
      const parts = listRecords(one['fragments']).map(({ part }) => asRecord(part))
      const thoughts = parts.filter(({ pt }) => pt === 'ma')
      return {
        role: one['role'],
        content: parts.filter(({ pt }) => pt !== 'ma').map(({ pt, text }) => ({ type: pt, text })),
        reasoning_content: thoughts.map(({ aText }) => asString(aText)).join('\n\n'),
        model: asRecord(one['generator'])['name'],
        created_at: one['created'],
      }
    }),
  }))
}

/** Reads a chat of SillyTavern: lines after a first line that describes the chat. */
export const readSillyTavern: ReadProgram = (value) => {
  const [head, ...lines] = listRecords(value)
  if (!head || !('chat_metadata' in head || 'user_name' in head)) return undefined
  const name = asString(head['character_name'])
  return [
    {
      id: `${name} ${asString(head['create_date'])}`,
      title: name && name !== 'unused' ? name : undefined,
      created_at: head['create_date'],
      messages: lines.map((one) => {
        const { model, reasoning } = asRecord(one['extra'])
        const others = asList(one['swipes']).length - 1
        return {
          role: one['is_user'] === true ? 'user' : 'assistant',
          content: one['mes'],
          model,
          reasoning_content: reasoning,
          created_at: one['send_date'],
          ...(others > 0 && { gaps: [`${others} other versions of a message.`] }),
        }
      }),
    },
  ]
}

/** Reads a file of Mistral's Le Chat, which contains the messages of one chat. */
export const readLeChat: ReadProgram = (value) => {
  const messages = listRecords(value)
  const id = messages[0]?.['chatId']
  if (id === undefined || !messages.every((one) => one['chatId'] === id && 'role' in one))
    return undefined
  return [
    {
      id,
      created_at: messages[0]?.['createdAt'],
      messages: messages.map((one) => ({
        role: one['role'],
        content: one['content'] || one['contentChunks'],
        model: one['model'],
        created_at: one['createdAt'],
        ...(asList(one['files']).length > 0 && { gaps: ['Files of a message.'] }),
      })),
    },
  ]
}

/** Reads the rows of Microsoft Copilot's file, one message per row. */
export const readCopilot: ReadProgram = (value) => {
  const rows = listRecords(asRecord(value)['copilotRows'])
  if (rows.length === 0) return undefined
  const titles = [...new Set(rows.map((row) => asString(row['Conversation'])))]
  return titles.map((title) => {
    const own = rows.filter((row) => row['Conversation'] === title)
    const sorted = own.toSorted(
      (a, b) => Date.parse(asString(a['Time'])) - Date.parse(asString(b['Time'])),
    )
    return {
      id: title,
      title,
      model: 'Copilot',
      created_at: sorted[0]?.['Time'],
      messages: sorted.map((row) => ({
        role: row['Author'],
        content: row['Message'],
        created_at: row['Time'],
      })),
    }
  })
}
