import ChevronDown from 'lucide-react/icons/chevron-down'
import Layers from 'lucide-react/icons/layers'
import { useId, useState, type ReactNode } from 'react'
import { ownValue } from '#lib/own-value.ts'
import type { Field } from '#lib/params/read-fields.ts'
import { FieldRow } from './form/field-row.tsx'
import type { ParamForm } from './form/use-param-form.ts'
import type { MainPicture } from './state/main-picture.ts'
import { advisePicture, type StudioPicture } from './state/picture.ts'
import { getEntryPictures } from './state/picture-slots.ts'
import type { Sample } from './state/queries.ts'
import { getPictureUrl, isFilled } from './state/views-value.ts'
import { PictureWell } from './picture/picture-well.tsx'
import type { Upload } from './picture/use-upload.ts'

type PictureCardProps = {
  single: MainPicture | undefined
  misfit: string | undefined
  picture: StudioPicture | undefined
  form: ParamForm
  upload: Upload
  hasSamples: boolean
  onFiles: (files: readonly File[]) => void
  onSample: (sample: Sample) => void
  /** Uses another picture, or none. */
  onPicture: (picture: StudioPicture | undefined) => void
  onChange: (name: string, value: unknown) => void
  onUnreadable: (name: string, message: string | undefined) => void
}

/** Returns the fields for pictures of the object's sides, which belong to the picture card. */
export const findSideFields = (form: ParamForm): Field[] =>
  form.fields.filter(
    ({ name, kind, advanced }) =>
      (kind === 'views' || kind === 'pictures') && !advanced && form.visible.has(name),
  )

/**
 * Renders the pictures that the model is made from. It is the first part of the settings for every
 * generator: one picture, one with further sides, or several sides.
 */
export function PictureCard(props: PictureCardProps) {
  const { single, misfit, picture, form, upload } = props
  const sides = findSideFields(form)
  const hasIssue = sides.some(({ name }) => form.issueOf(name) !== undefined)
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const rows = sides.map((field) => (
    <FieldRow
      key={field.name}
      field={field}
      value={ownValue(form.values, field.name)}
      error={form.issueOf(field.name)}
      notice={form.noticeOf(field.name)?.message}
      noticeEffect={form.noticeOf(field.name)?.effect}
      lastSeed={undefined}
      onChange={props.onChange}
      onLeft={form.left}
      onUnreadable={props.onUnreadable}
    />
  ))
  if (!single) {
    return rows.length > 0 && <div className="grid gap-2.5 px-4 pt-3.5 pb-2">{rows}</div>
  }
  const isShown = isOpen || hasIssue
  return (
    <>
      <PictureWell
        name={single.name}
        title={single.title}
        rules={single.rules}
        picture={picture}
        upload={upload}
        onFiles={props.onFiles}
        error={misfit ?? form.issueOf(single.name)}
        advice={picture && advisePicture(picture, single.rules)}
        hasSamples={props.hasSamples}
        onSample={props.onSample}
        onPicture={props.onPicture}
        onRemove={() => props.onPicture(undefined)}
        aside={
          rows.length > 0 && (
            <SidesChip
              isOpen={isShown}
              controls={id}
              pictures={sides.flatMap((field) =>
                getEntryPictures(field, ownValue(form.values, field.name)).filter(isFilled),
              )}
              onPressed={() => setIsOpen(!isShown)}
            />
          )
        }
      />
      {rows.length > 0 && (
        <div id={id} hidden={!isShown} className="grid gap-2.5 px-4 pb-2 [[hidden]]:hidden">
          {isShown && rows}
        </div>
      )}
    </>
  )
}

type SidesChipProps = {
  isOpen: boolean
  controls: string
  pictures: readonly unknown[]
  onPressed: () => void
}

const thumbsMax = 3

function SidesChip({ isOpen, controls, pictures, onPressed }: SidesChipProps): ReactNode {
  const hasSome = pictures.length > 0
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={controls}
      data-sides
      onClick={onPressed}
      className={`flex h-7 touch-target shrink-0 items-center gap-1.5 rounded-full px-2.5 text-xs font-medium transition-colors ${hasSome ? 'bg-accent-soft text-accent-strong hover:brightness-95' : 'bg-hover text-ink-muted hover:bg-pressed hover:text-ink'}`}
    >
      {hasSome ? (
        <span aria-hidden className="flex -space-x-1">
          {pictures.slice(0, thumbsMax).map((one, at) => (
            <img
              key={at}
              src={getPictureUrl(one)}
              alt=""
              className="size-4.5 rounded-full border border-line bg-surface-raised object-cover"
            />
          ))}
        </span>
      ) : (
        <Layers aria-hidden className="size-3.5" />
      )}
      {hasSome ? `${pictures.length + 1} sides` : 'Add sides'}
      <ChevronDown
        aria-hidden
        className={`size-3 transition-transform ${isOpen ? 'rotate-180' : ''}`}
      />
    </button>
  )
}
