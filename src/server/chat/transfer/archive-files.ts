import { asString, isRecord } from '#lib/fields.ts'
import type { ForeignFile } from '../../reading/chats/foreign-conversation.ts'

/** The files of an archive that messages refer to by ids or names. */
export type ArchiveFiles = {
  /** Returns the name of the entry that contains the file, and marks the entry as used. */
  find: (file: Pick<ForeignFile, 'ids' | 'name'>) => string | undefined
  read: (entry: string) => Promise<Uint8Array>
  unused: () => string[]
}

/** Matches the id at the start of an entry's name, such as `file-abc` in `file-abc-cat.png`. */
const leadingId = /^file[-_][A-Za-z0-9]+/
/** Matches metadata files that macOS adds to a ZIP. */
export const isPackedByMac = (name: string): boolean =>
  /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|\._)/.test(name)
const isMedia = (name: string) => !/\.(?:json|jsonl|html?)$/i.test(name)

/**
 * Indexes the files of an archive.
 * @param displayNames JSON of ChatGPT's `conversation_asset_file_names.json`.
 */
export function indexArchive(
  names: readonly string[],
  { displayNames, read }: { displayNames: unknown; read: ArchiveFiles['read'] },
): ArchiveFiles {
  const entries = new Map<string, string>()
  const used = new Set<string>()
  /** Ids and names that several entries share. They identify none of the entries. */
  const ambiguous = new Set<string>()
  const add = (key: string, entry: string, isUnique = false) => {
    const known = entries.get(key)
    if (known !== undefined && known !== entry && !isUnique) ambiguous.add(key)
    else entries.set(key, entry)
  }
  const files = names.filter((name) => isMedia(name) && !isPackedByMac(name))
  for (const entry of files) {
    const base = entry.split('/').at(-1) ?? entry
    add(entry, entry, true)
    add(base, entry)
    add(base.replace(/\.\w+$/, ''), entry)
    const id = leadingId.exec(base)?.[0]
    // The first file with an id is the picture itself. The other files with the same id are its
    // sanitized copies.
    if (id !== undefined && !entries.has(id)) add(id, entry)
  }
  for (const [file, shown] of isRecord(displayNames) ? Object.entries(displayNames) : []) {
    const entry = entries.get(file)
    if (entry !== undefined && asString(shown) !== '') add(asString(shown), entry)
  }
  return {
    find({ ids, name }) {
      for (const key of [...ids, name]) {
        const entry = ambiguous.has(key) ? undefined : entries.get(key)
        if (entry === undefined) continue
        used.add(entry)
        return entry
      }
      return undefined
    },
    read,
    unused: () => files.filter((name) => !used.has(name)),
  }
}
