import ImagePlus from 'lucide-react/icons/image-plus'
import Smartphone from 'lucide-react/icons/smartphone'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import type { Field } from '#lib/params/read-fields.ts'
import { Button } from '#ui/actions/button.tsx'
import { DropZone } from '#ui/layout/drop-zone.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { Spinner } from '#ui/progress/spinner.tsx'
import { t } from '#languages/studio.ts'
import { offeredTypes, toPictureParam, type StudioPicture } from '../state/picture.ts'
import { CutoutButton } from '../picture/cutout/cutout-button.tsx'
import { SourceMenu } from '../picture/sources/source-menu.tsx'
import { Loaded } from '#ui/layout/loaded.tsx'
import { prefetch } from '#ui/layout/prefetch.ts'
import { studioStore, useStudio } from '../state/store.ts'
import { useUpload } from '../picture/use-upload.ts'
import { checkerboard } from '../picture/checkerboard.ts'
import { getPictureUrl, getViewValues, isFilled, writeViews } from '../state/views-value.ts'

type PicturesControlProps = {
  field: Field
  value: unknown
  onChange: (value: unknown) => void
}

const countMost = 8
/** Number of pictures above which a field lets the user add dozens of photos at once. */
const singlyMax = 24

const loadPhotoSet = async () => (await import('./photo-set-control.tsx')).PhotoSetControl
const loadPhoneDialog = async () => (await import('../phone/phone-dialog.tsx')).PhoneDialog
prefetch(loadPhoneDialog)

export function PicturesControl({ field, value, onChange }: PicturesControlProps) {
  if (field.kind === 'picture') {
    return (
      <div className="w-24">
        <Slot field={field} title={field.title} value={value} onChange={onChange} />
      </div>
    )
  }
  if ((field.countMax ?? 0) > singlyMax) {
    return <Loaded load={loadPhotoSet} props={{ field, value, onChange }} />
  }
  return field.kind === 'views' ? (
    <Views field={field} value={value} onChange={onChange} />
  ) : (
    <PictureList field={field} value={value} onChange={onChange} />
  )
}

function Views({ field, value, onChange }: PicturesControlProps) {
  const places = getViewValues(field, value)
  const put = (at: number, next: unknown, picture?: StudioPicture) => {
    onChange(writeViews(field, places.with(at, next)))
    // The front is the main picture, which the canvas shows and other models use.
    if (picture && at === 0 && field.slots[0]?.isRequired) {
      studioStore.getState().pictureChosen(picture)
    }
  }
  const free = places.findIndex((place) => !isFilled(place))
  return (
    <div className="grid gap-1">
      <div className="grid grid-cols-4 gap-2">
        {field.slots.map(({ name, title, isRequired }, at) => (
          <div key={name} className="grid min-w-0 content-start gap-1">
            <Slot
              field={field}
              title={title}
              value={places[at]}
              onChange={(next, picture) => put(at, next, picture)}
            />
            <span className="truncate text-center text-xs text-ink-faint" title={title}>
              {title.replace(/\s*\(.*\)$/, '')}
              {isRequired && (
                <span className={isFilled(places[at]) ? '' : 'text-accent'}>
                  <span aria-hidden> *</span>
                  <span className="sr-only"> {t('(required)')}</span>
                </span>
              )}
            </span>
          </div>
        ))}
      </div>
      <PhoneButton
        field={field}
        places={places}
        onPlaces={(next) => onChange(writeViews(field, next))}
      />
      {free >= 0 && <MoreSources field={field} onValue={(picture) => put(free, picture)} />}
    </div>
  )
}

type PhoneButtonProps = {
  field: Field
  places: readonly unknown[]
  onPlaces: (places: unknown[]) => void
}

/**
 * Renders a button for taking the missing pictures with a phone. If no picture is missing, the
 * phone takes all sides except the first.
 */
function PhoneButton({ field, places, onPlaces }: PhoneButtonProps) {
  const [asked, setAsked] = useState<readonly number[]>()
  const front = useStudio((state) => state.picture)
  const open = () => {
    const rest = field.slots.map((_, at) => at).filter((at) => !field.slots[at]?.isRequired)
    const missing = rest.filter((at) => !isFilled(places[at]))
    setAsked(missing.length > 0 ? missing : rest)
  }
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        icon={<Smartphone aria-hidden />}
        className="justify-self-start"
        onClick={open}
      >
        {t('Photograph with a phone')}
      </Button>
      {asked && (
        <Loaded
          load={loadPhoneDialog}
          props={{
            sides: asked.map((at) => field.slots[at]?.title ?? ''),
            frontId: (front?.cutFrom ?? front)?.id,
            onPictures: (pictures: ReadonlyMap<number, StudioPicture>) =>
              onPlaces(
                places.map((held, at) => {
                  const picture = pictures.get(asked.indexOf(at))
                  return picture ? toPictureParam(picture, field.picture) : held
                }),
              ),
            onClose: () => setAsked(undefined),
          }}
        />
      )}
    </>
  )
}

