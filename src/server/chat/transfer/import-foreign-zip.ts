import { chatImportBytesMax, type ImportAnswer } from '#contract/chat/transfer.ts'
import { documentBytesMax } from '#contract/documents.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { FileService } from '../../files/file-service.ts'
import { parseJson } from '../../json/parse-json.ts'
import { indexArchive, type ArchiveFiles } from './archive-files.ts'
import { conversationName, folderName } from './chat-archive.ts'
import { addProblem, emptyAnswer } from './import-answer.ts'
import { foundIn, importConversation, type ImportTarget } from './import-chats.ts'
import { importFolder, openFolders, type FolderTarget } from './import-folders.ts'

export type ZipTarget = ImportTarget &
  Pick<FolderTarget, 'knowledge'> & { files: Pick<FileService, 'upload'> }

type OpenArchive = {
  names: readonly string[]
  read: (name: string, bytesMax: number) => Promise<Uint8Array>
}

/**
 * Matches lists of conversations of other programs. ChatGPT splits long lists into
 * `conversations-000.json` and so on.
 */
const listName = /(?:^|\/)conversations(?:[-_]\d+)?\.jsonl?$/
const projectName = /(?:^|\/)projects(?:\.json|\/[^/]+\.json)$/
const pageName = /(?:^|\/)chat\.html$/
const assetNamesName = /(?:^|\/)conversation_asset_file_names(?:[-_]\d+)?\.json$/

/** Descriptions of other programs' data that this server cannot store, by file name. */
const extras: ReadonlyMap<string, string> = new Map([
  ['message_feedback.json', 'Ratings of answers have no place here.'],
  ['model_comparisons.json', 'Answers that were only compared have no place here.'],
  ['shared_conversations.json', 'Share links of another program cannot be continued here.'],
  ['group_chats.json', 'Group chats cannot be imported.'],
  ['shopping.json', 'Shopping results have no place here.'],
  ['sora.json', 'Videos have no place here.'],
  ['memories.json', 'Memories are not imported. Add those that you want in Settings.'],
  ['tool_messages.json', 'Messages of tools outside of chats have no place here.'],
])
/** Matches files about the account and the export, which contain no chats. */
const descriptions =
  /^(?:user|users|export_manifest|library_files|conversation_asset_file_names.*)\.json$/

const getBase = (name: string): string => name.split('/').at(-1) ?? name

/** Returns whether an archive is an export of another program. */
export function isForeignArchive(names: readonly string[]): boolean {
  const isOurs = names.some((name) => conversationName.test(name) || folderName.test(name))
  const lists = names.filter((name) => listName.test(name))
  if (!isOurs || lists.length === 0) return !isOurs
  const hasOurChats = names.some((name) => conversationName.test(name))
  // Another program's archive may also contain a list in a folder `conversations`.
  return !hasOurChats || lists.some((name) => conversationName.test(name))
}

/**
 * Imports a ZIP of another program.
 * @throws {HttpError} `bad_request` if the archive contains no conversations.
 */
export async function importForeignZip(
  to: ZipTarget,
  { names, read }: OpenArchive,
): Promise<ImportAnswer> {
  const answer = emptyAnswer()
  const archive = indexArchive(names, {
    displayNames: await readAssetNames({ names, read }),
    read: (name) => read(name, documentBytesMax),
  })
  const lists = listsIn(names)
  const pages = names.filter((name) => pageName.test(name))
  const readList = withThread({ names, read })
  const failures = await importLists({ ...to, archive }, [...lists], { answer, read: readList })
  const hasRead = failures.length < lists.length
  // ChatGPT's HTML page contains the same chats as the JSON list, which may be missing or damaged.
  const page = hasRead ? undefined : pages[0]
  const pageFailures =
    page === undefined ? [] : await importLists({ ...to, archive }, [page], { answer, read })
  const isRead = hasRead || (page !== undefined && pageFailures.length === 0)
  if (!isRead) throw nothingIn(failures)
  for (const { name, error } of failures)
    addProblem(answer, { title: name, message: error.message })
  await noteExtras(names, { answer, read })
  noteUnused(answer, archive)
  return answer
}

