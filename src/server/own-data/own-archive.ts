import type { BlobStore } from '../files/blobs/blob-store.ts'
import { freeName } from '../files/free-name.ts'
import { zipStream, type Zip } from '../files/write-zip.ts'
import { jsonPieces } from '../json/encode-json.ts'
import { toStream } from '../http/to-stream.ts'
import {
  addAttachment,
  addConversation,
  addFolder,
  type ChatArchive,
} from '../chat/transfer/export-zip.ts'
import { exportAsMarkdown } from '../chat/transfer/export-markdown.ts'
import type { ChatTransfer } from '../chat/transfer/transfer-service.ts'
import { addLibrary } from '../library/export-archive.ts'
import { exportRatingsJsonl } from '../chat/ratings/export-ratings.ts'
import type { Store } from '../store/store.ts'
import {
  everyChatDefault,
  everyDocument,
  everyFolder,
  everyMemory,
  everyPicture,
  everyAssistant,
  everyPrompt,
  everySchedule,
  everyScheduleRun,
  everyTask,
  readAccount,
  usageLines,
} from './own-rows.ts'

export type OwnArchiveOptions = {
  store: Store
  blobs: BlobStore
  chats: Pick<ChatTransfer, 'openAll' | 'openFolders' | 'nameModels'>
  clock?: () => Date
}

/**
 * Exports all data of the current owner, except the trash, as one ZIP that is created while it is
 * read. The archive can also be imported as a library or as chats.
 */
export const exportEverything = (options: OwnArchiveOptions): ReadableStream<Uint8Array> =>
  zipStream('the export of everything', async (zip) => {
    const { store, blobs, chats, clock = () => new Date() } = options
    const to = { zip, store, blobs, written: new Set<string>(), now: clock() }
    await zip.add('README.md', textStream(renderArchiveReadme(to.now)))
    await zip.add('account.json', jsonStream(await readAccount(store)))
    for await (const folder of chats.openFolders()) await addFolder(to, folder)
    await addChats(to, chats)
    for await (const picture of everyPicture(store))
      await addAttachment(to, { kind: 'picture', ...picture })
    for await (const document of everyDocument(store))
      await addAttachment(to, { kind: 'document', ...document })
    await addLibrary(zip, { store, blobs })
    await addLists(zip, store)
  })

async function addChats(
  to: ChatArchive,
  chats: Pick<ChatTransfer, 'openAll' | 'nameModels'>,
): Promise<void> {
  const nameOfModel = await chats.nameModels()
  const taken = new Set<string>()
  for await (const opened of chats.openAll()) {
    await addConversation(to, opened)
    const name = `markdown/${freeName(opened.conversation.title, 'md', taken)}`
    await to.zip.add(name, toStream(exportAsMarkdown(opened, nameOfModel)))
  }
}

async function addLists(zip: Zip, store: Store): Promise<void> {
  const lists = {
    tasks: everyTask(store),
    folders: everyFolder(store),
    memory: everyMemory(store),
    assistants: everyAssistant(store),
    prompts: everyPrompt(store),
    'chat-defaults': everyChatDefault(store),
    schedules: everySchedule(store),
    'schedule-runs': everyScheduleRun(store),
  }
  for (const [name, rows] of Object.entries(lists))
    await zip.add(`${name}.json`, toStream(jsonList(rows)))
  await zip.add('ratings.jsonl', toStream(exportRatingsJsonl(store)))
  await zip.add('usage.csv', toStream(usageLines(store)))
}

async function* jsonList(rows: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  yield Buffer.from('[')
  let isFirst = true
  for await (const row of rows) {
    yield Buffer.from(isFirst ? '\n' : ',\n')
    yield* jsonPieces(row)
    isFirst = false
  }
  yield Buffer.from('\n]\n')
}

const jsonStream = (value: unknown) => textStream(`${JSON.stringify(value, undefined, 2)}\n`)
const textStream = (text: string) => new Blob([text]).stream()

const renderArchiveReadme = (now: Date): string => `# Your data from Bozzetto

Exported on ${now.toISOString().slice(0, 10)}. It contains what is yours, and nothing of other people on the same server.

| | |
|---|---|
| \`account.json\` | your name, email address, role and teams; without accounts, nothing |
| \`conversations/\` | your chats, one JSON file each, with all branches and what each answer cost |
| \`markdown/\` | the same chats as text to read: the branch that is shown |
| \`pictures/\` | every picture that you uploaded or a chat made; those without an ending belong to models |
| \`documents/\`, \`files/\` | your documents as text, and the files themselves, except plain text and files that an earlier version kept as text only |
| \`models/\`, \`previews/\` | your 3D models and their preview pictures |
| \`bozzetto.json\` | the list of your models: names, tags, folders, and the recipe of each (model, settings, seed) |
| \`tasks.json\` | every 3D model that you asked for, also those that failed |
| \`folders.json\` | the folders of your chats, with their instructions and documents |
| \`folders/\` | the files and instructions of each folder that has some, as an import reads them |
| \`memory.json\`, \`assistants.json\`, \`prompts.json\` | what chats should know about you, and what you saved for them |
| \`chat-defaults.json\` | your instructions and params for all chats and for single models |
| \`schedules.json\`, \`schedule-runs.json\` | your scheduled questions and their past runs |
| \`ratings.jsonl\` | your ratings of answers and your votes in comparisons |
| \`usage.csv\` | what you used each day, by model and API key: US dollars, tokens, 3D models and bytes |

It contains no passwords, API keys, passkeys or share links, and nothing from the trash. Temporary chats are never kept.

To bring it back, import this file twice: under *Chats* for the chats with their pictures and documents and for the files and instructions of their folders, and in the
*Library* for the models. What is there already stays as it is.
`