function PictureList({ field, value, onChange }: PicturesControlProps) {
  const held: readonly unknown[] = Array.isArray(value) ? value : []
  const count = Math.min(held.length + 1, field.countMax ?? countMost, countMost)
  const put = (at: number, picture: unknown) => {
    const places = Array.from({ length: Math.max(count, held.length) }, (_, place) =>
      place === at ? picture : held[place],
    )
    const filled = places.filter(isFilled)
    onChange(filled.length === 0 ? undefined : filled)
  }
  return (
    <div className="grid gap-1">
      <div className="grid grid-cols-4 gap-2">
        {Array.from({ length: count }, (_, at) => (
          <div key={at} className="grid min-w-0 content-start gap-1">
            <Slot
              field={field}
              title={t('Picture {at}', { at: at + 1 })}
              value={held[at]}
              onChange={(picture) => put(at, picture)}
            />
          </div>
        ))}
      </div>
      {held.length < count && (
        <MoreSources field={field} onValue={(picture) => put(held.length, picture)} />
      )}
    </div>
  )
}

function MoreSources({ field, onValue }: { field: Field; onValue: (value: unknown) => void }) {
  const take = (picture: StudioPicture) => onValue(toPictureParam(picture, field.picture))
  const { state, send, reset } = useUpload(field.picture, take)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SourceMenu title={field.title} onFile={send} onPicture={take} />
      {state.status === 'sending' && (
        <Spinner label={t('Uploading {name}', { name: state.name })} />
      )}
      {state.status === 'failed' && (
        <div role="alert" className="flex flex-1 items-center gap-2 text-xs text-danger">
          <span className="flex-1">{state.message}</span>
          <Button size="sm" onClick={state.remake ?? reset}>
            {state.remake ? t('Convert to fit') : t('Dismiss')}
          </Button>
        </div>
      )}
    </div>
  )
}

/**
 * Returns the file's id if the picture is stored on this server. Only stored pictures can be cut
 * out.
 */
const getStoredId = (url: string | undefined): string | undefined =>
  /^\/api\/files\/([\w-]+)\/content$/.exec(url ?? '')?.[1]

type SlotProps = {
  field: Field
  title: string
  value: unknown
  onChange: (value: unknown, picture?: StudioPicture) => void
}

function Slot({ field, title, value, onChange }: SlotProps) {
  const [goneUrl, setGoneUrl] = useState<string>()
  const upload = useUpload(field.picture, (picture) => {
    setGoneUrl(undefined)
    onChange(toPictureParam(picture, field.picture), picture)
  })
  const url = getPictureUrl(value)
  const id = getStoredId(url)
  const { state } = upload
  return (
    <div className="grid gap-1">
      <div className="relative">
        <DropZone
          label={
            url === undefined ? t('Choose {title}', { title }) : t('Replace {title}', { title })
          }
          accept={offeredTypes(field.picture)}
          onFiles={([file]) => file && upload.send(file, file.name)}
          className="grid aspect-square place-items-center overflow-hidden"
        >
          {state.status === 'sending' ? (
            <Spinner label={t('Uploading {title}', { title })} />
          ) : url === undefined || url === goneUrl ? (
            <ImagePlus aria-hidden className="size-4 text-ink-faint" />
          ) : (
            <img
              src={url}
              alt={title}
              onError={() => setGoneUrl(url)}
              style={checkerboard}
              className="size-full object-contain"
            />
          )}
        </DropZone>
        {url !== undefined && state.status !== 'sending' && (
          <IconButton
            label={t('Remove {title}', { title })}
            icon={<X aria-hidden />}
            size="sm"
            variant="secondary"
            className="absolute -top-1.5 -end-1.5 size-5! rounded-full!"
            onClick={() => onChange(undefined)}
          />
        )}
        {id !== undefined && url !== undefined && url !== goneUrl && (
          <div className="absolute end-1 bottom-1">
            <CutoutButton
              key={id}
              picture={{ id, url, name: title }}
              rules={field.picture}
              shortFor={title}
              onDone={(picture) => onChange(toPictureParam(picture, field.picture), picture)}
            />
          </div>
        )}
      </div>
      {state.status === 'failed' && (
        <div role="alert" className="grid justify-items-start gap-1 text-xs text-danger">
          {state.message}
          {state.remake && (
            <Button size="sm" onClick={state.remake}>
              {t('Convert to fit')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
