import { asList, asRecord, asString, isRecord, type Fields } from '#lib/fields.ts'
import { groupBy, listRecords, type PlainMessage, type ReadProgram } from './plain-chat.ts'

/**
 * Reads a chat of LM Studio. If a message has several versions, only the selected version is read.
 */
export const readLmStudio: ReadProgram = (value) => {
  const chats = (Array.isArray(value) ? listRecords(value) : [asRecord(value)]).filter((one) =>
    listRecords(one['messages']).some(({ versions }) => Array.isArray(versions)),
  )
  if (chats.length === 0) return undefined
  return chats.map((chat) => ({
    id: chat['id'],
    title: chat['name'],
    created_at: chat['createdAt'],
    messages: [
      ...(asString(chat['systemPrompt'])
        ? [{ role: 'system', content: chat['systemPrompt'] }]
        : []),
      ...listRecords(chat['messages']).map(toVersion),
    ],
  }))
}

const isThought = ({ style }: Fields): boolean => asRecord(style)['type'] === 'thinking'

function toVersion({ versions, currentlySelected }: Fields): PlainMessage {
  const all = listRecords(versions)
  const { role, content, steps, senderInfo } = all[Number(currentlySelected) || 0] ?? all[0] ?? {}
  const blocks = listRecords(steps).filter(({ type }) => type === 'contentBlock')
  return {
    role,
    content:
      content ?? blocks.filter((one) => !isThought(one)).flatMap((one) => asList(one['content'])),
    reasoning_content: blocks
      .filter(isThought)
      .flatMap((one) => listRecords(one['content']).map(({ text }) => asString(text)))
      .join('\n\n'),
    model: asRecord(senderInfo)['senderName'],
    ...(all.length > 1 && { gaps: [`${all.length - 1} other versions of a message.`] }),
  }
}

/**
 * Reads a backup of Chatbox: one field per conversation, with older threads of the conversation.
 */
export const readChatbox: ReadProgram = (value) => {
  const sessions = Object.entries(asRecord(value))
    .filter(([key, one]) => key.startsWith('session:') && isRecord(one))
    .map(([, one]) => asRecord(one))
  if (sessions.length === 0) return undefined
  return sessions.flatMap((session) =>
    [session, ...listRecords(session['threads'])].map(({ id, name, messages }) => ({
      id,
      title: name ?? session['name'],
      created_at: listRecords(messages)[0]?.['timestamp'],
      messages: listRecords(messages).map((one) => ({
        role: one['role'],
        content: one['contentParts'] ?? one['content'],
        reasoning_content: one['reasoningContent'],
        model: one['model'],
        created_at: one['timestamp'],
      })),
    })),
  )
}

/** Reads the messages of a thread in Jan: one message per line. */
export const readJan: ReadProgram = (value) => {
  const all = listRecords(value)
  const about = all[0]?.['object'] === 'thread' ? all[0] : undefined
  const messages = about ? all.slice(1) : all
  if (messages.length === 0 || !messages.every((one) => one['object'] === 'thread.message'))
    return undefined
  const groups = groupBy(messages, (one) => asString(one['thread_id']))
  const assistant = asRecord(listRecords(about?.['assistants'])[0])
  const { instructions } = assistant
  return Array.from(groups, ([id, list]) => ({
    id,
    title: about?.['title'],
    model: asRecord(assistant['model'])['id'],
    created_at: list[0]?.['created_at'],
    messages: [
      ...(asString(instructions) ? [{ role: 'system', content: instructions }] : []),
      ...list.map((one) => ({
        role: one['role'],
        content: one['content'],
        model: asRecord(asRecord(asRecord(one['metadata'])['assistant'])['model'])['id'],
        created_at: one['created_at'],
      })),
    ],
  }))
}

/** Reads the file of *Chat: Export Chat…* in Visual Studio Code. */
export const readCodeEditor: ReadProgram = (value) => {
  const { requests, responderUsername, sessionId, customTitle } = asRecord(value)
  if (!Array.isArray(requests) || responderUsername === undefined) return undefined
  return [
    {
      id: sessionId,
      title: customTitle,
      created_at: listRecords(requests)[0]?.['timestamp'],
      messages: listRecords(requests).flatMap((one) => [
        { role: 'user', content: asRecord(one['message'])['text'], created_at: one['timestamp'] },
        {
          role: 'assistant',
          content: listRecords(one['response'])
            .map((part) => asString(part['value']) || asString(asRecord(part['content'])['value']))
            .join(''),
          model: asString(one['modelId']).replace(/^copilot\//, ''),
          created_at: one['timestamp'],
        },
      ]),
    },
  ]
}
