import type { Fields } from '#lib/fields.ts'
import { readCherryStudio } from './cherry-studio.ts'
import { readChatbox, readCodeEditor, readJan, readLmStudio } from './desktop-programs.ts'
import { readGeminiTakeout } from './gemini-takeout.ts'
import {
  readAiStudio,
  readAnythingLlm,
  readChatExporter,
  readClaudeCode,
  readCodex,
  readLibreChatRows,
  readLlamaPage,
  readShareGpt,
  readT3Chat,
  readTextGeneration,
} from './more-programs.ts'
import { readLobeChat } from './lobe-chat.ts'
import type { ReadProgram } from './plain-chat.ts'
import {
  readBigAgi,
  readCopilot,
  readLeChat,
  readNextChat,
  readSillyTavern,
  readTypingMind,
} from './web-programs.ts'

const programs: readonly ReadProgram[] = [
  readTypingMind,
  readNextChat,
  readChatbox,
  readLobeChat,
  readCherryStudio,
  readGeminiTakeout,
  readJan,
  readLmStudio,
  readCodeEditor,
  readBigAgi,
  readSillyTavern,
  readLeChat,
  readCopilot,
  readAiStudio,
  readTextGeneration,
  readLlamaPage,
  readAnythingLlm,
  readShareGpt,
  readChatExporter,
  readT3Chat,
  readClaudeCode,
  readCodex,
  readLibreChatRows,
]

/**
 * Converts the exports of programs whose conversations are lists of messages.
 * @returns conversations that `read-messages.ts` reads. `undefined` for other exports.
 */
export function toPlainChats(value: unknown): Fields[] | undefined {
  for (const read of programs) {
    const chats = read(value)
    if (chats && chats.length > 0) return chats
  }
  return undefined
}
