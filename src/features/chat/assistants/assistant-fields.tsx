import { useQuery } from '@tanstack/react-query'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useRef, useState } from 'react'
import { startersMax } from '#contract/chat/assistants.ts'
import { teamsQuery } from '#queries/teams.ts'
import { Button } from '#ui/actions/button.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { FormField } from '#ui/fields/field.tsx'
import { Select } from '#ui/fields/select.tsx'
import { TextArea } from '#ui/fields/text-area.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { keepListFocus } from '#ui/layout/keep-list-focus.ts'
import { t } from '#languages/app.ts'
import { chatLibraryQueries } from '../conversations/library-queries.ts'
import { AssistantFace } from '../models/assistant-face.tsx'
import { AssistantModel } from './assistant-model.tsx'
import type { DraftProps } from './draft-props.ts'
import { ToolPicker } from '#ui/fields/tool-picker.tsx'

/** Value of the option “none”. The value of an option must not be empty. */
const none = '-'

export function AssistantFields({
  draft,
  pictureUrl,
  onChange,
}: DraftProps & { pictureUrl: string | undefined }) {
  const { name, description, settings, folderId, teamId } = draft
  const { data: folders = [] } = useQuery(chatLibraryQueries.folders())
  const teams = useQuery(teamsQuery()).data?.teams ?? []
  return (
    <div className="flex flex-col gap-6">
      <div className="flex items-start gap-4">
        <PictureField draft={draft} pictureUrl={pictureUrl} onChange={onChange} />
        <div className="flex min-w-0 flex-1 flex-col gap-2">
          <TextField
            aria-label={t('Name')}
            placeholder={t('Name, such as Glaze mixer')}
            maxLength={100}
            value={name}
            onChange={({ target }) => onChange({ ...draft, name: target.value })}
          />
          <TextField
            aria-label={t('Description')}
            placeholder={t('What it is good for, in one line')}
            maxLength={300}
            value={description}
            onChange={({ target }) => onChange({ ...draft, description: target.value })}
          />
        </div>
      </div>
      <FormField label={t('What it should do')}>
        <TextArea
          rowsMin={5}
          rowsMax={16}
          placeholder={t(
            'You mix glazes for a small pottery. Give recipes in percent, adding to 100. Say so when you guess.',
          )}
          value={settings.systemPrompt ?? ''}
          onChange={({ target }) =>
            onChange({ ...draft, settings: { ...settings, systemPrompt: target.value } })
          }
        />
      </FormField>
      <div className={teams.length > 0 ? 'grid gap-6 sm:grid-cols-2' : 'grid'}>
        <FormField
          label={t('Knows')}
          hint={t('The files of a folder. Add files in the folder’s menu in the chat list.')}
        >
          <Select
            value={folderId ?? none}
            onValueChange={(id) => {
              const { folderId: _, ...others } = draft
              onChange(id === none ? others : { ...others, folderId: id })
            }}
            options={[
              { value: none, label: t('No files') },
              ...folders.map((folder) => ({ value: folder.id, label: folder.name })),
            ]}
          />
        </FormField>
        {teams.length > 0 && (
          <FormField
            label={t('Shared with')}
            hint={t(
              'Members can use it and read its instructions. Its answers may quote its files.',
            )}
          >
            <Select
              value={teamId ?? none}
              onValueChange={(id) => {
                const { teamId: _, ...others } = draft
                onChange(id === none ? others : { ...others, teamId: id })
              }}
              options={[
                { value: none, label: t('Nobody') },
                ...teams.map((team) => ({ value: team.id, label: team.name })),
              ]}
            />
          </FormField>
        )}
      </div>
      <AssistantModel draft={draft} onChange={onChange} />
      <AssistantTools draft={draft} onChange={onChange} />
      <StarterFields draft={draft} onChange={onChange} />
    </div>
  )
}

const tellNoPicture = reportFailure(t('Could not read the picture. Choose a PNG, JPEG or WebP.'))

