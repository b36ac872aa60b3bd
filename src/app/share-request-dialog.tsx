import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { useStore } from 'zustand'
import { Loaded } from '#ui/layout/loaded.tsx'
import { prefetch } from '#ui/layout/prefetch.ts'
import { closeShareRequest, shareRequest } from '#queries/share-request.ts'

const loadDialog = async () =>
  (await import('#features/library/detail/share-model-dialog.tsx')).ShareModelDialog

/** Shows the share dialog that a page asked for, until the user goes to another page. */
export function ShareRequestDialog() {
  const [path] = useLocation()
  return <DialogOnPage key={path} />
}

function DialogOnPage() {
  const { asset, isOpen } = useStore(shareRequest)
  useEffect(() => {
    prefetch(loadDialog)
    return closeShareRequest
  }, [])
  if (!asset) return null
  return (
    <Loaded
      key={asset.id}
      load={loadDialog}
      props={{ asset, isOpen, onClose: closeShareRequest }}
      isWanted={isOpen}
    />
  )
}
