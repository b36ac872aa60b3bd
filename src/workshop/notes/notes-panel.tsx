import Trash2 from 'lucide-react/icons/trash'
import { useEffect, useMemo } from 'react'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { t } from '#languages/viewer.ts'
import type { PanelProps } from '../state/editor-state.ts'
import { MeasureStage } from '../measure/measure-stage.tsx'
import { noteLengthMax, notesMax } from '#lib/note-limits.ts'
import type { Note } from '../state/notes.ts'

/** Renders the panel for notes on the model. Notes stay visible after the panel is closed. */
export function NotesPanel({ editor: { notes, onNotes, putOnStage } }: PanelProps) {
  const picking = useMemo(
    () => (
      <MeasureStage
        points={none}
        snaps={false}
        onPicked={({ point: { x, y, z } }) =>
          onNotes((now) =>
            now.length >= notesMax
              ? now
              : [...now, { id: (now.at(-1)?.id ?? 0) + 1, at: [x, y, z], text: '' }],
          )
        }
      />
    ),
    [onNotes],
  )
  useEffect(() => putOnStage(picking), [picking, putOnStage])

  const change = (id: number, text: string) =>
    onNotes((now) => now.map((note): Note => (note.id === id ? { ...note, text } : note)))
  return (
    <>
      <p className="text-pretty text-ink-muted">
        {notes.length < notesMax
          ? t('Click the model to add a note.')
          : t('Limit reached: {notesMax} notes.', { notesMax })}
      </p>
      <ol className="flex flex-col gap-2">
        {notes.map(({ id, text }, at) => (
          <li key={id} className="flex items-center gap-2">
            <span className="w-5 shrink-0 text-end text-ink-muted tabular-nums">{at + 1}</span>
            <TextField
              aria-label={t('Note {at}', { at: at + 1 })}
              value={text}
              maxLength={noteLengthMax}
              placeholder={t('Add a note')}
              onChange={(event) => change(id, event.target.value)}
            />
            <IconButton
              label={t('Remove note {at}', { at: at + 1 })}
              icon={<Trash2 aria-hidden />}
              onClick={() => onNotes((now) => now.filter((note) => note.id !== id))}
            />
          </li>
        ))}
      </ol>
    </>
  )
}

const none = [] as const
