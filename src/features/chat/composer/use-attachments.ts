import { joinWithCommas } from '#lib/format.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, isAbort } from '#api/http/errors.ts'
import { explainError } from '#lib/explain.ts'
import { attachmentsMax, type Attachment } from '#contract/chat/chat.ts'
import { PictureError } from '#model-files/pictures/picture-error.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { t } from '#languages/app.ts'
import { addDraftFiles, getDraftFilesSetting } from './draft.ts'
import type { TrayItem } from '../attachments/tray-item.ts'

export type Attachments = {
  items: readonly TrayItem[]
  ready: readonly Attachment[]
  isUploading: boolean
  add: (files: readonly File[], pastedText?: string) => void
  remove: (key: string) => void
  clear: () => void
  moveToNewChat: () => void
  restore: (attachments: readonly Attachment[]) => void
}

const load = async () => (await import('../attachments/upload-attachment.ts')).uploadAttachment

let lastKey = 0
const newKey = () => `file-${++lastKey}`

/**
 * Manages the files of the message that the user is writing. Uploaded files survive a page reload.
 */
export function useAttachments(conversationId: string | undefined): Attachments {
  const [items, setItems] = useState<readonly TrayItem[]>(() =>
    getDraftFilesSetting(conversationId).read().map(readyItem),
  )
  const newest = useRef(items)
  const shownFor = useRef(conversationId)
  const uploads = useRef(new Map<string, AbortController>())

  const apply = useCallback((change: (items: readonly TrayItem[]) => readonly TrayItem[]) => {
    newest.current = change(newest.current)
    setItems(newest.current)
    getDraftFilesSetting(shownFor.current).write(getUploaded(newest.current))
  }, [])

  useEffect(() => {
    const { current } = uploads
    return () => {
      for (const upload of current.values()) upload.abort()
      for (const { previewUrl } of newest.current) if (previewUrl) URL.revokeObjectURL(previewUrl)
    }
  }, [])

  useEffect(() => {
    if (shownFor.current === conversationId) return
    shownFor.current = conversationId
    for (const upload of uploads.current.values()) upload.abort()
    for (const { previewUrl } of newest.current) if (previewUrl) URL.revokeObjectURL(previewUrl)
    apply(() => getDraftFilesSetting(conversationId).read().map(readyItem))
  }, [conversationId, apply])

  const add = useCallback(
    (files: readonly File[], pastedText?: string) => {
      const room = Math.max(0, attachmentsMax - newest.current.length)
      if (files.length > room) {
        showToast({
          title: t('A message can have at most {attachmentsMax} files.', { attachmentsMax }),
          detail: t('Left out: {room}.', { room: joinNames(files.slice(room)) }),
          kind: 'error',
        })
      }
      for (const file of files.slice(0, room)) {
        const key = newKey()
        const isShown = /^image\/(?!hei[cf])/.test(file.type)
        const previewUrl = isShown ? URL.createObjectURL(file) : undefined
        const name = file.name || t('Pasted picture')
        apply((held) => [
          ...held,
          { key, name, previewUrl, pastedText, status: 'uploading', fraction: 0 },
        ])
        void sendFile({ key, file, uploads: uploads.current, apply })
      }
    },
    [apply],
  )
  const drop = useCallback((keys: (item: TrayItem) => boolean) => {
    for (const item of newest.current.filter(keys)) {
      uploads.current.get(item.key)?.abort()
      if (item.previewUrl) URL.revokeObjectURL(item.previewUrl)
    }
    apply((held) => held.filter((item) => !keys(item)))
    // oxlint-disable-next-line react/exhaustive-deps -- `apply` never changes.
  }, [])

  return {
    items,
    ready: getUploaded(items),
    isUploading: items.some(({ status }) => status === 'uploading'),
    add,
    remove: (key) => drop((item) => item.key === key),
    clear: () => drop(() => true),
    moveToNewChat: () => {
      addDraftFiles(getUploaded(items))
      drop(() => true)
    },
    restore: (attachments) => apply((held) => [...held, ...attachments.map(readyItem)]),
  }
}

type Apply = (change: (items: readonly TrayItem[]) => readonly TrayItem[]) => void

type Upload = {
  key: string
  file: File
  uploads: Map<string, AbortController>
  apply: Apply
}

async function sendFile({ key, file, uploads, apply }: Upload): Promise<void> {
  const controller = new AbortController()
  uploads.set(key, controller)
  const replace = (next: (item: TrayItem) => TrayItem) =>
    apply((held) => held.map((item) => (item.key === key ? next(item) : item)))
  const { signal } = controller
  const onProgress = (fraction: number) =>
    replace((item) => (item.status === 'uploading' ? { ...item, fraction } : item))
  try {
    const uploadAttachment = await load()
    const attachment = await uploadAttachment(file, { signal, onProgress })
    replace((item) => ({ ...item, status: 'ready', attachment }))
  } catch (error) {
    if (signal.aborted && isAbort(error)) return
    const again = isRefusal(error) ? undefined : file
    replace((item) => ({ ...item, status: 'failed', message: explainError(error), file: again }))
  } finally {
    uploads.delete(key)
  }
}

/**
 * HTTP statuses after which a retry may succeed: expired session, timeout, too early, too many
 * requests.
 */
const passing = [401, 408, 425, 429]

const namesMax = 5

function joinNames(files: readonly File[]): string {
  const names = files.slice(0, namesMax).map(({ name }) => `“${name || t('Pasted picture')}”`)
  const more = files.length - names.length
  return more > 0
    ? t('{names} and {more} more', { names: joinWithCommas(names), more })
    : joinWithCommas(names)
}

const isRefusal = (error: unknown): boolean =>
  error instanceof PictureError ||
  (error instanceof ApiError && error.status < 500 && !passing.includes(error.status))

const readyItem = (attachment: Attachment): TrayItem => ({
  key: newKey(),
  name: attachment.name,
  previewUrl: undefined,
  status: 'ready',
  attachment,
})

const getUploaded = (items: readonly TrayItem[]): Attachment[] =>
  items.flatMap((item) => (item.status === 'ready' ? [item.attachment] : []))
