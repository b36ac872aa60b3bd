import { useCallback, useEffect, useRef, useState } from 'react'
import { isAbort } from '#api/http/errors.ts'
import { explainError } from '#lib/explain.ts'
import { uploadPicture } from '#api/files.ts'
import { toPicture, type StudioPicture } from '../state/picture.ts'
import { prepareFile } from '../picture/prepare-file.ts'

export type PictureBatch = {
  files: readonly File[]
  add: (files: readonly File[]) => void
  remove: (file: File) => void
  isSending: boolean
  sentCount: number
  problems: ReadonlyMap<File, string>
  /**
   * Uploads the pictures one after another, and passes each stored picture to `take`.
   * @param take returns why the picture cannot be used, or undefined.
   * @returns whether all pictures were used. Refused pictures are kept with the reason.
   */
  send: (take: (picture: StudioPicture, file: File) => string | undefined) => Promise<boolean>
  stop: () => void
}

export function usePictureBatch(): PictureBatch {
  const [files, setFiles] = useState<readonly File[]>([])
  const [sentCount, setSentCount] = useState(0)
  const [isSending, setIsSending] = useState(false)
  const [problems, setProblems] = useState<ReadonlyMap<File, string>>(new Map())
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const add = useCallback(
    (more: readonly File[]) =>
      setFiles((held) => [...held, ...more.filter((file) => !isHeld(held, file))]),
    [],
  )
  const send: PictureBatch['send'] = async (take) => {
    const controller = new AbortController()
    running.current = controller
    const failed = new Map<File, string>()
    const left = new Set(files)
    setIsSending(true)
    setSentCount(0)
    for (const file of files) {
      const problem = await sendOne(file, take, controller.signal)
      if (controller.signal.aborted) break
      if (problem === undefined) {
        left.delete(file)
        setSentCount((count) => count + 1)
      } else failed.set(file, problem)
    }
    setFiles([...left])
    setProblems(failed)
    setIsSending(false)
    return left.size === 0
  }

  return {
    files,
    add,
    remove: (file) => setFiles((held) => held.filter((one) => one !== file)),
    isSending,
    sentCount,
    problems,
    send,
    stop: () => running.current?.abort(),
  }
}

async function sendOne(
  file: File,
  take: (picture: StudioPicture, file: File) => string | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const prepared = await prepareFile(file, file.name, undefined)
    if ('problem' in prepared) return prepared.problem
    const { name } = prepared
    const stored = await uploadPicture(prepared.file, { name, signal })
    return take({ ...toPicture(stored), name }, file)
  } catch (error) {
    return isAbort(error) ? undefined : explainError(error)
  }
}

const isHeld = (held: readonly File[], { name, size, lastModified }: File) =>
  held.some((one) => one.name === name && one.size === size && one.lastModified === lastModified)
