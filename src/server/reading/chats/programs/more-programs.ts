import { asList, asRecord, asString, isRecord } from '#lib/fields.ts'
import { groupBy, listRecords, type PlainMessage, type ReadProgram } from './plain-chat.ts'

/** Reads a prompt of Google's AI Studio. */
export const readAiStudio: ReadProgram = (value) => {
  const { chunkedPrompt, runSettings, systemInstruction } = asRecord(value)
  if (!isRecord(chunkedPrompt)) return undefined
  const system = listRecords(asRecord(systemInstruction)['parts']).map(({ text }) => asString(text))
  const messages: PlainMessage[] = system.length > 0 ? [toSystem(system.join('\n\n'))] : []
  let thoughts = ''
  for (const one of listRecords(chunkedPrompt['chunks'])) {
    const { text, role, isThought, createTime } = one
    if (isThought === true) {
      thoughts += asString(text)
      continue
    }
    const isFile = text === undefined
    messages.push({
      role: role === 'model' ? 'assistant' : role,
      content: asString(text),
      created_at: createTime,
      ...(thoughts && role === 'model' && { reasoning_content: thoughts }),
      ...(isFile && { gaps: ['A file of a message.'] }),
    })
    if (role === 'model') thoughts = ''
  }
  const model = asString(asRecord(runSettings)['model']).replace(/^models\//, '')
  return [{ model, created_at: messages.at(-1)?.created_at, messages }]
}

const toSystem = (content: string): PlainMessage => ({ role: 'system', content })

/** Reads a chat of text-generation-webui: pairs of a question and an answer. */
export const readTextGeneration: ReadProgram = (value) => {
  const { visible, internal } = asRecord(value)
  if (!Array.isArray(visible) || !Array.isArray(internal)) return undefined
  const messages = internal.filter(Array.isArray).flatMap(([asked, answer]) => [
    { role: 'user', content: asked === '<|BEGIN-VISIBLE-CHAT|>' ? '' : asked },
    { role: 'assistant', content: answer },
  ])
  return [{ messages: messages.filter(({ content }) => asString(content) !== '') }]
}

/** Reads the export of llama.cpp's own web page. Only the displayed branch is read. */
export const readLlamaPage: ReadProgram = (value) => {
  const chats = (Array.isArray(value) ? listRecords(value) : [asRecord(value)]).filter(
    ({ conv, messages }) => isRecord(conv) && Array.isArray(messages),
  )
  if (chats.length === 0) return undefined
  return chats.map((chat) => {
    const { id, name, currNode, lastModified } = asRecord(chat['conv'])
    const all = new Map(listRecords(chat['messages']).map((one) => [one['id'], one]))
    const branch = []
    for (let at = all.get(currNode); at && branch.length < all.size; at = all.get(at['parent']))
      branch.push(at)
    const shown = branch.length > 0 ? branch.toReversed() : [...all.values()]
    const others = all.size - shown.length
    const messages = shown
      .filter(({ type, content }) => type !== 'root' || asString(content) !== '')
      .map((one) => ({
        role: one['role'],
        content: one['content'],
        reasoning_content: one['reasoningContent'] ?? one['thinking'],
        model: one['model'],
        created_at: one['timestamp'],
        ...(asList(one['extra']).length > 0 && { gaps: ['Files of a message.'] }),
      }))
    const gaps = [`${others} messages of other branches.`]
    return {
      id,
      title: name,
      created_at: lastModified,
      messages: messages.map((one, at) => (at === 0 && others > 0 ? { ...one, gaps } : one)),
    }
  })
}

/** Reads the chats of AnythingLLM: one record per question, with the answer. */
export const readAnythingLlm: ReadProgram = (value) => {
  const rows = listRecords(value)
  const isRow = rows.length > 0 && rows.every((one) => 'prompt' in one && 'response' in one)
  if (!isRow) return undefined
  const groups = groupBy(rows, (one) => asString(one['workspace']))
  return Array.from(groups, ([workspace, list]) => ({
    title: workspace,
    created_at: list[0]?.['sent_at'],
    messages: list.flatMap((one) => [
      { role: 'user', content: one['prompt'], created_at: one['sent_at'] },
      { role: 'assistant', content: one['response'], created_at: one['sent_at'] },
    ]),
  }))
}

const shareRoles = new Map([
  ['human', 'user'],
  ['gpt', 'assistant'],
])

export const readShareGpt: ReadProgram = (value) => {
  const chats = listRecords(value).filter(({ conversations }) =>
    listRecords(conversations).some((one) => 'from' in one && 'value' in one),
  )
  if (chats.length === 0) return undefined
  return chats.map((chat) => ({
    id: chat['id'],
    title: chat['title'],
    messages: listRecords(chat['conversations']).map((one) => ({
      role: shareRoles.get(asString(one['from'])) ?? one['from'],
      content: one['value'],
    })),
  }))
}

/** Reads the file of the browser extension ChatGPT Exporter. */
export const readChatExporter: ReadProgram = (value) => {
  const { metadata, messages } = asRecord(value)
  const list = listRecords(messages)
  if (!isRecord(metadata) || !list.some((one) => 'say' in one)) return undefined
  return [
    {
      id: metadata['link'],
      title: metadata['title'],
      messages: list.map((one) => ({
        role: one['role'] === 'Prompt' ? 'user' : 'assistant',
        content: one['say'],
      })),
    },
  ]
}

/** Reads the export of T3 Chat: threads, and the messages of all threads. */
export const readT3Chat: ReadProgram = (value) => {
  const { threads, messages } = asRecord(value)
  if (!Array.isArray(threads) || !Array.isArray(messages)) return undefined
  const groups = groupBy(listRecords(messages), (one) => asString(one['threadId']))
  return listRecords(threads).map((thread) => ({
    id: thread['threadId'] ?? thread['id'],
    title: thread['title'] ?? thread['generatedTitle'],
    model: thread['model'],
    created_at: thread['created_at'] ?? thread['createdAt'],
    updated_at: thread['updated_at'] ?? thread['updatedAt'],
    messages: (groups.get(asString(thread['threadId'] ?? thread['id'])) ?? []).map((one) => ({
      role: one['role'],
      content: one['content'] || one['parts'],
      reasoning_content: one['reasoning'],
      model: one['model'],
      created_at: one['created_at'] ?? one['createdAt'],
    })),
  }))
}

/** Reads a session of Claude Code: one line per message. */
export const readClaudeCode: ReadProgram = (value) => {
  const lines = listRecords(value)
  const messages = lines.filter(({ type, message }) => isSpoken(type) && isRecord(message))
  if (messages.length === 0 || messages.some((one) => !('uuid' in one))) return undefined
  const title = lines.find(({ type }) => type === 'summary')?.['summary']
  return [
    {
      id: messages[0]?.['sessionId'],
      title,
      created_at: messages[0]?.['timestamp'],
      messages: messages
        .map(({ message, timestamp }) => {
          const { role, content, model } = asRecord(message)
          const parts = listRecords(content)
          const tools = parts.filter(({ type }) => asString(type).startsWith('tool_'))
          return {
            role,
            content: Array.isArray(content) ? parts.filter(({ type }) => type === 'text') : content,
            reasoning_content: parts.map(({ thinking }) => asString(thinking)).join(''),
            model,
            created_at: timestamp,
            ...(tools.length > 0 && { gaps: ['Tool calls of a message.'] }),
          }
        })
        .filter(({ content }) => content !== ''),
    },
  ]
}

const isSpoken = (type: unknown): boolean => type === 'user' || type === 'assistant'

/** Reads a session of Codex: one line per item of the Responses API. */
export const readCodex: ReadProgram = (value) => {
  const lines = listRecords(value)
  const items = lines.filter(({ type, payload }) => type === 'response_item' && isRecord(payload))
  if (items.length === 0) return undefined
  const messages: PlainMessage[] = []
  let thoughts: string[] = []
  for (const { payload, timestamp } of items) {
    const { type, role, content, summary } = asRecord(payload)
    if (type === 'reasoning')
      thoughts.push(...listRecords(summary).map(({ text }) => asString(text)))
    if (type !== 'message') continue
    messages.push({
      role,
      content,
      created_at: timestamp,
      ...(role === 'assistant' && { reasoning_content: thoughts.join('\n\n') }),
    })
    thoughts = []
  }
  const calls = items.length - messages.length
  return [
    {
      id: asRecord(lines.find(({ type }) => type === 'session_meta')?.['payload'])['id'],
      created_at: items[0]?.['timestamp'],
      messages: messages.map((one, at) =>
        at === 0 && calls > 0 ? { ...one, gaps: ['Tool calls of the session.'] } : one,
      ),
    },
  ]
}

/** Reads the rows of LibreChat's CSV file, one message per row. */
export const readLibreChatRows: ReadProgram = (value) => {
  const rows = listRecords(asRecord(value)['libreChatRows'])
  if (rows.length === 0) return undefined
  return [
    {
      created_at: rows[0]?.['createdAt'],
      messages: rows.map((row) => {
        const isAsked = row['isCreatedByUser'] === 'true'
        return {
          role: isAsked ? 'user' : 'assistant',
          content: row['text'],
          created_at: row['createdAt'],
          ...(!isAsked && { model: row['sender'] }),
        }
      }),
    },
  ]
}