function PictureField({
  draft,
  pictureUrl,
  onChange,
}: DraftProps & { pictureUrl: string | undefined }) {
  const input = useRef<HTMLInputElement>(null)
  const shown = draft.picture === null ? undefined : (draft.picture ?? pictureUrl)
  return (
    <div className="flex flex-col items-center gap-1">
      <span className="relative">
        <span className="grid size-22 place-items-center overflow-hidden rounded-xl bg-hover">
          {shown === undefined ? (
            <AssistantFace name={draft.name || '?'} pictureUrl={undefined} size="lg" />
          ) : (
            <img src={shown} alt="" className="size-full object-cover" />
          )}
        </span>
        <IconButton
          size="sm"
          label={t('Choose a picture')}
          icon={<Pencil aria-hidden />}
          className="absolute -end-2 -bottom-2 rounded-full border border-line bg-surface-raised"
          onClick={() => input.current?.click()}
        />
      </span>
      {shown !== undefined && (
        <Button size="sm" variant="ghost" onClick={() => onChange({ ...draft, picture: null })}>
          {t('Remove')}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('Picture')}
        accept="image/png,image/jpeg,image/webp"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (!file) return
          readAssistantPicture(file).then(
            (picture) => onChange((now) => ({ ...now, picture })),
            tellNoPicture,
          )
        }}
      />
    </div>
  )
}

function StarterFields({ draft, onChange }: DraftProps) {
  const { starters } = draft
  const [isAdded, setIsAdded] = useState(false)
  const set = (next: string[]) => onChange({ ...draft, starters: next })
  return (
    <fieldset ref={keepListFocus} className="flex flex-col gap-2">
      <legend className="mb-2 font-medium">{t('First questions')}</legend>
      <ul className="flex flex-col gap-2 empty:hidden">
        {starters.map((text, at) => (
          <li key={at} className="flex gap-2">
            <TextField
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just added this field.
              autoFocus={isAdded}
              aria-label={t('Question {at}', { at: at + 1 })}
              className="flex-1"
              maxLength={300}
              value={text}
              onChange={({ target }) => set(starters.with(at, target.value))}
            />
            <IconButton
              label={t('Remove question {at}', { at: at + 1 })}
              icon={<X aria-hidden />}
              onClick={() => set(starters.toSpliced(at, 1))}
            />
          </li>
        ))}
      </ul>
      {starters.length < startersMax && (
        <Button
          className="self-start"
          icon={<Plus aria-hidden />}
          onClick={() => {
            setIsAdded(true)
            set([...starters, ''])
          }}
        >
          {t('Add a question')}
        </Button>
      )}
    </fieldset>
  )
}

/** Renders the tools of an assistant. An assistant without tools uses the user's default tools. */
function AssistantTools({ draft, onChange }: DraftProps) {
  const { data: known = [] } = useQuery(chatLibraryQueries.tools())
  const { tools, ...others } = draft.settings
  if (known.length === 0) return null
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 font-medium">{t('May use')}</legend>
      <ToolPicker
        known={known}
        tools={tools}
        onChange={(next) =>
          onChange({ ...draft, settings: { ...others, ...(next && { tools: next }) } })
        }
      />
    </fieldset>
  )
}

/**
 * Width and height of the saved picture in pixels, twice the largest displayed size in CSS pixels.
 */
const sizePx = 176

/**
 * Crops a picture to a square and scales the picture.
 * @throws {Error} if the browser cannot read the file.
 */
async function readAssistantPicture(file: Blob): Promise<string> {
  const bitmap = await createImageBitmap(file)
  const canvas = document.createElement('canvas')
  canvas.width = sizePx
  canvas.height = sizePx
  const side = Math.min(bitmap.width, bitmap.height)
  const [left, top] = [(bitmap.width - side) / 2, (bitmap.height - side) / 2]
  canvas.getContext('2d')?.drawImage(bitmap, left, top, side, side, 0, 0, sizePx, sizePx)
  bitmap.close()
  // Browsers that cannot encode WebP return a PNG.
  return canvas.toDataURL('image/webp', 0.85)
}
