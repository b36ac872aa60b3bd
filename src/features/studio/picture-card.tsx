import { useId, useState } from 'react'
import { ownValue } from '#lib/own-value.ts'
import type { Field } from '#lib/params/read-fields.ts'
import { Loaded } from '#ui/layout/loaded.tsx'
import { FieldRow } from './form/field-row.tsx'
import type { ParamForm } from './form/use-param-form.ts'
import type { MainPicture } from './state/main-picture.ts'
import { advisePicture, type StudioPicture } from './state/picture.ts'
import { getEntryPictures } from './state/picture-slots.ts'
import type { Sample } from './state/queries.ts'
import { isFilled } from './state/views-value.ts'
import { PictureWell } from './picture/picture-well.tsx'
import type { Upload } from './picture/use-upload.ts'

const loadSidesChip = async () => (await import('./late-parts.ts')).SidesChip

type PictureCardProps = {
  single: MainPicture | undefined
  misfit: string | undefined
  picture: StudioPicture | undefined
  form: ParamForm
  upload: Upload
  hasSamples: boolean
  onFiles: (files: readonly File[]) => void
  onSample: (sample: Sample) => void
  onPicture: (picture: StudioPicture | undefined) => void
  onChange: (name: string, value: unknown) => void
  onUnreadable: (name: string, message: string | undefined) => void
}

export const findSideFields = (form: ParamForm): Field[] =>
  form.fields.filter(
    ({ name, kind, advanced }) =>
      (kind === 'views' || kind === 'pictures') && !advanced && form.visible.has(name),
  )

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
            <Loaded
              load={loadSidesChip}
              fallback={<span className="h-7 w-26" />}
              props={{
                isOpen: isShown,
                controls: id,
                pictures: sides.flatMap((field) =>
                  getEntryPictures(field, ownValue(form.values, field.name)).filter(isFilled),
                ),
                onPressed: () => setIsOpen(!isShown),
              }}
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
