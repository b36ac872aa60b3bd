import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { isAbort } from '#api/http/errors.ts'
import { Button } from '#ui/actions/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { FormField } from '#ui/fields/field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { t } from '#languages/studio.ts'
import { toPicture, type StudioPicture } from '../../state/picture.ts'
import { fetchAddress } from '../fetch-address.ts'
import { explainError } from '#lib/explain.ts'

type AddressDialogProps = { onPicture: (picture: StudioPicture) => void; onClose: () => void }

/**
 * Renders a dialog for a picture's address. The server fetches the picture, because few sites allow
 * other pages to load it.
 */
export function AddressDialog({ onPicture, onClose }: AddressDialogProps) {
  const formId = useId()
  const [address, setAddress] = useState('')
  const [isFetching, setIsFetching] = useState(false)
  const [problem, setProblem] = useState<string>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const fetchIt = async () => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setIsFetching(true)
    setProblem(undefined)
    try {
      const file = await fetchAddress(address, controller.signal)
      if (!controller.signal.aborted) onPicture(toPicture(file))
    } catch (error) {
      if (!isAbort(error)) setProblem(explainError(error))
    } finally {
      setIsFetching(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // React events bubble through portals. Without this call, the studio's form would be submitted
    // too.
    event.stopPropagation()
    if (address.trim() === '') setProblem(t('Enter the address of a picture.'))
    else if (!isFetching) void fetchIt()
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('Picture from the web')}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button variant="primary" type="submit" form={formId} isLoading={isFetching}>
            {t('Fetch')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <FormField
          label={t('Address')}
          hint={t('Of the picture itself, not the page it is on. Your server downloads it.')}
          error={problem}
        >
          <TextField
            type="url"
            inputMode="url"
            autoComplete="off"
            placeholder="https://example.com/vase.jpg"
            value={address}
            onChange={(event) => {
              setAddress(event.target.value)
              setProblem(undefined)
            }}
          />
        </FormField>
      </form>
    </Dialog>
  )
}
