import { useEffect, useRef, useState } from 'react'
import { isAbort } from '#api/http/errors.ts'
import { explainError } from '#lib/explain.ts'
import type { PictureRules } from '#lib/params/read-fields.ts'
import { loadCode } from '#ui/layout/loaded-code.ts'
import { prefetch } from '#ui/layout/prefetch.ts'
import { t } from '#languages/studio.ts'
import { toPicture, type StudioPicture } from '../state/picture.ts'
import { getPictureBounds } from './picture-sides.ts'

const loadSending = () => import('./send-picture.ts')

type UploadState =
  | { status: 'idle' }
  | { status: 'sending'; name: string; progress: number }
  | {
      status: 'failed'
      message: string
      remake?: () => void
    }

export type Upload = {
  state: UploadState
  send: (file: Blob | Promise<Blob>, name: string) => void
  fetchFrom: (address: string) => void
  sendRemade: (file: Promise<Blob>, name: string) => void
  refuse: (message: string) => void
  reset: () => void
}

/**
 * Uploads one picture at a time. If an upload fails, the earlier picture stays. If the server cannot
 * be reached and `canWait` is set, the picture waits in this browser.
 * @param onStored receives the stored picture. The upload counts as running until the returned
 * promise resolves.
 */
export function useUpload(
  rules: PictureRules | undefined,
  onStored: (picture: StudioPicture) => Promise<void> | void,
  canWait = false,
): Upload {
  const [state, setState] = useState<UploadState>({ status: 'idle' })
  const running = useRef<AbortController>(undefined)

  useEffect(() => {
    prefetch(loadSending)
    return () => running.current?.abort()
  }, [])

  const begin = () => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    return controller
  }
  const fetchFrom = async (address: string) => {
    const controller = begin()
    setState({ status: 'sending', name: t('the picture'), progress: 0 })
    try {
      const { fetchAddress } = await loadCode(loadSending)
      const stored = await fetchAddress(address, controller.signal)
      if (controller.signal.aborted) return
      await onStored(toPicture(stored))
      if (controller.signal.aborted) return
      setState({ status: 'idle' })
    } catch (error) {
      if (isAbort(error) || controller.signal.aborted) return
      setState({ status: 'failed', message: explainError(error) })
    }
  }
  const send = async (make: () => Promise<Blob>, given: string) => {
    const controller = begin()
    setState({ status: 'sending', name: given, progress: 0 })
    try {
      const { prepareFile, sendOrKeep, announceAnimated } = await loadCode(loadSending)
      const prepared = await prepareFile(await make(), given, rules)
      if (controller.signal.aborted) return
      if ('problem' in prepared) {
        const { problem: message, canRemake } = prepared
        if (!canRemake) return setState({ status: 'failed', message })
        const remake = () => void send(() => remakeFile(make, rules), given)
        return setState({ status: 'failed', message, remake })
      }
      const { file, name } = prepared
      const picture = await sendOrKeep(file, {
        name,
        canWait,
        signal: controller.signal,
        onProgress: (progress) => setState({ status: 'sending', name, progress }),
      })
      if (controller.signal.aborted) return
      await onStored(picture)
      if (controller.signal.aborted) return
      setState({ status: 'idle' })
      if (prepared.isAnimated) announceAnimated(name)
    } catch (error) {
      if (isAbort(error) || controller.signal.aborted) return
      setState({ status: 'failed', message: explainError(error) })
    }
  }

  return {
    state,
    send: (file, name) => void send(() => Promise.resolve(file), name),
    fetchFrom: (address) => void fetchFrom(address),
    sendRemade: (file, name) => void send(() => remakeFile(() => file, rules), name),
    refuse: (message) => setState({ status: 'failed', message }),
    reset: () => {
      running.current?.abort()
      setState({ status: 'idle' })
    },
  }
}

const remakeFile = async (make: () => Promise<Blob>, rules: PictureRules | undefined) =>
  (await loadCode(loadSending)).remakePicture(await make(), getPictureBounds(rules))
