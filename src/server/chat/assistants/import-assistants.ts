import * as z from 'zod/mini'
import {
  assistantFileSchema,
  type Assistant,
  type ImportedAssistants,
  type PutAssistant,
} from '#contract/chat/assistants.ts'
import { cutText } from '#lib/cut-text.ts'
import { newId } from '#lib/id.ts'
import type { DocumentService } from '../../documents/document-service.ts'
import { HttpError } from '../../errors/http-error.ts'
import { ZipError } from '../../files/zip-error.ts'
import type { ZipFiles } from '../../files/zip-files.ts'
import { parseJson } from '../../json/parse-json.ts'
import type { ChatLibrary } from '../conversations/library-service.ts'
import type { KnowledgeService } from '../knowledge/knowledge-service.ts'
import type { Assistants } from './assistants.ts'
import { readSkill } from './read-skill.ts'

const skillsMax = 50
const skillBytesMax = 512 * 1024
const instructionsLengthMax = 64_000
const referencesMax = 50
const referenceBytesMax = 2 * 1024 * 1024
/** Maximum number of decompressed bytes of all files of one archive. */
const unpackedBytesMax = 40 * 1024 * 1024

/**
 * Matches the names of files that instructions can refer to. Other files of the archive are not
 * imported.
 */
const isReference = (name: string) => /\.(md|markdown|txt|csv|json|ya?ml|pdf|docx)$/i.test(name)
const isScript = (name: string) =>
  /(^|\/)scripts\//i.test(name) || /\.(py|js|mjs|ts|sh|bash|rb|pl|ps1|bat|cmd|exe)$/i.test(name)

type Options = {
  assistants: Pick<Assistants, 'put'>
  chatLibrary: Pick<ChatLibrary, 'putFolder'>
  documents: Pick<DocumentService, 'upload'>
  knowledge: Pick<KnowledgeService, 'add'>
  listDefaultTools: () => Promise<readonly string[]>
}

export type ImportAssistants = (bytes: Uint8Array) => Promise<ImportedAssistants>

/**
 * Imports an exported assistant, a `SKILL.md`, or a ZIP with skills. The texts of a skill become
 * the files of a new folder. Scripts of a skill are neither stored nor run.
 * @throws {HttpError} `bad_request` for another kind of file.
 */
export async function importAssistants(
  options: Options,
  bytes: Uint8Array,
): Promise<ImportedAssistants> {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return importSkills(options, bytes)
  const text = new TextDecoder().decode(bytes)
  if (!text.trimStart().startsWith('{')) {
    const added = await addSkill(options, text)
    if (!added) throw notReadable('It has no name and instructions, as a SKILL.md has.')
    return { assistants: [added.assistant], notes: added.notes }
  }
  return importFile(options, bytes)
}

async function importFile(
  { assistants, listDefaultTools }: Options,
  bytes: Uint8Array,
): Promise<ImportedAssistants> {
  const parsed = z.safeParse(assistantFileSchema, await parseJson(bytes).catch(() => undefined))
  if (!parsed.success) throw notReadable('It is not an assistant that Bozzetto has exported.')
  const { format: _, version: _version, settings, ...about } = parsed.data
  const { tools, ...others } = settings
  const usual = new Set(tools && (await listDefaultTools()))
  const kept = tools?.filter((name) => usual.has(name))
  const dropped = tools?.filter((name) => !usual.has(name)) ?? []
  const assistant = await assistants.put(newId(), {
    ...about,
    settings: { ...others, ...(kept && { tools: kept }) },
  })
  return {
    assistants: [assistant],
    notes:
      dropped.length === 0
        ? []
        : [`These tools are off, because a file must not turn them on: ${dropped.join(', ')}.`],
  }
}

