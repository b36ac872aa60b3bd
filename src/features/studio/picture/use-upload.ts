import { useEffect, useRef, useState } from 'react'
import { explain, isAbort } from '#api/errors.ts'
import { uploadPicture } from '#api/files.ts'
import type { PictureRules } from '#lib/params/read-fields.ts'
import { checkPictureFile, toPicture, type Picture } from './picture.ts'

type UploadState =
  | { status: 'idle' }
  | { status: 'sending'; name: string; progress: number }
  | { status: 'failed'; message: string }

export type Upload = {
  state: UploadState
  /** Checks and sends a file; a second one takes the place of the first. */
  send: (file: Blob, name: string) => void
  /** Shows why something that was dropped or pasted cannot be taken. */
  refuse: (message: string) => void
  /** Stops what is being sent, and forgets a failure. */
  reset: () => void
}

/** Sends one picture at a time. Whatever fails leaves the earlier picture where it is. */
export function useUpload(
  rules: PictureRules | undefined,
  onStored: (picture: Picture) => void,
): Upload {
  const [state, setState] = useState<UploadState>({ status: 'idle' })
  const running = useRef<AbortController>(undefined)

  useEffect(() => () => running.current?.abort(), [])

  const send = async (file: Blob, name: string) => {
    running.current?.abort()
    const problem = checkPictureFile({ name, type: file.type, size: file.size }, rules)
    if (problem !== undefined) return setState({ status: 'failed', message: problem })
    const controller = new AbortController()
    running.current = controller
    setState({ status: 'sending', name, progress: 0 })
    try {
      const stored = await uploadPicture(file, {
        name,
        signal: controller.signal,
        onProgress: (progress) => setState({ status: 'sending', name, progress }),
      })
      if (controller.signal.aborted) return
      setState({ status: 'idle' })
      // Stored once per content, so the server may know it by the name that it came with first.
      onStored({ ...toPicture(stored), name })
    } catch (error) {
      if (!isAbort(error)) setState({ status: 'failed', message: explain(error) })
    }
  }

  return {
    state,
    send: (file, name) => void send(file, name),
    refuse: (message) => setState({ status: 'failed', message }),
    reset: () => {
      running.current?.abort()
      setState({ status: 'idle' })
    },
  }
}