/**
 * Returns the lists of chats, projects first, or all JSON files of an archive without known lists.
 */
function listsIn(names: readonly string[]): string[] {
  const lists = names.filter((name) => listName.test(name)).toSorted()
  const projects = names.filter((name) => projectName.test(name)).toSorted()
  if (lists.length > 0 || projects.length > 0) return [...projects, ...lists]
  return names
    .filter((name) => /\.jsonl?$|(?:^|\/)MyActivity\.html$/i.test(name))
    .filter((name) => !extras.has(getBase(name)) && !descriptions.test(getBase(name)))
    .filter((name) => getBase(name) !== 'thread.json')
    .toSorted()
    .slice(0, jsonFilesMax)
}

const jsonFilesMax = 10_000

/**
 * Puts the description of a thread before its messages, because Jan stores the description in a
 * file beside `messages.jsonl`.
 */
const withThread =
  ({ names, read }: OpenArchive): OpenArchive['read'] =>
  async (name, bytesMax) => {
    const lines = await read(name, bytesMax)
    const about = name.replace(/messages\.jsonl$/, 'thread.json')
    if (about === name || !names.includes(about)) return lines
    const thread = await parseJson(await read(about, bytesMax)).catch(() => ({}))
    return Buffer.concat([Buffer.from(`${JSON.stringify(thread)}\n`), lines])
  }

type Failure = { name: string; error: HttpError }

async function importLists(
  to: ZipTarget & { archive: ArchiveFiles },
  lists: readonly string[],
  { answer, read }: { answer: ImportAnswer; read: OpenArchive['read'] },
): Promise<Failure[]> {
  const folders = openFolders(to.store)
  const { fileTarget } = to
  const target = {
    ...to,
    folders,
    imported: new Map(),
    ...(fileTarget && { fileTarget: { ...fileTarget, archive: to.archive } }),
    idHere: () => Promise.resolve(undefined),
  }
  const projects = new Map<string, string>()
  const failures: Failure[] = []
  for (const name of lists) {
    try {
      for await (const one of foundIn(await read(name, chatImportBytesMax), answer)) {
        if (one.folder) {
          const { projectId } = one.folder
          if (projectId !== undefined) projects.set(projectId, one.folder.name)
          await importFolder(target, one.folder, answer)
          continue
        }
        const { conversation } = one
        conversation.folder ??= projects.get(conversation.projectId ?? '')
        await importConversation(target, conversation, answer)
      }
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      failures.push({ name, error })
    }
  }
  return failures
}

function nothingIn([first, ...others]: readonly Failure[]): HttpError {
  if (first && others.length === 0) return first.error
  const why = first ? ` ${first.name}: ${first.error.message}` : ''
  return new HttpError(
    'bad_request',
    `This archive cannot be imported: it contains no conversations.${why}`,
  )
}

async function readAssetNames({ names, read }: OpenArchive): Promise<unknown> {
  const name = names.find((one) => assetNamesName.test(one))
  if (name === undefined) return {}
  try {
    return await parseJson(await read(name, assetNamesBytesMax))
  } catch {
    // Without display names, files are still found by their ids.
    return {}
  }
}

const assetNamesBytesMax = 16 * 1024 * 1024

async function noteExtras(
  names: readonly string[],
  { answer, read }: { answer: ImportAnswer; read: OpenArchive['read'] },
): Promise<void> {
  for (const name of names) {
    const message = extras.get(getBase(name))
    if (message === undefined) continue
    const value = await read(name, emptyBytesMax)
      .then((bytes) => parseJson(bytes))
      .catch(() => 'It is longer, so it has contents.')
    if (hasContent(value)) addProblem(answer, { title: getBase(name), message })
  }
}

/** Maximum size in bytes of a file that counts as an empty list, such as `{"chats": []}`. */
const emptyBytesMax = 64

const hasContent = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some(hasContent)
    : value !== null

function noteUnused(answer: ImportAnswer, archive: ArchiveFiles): void {
  for (const name of archive.unused()) {
    addProblem(answer, { title: name, message: 'No chat in the archive refers to this file.' })
  }
}
