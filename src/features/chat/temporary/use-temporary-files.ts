import { useState } from 'react'
import { explain } from '#api/http/errors.ts'
import { picturesInMessageMax } from '#contract/chat/temporary-chat.ts'
import { readTemporaryFile, UnreadableFileError, type TemporaryFile } from './read-file.ts'

const filesMax = picturesInMessageMax

/** The files of the question that is being written. */
export function useTemporaryFiles() {
  const [files, setFiles] = useState<readonly TemporaryFile[]>([])
  const [problem, setProblem] = useState<string>()
  const [readingCount, setReadingCount] = useState(0)

  async function add(added: readonly File[]): Promise<void> {
    setProblem(undefined)
    setReadingCount((count) => count + 1)
    const room = filesMax - files.length
    for (const file of added.slice(0, room)) {
      try {
        const read = await readTemporaryFile(file)
        // More may have come while it was read.
        setFiles((held) => (held.length < filesMax ? [...held, read] : held))
      } catch (error) {
        setProblem(error instanceof UnreadableFileError ? error.message : explain(error))
      }
    }
    if (added.length > room) {
      setProblem(`A message takes ${filesMax} files at most. Send these first, then the others.`)
    }
    setReadingCount((count) => count - 1)
  }
  return {
    files,
    problem,
    /** Some that were added are not among `files` yet. */
    isReading: readingCount > 0,
    add,
    remove: (id: string) => setFiles((held) => held.filter((file) => file.id !== id)),
    /** They have been sent. */
    clear: () => {
      setFiles([])
      setProblem(undefined)
    },
  }
}