async function importSkills(options: Options, bytes: Uint8Array): Promise<ImportedAssistants> {
  try {
    const { openZipFiles, toZipSource } = await import('../../files/zip-files.ts')
    const zip = await openZipFiles(toZipSource(bytes))
    const read = createReader(zip)
    const names = [...zip.names()].filter((name) => !/(^|\/)(__MACOSX|\.[^/]+)\//.test(name))
    const skills = names.filter((name) => /(^|\/)SKILL\.md$/i.test(name))
    if (skills.length === 0) throw notReadable('It contains no SKILL.md.')
    const assistants: Assistant[] = []
    const notes: string[] = []
    for (const name of skills.slice(0, skillsMax)) {
      const folder = name.slice(0, -'SKILL.md'.length)
      const inside = names.filter((one) => one.startsWith(folder) && one !== name)
      try {
        const text = new TextDecoder().decode(await read(name, skillBytesMax))
        const added = await addSkill(options, text, { folder, names: inside, read })
        if (added) assistants.push(added.assistant)
        const missing = `${name} has no name and instructions, so it was left out.`
        notes.push(...(added?.notes ?? [missing]))
      } catch (error) {
        // A damaged skill must not hide the skills that are already stored.
        if (!(error instanceof HttpError) && !(error instanceof ZipError)) throw error
        notes.push(`${name} could not be read, so it was left out. ${toSentence(error)}`)
      }
    }
    if (assistants.length === 0) throw notReadable(notes.join(' '))
    if (skills.length > skillsMax) {
      notes.push(`Only the first ${skillsMax} of ${skills.length} skills were imported.`)
    }
    return { assistants, notes }
  } catch (error) {
    throw error instanceof ZipError ? notReadable(toSentence(error)) : error
  }
}

const toSentence = (error: Error): string =>
  error instanceof ZipError ? `The archive cannot be read: ${error.message}.` : error.message

function createReader(zip: ZipFiles): ZipFiles['read'] {
  let unpackedBytes = 0
  return async (name, bytesMax) => {
    const bytes = await zip.read(name, bytesMax)
    unpackedBytes += bytes.length
    if (unpackedBytes > unpackedBytesMax) {
      throw new HttpError('bad_request', 'The archive holds more than 40 MB.')
    }
    return bytes
  }
}

type SkillFolder = { folder: string; names: readonly string[]; read: ZipFiles['read'] }

async function addSkill(
  options: Options,
  text: string,
  files?: SkillFolder,
): Promise<{ assistant: Assistant; notes: string[] } | undefined> {
  const skill = readSkill(text)
  if (!skill) return undefined
  const name = cutText(skill.name, 100)
  const notes: string[] = []
  const instructions = skill.instructions.slice(0, instructionsLengthMax)
  if (instructions.length < skill.instructions.length) {
    notes.push(`The instructions of ${name} were cut after 64,000 characters.`)
  }
  const folderId = files && (await addReferences(options, { ...files, name, notes }))
  const assistant: PutAssistant = {
    name,
    description: cutText(skill.description, 300),
    settings: { systemPrompt: instructions },
    starters: [],
    ...(folderId !== undefined && { folderId }),
  }
  return { assistant: await options.assistants.put(newId(), assistant), notes }
}

async function addReferences(
  { chatLibrary, documents, knowledge }: Options,
  { folder, names, read, name: skill, notes }: SkillFolder & { name: string; notes: string[] },
): Promise<string | undefined> {
  const scripts = names.filter(isScript)
  if (scripts.length > 0) {
    notes.push(
      `${skill}: scripts are never run, so these were left out: ${listNames(scripts, folder)}.`,
    )
  }
  const references = names.filter((name) => isReference(name) && !isScript(name))
  const others = names.filter((name) => !isReference(name) && !isScript(name))
  if (others.length > 0) notes.push(`${skill}: ${listNames(others, folder)} left out.`)
  if (references.length > referencesMax) {
    notes.push(`${skill}: only the first ${referencesMax} of ${references.length} texts were kept.`)
  }
  let folderId: string | undefined
  for (const path of references.slice(0, referencesMax)) {
    const name = path.slice(folder.length)
    try {
      const document = await documents.upload(await read(path, referenceBytesMax), name)
      folderId ??= (await chatLibrary.putFolder(newId(), skill)).id
      await knowledge.add(folderId, document.id)
    } catch (error) {
      if (!(error instanceof HttpError) && !(error instanceof ZipError)) throw error
      notes.push(`${skill}: ${name} could not be read. ${error.message}`)
    }
  }
  return folderId
}

const namedMax = 5

function listNames(paths: readonly string[], folder: string): string {
  const named = paths.slice(0, namedMax).map((path) => path.slice(folder.length))
  const more = paths.length - named.length
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

const notReadable = (why: string) =>
  new HttpError(
    'bad_request',
    `This file is not an assistant. ${why} Choose an exported assistant, a SKILL.md, or a ZIP of skills.`,
  )
