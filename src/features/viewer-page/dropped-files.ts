const filesMax = 500
const depthMax = 8

/**
 * Returns all dropped files, also those in folders. Call this function during the drop event,
 * because browsers clear the data afterwards.
 */
export async function droppedFiles(dropped: DataTransfer): Promise<File[]> {
  const entries = [...dropped.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  if (entries.every(({ isFile }) => isFile)) return [...dropped.files]
  const files: File[] = []
  for (const entry of entries) await gather(entry, files, 0)
  return files
}

async function gather(entry: FileSystemEntry, files: File[], depth: number): Promise<void> {
  if (files.length >= filesMax || depth > depthMax) return
  if (isFile(entry)) {
    files.push(await new Promise<File>((resolve, reject) => entry.file(resolve, reject)))
  } else if (isFolder(entry)) {
    const reader = entry.createReader()
    // Each call returns up to 100 entries, and an empty list at the end.
    for (let rest = await list(reader); rest.length > 0; rest = await list(reader)) {
      for (const one of rest) await gather(one, files, depth + 1)
      if (files.length >= filesMax) return
    }
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

const list = (reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> =>
  new Promise((resolve, reject) => reader.readEntries(resolve, reject))
