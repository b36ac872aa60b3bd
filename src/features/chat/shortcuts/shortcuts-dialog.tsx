import X from 'lucide-react/icons/x'
import { useState, type KeyboardEvent } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { Kbd } from '#ui/actions/kbd.tsx'
import { t } from '#languages/app.ts'
import { toChord } from './chord.ts'
import {
  changeShortcut,
  resetShortcuts,
  shortcutIds,
  shortcutNames,
  useShortcuts,
  type ShortcutId,
} from './shortcuts.ts'

type ShortcutsDialogProps = { isOpen: boolean; onClose: () => void }

export const ChatShortcutsDialog = ({ isOpen, onClose }: ShortcutsDialogProps) => (
  <Dialog
    isOpen={isOpen}
    onClose={onClose}
    title={t('Keyboard shortcuts')}
    description={t('Select one, then press the new keys. Saved in this browser.')}
  >
    {isOpen && <Choice />}
  </Dialog>
)

function Choice() {
  const shortcuts = useShortcuts()
  const [asked, setAsked] = useState<ShortcutId>()

  const press = (id: ShortcutId) => (event: KeyboardEvent) => {
    // Tab must leave the field. Otherwise keyboard users could not leave the field.
    if (asked !== id || event.key === 'Tab') return
    event.preventDefault()
    event.stopPropagation()
    const chord = toChord(event)
    if (chord === undefined) return
    setAsked(undefined)
    if (chord !== 'Esc') changeShortcut(id, chord)
  }
  return (
    <div className="flex flex-col gap-3">
      <ul className="flex flex-col">
        {shortcutIds.map((id) => (
          <li key={id} className="flex min-h-10 items-center gap-2">
            <span className="min-w-0 flex-1 truncate">{shortcutNames[id]}</span>
            <Button
              size="sm"
              variant="ghost"
              aria-label={t('Keys for {shortcutNames}: {shortcuts}', {
                shortcutNames: shortcutNames[id],
                shortcuts: shortcuts[id] || t('none'),
              })}
              onClick={() => setAsked(asked === id ? undefined : id)}
              onKeyDown={press(id)}
              onBlur={() => setAsked(undefined)}
            >
              {asked === id ? (
                t('Press keys…')
              ) : shortcuts[id] === '' ? (
                <span className="text-ink-faint">{t('None')}</span>
              ) : (
                shortcuts[id].split(' ').map((key) => <Kbd key={key}>{key}</Kbd>)
              )}
            </Button>
            <IconButton
              size="sm"
              label={t('Clear the keys for {shortcutNames}', { shortcutNames: shortcutNames[id] })}
              icon={<X aria-hidden />}
              disabled={shortcuts[id] === ''}
              onClick={() => changeShortcut(id, '')}
            />
          </li>
        ))}
      </ul>
      <Button className="self-end" onClick={resetShortcuts}>
        {t('Reset to defaults')}
      </Button>
    </div>
  )
}
